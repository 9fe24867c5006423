// Past trades of a record: totals, results by month, and a page of the selected trades, newest first. Pure; sums are
// paise.
import type { RecordTrade } from "../contract/base-api/record.ts";
import { istDate } from "../domain/record-seal.ts";

export const TRADE_RESULTS = ["all", "won", "lost"] as const;
export type TradeResult = (typeof TRADE_RESULTS)[number];
const TRADES_PER_PAGE = 25;

export type TradesView = {
  items: RecordTrade[];
  result: TradeResult;
  page: number;
  pages: number;
  count: number;
  /** Selected month such as "2026-10": only trades that closed in this month. Null for all months. */
  month: string | null;
  /** Months with closed trades, oldest first. */
  months: { month: string; netPaise: number; count: number }[];
  /** Totals of all closed trades, before the manager's fee. Null if there are no closed trades. */
  totals: TradeTotals | null;
};
export type TradeTotals = {
  count: number;
  wins: number;
  netPaise: number;
  worstPaise: number;
  /** Null if there is no winning trade. */
  averageWinPaise: number | null;
  averageLossPaise: number | null;
};

/** Value of the parameter `month` for all months. */
export const ALL_MONTHS = "all";

/**
 * Selects trades by the parameters. A trade belongs to the month of its closing, in Indian time. Without a valid month,
 * the latest month is selected if there are several. Open trades belong to the latest month.
 */
export function tradesView(all: readonly RecordTrade[], params: URLSearchParams): TradesView {
  const result = TRADE_RESULTS.find((name) => name === params.get("result")) ?? "all";
  const months = groupByMonth(all);
  const latest = months.length < 2 ? null : (months.at(-1)?.month ?? null);
  const month =
    params.get("month") === ALL_MONTHS
      ? null
      : (months.find(({ month }) => month === params.get("month"))?.month ?? latest);
  const chosen = all
    .filter(({ netPaise }) => result === "all" || (result === "won" ? netPaise > 0 : netPaise <= 0))
    .filter(({ closedAt }) => month === null || (closedAt === null ? latest : istMonth(closedAt)) === month)
    .reverse();
  const pages = Math.max(1, Math.ceil(chosen.length / TRADES_PER_PAGE));
  const requested = Number(params.get("page") ?? 1);
  // A page number beyond the end selects the last page.
  const page = Number.isInteger(requested) ? Math.min(pages, Math.max(1, requested)) : 1;
  return {
    items: chosen.slice((page - 1) * TRADES_PER_PAGE, page * TRADES_PER_PAGE),
    result,
    page,
    pages,
    count: chosen.length,
    month,
    months,
    totals: computeTotals(all.filter(({ closedAt }) => closedAt !== null)),
  };
}

const istMonth = (instant: string) => istDate(instant).slice(0, 7);

function groupByMonth(all: readonly RecordTrade[]): TradesView["months"] {
  const found = new Map<string, TradesView["months"][number]>();
  for (const { closedAt, netPaise } of all) {
    if (closedAt === null) continue;
    const month = istMonth(closedAt);
    const entry = found.get(month) ?? { month, netPaise: 0, count: 0 };
    found.set(month, { month, netPaise: entry.netPaise + netPaise, count: entry.count + 1 });
  }
  return [...found.values()].sort((one, other) => (one.month < other.month ? -1 : 1));
}

function computeTotals(closed: readonly RecordTrade[]): TradeTotals | null {
  if (closed.length === 0) return null;
  const results = closed.map(({ netPaise }) => netPaise);
  const average = (list: number[]) =>
    list.length === 0 ? null : list.reduce((sum, paise) => sum + paise, 0) / list.length;
  const wins = results.filter((paise) => paise > 0);
  return {
    count: results.length,
    wins: wins.length,
    netPaise: results.reduce((sum, paise) => sum + paise, 0),
    worstPaise: Math.min(...results),
    averageWinPaise: average(wins),
    averageLossPaise: average(results.filter((paise) => paise < 0)),
  };
}
