// Past prices of one instrument: its last bars before a time, and its high and low of the last year. Long computations
// yield to other work between days, and daily bars of past days are cached.
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { CandleInterval } from "../../../app/contract/base-api/market.ts";
import { istDay, istDayStart } from "../../../app/domain/time.ts";
import { withTimeLimit } from "../../../app/domain/with-time-limit.ts";
import { type Bar, dailyBar, sessionBars } from "./candles.ts";
import { type MarketInstrument, UNDERLYING_AT } from "./instrument-master.ts";
import type { SandboxMarket } from "./market.ts";
import { FIRST_DAY } from "./trading-days.ts";

export const PRICE_HISTORY_LIMITS = {
  dailyBarsKept: 50_000,
  yearRangesKept: 2_000,
  /** The search stops after this many days without a bar. No break between sessions is longer. */
  maxDaysWithoutBar: 12,
} as const;

const DAYS_PER_YEAR = 365;

export type BarsRequest = {
  interval: CandleInterval;
  count: number;
  /** Earliest start of a bar, epoch ms. */
  fromMs: number;
  /** Latest start of a bar, epoch ms (excluded). */
  beforeMs: number;
  includesExtended: boolean;
};

export type YearRange = { highPaise: number; lowPaise: number; from: number };

export class PriceHistory {
  readonly #market: SandboxMarket;
  readonly #days = new LRUCache<string, Bar>({ max: PRICE_HISTORY_LIMITS.dailyBarsKept });
  readonly #years = new LRUCache<string, YearRange>({ max: PRICE_HISTORY_LIMITS.yearRangesKept });
  readonly #reading = new Map<string, Promise<YearRange | null>>();

  constructor(market: SandboxMarket) {
    this.#market = market;
  }

  /** Returns the last bars before a time, oldest first. A contract has bars only for the days of its listing. */
  async bars(instrument: MarketInstrument, request: BarsRequest, nowMs: number): Promise<Bar[]> {
    const { interval, count, fromMs, beforeMs, includesExtended } = request;
    const until = Math.min(beforeMs, nowMs + 1);
    const found: Bar[][] = [];
    let [sum, empty] = [0, 0];
    const expiryDay =
      instrument.option?.expiryDay ?? instrument.future?.expiryDay ?? Number.POSITIVE_INFINITY;
    const lastDay = Math.min(istDay(until - 1), expiryDay);
    for (let day = lastDay; day >= FIRST_DAY && sum < count; day -= 1) {
      if (istDayStart(day + 1) <= fromMs || empty > PRICE_HISTORY_LIMITS.maxDaysWithoutBar) break;
      await setImmediate();
      const bars =
        interval === "day"
          ? [this.#daily(instrument, day, nowMs)].filter((bar) => bar !== null)
          : this.#intraday(instrument, day, Number(interval), includesExtended, nowMs);
      const within = bars.filter(({ atMs }) => atMs < until && atMs >= fromMs);
      empty = within.length === 0 ? empty + 1 : 0;
      sum += within.length;
      found.push(within);
    }
    return found.reverse().flat().slice(-count);
  }

  /**
   * Returns the high and low of the last 365 days. Null for a contract, and when the computation takes longer than
   * `withinMs`. The computation then continues in the background.
   */
  async yearRange(instrument: MarketInstrument, nowMs: number, withinMs: number): Promise<YearRange | null> {
    if (instrument.path === null) return null;
    const day = istDay(nowMs);
    const today = this.#daily(instrument, day, nowMs);
    const past = await this.#pastYear(instrument, day, nowMs, withinMs);
    if (past === null || today === null) return past;
    return {
      highPaise: Math.max(past.highPaise, today.highPaise),
      lowPaise: Math.min(past.lowPaise, today.lowPaise),
      from: past.from,
    };
  }

  async #pastYear(instrument: MarketInstrument, today: number, nowMs: number, withinMs: number) {
    const name = `${instrument.key} ${today}`;
    const known = this.#years.get(name);
    if (known !== undefined) return known;
    let reading = this.#reading.get(name);
    if (reading === undefined) {
      reading = this.#readYear(instrument, today, nowMs).finally(() => this.#reading.delete(name));
      this.#reading.set(name, reading);
      void reading.then((range) => range !== null && this.#years.set(name, range));
    }
    return withTimeLimit(withinMs, reading, null);
  }

  async #readYear(instrument: MarketInstrument, today: number, nowMs: number): Promise<YearRange | null> {
    let range: YearRange | null = null;
    for (let day = Math.max(FIRST_DAY, today - DAYS_PER_YEAR); day < today; day += 1) {
      await setImmediate();
      const bar = this.#daily(instrument, day, nowMs);
      if (bar === null) continue;
      range ??= { highPaise: bar.highPaise, lowPaise: bar.lowPaise, from: day };
      range.highPaise = Math.max(range.highPaise, bar.highPaise);
      range.lowPaise = Math.min(range.lowPaise, bar.lowPaise);
    }
    return range;
  }

  #daily(instrument: MarketInstrument, day: number, nowMs: number): Bar | null {
    if (!this.#market.paths.isTradingDay(day) || !this.#isListed(instrument, day)) return null;
    const name = `${instrument.key} ${day}`;
    const known = this.#days.get(name);
    if (known !== undefined) return known;
    const bar = dailyBar(this.#market.tapes, instrument, day, nowMs);
    if (bar !== null && day < istDay(nowMs)) this.#days.set(name, bar);
    return bar;
  }

  #intraday(
    instrument: MarketInstrument,
    day: number,
    minutes: number,
    includesExtended: boolean,
    nowMs: number,
  ): Bar[] {
    if (!this.#isListed(instrument, day)) return [];
    const { tapes } = this.#market;
    return tapes.sessions
      .ofDay(instrument.exchangeSegment, day)
      .filter(({ kind }) => includesExtended || kind === "regular")
      .flatMap((session) => sessionBars(tapes, instrument, session, minutes, nowMs));
  }

  #isListed({ option, future }: MarketInstrument, day: number): boolean {
    if (option !== null) {
      const underlying = UNDERLYING_AT.get(option.underlyingKey) ?? -1;
      const listed = this.#market.expiries(underlying, istDayStart(day));
      return listed.some((expiry) => expiry.day === option.expiryDay);
    }
    return (
      future === null ||
      this.#market.tapes.futureMonths.expiries(future.underlyingKey, day).includes(future.expiryDay)
    );
  }
}
