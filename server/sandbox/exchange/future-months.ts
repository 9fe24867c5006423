// The months in which futures of an underlying are listed: the nearest three monthly expiries.
import { UNDERLYING_AT } from "./instrument-master.ts";
import { listExpiries } from "./option-chain.ts";

const CACHED_LISTS = 20_000;

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
