// Aggregates trades to minute bars, and minute bars to bars of any length. The bar of the running minute contains the
// trades so far.
import { istDayStart, MINUTE_MS } from "../../../app/domain/time.ts";
import type { MarketInstrument } from "./instrument-master.ts";
import { allocateTrades, type MinuteTape } from "./minute-tape.ts";
import type { Tapes } from "./tapes.ts";
import { minuteOfSession, minuteStart, type TradingSession } from "./trading-days.ts";

export type Bar = {
  /** Start of the bar, epoch ms; midnight for a daily bar. */
  atMs: number;
  openPaise: number;
  highPaise: number;
  lowPaise: number;
  closePaise: number;
  volume: number;
  openInterest: number;
  isExtended: boolean;
};

const TRADE_BUFFER = allocateTrades();

/** Returns one minute bar as of `nowMs`; null before its first trade. */
export function buildMinuteBar(
  tape: MinuteTape,
  minute: number,
  nowMs: number,
): Omit<Bar, "openInterest"> | null {
  const { session, bars } = tape;
  const atMs = minuteStart(session, minute);
  const trades = tape.tradesWithin(nowMs - atMs);
  if (trades === 0) return null;
  const openPaise = bars.open[minute] ?? 0;
  const isExtended = session.kind === "extended";
  if (trades >= tape.slots)
    return {
      atMs,
      openPaise,
      highPaise: bars.high[minute] ?? 0,
      lowPaise: bars.low[minute] ?? 0,
      closePaise: bars.close[minute] ?? 0,
      volume: bars.volume[minute] ?? 0,
      isExtended,
    };
  tape.trades(minute, TRADE_BUFFER);
  const bar = {
    atMs,
    openPaise,
    highPaise: openPaise,
    lowPaise: openPaise,
    closePaise: openPaise,
    volume: 0,
    isExtended,
  };
  for (let place = 0; place < trades; place += 1) {
    const price = TRADE_BUFFER.price[place] ?? 0;
    bar.highPaise = Math.max(bar.highPaise, price);
    bar.lowPaise = Math.min(bar.lowPaise, price);
    bar.closePaise = price;
    bar.volume += TRADE_BUFFER.quantity[place] ?? 0;
  }
  return bar;
}

/** Returns the minutes `from` (included) to `to` (excluded) of a tape as one bar; null when none of them has begun. */
export function aggregateMinutes(
  tape: MinuteTape,
  from: number,
  to: number,
  nowMs: number,
): Omit<Bar, "openInterest"> | null {
  let sum: Omit<Bar, "openInterest"> | null = null;
  for (let minute = from; minute < to; minute += 1) {
    const bar = buildMinuteBar(tape, minute, nowMs);
    if (bar === null) break;
    if (sum === null) {
      sum = bar;
      continue;
    }
    sum.highPaise = Math.max(sum.highPaise, bar.highPaise);
    sum.lowPaise = Math.min(sum.lowPaise, bar.lowPaise);
    sum.closePaise = bar.closePaise;
    sum.volume += bar.volume;
  }
  return sum;
}

/** Returns a session's bars of `interval` minutes. The bars are counted from the start of each part of the session. */
export function sessionBars(
  tapes: Tapes,
  instrument: MarketInstrument,
  session: TradingSession,
  interval: number,
  nowMs: number,
): Bar[] {
  if (session.fromMs > nowMs) return [];
  const tape = tapes.tape(instrument, session);
  const bars: Bar[] = [];
  for (const { from, to } of listBarMinutes(session, interval)) {
    const bar = aggregateMinutes(tape, from, to, nowMs);
    if (bar === null) break;
    bars.push({ ...bar, openInterest: barOpenInterest(tapes, instrument, session, to, nowMs) });
  }
  return bars;
}

/** Returns the open interest at the end of a bar, or now if the bar is still running. `to` is the bar's end minute. */
export function barOpenInterest(
  tapes: Tapes,
  instrument: MarketInstrument,
  session: TradingSession,
  to: number,
  nowMs: number,
): number {
  const seen = Math.min(to, minuteOfSession(session, nowMs) + 1);
  return tapes.openInterest(instrument, session, seen / session.minutes);
}

/** Returns the daily bar of a regular session so far; null before the session. */
export function dailyBar(tapes: Tapes, instrument: MarketInstrument, day: number, nowMs: number): Bar | null {
  const session = tapes.sessions.regular(instrument.exchangeSegment, day);
  if (session === null || session.fromMs > nowMs) return null;
  const bar = aggregateMinutes(tapes.tape(instrument, session), 0, session.minutes, nowMs);
  if (bar === null) return null;
  const openInterest = barOpenInterest(tapes, instrument, session, session.minutes, nowMs);
  return { ...bar, atMs: istDayStart(day), openInterest };
}

/** Returns the start (included) and end (excluded) minute of each bar of a session. */
export function listBarMinutes(
  session: TradingSession,
  interval: number,
): { from: number; to: number; atMs: number }[] {
  const found: { from: number; to: number; atMs: number }[] = [];
  let before = 0;
  for (const { fromMs, toMs } of session.spans) {
    const minutes = (toMs - fromMs) / MINUTE_MS;
    for (let minute = 0; minute < minutes; minute += interval)
      found.push({
        from: before + minute,
        to: before + Math.min(minutes, minute + interval),
        atMs: fromMs + minute * MINUTE_MS,
      });
    before += minutes;
  }
  return found;
}
