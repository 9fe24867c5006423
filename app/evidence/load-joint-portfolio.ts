// Loads the joint figures of several algos that share one amount in whole lots: the daily sum, its largest drawdown
// compared with that of each algo, and the effect of one lot more or less. The disclosure gate checks each record
// separately.
import type { SiteContext } from "../context.ts";
import type { EvidenceClass, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { evidenceForReader, restateRecord } from "./at-amount.ts";
import { computeCachedStats } from "./cached-figures.ts";
import { buildChartPoints } from "./chart-points.ts";
import { daysOfRange, type Range } from "./chart-range.ts";
import { findDrawdowns, largestDrawdown } from "./drawdowns.ts";
import type { ChartPoint } from "./equity-scales.ts";
import { computeJointView, type JointView } from "./joint.ts";
import { type FittingChoice, fittingChoices, fittingLots, nearbyLots, usedRupees } from "./joint-lots.ts";
import { findJointWithheldReason, type JointEvidence, loadThroughGate } from "./load-joint-evidence.ts";
import { computeEquity, type TotalReturn, totalReturn } from "./statistics.ts";

/** Largest drawdown, zero or negative, and net result. */
export type JointResult = { drawdownPaise: number; netPaise: number };
export type NearbyResult = JointResult & { index: number; isMore: boolean; lots: number[] };
/** Algos and lots that fit into the amount. `result` is null if their records cannot be added up. */
export type FittingResult = FittingChoice & { result: JointResult | null };

export type JointPortfolio = {
  /** Lots of each algo, in the order of the algos. */
  lots: number[];
  usedRupees: number;
  /**
   * `verified_one_lot`: only verified figures may be shown, which are never restated, and the algo has more than one
   * lot.
   */
  withheld: {
    id: string;
    name: string;
    reason: JointEvidence["withheld"][number]["reason"] | "verified_one_lot";
  }[];
  /** True if the records belong to several evidence classes, which are never added together. */
  isMixed: boolean;
  /** Null if no two records of one evidence class have common days. */
  jointFigures: JointFigures | null;
  /** Choices that fit into the amount, smallest drawdown first. Empty if the lots already fit and can be changed. */
  fitting: FittingResult[];
};

export type JointFigures = JointResult & {
  evidence: EvidenceClass;
  isSimulated: boolean;
  view: JointView;
  /**
   * Displayed range of the curve, the sum at its start in paise, and its points. The figures cover all days. The range
   * is null if a record is verified, because verified records are shown completely.
   */
  range: Range | null;
  startPaise: number;
  points: ChartPoint[];
  benchmarkName: string;
  /** Largest drawdown of each algo alone, in the order of the algos. Null for an algo without a record. */
  ownDrawdowns: (number | null)[];
  costsAYearPaise: number;
  totalReturn: TotalReturn | null;
  /**
   * Divisions that differ by one lot from the chosen one: `safer` has the smallest drawdown, `bolder` the largest. Null
   * if no division has a smaller (or larger) drawdown than the chosen one.
   */
  safer: NearbyResult | null;
  bolder: NearbyResult | null;
};

type StrategyPart = { index: number; isVerified: boolean; record: StrategyRecord; trades: RecordTrade[] };

/** Loads the joint figures. `chosenLots` are the lots in the address; null divides the amount equally. */
export async function loadJointPortfolio(
  context: Partial<SiteContext>,
  strategies: readonly Strategy[],
  chosenLots: readonly number[] | null,
  amountRupees: number,
  range: Range = "all",
): Promise<JointPortfolio> {
  const minimums = strategies.map(({ minAmountRupees }) => minAmountRupees);
  const lots = chosenLots === null ? fittingLots(minimums, amountRupees) : [...chosenLots];
  // The amount 0 selects records of one lot, exactly as sealed.
  const evidence = evidenceForReader(context, 0);
  const answers = await Promise.all(strategies.map((strategy) => loadThroughGate(evidence, strategy)));
  const parts: StrategyPart[] = [];
  const withheld: JointPortfolio["withheld"] = [];
  for (const [index, { id, name }] of strategies.entries()) {
    const answer = answers[index] ?? null;
    const reason = findJointWithheldReason(answer);
    if (reason !== null) withheld.push({ id, name, reason });
    else if (answer?.record.kind === "shown" && answer.trades.kind === "shown") {
      const isVerified = answer.record.basis === "verified";
      if (isVerified && lots[index] !== 1) withheld.push({ id, name, reason: "verified_one_lot" });
      else parts.push({ index, isVerified, record: answer.record.value, trades: answer.trades.value });
    }
  }
  const isMixed = new Set(parts.map(({ record }) => record.evidence)).size > 1;
  const used = usedRupees(minimums, lots);
  const nearby = nearbyLots(minimums, lots, amountRupees);
  return {
    lots,
    usedRupees: used,
    withheld,
    isMixed,
    jointFigures: isMixed ? null : computeJointFigures(parts, lots, nearby, range),
    fitting:
      used <= amountRupees && nearby.length > 0
        ? []
        : fittingChoices(minimums, lots, amountRupees)
            .map((choice) => ({ ...choice, result: resultOfChoice(parts, choice) }))
            .sort((a, b) => (b.result?.drawdownPaise ?? -Infinity) - (a.result?.drawdownPaise ?? -Infinity)),
  };
}

/** Returns the joint result of the given algos; null if a record is missing or the records cannot be added. */
function resultOfChoice(
  parts: readonly StrategyPart[],
  { indexes, lots }: FittingChoice,
): JointResult | null {
  const own = indexes.flatMap((index, at) => {
    const part = parts.find((one) => one.index === index);
    if (part === undefined || (part.isVerified && lots[at] !== 1)) return [];
    return [restateRecord(part.record, part.trades, lots[at] ?? 1).record];
  });
  if (own.length < indexes.length || new Set(own.map(({ evidence }) => evidence)).size > 1) return null;
  const [single] = own;
  if (own.length === 1 && single !== undefined) {
    const capitalPaise = single.capitalRupees * 100;
    const equity = computeEquity(single.days, capitalPaise);
    return {
      drawdownPaise: largestDrawdown(findDrawdowns(equity, capitalPaise))?.paise ?? 0,
      netPaise: (equity.at(-1)?.equityPaise ?? capitalPaise) - capitalPaise,
    };
  }
  const view = computeJointView(own.map((record) => ({ record, trades: [] })));
  return view === null ? null : summariseJointView(view);
}

/** Restates each record to the algo's number of lots. */
const restatedToLots = (parts: readonly StrategyPart[], lots: readonly number[]) =>
  parts.map(({ index, record, trades }) => restateRecord(record, trades, lots[index] ?? 1));

function computeJointFigures(
  parts: readonly StrategyPart[],
  lots: readonly number[],
  nearby: ReturnType<typeof nearbyLots>,
  range: Range,
): JointFigures | null {
  const own = restatedToLots(parts, lots);
  const view = computeJointView(own);
  const [first] = own;
  if (view === null || first === undefined) return null;
  const stats = own.map(({ record, trades }) => computeCachedStats(record, trades));
  const result = summariseJointView(view);
  const visibleRange = parts.some(({ isVerified }) => isVerified) ? null : range;
  const others = nearby
    .filter(({ index }) => parts.some((part) => part.index === index && !part.isVerified))
    .flatMap((change): NearbyResult[] => {
      const other = computeJointView(
        restatedToLots(parts, change.lots).map(({ record }) => ({ record, trades: [] })),
      );
      return other === null ? [] : [{ ...change, ...summariseJointView(other) }];
    })
    .sort((a, b) => b.drawdownPaise - a.drawdownPaise);
  const [smallest] = others;
  const largest = others.at(-1);
  return {
    ...result,
    evidence: first.record.evidence,
    isSimulated: own.some(({ record }) => record.simulated),
    view,
    range: visibleRange,
    ...buildJointPoints(view, first.record, visibleRange ?? "all"),
    benchmarkName: first.record.benchmark,
    ownDrawdowns: lots.map((_, index) => {
      const at = parts.findIndex((part) => part.index === index);
      return at < 0 ? null : (view.drawdowns[at]?.paise ?? 0);
    }),
    costsAYearPaise: stats.reduce(
      (sum, one) => sum + (one === null ? 0 : Math.round(one.costShare * one.capitalPaise)),
      0,
    ),
    totalReturn: totalReturn(view.joint, view.capitalPaise),
    safer: smallest !== undefined && smallest.drawdownPaise > result.drawdownPaise ? smallest : null,
    bolder: largest !== undefined && largest.drawdownPaise < result.drawdownPaise ? largest : null,
  };
}

const summariseJointView = (view: JointView): JointResult => ({
  drawdownPaise: view.jointDrawdown?.paise ?? 0,
  netPaise: (view.joint.at(-1)?.equityPaise ?? view.capitalPaise) - view.capitalPaise,
});

/** Returns the points of the sum and of the first record's benchmark within the range. */
function buildJointPoints({ joint, capitalPaise }: JointView, { days }: StrategyRecord, range: Range) {
  const levels = new Map(days.map(({ day, benchmark }) => [day, benchmark]));
  const benchmark = joint.map(({ day }) => levels.get(day) ?? 1);
  return buildChartPoints(joint, capitalPaise, daysOfRange(joint, range, null), benchmark);
}
