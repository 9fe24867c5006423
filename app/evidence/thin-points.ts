// Reduces the points of a curve to those that a chart or table shows, so that loaders return no more.
import type { ChartPoint, OtherCurve } from "./equity-scales.ts";

const MAX_POINTS = 110;

/**
 * Reduces points to about `atMost`. The first and last point, and the lowest and highest point of each curve in
 * `heights`, remain, so that drawdowns have their full depth.
 */
export function thinPoints<T>(
  points: readonly T[],
  atMost = MAX_POINTS,
  heights: readonly ((point: T) => number)[] = [],
): T[] {
  const step = Math.max(1, Math.ceil(points.length / atMost));
  const chosen = new Set([0, ...heights.flatMap((heightOf) => extremes(points.map(heightOf)))]);
  return points.filter((_, index) => chosen.has(index) || (points.length - 1 - index) % step === 0);
}

/** Returns the indices of the lowest and the highest value. */
function extremes(values: readonly number[]): [number, number] {
  let [low, high] = [0, 0];
  values.forEach((value, index) => {
    if (value < (values[low] ?? 0)) low = index;
    if (value > (values[high] ?? 0)) high = index;
  });
  return [low, high];
}

const byEquity = ({ equityPaise }: { equityPaise: number }) => equityPaise;

/** Reduces the curves of a view to about `atMost` points. */
export function thinView<View extends { points: ChartPoint[]; other: OtherCurve | null }>(
  view: View,
  atMost = MAX_POINTS,
): View {
  const heights = [
    byEquity,
    ({ benchmarkPaise }: ChartPoint) => benchmarkPaise,
    ({ underwater }: ChartPoint) => underwater,
  ];
  return {
    ...view,
    points: thinPoints(view.points, atMost, heights),
    other: view.other && { ...view.other, points: thinPoints(view.other.points, atMost, [byEquity]) },
  };
}
