// Labels of devices contain only the families of browser and system, for any user agent.
import fc from "fast-check";
import { expect, it } from "vitest";
import { deviceLabel } from "./device-label.ts";

it.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "203.0.113.9",
    "Firefox on Linux, from 203.0.113.*",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    "2001:db8:1:2::/64",
    "Edge on Windows, from 2001:db8:1:*",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "",
    "Safari on iPhone",
  ],
  ["Lynx/2.9.0 libwww-FM/2.14", "127.0.0.1", "Lynx, from 127.0.0.*"],
  [null, "", "A browser"],
  ["<script>alert(1)</script>\r\nx-evil: 1", "not an address", "A browser"],
])("labels the user agent %s at the IP address %s as %s", (userAgent, address, label) => {
  expect(deviceLabel(userAgent, address)).toBe(label);
});

it("describes any device in a short line of printable ASCII", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (userAgent, address) => {
      expect(deviceLabel(userAgent, address)).toMatch(/^[\x20-\x7e]{1,120}$/);
    }),
  );
});
