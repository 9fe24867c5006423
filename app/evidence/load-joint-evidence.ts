// The records of several algos for one page, each asked of the gate on its own.
import type { EvidenceDesk, SiteContext, WithheldReason } from "../context.ts";
import { formatChange } from "../format/percent.ts";
import type { EvidenceClass, RecordTrade, StrategyRecord } from "../wire/record.ts";
import type { Strategy } from "../wire/strategy.ts";
import { figuresNamed } from "./figures.ts";
import { type JointPart, type JointView, jointView } from "./joint.ts";
import { statsOf } from "./kept-figures.ts";
import { isAway, isKept } from "./load-evidence.ts";

export type JointEvidence = {
  shown: {
    id: string;
    name: string;
    evidence: EvidenceClass;
    capitalPaise: number;
    total: string;
    figures: { key: string; term: string; value: string }[];
  }[];
  withheld: { name: string; reason: WithheldReason | "being_made" | "away" }[];
  joint: JointView | null;
  /** Of which classes the shown ones are. */
  classes: EvidenceClass[];
  isSimulated: boolean;
};

export async function loadJointEvidence(
  context: Partial<SiteContext>,
  strategies: readonly Strategy[],
): Promise<JointEvidence | null> {
  const { evidence } = context;
  if (evidence === undefined || strategies.length === 0) return null;
  const asked = await Promise.all(
    strategies.map(async (strategy) => ({ strategy, answer: await askGate(context, evidence, strategy) })),
  );
  const view: JointEvidence = { shown: [], withheld: [], joint: null, classes: [], isSimulated: false };
  const parts: (JointPart & { record: StrategyRecord })[] = [];
  for (const { strategy, answer } of asked) {
    const { id, name } = strategy;
    if (answer === null) {
      view.withheld.push({ name, reason: "away" });
      continue;
    }
    const { record, trades } = answer;
    if (record.kind === "withheld") view.withheld.push({ name, reason: record.reason });
    else if (trades.kind === "withheld") view.withheld.push({ name, reason: trades.reason });
    else if (record.value.state === "being_made") view.withheld.push({ name, reason: "being_made" });
    else {
      parts.push({ record: record.value, trades: trades.value });
      view.shown.push({
        id,
        name,
        evidence: record.value.evidence,
        capitalPaise: record.value.capitalRupees * 100,
        ...figuresOf(record.value, trades.value),
      });
      view.isSimulated ||= record.value.simulated;
    }
  }
  view.classes = [...new Set(parts.map(({ record }) => record.evidence))];
  // What is of one class can be put together; a backtest and a live record are no one whole.
  return { ...view, joint: view.classes.length === 1 ? jointView(parts) : null };
}

/** Judged by what the provider says now alone; records are never kept. Null: the provider cannot be asked. */
async function askGate(context: Partial<SiteContext>, evidence: EvidenceDesk, strategy: Strategy) {
  if (isKept(context)) return null;
  try {
    const [record, trades] = await Promise.all([evidence.record(strategy), evidence.trades(strategy)]);
    return { record, trades };
  } catch (fault) {
    if (isAway(fault)) return null;
    throw fault;
  }
}

const COMPARED = [
  "max-drawdown",
  "worst-day",
  "worst-trade",
  "expected-shortfall",
  "growth",
  "volatility",
  "sharpe",
  "calmar",
  "win-rate",
  "payoff",
  "expectancy",
  "closed-trades",
  "exposure",
];

function figuresOf(record: StrategyRecord, trades: readonly RecordTrade[]) {
  const stats = statsOf(record, trades);
  if (stats === null) return { total: "not available", figures: [] };
  return {
    total: formatChange(stats.endPaise / stats.capitalPaise - 1),
    figures: figuresNamed(COMPARED, stats).map(({ key, term, value }) => ({
      key,
      term: key === "growth" ? "CAGR (total return under a year)" : term,
      value,
    })),
  };
}
