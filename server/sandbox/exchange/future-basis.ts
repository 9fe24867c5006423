// Deviation of a future from its cost of carry: a few basis points that vary within minutes and days and vanish at
// expiry.
import { normal } from "./seeded-noise.ts";

/**
 * Standard deviations as shares of the price: of a daily and of a 15-minute component. NIFTY's future stays within a
 * few basis points of its cost of carry.
 */
const DAY_DEVIATION = 0.0002;
const MINUTES_DEVIATION = 0.00012;
const KNOT_MINUTES = 15;
/** Over the last three days before expiry the deviation declines to zero. */
export const BASIS_YEARS = 3 / 365;

/** Returns the deviation as a logarithm; it is constant within a minute. */
export function basisNoise(seed: number, ordinal: number, minute: number): number {
  const place = minute / KNOT_MINUTES;
  const knot = Math.floor(place);
  const from = normal(seed, ordinal, 1_000 + knot);
  const to = normal(seed, ordinal, 1_001 + knot);
  return (
    DAY_DEVIATION * normal(seed, ordinal, 96) + MINUTES_DEVIATION * (from + (to - from) * (place - knot))
  );
}
