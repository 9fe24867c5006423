// The algo card in its states, and all icons.
import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import type { Strip } from "../../evidence/evidence-strip.ts";
import { StrategyCard } from "../../marketplace/strategy-card.tsx";
import * as icons from "../../ui/icons.tsx";
import { Panel } from "../../ui/section.tsx";
import { designText as text } from "./text.ts";

const ALGO: StrategySummary = {
  id: "example",
  name: "Example Condor",
  manager: {
    id: "example",
    name: "Example Research",
    kind: "research_analyst",
    registration: "INH000000000",
  },
  version: "1.0",
  summary: "Sells call and put spreads on Nifty 50.",
  instrument: "Index Options",
  product: "Intraday",
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

const STRIP: Strip = {
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

/** Renders three cards: the amount is sufficient, too small, and the record is not disclosed. */
export function Cards() {
  return (
    <Panel id="design-cards" title={text.cards} className="space-y-4">
      <StrategyCard strategy={ALGO} evidence={{ strip: STRIP, amount: 100_000 }} compareHref="/design" />
      <StrategyCard
        strategy={{ ...ALGO, minAmountRupees: 200_000, risk: "High" }}
        evidence={{ strip: STRIP, amount: 100_000 }}
        compareHref="/design"
        isChosen
      />
      <StrategyCard
        strategy={{ ...ALGO, status: { ...ALGO.status, state: "suspended" } }}
        evidence={{ strip: { kind: "withheld", reason: "not_disclosed" }, amount: 100_000 }}
      />
    </Panel>
  );
}

export function Icons() {
  return (
    <Panel id="design-icons" title={text.icons} className="space-y-4">
      <p className="flex flex-wrap gap-3">
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} className="size-5" />
        ))}
      </p>
    </Panel>
  );
}
