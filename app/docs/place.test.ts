import { expect, it } from "vitest";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { tradingOpenApi } from "./openapi.ts";
import { EXAMPLE_BASE_URL, resolveApiPlace } from "./place.ts";

const request = new Request("http://site.example/");

it("has the addresses of the site's sandbox", () => {
  expect(resolveApiPlace({ site: DEFAULT_SITE }, request)).toMatchObject({
    hasSandbox: true,
    rest: "http://site.example/sandbox/v2",
  });
});

it("has no addresses of the sandbox if the brand disables it", () => {
  const features = { ...DEFAULT_SITE.features, sandbox: false };
  const place = resolveApiPlace({ site: { ...DEFAULT_SITE, features } }, request);
  expect(place.hasSandbox).toBe(false);
  expect(tradingOpenApi(place).servers).toEqual([{ url: EXAMPLE_BASE_URL, description: "Live" }]);
});
