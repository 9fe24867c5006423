import { expect, it } from "vitest";
import { securityHeaders } from "./security-headers.ts";

it("maps each HSTS setting to its Strict-Transport-Security header", () => {
  const headerFor = (hsts: Parameters<typeof securityHeaders>[0]) =>
    securityHeaders(hsts)["Strict-Transport-Security"];
  expect(headerFor("none")).toBeUndefined();
  expect(headerFor("year")).toBe("max-age=31536000");
  expect(headerFor("subdomains")).toBe("max-age=63072000; includeSubDomains");
  expect(headerFor("preload")).toBe("max-age=63072000; includeSubDomains; preload");
});
