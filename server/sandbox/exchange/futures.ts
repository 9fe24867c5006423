// Futures: the listed months, and the deviation from the cost of carry. It is a few basis points, varies within minutes
// and days, and vanishes at expiry.
import { UNDERLYING_AT } from "./instrument-master.ts";
import { listExpiries } from "./option-chain.ts";
import { normal } from "./seeded-noise.ts";

const CACHED_LISTS = 20_000;

/** The nearest three monthly expiries of each underlying. */
export class FutureMonths {
  readonly #isTradingDay: (day: number) => boolean;
  readonly #known = new Map<string, number[]>();

  constructor(isTradingDay: (day: number) => boolean) {
    this.#isTradingDay = isTradingDay;
  }

  /** Returns the expiry days of the futures listed on a day. */
  expiries(underlyingKey: string, day: number): number[] {
    const name = `${underlyingKey} ${day}`;
    let known = this.#known.get(name);
    if (known === undefined) {
      if (this.#known.size > CACHED_LISTS) this.#known.clear();
      const underlying = UNDERLYING_AT.get(underlyingKey) ?? -1;
      known = listExpiries(underlying, day, this.#isTradingDay)
        .filter(({ isMonthly }) => isMonthly)
        .map((expiry) => expiry.day);
      this.#known.set(name, known);
    }
    return known;
  }

  /** Returns the position of a future among the listed months: 0 for the nearest. */
  place(underlyingKey: string, expiryDay: number, day: number): number {
    return Math.max(0, this.expiries(underlyingKey, day).indexOf(expiryDay));
  }
}

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
