// How much of a year's movement lies before an option's expiry. In trading time: a year has 252 days, each day's variance is three
// tenths overnight and the rest after the day's pace. That is how prices here move, so an option does not age by the clock on the
// wall alone.
import { istDay } from "../../../app/wire/market-sessions.ts";
import type { ExchangeSegment } from "../../../app/wire/vocabulary.ts";
import { type PricePath, pace } from "./price-path.ts";

const TRADING_DAYS_A_YEAR = 252;
const OVERNIGHT_VARIANCE = 0.3;
/** A minute of a trading day. */
const SHORTEST_DAYS = 1 / 375;
const COUNTS_KEPT = 20_000;

export class TradingTime {
  readonly #paths: PricePath;
  readonly #daysBetween = new Map<number, number>();

  constructor(paths: PricePath) {
    this.#paths = paths;
  }

  /** Years of 252 trading days, never quite nothing. */
  yearsLeft(segment: ExchangeSegment, expiryDay: number, atMs: number): number {
    const day = istDay(atMs);
    const days = this.#daysAfter(day, expiryDay) + this.#restOf(segment, day, atMs);
    return Math.max(SHORTEST_DAYS, days) / TRADING_DAYS_A_YEAR;
  }

  #restOf(segment: ExchangeSegment, day: number, atMs: number): number {
    const hours = this.#paths.hours(segment, day);
    if (hours === null || !this.#paths.isTradingDay(day)) return 0;
    if (atMs < hours.fromMs) return 1;
    if (atMs >= hours.toMs) return 0;
    return (1 - OVERNIGHT_VARIANCE) * (1 - pace((atMs - hours.fromMs) / (hours.toMs - hours.fromMs)));
  }

  #daysAfter(day: number, until: number): number {
    const key = day * 100_000 + until;
    let count = this.#daysBetween.get(key);
    if (count === undefined) {
      if (this.#daysBetween.size > COUNTS_KEPT) this.#daysBetween.clear();
      count = 0;
      for (let next = day + 1; next <= until; next += 1) if (this.#paths.isTradingDay(next)) count += 1;
      this.#daysBetween.set(key, count);
    }
    return count;
  }
}
