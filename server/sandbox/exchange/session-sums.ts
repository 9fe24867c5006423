// Totals of a session up to a trade, for quotes. An option's totals need the prices of all minutes before and take a
// fraction of a second, so they are computed in small steps.
import type { Steps } from "../slices.ts";
import { allocateTrades, type MinuteTape } from "./minute-tape.ts";
import type { TradingSession } from "./trading-days.ts";

/** A position on a tape. `trades` is the number of the minute's trades that have occurred so far. */
export type Place = { tape: MinuteTape; session: TradingSession; minute: number; trades: number };

const TRADE_BUFFER = allocateTrades();

export function sessionSums({ tape, minute, trades }: Place) {
  let { high, low, volume } = tape.before(minute);
  let turnover = 0;
  tape.trades(minute, TRADE_BUFFER);
  for (let at = 0; at < trades; at += 1) {
    const paise = TRADE_BUFFER.price[at] ?? 0;
    const quantity = TRADE_BUFFER.quantity[at] ?? 0;
    high = Math.max(high, paise);
    low = Math.min(low, paise);
    volume += quantity;
    turnover += paise * quantity;
  }
  return { high, low, volume, turnover };
}

/**
 * Computes the turnover before each place. Each step covers one minute of all tapes, because options of one expiry need
 * the same prices of a minute. Concurrent callers share the progress.
 */
export function* turnoverSteps(places: readonly Place[]): Steps {
  const last = places.reduce((most, { minute }) => Math.max(most, minute), 0);
  for (let upTo = 1; upTo <= last; upTo += 1) {
    let isAdded = false;
    for (const { tape, minute } of places) if (upTo <= minute) isAdded = tape.addTurnover(upTo) || isAdded;
    if (isAdded) yield;
  }
}
