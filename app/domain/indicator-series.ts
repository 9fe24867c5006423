// Indicators of charts and conditional triggers, computed by the package trading-signals, so that both show the same
// value for a bar. Each function returns one value per bar, oldest first, and null while there are too few bars.
import { BollingerBands, EMA, RSI, SMA } from "trading-signals";

export type IndicatorValues = (number | null)[];

const BAND_DEVIATIONS = 2;
/** Number of bars that an exponential average is computed from, as a multiple of its length. */
export const EMA_WARM_UP_LENGTHS = 4;

/** Returns the simple mean of the last `length` values. */
export function simpleAverages(values: readonly number[], length: number): IndicatorValues {
  const average = new SMA(length);
  return values.map((value) => average.update(value, false));
}

/** Returns the exponential average. Its first value is the simple mean of the first `length` values. */
export function exponentialAverages(values: readonly number[], length: number): IndicatorValues {
  const average = new EMA(length);
  const first = simpleAverages(values.slice(0, length), length).at(-1) ?? null;
  return values.map((value, index) =>
    first === null || index < length - 1 ? null : average.update(index === length - 1 ? first : value, false),
  );
}

/**
 * Returns J. W. Wilder's RSI (New Concepts in Technical Trading Systems, 1978), from 0 to 100. While all values are
 * equal it is 50, where the package returns 100.
 */
export function relativeStrengths(values: readonly number[], length: number): IndicatorValues {
  const strength = new RSI(length);
  let hasMoved = false;
  return values.map((value) => {
    hasMoved ||= value !== values[0];
    const found = strength.update(value, false);
    return found === null || hasMoved ? found : 50;
  });
}

/** Returns J. Bollinger's bands: two population deviations above and below the simple average. */
export function bollingerBands(
  values: readonly number[],
  length: number,
): Record<"upper" | "lower", IndicatorValues> {
  const bands = new BollingerBands(length, BAND_DEVIATIONS);
  const both = values.map((value) => bands.update(value, false));
  return { upper: both.map((band) => band?.upper ?? null), lower: both.map((band) => band?.lower ?? null) };
}
