// The records of compared algos, each asked of the gate by itself.
import type { EvidenceDesk, SiteContext, WithheldReason } from "../../context.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise } from "../../format/rupees.ts";
import { type JointView, jointView } from "../../strategies/joint.ts";
import { isAway, isKept } from "../../strategies/load-evidence.ts";
import {
  calmar,
  dailyReturns,
  deepest,
  drawdowns,
  equityOf,
  sharpe,
  totalReturn,
  tradeFigures,
  volatility,
} from "../../strategies/statistics.ts";
import type { EvidenceClass, RecordTrade, StrategyRecord } from "../../wire/record.ts";
import type { Strategy } from "../../wire/strategy.ts";

export type CompareEvidenceView = {
  shown: {
    name: string;
    evidence: EvidenceClass;
    capitalPaise: number;
    total: string;
    figures: { label: string; value: string }[];
  }[];
  withheld: { name: string; reason: WithheldReason | "being_made" | "away" }[];
  joint: JointView | null;
  /** Of which classes the shown ones are. */
  classes: EvidenceClass[];
  isSimulated: boolean;
};

export async function loadCompareEvidence(
  context: Partial<SiteContext>,
  strategies: readonly Strategy[],
): Promise<CompareEvidenceView | null> {
  const { evidence } = context;
  if (evidence === undefined || strategies.length === 0) return null;
  const asked = await Promise.all(
    strategies.map(async (strategy) => ({ strategy, answer: await askGate(context, evidence, strategy) })),
  );
  const view: CompareEvidenceView = { shown: [], withheld: [], joint: null, classes: [], isSimulated: false };
  const records: StrategyRecord[] = [];
  for (const { strategy, answer } of asked) {
    const { name } = strategy;
    if (answer === null) {
      view.withheld.push({ name, reason: "away" });
      continue;
    }
    const { record, trades } = answer;
    if (record.kind === "withheld") view.withheld.push({ name, reason: record.reason });
    else if (trades.kind === "withheld") view.withheld.push({ name, reason: trades.reason });
    else if (record.value.state === "being_made") view.withheld.push({ name, reason: "being_made" });
    else {
      records.push(record.value);
      view.shown.push({
        name,
        evidence: record.value.evidence,
        capitalPaise: record.value.capitalRupees * 100,
        ...figuresOf(record.value, trades.value),
      });
      view.isSimulated ||= record.value.simulated;
    }
  }
  view.classes = [...new Set(records.map(({ evidence: name }) => name))];
  // What is of one class can be put together; a backtest and a live record are no one whole.
  return { ...view, joint: view.classes.length === 1 ? jointView(records) : null };
}

/** Judged by what the provider says now alone; records are never kept. Null: he cannot be asked. */
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

const UNKNOWN = "not available";

function figuresOf(record: StrategyRecord, trades: readonly RecordTrade[]) {
  const capital = record.capitalRupees * 100;
  const equity = equityOf(record.days, capital);
  const returns = dailyReturns(equity, capital);
  const total = totalReturn(equity, capital);
  const worst = deepest(drawdowns(equity, capital));
  const closed = tradeFigures(trades.filter(({ closedAt }) => closedAt !== null));
  const say = (value: number | null | undefined, write: (value: number) => string) =>
    value === null || value === undefined ? UNKNOWN : write(value);
  return {
    total: formatChange((equity.at(-1)?.equityPaise ?? capital) / capital - 1),
    figures: [
      { label: "Deepest fall", value: say(worst?.share, formatChange) },
      { label: "Worst trade", value: say(closed?.worstPaise, formatPaise) },
      {
        label: "A year, compound (in all, under a year)",
        value: say(total?.share, formatChange),
      },
      { label: "Volatility, a year's", value: say(volatility(returns), formatShare) },
      { label: "Sharpe", value: say(sharpe(returns)?.value, formatRatio) },
      { label: "Calmar", value: say(calmar(total, worst), formatRatio) },
      {
        label: "Won, and payoff",
        value: `${say(closed?.winRate, formatShare)}, ${say(closed?.payoff, formatRatio)}`,
      },
      { label: "A trade on average", value: say(closed?.expectancyPaise, formatPaise) },
      { label: "Closed trades", value: closed === null ? "0" : formatCount(closed.count) },
    ],
  };
}
