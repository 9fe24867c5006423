// Marks for the entries and exits of trades on a record's curve. Pure.
import type { RecordTrade } from "../contract/base-api/record.ts";
import { istDate } from "../domain/record-seal.ts";
import type { EquityDay } from "./statistics.ts";

/** Maximum number of marked trades. If there are more, evenly spaced trades are marked. */
export const MARKED_TRADES_MAX = 30;

/** Maximum number of trades whose marks do not cover the curve on a phone. */
export const PHONE_TRADES_MAX = 8;

export type TradeMark = { kind: "entry" | "gain" | "loss"; day: string; paise: number };
export type TradeMarks = {
  marks: TradeMark[];
  /** Number of marked trades, and number of all trades with an entry or exit in the range. */
  shown: number;
  total: number;
};

/** Returns marks at the curve's value on their day. Null if there is no trade in the range. */
export function buildTradeMarks(
  points: readonly EquityDay[],
  trades: readonly Pick<RecordTrade, "openedAt" | "closedAt" | "netPaise">[],
): TradeMarks | null {
  const values = new Map(points.map(({ day, equityPaise }) => [day, equityPaise]));
  const marked = trades
    .map(({ openedAt, closedAt, netPaise }) => {
      const exit = { kind: netPaise < 0 ? "loss" : "gain", at: closedAt } as const;
      return [{ kind: "entry", at: openedAt } as const, exit].flatMap(({ kind, at }): TradeMark[] => {
        const day = at === null ? "" : istDate(at);
        const paise = values.get(day);
        return paise === undefined ? [] : [{ kind, day, paise }];
      });
    })
    .filter((marks) => marks.length > 0);
  if (marked.length === 0) return null;
  const markCount = Math.min(marked.length, MARKED_TRADES_MAX);
  const chosen = Array.from({ length: markCount }, (_, index) =>
    Math.round((index * (marked.length - 1)) / Math.max(1, markCount - 1)),
  );
  return { marks: chosen.flatMap((index) => marked[index] ?? []), shown: markCount, total: marked.length };
}
