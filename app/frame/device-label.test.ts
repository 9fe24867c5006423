import { expect, it } from "vitest";
import { localDeviceLabel } from "./device-label.ts";

it.each([
  "Firefox on Linux, from 203.0.113.*",
  "Lynx, from 127.0.0.*",
  "Safari on iPhone",
  "A browser",
  "My own label, of another provider",
])("returns the label %s unchanged in English", (label) => {
  expect(localDeviceLabel(label)).toBe(label);
});
