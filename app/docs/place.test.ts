import { expect, it } from "vitest";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { placeOf } from "./place.ts";

it("has no pages of the sandbox if the brand disables it, but the addresses of its API", () => {
  const features = { ...DEFAULT_SITE.features, sandbox: false };
  const request = new Request("http://site.example/");
  expect(placeOf({ site: DEFAULT_SITE }, request).hasSandbox).toBe(true);
  expect(placeOf({ site: { ...DEFAULT_SITE, features } }, request)).toMatchObject({
    hasSandbox: false,
    rest: "http://site.example/sandbox/v2",
  });
});
