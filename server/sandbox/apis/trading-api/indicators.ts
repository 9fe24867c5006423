// The indicators of conditional triggers, computed from bars, oldest first. RSI and ATR follow J. W. Wilder, New
// Concepts in Technical Trading Systems (1978). The others are J. Bollinger's bands (20 bars, two population
// deviations), G. Appel's MACD (12, 26, 9) and G. Lane's %K (14 bars). Each is null for too few bars.
import type { Indicator } from "../../../../app/contract/trading-api/alerts.ts";

export type PriceBar = { high: number; low: number; close: number };

/** Number of bars after which earlier bars hardly affect even the slowest indicator. */
export const BARS_FOR_INDICATORS = 260;
const LENGTH = 14;
const BAND_BARS = 20;
const BAND_DEVIATIONS = 2;
const [MACD_FAST, MACD_SLOW, MACD_SIGNAL] = [12, 26, 9] as const;

export function indicatorOf(name: Indicator, bars: readonly PriceBar[]): number | null {
  const closes = bars.map(({ close }) => close);
  switch (name) {
    case "BB_UPPER":
      return band(closes, BAND_DEVIATIONS);
    case "BB_LOWER":
      return band(closes, -BAND_DEVIATIONS);
    case "RSI_14":
      return relativeStrengths(closes).at(-1) ?? null;
    case "ATR_14":
      return averageTrueRange(bars);
    case "STOCHASTIC":
      return rangePosition(
        bars.slice(-LENGTH).map(({ low }) => low),
        bars.slice(-LENGTH).map(({ high }) => high),
        closes.at(-1),
      );
    case "STOCHRSI_14": {
      const recent = relativeStrengths(closes).slice(-LENGTH);
      return rangePosition(recent, recent, recent.at(-1));
    }
    case "MACD_12":
      return exponential(closes, MACD_FAST).at(-1) ?? null;
    case "MACD_26":
      return exponential(closes, MACD_SLOW).at(-1) ?? null;
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
      return kind === "SMA" ? mean(closes, count) : (exponential(closes, count).at(-1) ?? null);
    }
  }
}

function mean(values: readonly number[], count: number): number | null {
  return values.length < count ? null : values.slice(-count).reduce((sum, value) => sum + value, 0) / count;
}

/** Returns the exponential average. Its first value is the simple mean of the first `count` values. */
function exponential(values: readonly number[], count: number): number[] {
  const first = values.length < count ? null : mean(values.slice(0, count), count);
  if (first === null) return [];
  const weight = 2 / (count + 1);
  const found = [first];
  for (const value of values.slice(count)) found.push(value * weight + (found.at(-1) ?? 0) * (1 - weight));
  return found;
}

function band(closes: readonly number[], deviations: number): number | null {
  const middle = mean(closes, BAND_BARS);
  if (middle === null) return null;
  const variance =
    closes.slice(-BAND_BARS).reduce((sum, close) => sum + (close - middle) ** 2, 0) / BAND_BARS;
  return middle + deviations * Math.sqrt(variance);
}

/** Returns the RSI with Wilder's smoothing, for each bar that has enough earlier bars. */
function relativeStrengths(closes: readonly number[]): number[] {
  const changes = closes.slice(1).map((close, index) => close - (closes[index] ?? close));
  if (changes.length < LENGTH) return [];
  const first = changes.slice(0, LENGTH);
  let up = first.reduce((sum, change) => sum + Math.max(0, change), 0) / LENGTH;
  let down = first.reduce((sum, change) => sum + Math.max(0, -change), 0) / LENGTH;
  const strength = () => (down === 0 ? (up === 0 ? 50 : 100) : 100 - 100 / (1 + up / down));
  const found = [strength()];
  for (const change of changes.slice(LENGTH)) {
    up = (up * (LENGTH - 1) + Math.max(0, change)) / LENGTH;
    down = (down * (LENGTH - 1) + Math.max(0, -change)) / LENGTH;
    found.push(strength());
  }
  return found;
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

/** Returns where the last value is between the lowest (0) and the highest (100). 50 if these are equal. */
function rangePosition(
  lows: readonly number[],
  highs: readonly number[],
  last: number | undefined,
): number | null {
  if (last === undefined || lows.length < LENGTH) return null;
  const [lowest, highest] = [Math.min(...lows), Math.max(...highs)];
  return highest === lowest ? 50 : ((last - lowest) / (highest - lowest)) * 100;
}
