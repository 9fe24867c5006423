import { expect, it } from "vitest";
import { formatInstant, formatMonths } from "./dates.ts";

it.each([
  ["2026-11-21T09:15:07+05:30", "2026-11-21T12:00:00+05:30", "09:15:07 IST"],
  ["2026-11-21T00:00:00+05:30", "2026-11-21T00:10:00+05:30", "00:00:00 IST"],
  ["2026-11-20T23:59:30+05:30", "2026-11-21T00:10:00+05:30", "20 Nov 2026, 23:59:30 IST"],
  ["2026-09-20T22:00:00+05:30", "2026-09-21T03:10:00+05:30", "20 Sep 2026, 22:00:00 IST"],
])("formats %s, viewed at %s, as %s", (instant, now, words) => {
  expect(formatInstant(new Date(instant), new Date(now))).toBe(words);
});

it("formats one month in the singular, and several months in the plural", () => {
  expect([1, 13].map(formatMonths)).toEqual(["1 month", "13 months"]);
});
