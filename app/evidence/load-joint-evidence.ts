// Records of several algos for one page. The disclosure gate checks each record separately.
import type { EvidenceService, SiteContext, WithheldReason } from "../context.ts";
import {
  EVIDENCE_CLASSES,
  type EvidenceClass,
  type RecordTrade,
  type StrategyRecord,
} from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { evidenceForReader } from "./at-amount.ts";
import { statsOf } from "./cached-figures.ts";
import { type JointPart, type JointView, jointView } from "./joint.ts";
import { isAway } from "./load-evidence.ts";
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
    values: (number | null)[];
  }[];
  /** In the order of `COMPARED_TERMS`: ids of the best and the worst algo. */
  extremes: ({ best: string; worst: string } | null)[];
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
  const evidence = evidenceForReader(context);
  if (context.evidence === undefined || strategies.length === 0) return null;
  const asked = await Promise.all(
    strategies.map(async (strategy) => ({ strategy, answer: await askGate(evidence, strategy) })),
  );
  const view: JointEvidence = {
    shown: [],
    extremes: [],
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
  view.extremes = extremesOf(view.shown);
  return { ...view, charts: chartsOf(parts), joint: view.classes.length === 1 ? jointView(parts) : null };
}

/** The gate decides by the provider's present answer, and records are never cached. Null: the provider is unavailable. */
async function askGate(evidence: EvidenceService | undefined, strategy: Strategy) {
  if (evidence === undefined) return null;
  try {
    const [record, trades] = await Promise.all([evidence.record(strategy), evidence.trades(strategy)]);
    return { record, trades };
  } catch (fault) {
    if (isAway(fault)) return null;
    throw fault;
  }
}

type ComparedRow = {
  term: string;
  measure: (stats: RecordStats) => number | null | undefined;
  /** `amount` is what would be at work, in rupees. */
  format: (value: number, amount: number, stats: RecordStats) => string;
  /** The larger value is better; null where neither is. */
  isMoreBetter: boolean | null;
};

const rupeesAndShare = (share: number, amount: number) =>
  `${formatRupees(Math.round(share * amount))} (${formatChange(share)})`;

/** Losses first. Shares are in rupees of the amount at work, as on cards and on the algo's page. */
const COMPARED: readonly ComparedRow[] = [
  {
    term: "Max drawdown",
    measure: ({ worst }) => worst?.share,
    format: rupeesAndShare,
    isMoreBetter: true,
  },
  {
    term: "Worst day",
    measure: ({ worstDay }) => worstDay?.share,
    format: rupeesAndShare,
    isMoreBetter: true,
  },
  {
    term: "Worst trade",
    measure: ({ trades, capitalPaise }) => trades && trades.worstPaise / capitalPaise,
    format: rupeesAndShare,
    isMoreBetter: true,
  },
  {
    term: "Expected shortfall (95\u00a0%, one day)",
    measure: ({ tail95 }) => tail95 && -tail95.expectedShortfall,
    format: rupeesAndShare,
    isMoreBetter: true,
  },
  {
    term: "Costs and fees a year",
    measure: ({ costShare }) => -costShare,
    format: rupeesAndShare,
    isMoreBetter: true,
  },
  {
    term: "CAGR, net",
    measure: ({ total }) => total?.share,
    format: (share, _, { total }) => `${formatChange(share)}${total?.isYearly === true ? "" : " in total"}`,
    isMoreBetter: true,
  },
  {
    term: "Volatility",
    measure: ({ volatility }) => volatility.growing,
    format: formatOne(formatShare),
    isMoreBetter: false,
  },
  {
    term: "Sharpe ratio",
    measure: ({ sharpe }) => sharpe.growing,
    format: formatOne(formatRatio),
    isMoreBetter: true,
  },
  {
    term: "Calmar ratio",
    measure: ({ calmar }) => calmar,
    format: formatOne(formatRatio),
    isMoreBetter: true,
  },
  {
    term: "Win rate",
    measure: ({ trades }) => trades?.winRate,
    format: formatOne(formatShare),
    isMoreBetter: null,
  },
  {
    term: "Payoff ratio",
    measure: ({ trades }) => trades?.payoff,
    format: formatOne(formatRatio),
    isMoreBetter: null,
  },
  {
    term: "Expectancy per trade",
    measure: ({ trades, capitalPaise }) => trades && trades.expectancyPaise / capitalPaise,
    format: (share, amount) => formatRupees(share * amount),
    isMoreBetter: true,
  },
  {
    term: "Closed trades",
    measure: ({ trades }) => trades?.count ?? 0,
    format: formatOne(formatCount),
    isMoreBetter: null,
  },
  {
    term: "Exposure",
    measure: ({ exposure }) => exposure?.days,
    format: formatOne(formatShare),
    isMoreBetter: null,
  },
];

export const COMPARED_TERMS: readonly string[] = COMPARED.map(({ term }) => term);

function formatOne(format: (value: number) => string): (value: number) => string {
  return (value) => format(value);
}

/** Values in the order of `COMPARED_TERMS`; null for a missing one. `values` are shares of the amount or plain numbers. */
function figuresOf(record: StrategyRecord, trades: readonly RecordTrade[], amount: number) {
  const stats = statsOf(record, trades);
  const values = COMPARED.map(({ measure }) => (stats === null ? null : (measure(stats) ?? null)));
  return {
    total: stats === null ? "not available" : formatChange(stats.endPaise / stats.capitalPaise - 1),
    figures: COMPARED.map(({ format }, index) => {
      const value = values[index] ?? null;
      return stats === null || value === null ? null : format(value, amount, stats);
    }),
    values,
  };
}

/** For each term the ids of the best and of the worst algo in rupees or by value; null where they do not differ. */
function extremesOf(shown: JointEvidence["shown"]): JointEvidence["extremes"] {
  return COMPARED.map(({ isMoreBetter, format }, index) => {
    if (isMoreBetter === null || shown.length < 2) return null;
    const known = shown.flatMap(({ id, values, atWork }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [{ id, value: format === rupeesAndShare ? value * atWork : value }];
    });
    const sorted = known.toSorted((one, other) =>
      isMoreBetter ? other.value - one.value : one.value - other.value,
    );
    const [best, worst] = [sorted[0], sorted.at(-1)];
    return best === undefined || worst === undefined || best.value === worst.value
      ? null
      : { best: best.id, worst: worst.id };
  });
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
