// What a tab shows of an algo's record: through the gate, and only on the tab that asks for it.
import type { SiteContext } from "../../context.ts";
import type { WITHHELD_WORDS } from "../../strategies/disclosure-texts.ts";
import {
  type PerformanceView,
  performanceView,
  RANGES,
  type Range,
} from "../../strategies/performance-figures.ts";
import type { RecordTrade } from "../../wire/record.ts";
import type { Strategy } from "../../wire/strategy.ts";

export const TABS = ["about", "performance", "trades"] as const;
export type Tab = (typeof TABS)[number];
export const TRADE_RESULTS = ["all", "won", "lost"] as const;
export type TradeResult = (typeof TRADE_RESULTS)[number];
const TRADES_A_PAGE = 25;

export type TradesView = {
  items: RecordTrade[];
  result: TradeResult;
  page: number;
  pages: number;
  count: number;
};

export type TabEvidence =
  | { kind: "withheld"; reason: keyof typeof WITHHELD_WORDS }
  | { kind: "being_made" }
  | {
      kind: "shown";
      isSimulated: boolean;
      seal: { days: number; brokenOn: string | null; last: string };
      method: string[];
      performance: PerformanceView | null;
      trades: TradesView | null;
    };

export function tabOf(params: URLSearchParams): Tab {
  return TABS.find((tab) => tab === params.get("tab")) ?? "about";
}

/** Null on the tab that shows nothing of it. */
export async function loadEvidence(
  context: Partial<SiteContext>,
  strategy: Strategy,
  params: URLSearchParams,
): Promise<TabEvidence | null> {
  const tab = tabOf(params);
  if (tab === "about" || context.evidence === undefined) return null;
  const [record, trades] = await Promise.all([
    context.evidence.record(strategy),
    context.evidence.trades(strategy),
  ]);
  if (record.kind === "withheld") return { kind: "withheld", reason: record.reason };
  if (trades.kind === "withheld") return { kind: "withheld", reason: trades.reason };
  if (record.value.state === "being_made") return { kind: "being_made" };
  const range: Range = RANGES.find((name) => name === params.get("range")) ?? "all";
  const basis = params.get("basis") === "gross" ? "gross" : "net";
  return {
    kind: "shown",
    isSimulated: record.value.simulated,
    seal: {
      days: record.value.days.length,
      brokenOn: record.value.brokenOn,
      last: record.value.days.at(-1)?.hash ?? record.value.genesis,
    },
    method: record.value.method,
    performance: tab === "performance" ? performanceView(record.value, trades.value, { range, basis }) : null,
    trades: tab === "trades" ? tradesView(trades.value, params) : null,
  };
}

function tradesView(all: readonly RecordTrade[], params: URLSearchParams): TradesView {
  const result = TRADE_RESULTS.find((name) => name === params.get("result")) ?? "all";
  const chosen = all
    .filter(({ netPaise }) => result === "all" || (result === "won" ? netPaise > 0 : netPaise <= 0))
    .reverse();
  const pages = Math.max(1, Math.ceil(chosen.length / TRADES_A_PAGE));
  const wanted = Number(params.get("page") ?? 1);
  // A page past the end is the last one.
  const page = Number.isInteger(wanted) ? Math.min(pages, Math.max(1, wanted)) : 1;
  return {
    items: chosen.slice((page - 1) * TRADES_A_PAGE, page * TRADES_A_PAGE),
    result,
    page,
    pages,
    count: chosen.length,
  };
}
