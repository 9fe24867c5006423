import { expect, it } from "vitest";
import type { CostLines, StrategyRecord } from "../contract/base-api/record.ts";
import { COST_TERMS } from "./performance-texts.ts";
import { buildPerformanceView } from "./performance-view.ts";

const costs = Object.fromEntries(Object.keys(COST_TERMS).map((line) => [line, 0])) as CostLines;
/** Equity with a drawdown from ₹1,50,000 to ₹90,000, and a later one from ₹1,00,000 to ₹95,000 within June. */
const equities: [day: string, rupees: number][] = [
  ["2026-01-01", 150_000],
  ["2026-02-02", 90_000],
  ["2026-06-01", 100_000],
  ["2026-06-10", 95_000],
  ["2026-06-30", 101_000],
];
const record = {
  ...{ evidence: "backtest", capitalRupees: 100_000, benchmark: "Nifty 50", simulated: true, costs },
  ...{ idle: [], cashFlows: [] },
  days: equities.map(([day, rupees], index) => ({
    day,
    netPaise: (rupees - 100_000) * 100,
    grossPaise: (rupees - 100_000) * 100,
    feePaise: 0,
    marginPaise: 0,
    trades: index,
    benchmark: 20_000 + index,
  })),
} as unknown as StrategyRecord;

it("states the same drawdown in the header, the summary and the points of a range", () => {
  const drawdownsOf = (span: { from: string; to: string } | null) => {
    const view = buildPerformanceView(record, [], {
      ...{ range: "all", span, basis: "net", month: null, other: null },
    });
    const lowest = Math.min(...(view?.points ?? []).map(({ underwater }) => underwater));
    return [view?.fellPaise, view?.summary.split("Max drawdown ")[1], lowest];
  };
  expect(drawdownsOf({ from: "2026-06-01", to: "2026-06-30" })).toEqual([500_000, "−5.0%.", -0.05]);
  expect(drawdownsOf(null)).toEqual([6_000_000, "−60.0%.", -0.6]);
});
