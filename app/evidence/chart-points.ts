// Points of a record's chart for the displayed days, and its periods without trades. Pure.
import type { ChartPoint } from "./equity-scales.ts";
import type { EquityDay } from "./statistics.ts";

/**
 * Returns the points of the displayed days. They start from the equity of the previous day, or from the capital. A
 * drawdown is measured from the peak of these days and is a share of the capital. `levels` are the benchmark's, by day.
 */
export function buildChartPoints(
  equity: readonly EquityDay[],
  capitalPaise: number,
  { startAt, endAt }: { startAt: number; endAt: number },
  levels: readonly number[],
): { points: ChartPoint[]; startPaise: number } {
  const startPaise = equity[startAt]?.equityPaise ?? capitalPaise;
  const startLevel = levels[Math.max(0, startAt)] ?? 1;
  let peak = startPaise;
  const points = equity.flatMap((point, index): ChartPoint[] => {
    if (index < startAt || index > endAt) return [];
    peak = Math.max(peak, point.equityPaise);
    return [
      {
        ...point,
        benchmarkPaise: Math.round((startPaise * (levels[index] ?? startLevel)) / startLevel),
        underwater: (point.equityPaise - peak) / capitalPaise,
      },
    ];
  });
  return { points, startPaise };
}

/** Returns the parts of idle periods within the chart. */
export function idleWithin(
  stretches: readonly { from: string; to: string }[],
  first: string,
  last: string,
): { from: string; to: string }[] {
  return stretches
    .filter(({ from, to }) => to >= first && from <= last)
    .map(({ from, to }) => ({ from: from < first ? first : from, to: to > last ? last : to }));
}
