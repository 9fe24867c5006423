import { expect, it } from "vitest";
import { barInstant, barTime } from "./bar-times.ts";

it("labels bars in Indian time, on an axis without the year", () => {
  const at = "2026-11-19T19:15:00Z";
  expect([barTime(at, "5"), barTime(at, "day")]).toEqual(["00:45", "20 Nov"]);
  expect([barInstant(at, "5"), barInstant(at, "day")]).toEqual(["20 Nov 2026, 00:45", "20 Nov 2026"]);
});
