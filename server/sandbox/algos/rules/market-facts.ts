// Market data that rules read in the same way live and in history: traded volume, market depth and the calendar of
// sessions.

import { istDay } from "../../../../app/domain/time.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { MinuteTape } from "../../exchange/minute-tape.ts";
import { minuteOfSession } from "../../exchange/trading-days.ts";

/** Number of sessions over which the usual volume is averaged. */
const USUAL_SESSIONS = 5;
const BOOK_LEVELS = 5;

/** Cached sessions of a share for volume comparisons. */
export type VolumeTapes = { today: MinuteTape; before: readonly (MinuteTape | null)[] };

/** Returns the sessions for a volume comparison. Null for a share without volume, and outside the exchanges' hours. */
export function volumeTapes(market: SandboxMarket, key: string, atMs: number): VolumeTapes | null {
  const share = market.findByKey(key, atMs);
  if (share === null || share.dayVolume === 0) return null;
  const session = market.tapes.sessions.at(share.exchangeSegment, istDay(atMs), atMs);
  if (session?.kind !== "regular") return null;
  const { days } = market.tapes;
  const ordinal = days.ordinal(session.day) ?? 0;
  const before = Array.from({ length: USUAL_SESSIONS }, (_, back) =>
    market.regularTape(share, days.dayAt(ordinal - 1 - back)),
  );
  return { today: market.tapes.tape(share, session), before };
}

/**
 * Returns a share's volume in the session so far divided by its average volume up to the same minute in the last five
 * sessions. Returns 1 without such sessions.
 */
export function volumeRatio(tapes: VolumeTapes | null, atMs: number): number {
  if (tapes === null) return 1;
  // Counts complete minutes only.
  const minutes = minuteOfSession(tapes.today.session, atMs);
  const volumeOf = (tape: MinuteTape | null) =>
    tape === null ? 0 : tape.before(Math.min(minutes, tape.session.minutes)).volume;
  let usual = 0;
  for (const tape of tapes.before) usual += volumeOf(tape);
  return minutes <= 0 || usual === 0 ? 1 : (volumeOf(tapes.today) * USUAL_SESSIONS) / usual;
}

/** Returns the total quantity of the five best levels on each side. */
export function sumBestFiveLevels(
  market: SandboxMarket,
  key: string,
  atMs: number,
): { bids: number; asks: number } {
  const share = market.findByKey(key, atMs);
  if (share === null) return { bids: 0, asks: 0 };
  const book = market.book(share, atMs);
  const sum = (levels: { quantity: number }[]) =>
    levels.slice(0, BOOK_LEVELS).reduce((total, { quantity }) => total + quantity, 0);
  return { bids: sum(book.bids), asks: sum(book.asks) };
}

/** Counts the sessions after `day`, up to and including that of `later`. */
export function sessionsBetween(market: SandboxMarket, day: number, later: number): number {
  const { days } = market.tapes;
  return days.lastOrdinal(later) - days.lastOrdinal(day);
}

/** Returns the ordinal of the session within its month; 1 on the first session. */
export function monthSession(market: SandboxMarket, day: number): number {
  const { days } = market.tapes;
  const dayOfMonth = new Date(day * 86_400_000).getUTCDate();
  return days.lastOrdinal(day) - days.lastOrdinal(day - dayOfMonth);
}
