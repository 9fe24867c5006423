import { expect, it } from "vitest";
import { FEATURES, type Feature, isDisabled } from "./site.ts";

const features = (isOn: boolean) =>
  Object.fromEntries(FEATURES.map((name) => [name, isOn])) as Record<Feature, boolean>;

it.each([
  "/markets",
  "/Markets/NSE_EQ/1333",
  "/%6Darkets",
  "/account/%4Eotifications",
  "/sandbox/Portal",
  "/docs/v2/%73andbox",
])("disables the page at the path %s if its feature is off", (path) => {
  expect(isDisabled(path, features(false))).toBe(true);
  expect(isDisabled(path, features(true))).toBe(false);
});

it("does not disable pages that have no feature switch", () => {
  for (const path of ["/", "/marketsmen", "/docs/v2/sandboxes", "/account/sessions", "/%25"])
    expect(isDisabled(path, features(false)), path).toBe(false);
});
