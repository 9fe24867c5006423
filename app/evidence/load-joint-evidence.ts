// The records of several algos for one page, each asked of the gate on its own.
import type { EvidenceService, SiteContext, WithheldReason } from "../context.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { READER_AMOUNT_DEFAULT } from "../wire/reader-amount.ts";
import {
  EVIDENCE_CLASSES,
  type EvidenceClass,
  type RecordTrade,
  type StrategyRecord,
} from "../wire/record.ts";
import type { Strategy } from "../wire/strategy.ts";
import { statsOf } from "./cached-figures.ts";
import { type JointPart, type JointView, jointView } from "./joint.ts";
import { isAway, isKept } from "./load-evidence.ts";
import { amountAtWork } from "./loss.ts";
import type { Curve } from "./overlay-chart.tsx";
import type { RecordStats } from "./record-stats.ts";
import { equityOf } from "./statistics.ts";

export type JointEvidence = {
  shown: {
    id: string;
    name: string;
    evidence: EvidenceClass;
    capitalPaise: number;
    total: string;
    from: string;
    to: string;
    /** The part of the reader's amount that would be used, in whole rupees. */
    atWork: number;
    /** In the order of `COMPARED_TERMS`. */
    figures: (string | null)[];
  }[];
  withheld: { id: string; name: string; reason: WithheldReason | "being_made" | "away" }[];
  joint: JointView | null;
  /** The curves, those of a class over one another. */
  charts: ClassChart[];
  /** Evidence classes of the shown records. */
  classes: EvidenceClass[];
  isSimulated: boolean;
};

export type ClassChart = { evidence: EvidenceClass; curves: Curve[] };
type Part = JointPart & { name: string; record: StrategyRecord };

export async function loadJointEvidence(
  context: Partial<SiteContext>,
  strategies: readonly Strategy[],
): Promise<JointEvidence | null> {
  const { evidence } = context;
  if (evidence === undefined || strategies.length === 0) return null;
  const asked = await Promise.all(
    strategies.map(async (strategy) => ({ strategy, answer: await askGate(context, evidence, strategy) })),
  );
  const view: JointEvidence = {
    shown: [],
    withheld: [],
    joint: null,
    charts: [],
    classes: [],
    isSimulated: false,
  };
  const parts: Part[] = [];
  const amount = context.amount ?? READER_AMOUNT_DEFAULT;
  for (const { strategy, answer } of asked) {
    const { id, name } = strategy;
    if (answer === null) {
      view.withheld.push({ id, name, reason: "away" });
      continue;
    }
    const { record, trades } = answer;
    if (record.kind === "withheld") view.withheld.push({ id, name, reason: record.reason });
    else if (trades.kind === "withheld") view.withheld.push({ id, name, reason: trades.reason });
    else if (record.value.state === "being_made") view.withheld.push({ id, name, reason: "being_made" });
    else {
      const atWork = amountAtWork(strategy.minAmountRupees, amount);
      parts.push({ name, record: record.value, trades: trades.value });
      view.shown.push({
        id,
        name,
        evidence: record.value.evidence,
        capitalPaise: record.value.capitalRupees * 100,
        from: record.value.days[0]?.day ?? "",
        to: record.value.days.at(-1)?.day ?? "",
        atWork,
        ...figuresOf(record.value, trades.value, atWork),
      });
      view.isSimulated ||= record.value.simulated;
    }
  }
  view.classes = [...new Set(parts.map(({ record }) => record.evidence))];
  // Records of one class can be combined; a backtest and a live record cannot.
  return { ...view, charts: chartsOf(parts), joint: view.classes.length === 1 ? jointView(parts) : null };
}

/** The gate decides by the provider's present answer, and records are never cached. Null: the provider is unavailable. */
async function askGate(context: Partial<SiteContext>, evidence: EvidenceService, strategy: Strategy) {
  if (isKept(context)) return null;
  try {
    const [record, trades] = await Promise.all([evidence.record(strategy), evidence.trades(strategy)]);
    return { record, trades };
  } catch (fault) {
    if (isAway(fault)) return null;
    throw fault;
  }
}

/** Losses first. Shares are stated in rupees of the amount that would be used, as on cards and on the algo's page. */
const COMPARED: { term: string; of: (stats: RecordStats, amount: number) => string | null }[] = [
  { term: "Max drawdown", of: ({ worst }, amount) => inRupees(worst?.share, amount) },
  { term: "Worst day", of: ({ worstDay }, amount) => inRupees(worstDay?.share, amount) },
  {
    term: "Worst trade",
    of: ({ trades, capitalPaise }, amount) =>
      inRupees(trades === null ? null : trades.worstPaise / capitalPaise, amount),
  },
  {
    term: "Expected shortfall (95\u00a0%, one day)",
    of: ({ tail95 }, amount) => inRupees(tail95 === null ? null : -tail95.expectedShortfall, amount),
  },
  { term: "Costs and fees a year", of: ({ costShare }, amount) => inRupees(-costShare, amount) },
  {
    term: "CAGR, net",
    of: ({ total }) =>
      total === null ? null : `${formatChange(total.share)}${total.isYearly ? "" : " in total"}`,
  },
  { term: "Volatility", of: ({ volatility }) => written(volatility.growing, formatShare) },
  { term: "Sharpe ratio", of: ({ sharpe }) => written(sharpe.growing, formatRatio) },
  { term: "Calmar ratio", of: ({ calmar }) => written(calmar, formatRatio) },
  { term: "Win rate", of: ({ trades }) => written(trades?.winRate, formatShare) },
  { term: "Payoff ratio", of: ({ trades }) => written(trades?.payoff, formatRatio) },
  {
    term: "Expectancy per trade",
    of: ({ trades, capitalPaise }, amount) =>
      written(trades?.expectancyPaise, (paise) => formatRupees((paise / capitalPaise) * amount)),
  },
  { term: "Closed trades", of: ({ trades }) => formatCount(trades?.count ?? 0) },
  { term: "Exposure", of: ({ exposure }) => written(exposure?.days, formatShare) },
];

export const COMPARED_TERMS: readonly string[] = COMPARED.map(({ term }) => term);

function written(value: number | null | undefined, write: (value: number) => string): string | null {
  return value === null || value === undefined ? null : write(value);
}

function inRupees(share: number | null | undefined, amount: number): string | null {
  return written(share, (known) => `${formatRupees(Math.round(known * amount))} (${formatChange(known)})`);
}

/** Values in the order of `COMPARED_TERMS`; null for a missing one. */
function figuresOf(record: StrategyRecord, trades: readonly RecordTrade[], amount: number) {
  const stats = statsOf(record, trades);
  if (stats === null) return { total: "not available", figures: COMPARED.map(() => null) };
  return {
    total: formatChange(stats.endPaise / stats.capitalPaise - 1),
    figures: COMPARED.map(({ of }) => of(stats, amount)),
  };
}

/** One drawing a class: what several have in common from the first day that all have, a record alone from its own. */
function chartsOf(parts: readonly Part[]): ClassChart[] {
  return EVIDENCE_CLASSES.flatMap((evidence) => {
    const own = parts.filter(({ record }) => record.evidence === evidence);
    const view = jointView(own);
    const equities =
      view?.equities ?? own.map(({ record }) => equityOf(record.days, record.capitalRupees * 100));
    const curves = own.map(({ name, record }, index) => ({
      name,
      capitalPaise: record.capitalRupees * 100,
      equity: equities[index] ?? [],
    }));
    return curves.length === 0 ? [] : [{ evidence, curves }];
  });
}
