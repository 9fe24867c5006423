// An example of an algo and the figures of its record, for the cards on /design.
import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import type { Strip } from "../../evidence/evidence-strip.ts";
import { designText as text } from "./text.ts";

export const ALGO: StrategySummary = {
  id: "example",
  name: text.algoName,
  manager: {
    id: "example",
    name: text.algoManager,
    kind: "research_analyst",
    registration: "INH000000000",
  },
  version: "1.0",
  summary: text.algoSummary,
  instrument: "Equity",
  product: "Swing",
  tags: ["Selling", "Hedged"],
  risk: "Medium",
  minAmountRupees: 100_000,
  holdingPeriod: "1 day",
  tradingDays: ["Mon"],
  status: { state: "open", since: "2025-01-01", reason: null },
  liveSince: "2025-01-01",
  deployedCount: 0,
  trackedCount: 0,
  box: "white",
  mainInstrument: {
    exchangeSegment: "IDX_I",
    securityId: "13",
    symbol: "NIFTY",
    name: "Nifty 50",
    role: "underlying",
  },
  disclosureBasis: "backtest",
  verification: null,
};

export const STRIP: Strip = {
  kind: "shown",
  live: null,
  figures: {
    evidence: "backtest",
    isSimulated: true,
    from: "2023-01-02",
    to: "2026-11-20",
    isEnded: false,
    points: [20, 26, 12, 0, 22, 40, 36, 58, 66, 60, 84, 100],
    capitalAt: 20,
    deepestAt: 3,
    maxDrawdown: -0.215,
    growth: { share: 0.133, isYearly: true },
    totalShare: 0.622,
    costShare: 0.017,
    lastTradeOn: null,
  },
};
