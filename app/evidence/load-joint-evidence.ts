// Loads the records of several algos for one page. The disclosure gate checks each record separately.
import type { EvidenceService, SiteContext, WithheldReason } from "../context.ts";
import { EVIDENCE_CLASSES, type EvidenceClass, type StrategyRecord } from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { nullOn } from "../contract/site/fault.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { countMultiples, evidenceForReader } from "./at-amount.ts";
import {
  type ComparedExtremes,
  type ComparedFigure,
  computeComparedFigures,
  extremesOf,
} from "./compared.ts";
import { isRecordAwaited } from "./evidence-strip.ts";
import { computeJointView, type JointPart, type JointView } from "./joint.ts";
import { type LiveChain, liveChain } from "./live-chain.ts";
import { amountAtWork } from "./loss.ts";
import type { Curve } from "./overlay-chart.tsx";
import { computeEquity } from "./statistics.ts";

export type JointEvidence = {
  shown: {
    id: string;
    name: string;
    evidence: EvidenceClass;
    from: string;
    to: string;
    /** Part of the user's amount that the algo would use, in whole rupees. */
    atWork: number;
    /** Figures in the order of `COMPARED_TERMS`. */
    figures: (ComparedFigure | null)[];
    values: (number | null)[];
  }[];
  /**
   * Ids of the best and the worst algo, in the order of `COMPARED_TERMS`. Empty if the records differ in class, because
   * a backtest and a live record are not comparable.
   */
  extremes: ComparedExtremes;
  withheld: { id: string; name: string; reason: WithheldReason | "being_made" | "unreachable" }[];
  /** Null if the records cannot be added, because they differ in class or not all of them are for the amount. */
  joint: JointView | null;
  /** True if the joint result is missing because verified figures apply only to the minimum amount. */
  isOnlyAtMinimum: boolean;
  /** One chart per evidence class. */
  charts: ClassChart[];
  /** Evidence classes of the shown records. */
  classes: EvidenceClass[];
  isSimulated: boolean;
};

export type ClassChart = { evidence: EvidenceClass; curves: Curve[] };
type StrategyPart = JointPart & { name: string; record: StrategyRecord };

export async function loadJointEvidence(
  context: Partial<SiteContext>,
  strategies: readonly Strategy[],
): Promise<JointEvidence | null> {
  const evidence = evidenceForReader(context);
  if (context.evidence === undefined || strategies.length === 0) return null;
  const loaded = await Promise.all(
    strategies.map(async (strategy) => {
      const answer = await loadThroughGate(evidence, strategy);
      const live = findJointWithheldReason(answer) === null ? await loadLiveChain(evidence, strategy) : null;
      return { strategy, answer, live };
    }),
  );
  const view: JointEvidence = {
    shown: [],
    extremes: [],
    withheld: [],
    joint: null,
    isOnlyAtMinimum: false,
    charts: [],
    classes: [],
    isSimulated: false,
  };
  const parts: StrategyPart[] = [];
  let isAtAmount = true;
  const amount = context.amount ?? READER_AMOUNT_DEFAULT;
  for (const { strategy, answer, live } of loaded) {
    const { id, name } = strategy;
    const reason = findJointWithheldReason(answer);
    if (reason !== null) view.withheld.push({ id, name, reason });
    else if (answer?.record.kind === "shown" && answer.trades.kind === "shown") {
      const { record, trades } = answer;
      const atWork = amountAtWork(strategy.minAmountRupees, amount);
      parts.push({ name, record: record.value, trades: trades.value });
      view.shown.push({
        id,
        name,
        evidence: record.value.evidence,
        from: record.value.days[0]?.day ?? "",
        to: record.value.days.at(-1)?.day ?? "",
        atWork,
        ...computeComparedFigures(record.value, trades.value, atWork, live),
      });
      view.isSimulated ||= record.value.simulated;
      // Verified figures are never restated at the amount.
      if (record.basis === "verified" && countMultiples(strategy, amount) !== 1) isAtAmount = false;
    }
  }
  view.classes = [...new Set(parts.map(({ record }) => record.evidence))];
  view.extremes = view.classes.length === 1 ? extremesOf(view.shown) : [];
  // Records of different evidence classes are never combined.
  const joint = view.classes.length === 1 ? computeJointView(parts) : null;
  const isOnlyAtMinimum = joint !== null && !isAtAmount;
  return { ...view, charts: buildClassCharts(parts), joint: isOnlyAtMinimum ? null : joint, isOnlyAtMinimum };
}

/**
 * Loads a record and its trades from the disclosure gate, which requires a current response of the provider. Null if
 * the provider is unavailable.
 */
export async function loadThroughGate(evidence: EvidenceService | undefined, strategy: Strategy) {
  if (evidence === undefined) return null;
  try {
    const [record, trades] = await Promise.all([evidence.record(strategy), evidence.trades(strategy)]);
    const isBeingMade =
      record.kind === "withheld" && (await isRecordAwaited(evidence, strategy, record.reason));
    return { record, trades, isBeingMade };
  } catch (fault) {
    return nullOn(502, 503)(fault);
  }
}

/** Returns the reason why record or trades are not shown. Null if they may be shown. */
export function findJointWithheldReason(
  answer: Awaited<ReturnType<typeof loadThroughGate>>,
): WithheldReason | "being_made" | "unreachable" | null {
  if (answer === null) return "unreachable";
  const { record, trades } = answer;
  if (answer.isBeingMade) return "being_made";
  if (record.kind === "withheld") return record.reason;
  if (trades.kind === "withheld") return trades.reason;
  return record.value.state === "being_made" ? "being_made" : null;
}

/** Loads the live history of the algo's current version. Null if there is none or it may not be shown. */
async function loadLiveChain(
  evidence: EvidenceService | undefined,
  strategy: Strategy,
): Promise<LiveChain | null> {
  if (evidence === undefined) return null;
  return liveChain(evidence, strategy, strategy.version).catch(nullOn(502, 503));
}

/**
 * Returns one chart per evidence class. Several records start on their first common day, a single record on its first
 * day.
 */
function buildClassCharts(parts: readonly StrategyPart[]): ClassChart[] {
  return EVIDENCE_CLASSES.flatMap((evidence) => {
    const own = parts.filter(({ record }) => record.evidence === evidence);
    const view = computeJointView(own);
    const equities =
      view?.equities ?? own.map(({ record }) => computeEquity(record.days, record.capitalRupees * 100));
    const curves = own.map(({ name, record }, index) => ({
      name,
      capitalPaise: record.capitalRupees * 100,
      equity: equities[index] ?? [],
    }));
    return curves.length === 0 ? [] : [{ evidence, curves }];
  });
}
