// The indicators of conditional triggers, computed from bars, oldest first. Averages, bands and RSI are those of the
// charts. ATR follows J. W. Wilder, New Concepts in Technical Trading Systems (1978). The others are G. Appel's MACD
// (12, 26, 9) and G. Lane's %K (14 bars). Each is null for too few bars.
import type { Indicator } from "../../../../app/contract/trading-api/alerts.ts";
import {
  bollingerBands,
  EMA_WARM_UP_LENGTHS,
  exponentialAverages,
  relativeStrengths,
  simpleAverages,
} from "../../../../app/domain/indicator-series.ts";

export type PriceBar = { high: number; low: number; close: number };

/** Number of bars for an indicator with a short memory. Earlier bars hardly affect it. */
const USUAL_BARS = 260;
const LENGTH = 14;
const BAND_BARS = 20;
const [MACD_FAST, MACD_SLOW, MACD_SIGNAL] = [12, 26, 9] as const;

/** Returns the number of bars to compute an indicator from. */
export function countRequiredBars(name: Indicator): number {
  const [kind, length] = name.split("_");
  return kind === "EMA" ? Math.max(USUAL_BARS, Number(length) * EMA_WARM_UP_LENGTHS) : USUAL_BARS;
}

export function computeIndicator(name: Indicator, bars: readonly PriceBar[]): number | null {
  const closes = bars.map(({ close }) => close);
  switch (name) {
    case "BB_UPPER":
      return bollingerBands(closes.slice(-BAND_BARS), BAND_BARS).upper.at(-1) ?? null;
    case "BB_LOWER":
      return bollingerBands(closes.slice(-BAND_BARS), BAND_BARS).lower.at(-1) ?? null;
    case "RSI_14":
      return relativeStrengths(closes, LENGTH).at(-1) ?? null;
    case "ATR_14":
      return averageTrueRange(bars);
    case "STOCHASTIC":
      return rangePosition(
        bars.slice(-LENGTH).map(({ low }) => low),
        bars.slice(-LENGTH).map(({ high }) => high),
        closes.at(-1),
      );
    case "STOCHRSI_14": {
      const recent = relativeStrengths(closes, LENGTH)
        .filter((value) => value !== null)
        .slice(-LENGTH);
      return rangePosition(recent, recent, recent.at(-1));
    }
    case "MACD_12":
      return exponentialAverages(closes, MACD_FAST).at(-1) ?? null;
    case "MACD_26":
      return exponentialAverages(closes, MACD_SLOW).at(-1) ?? null;
    case "MACD_HIST": {
      const slow = exponential(closes, MACD_SLOW);
      const fast = exponential(closes, MACD_FAST).slice(-slow.length);
      const line = slow.map((value, index) => (fast[index] ?? 0) - value);
      const signal = exponential(line, MACD_SIGNAL).at(-1);
      const last = line.at(-1);
      return signal === undefined || last === undefined ? null : last - signal;
    }
    default: {
      const [kind, length] = name.split("_");
      const count = Number(length);
      const averages =
        kind === "SMA" ? simpleAverages(closes.slice(-count), count) : exponentialAverages(closes, count);
      return averages.at(-1) ?? null;
    }
  }
}

/** Returns the exponential averages over `count` values, without the first values, which have no average yet. */
function exponential(values: readonly number[], count: number): number[] {
  return exponentialAverages(values, count).filter((value) => value !== null);
}

function averageTrueRange(bars: readonly PriceBar[]): number | null {
  const ranges = bars.slice(1).map(({ high, low }, index) => {
    const before = bars[index]?.close ?? low;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  });
  if (ranges.length < LENGTH) return null;
  const first = ranges.slice(0, LENGTH).reduce((sum, range) => sum + range, 0) / LENGTH;
  return ranges.slice(LENGTH).reduce((average, range) => (average * (LENGTH - 1) + range) / LENGTH, first);
}

/** Returns the position of `last` between the lowest low (0) and the highest high (100); 50 if both are equal. */
function rangePosition(
  lows: readonly number[],
  highs: readonly number[],
  last: number | undefined,
): number | null {
  if (last === undefined || lows.length < LENGTH) return null;
  const [lowest, highest] = [Math.min(...lows), Math.max(...highs)];
  return highest === lowest ? 50 : ((last - lowest) / (highest - lowest)) * 100;
}
