// The exchanges' numbered trading days and the sessions of each. The regular session does not depend on the hours of
// the sandbox's market. A market that never closes also has extended sessions between two regular ones, split at
// midnight.
import { EXCHANGE_CALENDAR, tradingSpans } from "../../../app/domain/market-sessions.ts";
import { dayOfIso, istDayStart, MINUTE_MS } from "../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";

/** First day of history. */
export const FIRST_DAY = dayOfIso("2022-01-01");
export const FULL_DAY_MINUTES = 375;
const MINUTES_PER_DAY = 24 * 60;

export type Span = { fromMs: number; toMs: number };
export type TradingSession = {
  kind: "regular" | "extended";
  day: number;
  /** Unique among the sessions of a segment. */
  id: number;
  spans: readonly Span[];
  minutes: number;
  fromMs: number;
  toMs: number;
};

export class TradingDays {
  readonly #days: number[] = [];
  readonly #ordinals = new Map<number, number>();
  readonly #lengths: number[] = [];
  /** Number of days of normal length up to each day. Index 0 is the day before the first day. */
  readonly #full: number[] = [0];
  /** Last day of the calendar that has been indexed. */
  #lastDay = FIRST_DAY - 1;

  /** Returns the ordinal of a trading day, starting at 0; null for a non-trading day. */
  ordinal(day: number): number | null {
    this.#reach(day);
    return this.#ordinals.get(day) ?? null;
  }

  /** Returns the ordinal of the last trading day on or before a day; -1 before history. */
  lastOrdinal(day: number): number {
    for (let back = day; back >= FIRST_DAY; back -= 1) {
      const ordinal = this.ordinal(back);
      if (ordinal !== null) return ordinal;
    }
    return -1;
  }

  dayAt(ordinal: number): number {
    for (let ahead = this.#lastDay + 1; this.#days.length <= ordinal; ahead += 30) this.#reach(ahead);
    return this.#days[Math.max(0, ordinal)] ?? FIRST_DAY;
  }

  isTradingDay(day: number): boolean {
    return this.ordinal(day) !== null;
  }

  /** Returns the number of days of normal length up to and including a day. Algos use it to count their sessions. */
  fullDays(day: number): number {
    this.#reach(day);
    return this.#full[Math.max(0, day - FIRST_DAY + 1)] ?? 0;
  }

  /** Returns the length of a day's regular session as a share of a normal day's. */
  length(ordinal: number): number {
    this.dayAt(ordinal);
    return this.#lengths[ordinal] ?? 1;
  }

  #reach(day: number): void {
    while (this.#lastDay < day) {
      this.#lastDay += 1;
      const spans = tradingSpans(EXCHANGE_CALENDAR, "NSE_EQ", this.#lastDay);
      const isFull = countMinutes(spans) === FULL_DAY_MINUTES;
      this.#full.push((this.#full.at(-1) ?? 0) + (isFull ? 1 : 0));
      if (spans.length === 0) continue;
      this.#ordinals.set(this.#lastDay, this.#days.length);
      this.#days.push(this.#lastDay);
      this.#lengths.push(countMinutes(spans) / FULL_DAY_MINUTES);
    }
  }
}

/** Sessions of every segment, cached. */
export class Sessions {
  readonly days: TradingDays;
  readonly #hasExtended: boolean;
  readonly #ofDay = new Map<ExchangeSegment, Map<number, TradingSession[]>>();

  constructor(days: TradingDays, hasExtended: boolean) {
    this.days = days;
    this.#hasExtended = hasExtended;
  }

  /** Returns the sessions of a day in chronological order; empty when there are none. */
  ofDay(segment: ExchangeSegment, day: number): readonly TradingSession[] {
    let days = this.#ofDay.get(segment);
    if (days === undefined) {
      days = new Map();
      this.#ofDay.set(segment, days);
    }
    let sessions = days.get(day);
    if (sessions === undefined) {
      if (days.size > 10_000) days.clear();
      sessions = this.#make(segment, day);
      days.set(day, sessions);
    }
    return sessions;
  }

  regular(segment: ExchangeSegment, day: number): TradingSession | null {
    return this.ofDay(segment, day).find(({ kind }) => kind === "regular") ?? null;
  }

  /** Returns the session that contains a time, or the last session before it; null before history. */
  at(segment: ExchangeSegment, day: number, atMs: number): TradingSession | null {
    for (let back = day; back >= FIRST_DAY; back -= 1) {
      const sessions = this.ofDay(segment, back);
      for (let index = sessions.length - 1; index >= 0; index -= 1) {
        const session = sessions[index];
        if (session !== undefined && session.fromMs <= atMs) return session;
      }
    }
    return null;
  }

  #make(segment: ExchangeSegment, day: number): TradingSession[] {
    const regular = tradingSpans(EXCHANGE_CALENDAR, segment, day);
    const sessions: TradingSession[] = [];
    const add = (kind: TradingSession["kind"], spans: readonly Span[]) => {
      const [first] = spans;
      const last = spans.at(-1);
      if (first === undefined || last === undefined) return;
      const { length } = sessions;
      sessions.push({
        kind,
        day,
        id: day * 4 + (kind === "regular" ? 3 : Math.min(2, length)),
        spans,
        minutes: countMinutes(spans),
        fromMs: first.fromMs,
        toMs: last.toMs,
      });
    };
    if (!this.#hasExtended) {
      add("regular", regular);
      return sessions;
    }
    const midnight = istDayStart(day);
    const next = midnight + MINUTES_PER_DAY * MINUTE_MS;
    const [first] = regular;
    const last = regular.at(-1);
    if (first === undefined || last === undefined) add("extended", [{ fromMs: midnight, toMs: next }]);
    else {
      add("extended", [{ fromMs: midnight, toMs: first.fromMs }]);
      add("regular", regular);
      add("extended", [{ fromMs: last.toMs, toMs: next }]);
    }
    return sessions;
  }
}

/** Returns the start of a session's minute, epoch ms. */
export function minuteStart(session: TradingSession, minute: number): number {
  let remainingMinutes = minute;
  for (const { fromMs, toMs } of session.spans) {
    const minutes = (toMs - fromMs) / MINUTE_MS;
    if (remainingMinutes < minutes) return fromMs + remainingMinutes * MINUTE_MS;
    remainingMinutes -= minutes;
  }
  return session.toMs;
}

/** Returns the minute of a session that contains a time, or the last minute before it; -1 before the first minute. */
export function minuteOfSession(session: TradingSession, atMs: number): number {
  let before = 0;
  let found = -1;
  for (const { fromMs, toMs } of session.spans) {
    if (atMs < fromMs) break;
    const minutes = (toMs - fromMs) / MINUTE_MS;
    found = before + Math.min(minutes - 1, Math.floor((atMs - fromMs) / MINUTE_MS));
    before += minutes;
  }
  return found;
}

function countMinutes(spans: readonly Span[]): number {
  return spans.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / MINUTE_MS, 0);
}
