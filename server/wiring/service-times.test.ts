import { expect, it } from "vitest";
import { addFeedAges, addPageTime, createServiceTimes, reportTimes } from "./service-times.ts";

const create = () => createServiceTimes(() => 60_000_000);
const feed = (ageMs: number | null) => ({ ageMs }) as never;

it("reports the response times of pages only", () => {
  const times = create();
  expect(reportTimes(times)).toEqual({});
  for (const from of ["files", "health", "live"]) addPageTime(times, { from, durationMs: 900 });
  expect(reportTimes(times)).toEqual({});
  for (const from of ["render", "cache"]) addPageTime(times, { from, durationMs: 20 });
  expect(reportTimes(times).site?.at(-1)).toBeCloseTo(20, -1);
});

it("reports the age of prices only for open markets", () => {
  const feeds = { market: feed(300), depth: feed(90_000_000) };
  const states = { NSE_EQ: ["live", 0, ""], depth: ["closed", 0, ""], depth_fno: ["closed", 0, ""] };
  const times = create();
  addFeedAges(times, { feeds, states } as never);
  expect(Object.keys(reportTimes(times))).toEqual(["prices"]);
  expect(reportTimes(times).prices?.at(-1)).toBeLessThan(340);
});
