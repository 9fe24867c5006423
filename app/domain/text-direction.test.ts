import { expect, it } from "vitest";
import { getTextDirection } from "./text-direction.ts";

it.each([
  ["ur-IN", "rtl"],
  ["ks-IN", "rtl"],
  ["sd-Arab-IN", "rtl"],
  ["he", "rtl"],
  ["hi-IN", undefined],
  ["pa-IN", undefined],
  ["en-IN", undefined],
])("returns for %s the direction %s", (locale, direction) => {
  expect(getTextDirection(locale)).toBe(direction);
});
