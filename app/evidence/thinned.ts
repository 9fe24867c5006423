// Fewer points of a curve, for a drawing or a table: a loader returns what its page shows, not every day of a record.
import type { ChartPoint, OtherCurve } from "./equity-chart.tsx";

const POINTS_AT_MOST = 110;

/**
 * About as many points as the drawing can show: the first and the last one always, and the lowest and the highest by each of `heights`, so
 * that a drawdown is drawn as deep as it was.
 */
export function thinned<T>(
  points: readonly T[],
  atMost = POINTS_AT_MOST,
  heights: readonly ((point: T) => number)[] = [],
): T[] {
  const step = Math.max(1, Math.ceil(points.length / atMost));
  const kept = new Set([0, ...heights.flatMap((heightOf) => extremes(points.map(heightOf)))]);
  return points.filter((_, index) => kept.has(index) || (points.length - 1 - index) % step === 0);
}

/** Positions of the lowest and the highest value. */
function extremes(values: readonly number[]): [number, number] {
  let [low, high] = [0, 0];
  values.forEach((value, index) => {
    if (value < (values[low] ?? 0)) low = index;
    if (value > (values[high] ?? 0)) high = index;
  });
  return [low, high];
}

const byEquity = ({ equityPaise }: { equityPaise: number }) => equityPaise;

/** The curves of a view with as many points as are drawn. */
export function asDrawn<View extends { points: ChartPoint[]; other: OtherCurve | null }>(view: View): View {
  const heights = [
    byEquity,
    ({ benchmarkPaise }: ChartPoint) => benchmarkPaise,
    ({ underwater }: ChartPoint) => underwater,
  ];
  return {
    ...view,
    points: thinned(view.points, POINTS_AT_MOST, heights),
    other: view.other && { ...view.other, points: thinned(view.other.points, POINTS_AT_MOST, [byEquity]) },
  };
}
