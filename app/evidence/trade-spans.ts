// Exposure, concurrent margin and turnover of positions between entry and exit. They are computed from trades, because
// end-of-day values omit positions closed within the day. Pure.
import type { RecordTrade } from "../contract/base-api/record.ts";
import { istDate } from "../domain/record-seal.ts";
import { DAY_MS, IST_OFFSET_MS } from "../domain/time.ts";

/** Trading session of shares and derivatives, in minutes after midnight IST: 09:15 to 15:30. */
const SESSION = { from: 555, to: 930 };

export type TradeSpan = Pick<RecordTrade, "openedAt" | "closedAt" | "marginPaise">;

export type Exposure = {
  /** Share of trading days with an open position. */
  days: number;
  /** Share of the sessions' total time with an open position. */
  time: number;
};

/** Computes the exposure. Null for a record without days. A position without an exit is open until the last day. */
export function computeExposure(
  days: readonly { day: string }[],
  trades: readonly TradeSpan[],
): Exposure | null {
  if (days.length === 0) return null;
  const index = new Map(days.map(({ day }, at) => [day, at]));
  const held: [number, number][][] = days.map(() => []);
  for (const { openedAt, closedAt } of trades) {
    const opened = Date.parse(openedAt) + IST_OFFSET_MS;
    const closed = closedAt === null ? Number.POSITIVE_INFINITY : Date.parse(closedAt) + IST_OFFSET_MS;
    const first = index.get(istDate(openedAt));
    if (first === undefined) continue;
    for (let at = first; at < days.length; at += 1) {
      const midnight = Date.parse(days[at]?.day ?? "");
      if (midnight > closed) break;
      const from = Math.max(SESSION.from, (opened - midnight) / 60_000);
      const to = Math.min(SESSION.to, (closed - midnight) / 60_000);
      held[at]?.push([from, Math.max(from, to)]);
    }
  }
  const length = SESSION.to - SESSION.from;
  return {
    days: held.filter((spans) => spans.length > 0).length / days.length,
    time: held.reduce((sum, spans) => sum + unionMinutes(spans), 0) / (length * days.length),
  };
}

/** Returns the length of the union of the spans, in minutes. */
function unionMinutes(spans: [number, number][]): number {
  let sum = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

export type MarginUse = {
  /** Largest concurrent margin, and its time. */
  peakPaise: number;
  peakAt: string;
  /** Largest margin of each set of trades alone, in the order of the sets. */
  ownPeaksPaise: number[];
  /** Share of the time with any open position during which at least two sets have one. */
  overlap: number;
};

/**
 * Computes the concurrent margin of several sets of trades. Null if no trade requires margin. A trade's `marginPaise` is
 * the margin of all open positions of its set including its own, so that a trade adds only the difference.
 */
export function computeMarginUse(sets: readonly (readonly TradeSpan[])[], lastDay: string): MarginUse | null {
  const end = Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS;
  const events = sets.flatMap((trades, set) =>
    trades.flatMap((trade) => [
      { at: Date.parse(trade.openedAt), set, trade, count: 1 },
      { at: trade.closedAt === null ? end : Date.parse(trade.closedAt), set, trade, count: -1 },
    ]),
  );
  // At equal times, closings come first, so that their margin is released before openings use margin.
  events.sort((a, b) => a.at - b.at || a.count - b.count);
  const used = sets.map(() => 0);
  const added = new Map<TradeSpan, number>();
  const open = sets.map(() => 0);
  const ownPeaksPaise = sets.map(() => 0);
  let [peakPaise, peakAt] = [0, 0];
  let [together, any] = [0, 0];
  for (const [index, { at, set, trade, count }] of events.entries()) {
    const before = events[index - 1];
    const holders = open.filter((number) => number > 0).length;
    if (before !== undefined && holders > 0) any += at - before.at;
    if (before !== undefined && holders > 1) together += at - before.at;
    const usedPaise = used[set] ?? 0;
    if (count > 0) added.set(trade, Math.max(0, trade.marginPaise - usedPaise));
    used[set] = usedPaise + count * (added.get(trade) ?? 0);
    open[set] = (open[set] ?? 0) + count;
    ownPeaksPaise[set] = Math.max(ownPeaksPaise[set] ?? 0, used[set] ?? 0);
    const sum = used.reduce((total, own) => total + own, 0);
    if (sum > peakPaise) [peakPaise, peakAt] = [sum, at];
  }
  return peakPaise === 0
    ? null
    : {
        peakPaise,
        peakAt: new Date(peakAt).toISOString(),
        ownPeaksPaise,
        overlap: any === 0 ? 0 : together / any,
      };
}

/** Returns the value bought and sold, in paise. */
export function tradedPaise(trades: readonly Pick<RecordTrade, "legs">[]): number {
  return trades.reduce(
    (sum, { legs }) =>
      sum + legs.reduce((all, leg) => all + leg.quantity * (leg.entryPaise + (leg.exitPaise ?? 0)), 0),
    0,
  );
}
