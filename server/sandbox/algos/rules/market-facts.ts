// What rules ask of the market the same way live and in history: volume and depth as they were traded, and the calendar of sessions.

import { istDay } from "../../../../app/wire/time.ts";
import { splitKey } from "../../broker/order-rows.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { minuteIn } from "../../exchange/trading-days.ts";

/** Sessions that the usual volume is averaged over. */
const USUAL_SESSIONS = 5;
const BOOK_LEVELS = 5;

/**
 * Returns a share's volume in the session so far divided by its average volume up to the same minute in the last five sessions. Returns 1
 * without volume and outside the exchanges' hours.
 */
export function volumeRatio(market: SandboxMarket, key: string, atMs: number): number {
  const { exchangeSegment, securityId } = splitKey(key);
  const share = market.find(exchangeSegment, securityId, atMs);
  const session = market.tapes.sessions.at(exchangeSegment, istDay(atMs), atMs);
  if (share === null || share.dayVolume === 0 || session?.kind !== "regular") return 1;
  const { days } = market.tapes;
  const ordinal = days.ordinal(session.day) ?? 0;
  // Whole minutes alone: the running one is not over.
  const minutes = minuteIn(session, atMs);
  const volumeOf = (day: number) => {
    const tape = market.regularTape(share, day);
    return tape === null ? 0 : tape.before(Math.min(minutes, tape.session.minutes)).volume;
  };
  let usual = 0;
  for (let back = 1; back <= USUAL_SESSIONS; back += 1) usual += volumeOf(days.dayAt(ordinal - back));
  return minutes <= 0 || usual === 0 ? 1 : (volumeOf(session.day) * USUAL_SESSIONS) / usual;
}

/** Quantities of the five best levels each way. */
export function bestFive(market: SandboxMarket, key: string, atMs: number): { bids: number; asks: number } {
  const { exchangeSegment, securityId } = splitKey(key);
  const share = market.find(exchangeSegment, securityId, atMs);
  if (share === null) return { bids: 0, asks: 0 };
  const book = market.book(share, atMs);
  const sum = (levels: { quantity: number }[]) =>
    levels.slice(0, BOOK_LEVELS).reduce((total, { quantity }) => total + quantity, 0);
  return { bids: sum(book.bids), asks: sum(book.asks) };
}

/** Sessions after the day's own, or after the last before it, up to and with that of a later day. */
export function sessionsBetween(market: SandboxMarket, day: number, later: number): number {
  const { days } = market.tapes;
  return days.lastOrdinal(later) - days.lastOrdinal(day);
}

/** 1 on the first session of the day's month. */
export function monthSession(market: SandboxMarket, day: number): number {
  const { days } = market.tapes;
  const dayOfMonth = new Date(day * 86_400_000).getUTCDate();
  return days.lastOrdinal(day) - days.lastOrdinal(day - dayOfMonth);
}
