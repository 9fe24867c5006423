import { expect, it } from "vitest";
import { directionOf } from "./text-direction.ts";

it.each([
  ["ur-IN", "rtl"],
  ["ks-IN", "rtl"],
  ["sd-Arab-IN", "rtl"],
  ["he", "rtl"],
  ["hi-IN", undefined],
  ["pa-IN", undefined],
  ["en-IN", undefined],
])("returns for %s the direction %s", (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});
