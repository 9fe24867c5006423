// How far a future is from its cost of carry: some basis points that come and go within minutes and days, and end at expiry.
import { normal } from "./seeded-noise.ts";

/** Standard deviations, as shares of the price: of a day and of a quarter of an hour. NIFTY's future stays within some basis points of it. */
const DAY_DEVIATION = 0.0002;
const MINUTES_DEVIATION = 0.00012;
const KNOT_MINUTES = 15;
/** In the last three days before expiry it goes to nothing. */
export const BASIS_YEARS = 3 / 365;

/** Logarithm, constant within a minute. */
export function basisNoise(seed: number, ordinal: number, minute: number): number {
  const place = minute / KNOT_MINUTES;
  const knot = Math.floor(place);
  const from = normal(seed, ordinal, 1_000 + knot);
  const to = normal(seed, ordinal, 1_001 + knot);
  return (
    DAY_DEVIATION * normal(seed, ordinal, 96) + MINUTES_DEVIATION * (from + (to - from) * (place - knot))
  );
}
