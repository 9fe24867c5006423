import { expect, it } from "vitest";
import { MINUTE_MS } from "../../app/domain/time.ts";
import { createMinuteTimes, TIMES_MINUTES } from "./minute-times.ts";

it("returns the median of each minute of the last hour, and null without times", () => {
  let now = 1_000 * MINUTE_MS;
  const times = createMinuteTimes<"a" | "b">(() => now);
  for (const ms of [10, 20, 400]) times.add("a", ms);
  now += 2 * MINUTE_MS;
  times.add("a", 5);
  const medians = times.medians("a");
  expect(medians).toHaveLength(TIMES_MINUTES);
  expect(medians.at(-3)).toBeGreaterThanOrEqual(20);
  expect(medians.at(-3)).toBeLessThan(20 * 1.1251);
  expect(medians.at(-2)).toBeNull();
  expect(medians.at(-1)).toBeLessThan(5 * 1.1251);
  expect(times.medians("b").every((median) => median === null)).toBe(true);
  expect(times.hour("b")).toEqual({ count: 0, p50Ms: null, p99Ms: null });
});

it("drops times after one hour", () => {
  let now = 1_000 * MINUTE_MS;
  const times = createMinuteTimes<"a">(() => now);
  times.add("a", 10);
  now += TIMES_MINUTES * MINUTE_MS;
  expect(times.hour("a").count).toBe(0);
  times.add("a", 10);
  expect(times.medians("a").filter((median) => median !== null)).toHaveLength(1);
});

it("returns ages up to a day within an eighth", () => {
  const times = createMinuteTimes<"a">(() => 0);
  times.add("a", 60 * MINUTE_MS);
  times.add("a", 24 * 60 * MINUTE_MS);
  const { p50Ms, p99Ms } = times.hour("a");
  expect(Number(p50Ms) / MINUTE_MS).toBeCloseTo(60, -1);
  expect(Number(p99Ms) / MINUTE_MS).toBeLessThan(24 * 60 * 1.1251);
  expect(Number(p99Ms) / MINUTE_MS).toBeGreaterThanOrEqual(24 * 60);
});
