// Positions in an instrument's chart: heights of prices, slots of bars, labels of times. Pure.
import { scaleLinear } from "d3-scale";
import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { barInstant, barTime } from "./bar-times.ts";

/** Height of the chart in units of its viewBox. */
export const CHART_HEIGHT = 400;
/** Width of a bar's slot in units of the viewBox. */
export const SLOT_WIDTH = 10;
const TOP = 16;
/** Share of the height that the volume below the bars occupies. */
export const VOLUME_SHARE = 0.16;

/** Approximate number of grid lines. */
const TICKS = 5;
export type Scale = { y: (value: number) => number; ticks: number[] };

/** Returns a scale for values from `low` to `high`, with a margin at both ends. `bottom` is the lowest position. */
export function createScale(low: number, high: number, bottom: number): Scale {
  const room = Math.max(Number.EPSILON, (high - low) * 0.04) || 1;
  const y = scaleLinear()
    .domain([low - room, high + room])
    .range([bottom, TOP]);
  return { y, ticks: y.ticks(TICKS) };
}

/** Returns the scale of prices, which leaves space for volume below the bars. */
export function priceScale(bars: readonly Candle[], extra: readonly number[]): Scale {
  const low = Math.min(...bars.map(({ lowPaise }) => lowPaise), ...extra);
  const high = Math.max(...bars.map(({ highPaise }) => highPaise), ...extra);
  return createScale(low, high, CHART_HEIGHT * (1 - VOLUME_SHARE) - 8);
}

/** Converts a height to a percentage of the chart, for labels of fixed size: 100 → "25.00%". */
export const heightShare = (y: number): string => `${((y / CHART_HEIGHT) * 100).toFixed(2)}%`;

/** Returns a line through the middles of the slots, interrupted at missing values. */
export function linePath(values: readonly (number | null)[], y: (value: number) => number): string {
  let path = "";
  let isDrawing = false;
  values.forEach((value, slot) => {
    if (value !== null)
      path += `${isDrawing ? "L" : "M"}${slot * SLOT_WIDTH + SLOT_WIDTH / 2} ${Math.round(y(value) * 10) / 10}`;
    isDrawing = value !== null;
  });
  return path;
}

/** Returns the index of the bar that contains a time. */
export function findSlot(bars: readonly Pick<Candle, "at">[], at: string): number {
  const timeMs = Date.parse(at);
  const after = bars.findIndex((bar) => Date.parse(bar.at) > timeMs);
  return after === -1 ? bars.length - 1 : Math.max(0, after - 1);
}

/** Returns a few time labels, each at the middle of its bar. */
export function timeTicks(bars: readonly Pick<Candle, "at">[], interval: CandleInterval) {
  const days = new Set(bars.map(({ at }) => barInstant(at, "day"))).size;
  const step = Math.max(1, Math.ceil(bars.length / 4));
  return bars.flatMap(({ at }, slot) =>
    slot % step === Math.floor(step / 2)
      ? [
          {
            at,
            share: ((slot + 0.5) / bars.length) * 100,
            words: barTime(at, days > 2 ? "day" : interval),
          },
        ]
      : [],
  );
}
