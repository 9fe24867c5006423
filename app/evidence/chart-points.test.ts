import { expect, it } from "vitest";
import { buildChartPoints } from "./chart-points.ts";

const equity = [120, 150, 130, 140].map((equityPaise, index) => ({
  day: `2026-01-0${index + 5}`,
  equityPaise,
}));
const levels = [100, 200, 300, 100];

it("starts with the capital if the range is the complete record", () => {
  const { points, startPaise } = buildChartPoints(equity, 100, { startAt: -1, endAt: 3 }, levels);
  expect(startPaise).toBe(100);
  expect(points.map(({ benchmarkPaise }) => benchmarkPaise)).toEqual([100, 200, 300, 100]);
  expect(points.map(({ underwater }) => underwater)).toEqual([0, 0, -0.2, -0.1]);
});

it("measures drawdown and benchmark from the last day before the range", () => {
  const { points, startPaise } = buildChartPoints(equity, 100, { startAt: 2, endAt: 3 }, levels);
  expect(startPaise).toBe(130);
  expect(points).toEqual([
    { day: "2026-01-07", equityPaise: 130, benchmarkPaise: 130, underwater: 0 },
    { day: "2026-01-08", equityPaise: 140, benchmarkPaise: 43, underwater: 0 },
  ]);
});
