import { expect, it } from "vitest";
import { securityHeaders } from "./security-headers.ts";

it("sends the Strict-Transport-Security header that the operator chose", () => {
  const said = (hsts: Parameters<typeof securityHeaders>[0]) =>
    securityHeaders(hsts)["Strict-Transport-Security"];
  expect(said("none")).toBeUndefined();
  expect(said("year")).toBe("max-age=31536000");
  expect(said("subdomains")).toBe("max-age=63072000; includeSubDomains");
  expect(said("preload")).toBe("max-age=63072000; includeSubDomains; preload");
});
