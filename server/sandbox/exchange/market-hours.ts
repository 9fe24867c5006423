// Trading days and trading hours, read from a market's calendar.
import { type MarketCalendar, tradingHours } from "../../../app/domain/market-sessions.ts";
import { istDay } from "../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import type { Tapes } from "./tapes.ts";

export class MarketHours {
  readonly #tapes: Tapes;
  readonly #calendar: MarketCalendar;
  readonly #hours = new Map<string, { fromMs: number; toMs: number } | null>();

  constructor(tapes: Tapes, calendar: MarketCalendar) {
    this.#tapes = tapes;
    this.#calendar = calendar;
  }

  /** True if the exchanges trade on a day, regardless of this market's hours. */
  isTradingDay(day: number): boolean {
    return this.#tapes.days.isTradingDay(day);
  }

  hours(segment: ExchangeSegment, day: number): { fromMs: number; toMs: number } | null {
    const key = `${segment} ${day}`;
    let known = this.#hours.get(key);
    if (known === undefined) {
      if (this.#hours.size > 5_000) this.#hours.clear();
      known = tradingHours(this.#calendar, segment, day);
      this.#hours.set(key, known);
    }
    return known;
  }

  /** Returns the end of the last regular session on an earlier day, epoch ms. Null before history. */
  lastCloseBefore(segment: ExchangeSegment, atMs: number): number | null {
    const ordinal = this.#tapes.days.lastOrdinal(istDay(atMs) - 1);
    return ordinal < 0 ? null : (this.regular(segment, this.#tapes.days.dayAt(ordinal))?.toMs ?? null);
  }

  /** True for a trading day of normal length: neither Muhurat trading nor a session in several parts. */
  isFullDay(day: number): boolean {
    const ordinal = this.#tapes.days.ordinal(day);
    return ordinal !== null && this.#tapes.days.length(ordinal) === 1;
  }

  /** Returns the exchanges' regular session of a day, regardless of this market's hours. */
  regular(segment: ExchangeSegment, day: number): { fromMs: number; toMs: number } | null {
    return this.#tapes.sessions.regular(segment, day);
  }
}
