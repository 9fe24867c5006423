// Summary of an algo's record for lists: a small curve and figures. Cards show one figure, the table of algos several.
// All data passes the disclosure gate; for a withheld record the summary contains the reason.
import type { DisclosedStrategy, EvidenceService, WithheldReason } from "../context.ts";
import type { EvidenceClass, StrategyRecord } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { findDrawdowns, largestDrawdown } from "./drawdowns.ts";
import { type LiveChain, liveChain } from "./live-chain.ts";
import { yearlyCostShare } from "./record-years.ts";
import { computeEquity, totalReturn } from "./statistics.ts";

/** Maximum number of points of the curve. */
const POINTS = 40;

export type StripFigures = {
  evidence: EvidenceClass;
  isSimulated: boolean;
  from: string;
  to: string;
  /**
   * True if the record ended before today, because the capital was exhausted or the version was withdrawn or replaced.
   */
  isEnded: boolean;
  /** Net curve, oldest first, scaled from 0 (lowest) to 100 (highest). */
  points: number[];
  /** Initial capital on the scale of `points`. */
  capitalAt: number;
  /** Index in `points` of the lowest point of the largest drawdown. Null if there is no drawdown. */
  deepestAt: number | null;
  /** Largest drawdown as a share of the capital, zero or negative. */
  maxDrawdown: number;
  /** Net growth: annualised (CAGR) for a record of at least a year, otherwise cumulative. */
  growth: { share: number; isYearly: boolean } | null;
  /** Net result over the whole period as a share of the capital. */
  totalShare: number;
  /** Yearly costs and fees as a share of the capital. */
  costShare: number;
  lastTradeOn: string | null;
};
export type Strip =
  | { kind: "shown"; figures: StripFigures; live: LiveChain | null }
  | { kind: "withheld"; reason: WithheldReason }
  | { kind: "being_made" }
  | { kind: "unreachable" };

const computed = new WeakMap<StrategyRecord, StripFigures | null>();

/** Returns the figures of a record, cached per record object. Null for a record without days. */
export function stripFigures(record: StrategyRecord): StripFigures | null {
  const known = computed.get(record);
  if (known !== undefined) return known;
  const made = figuresOf(record);
  computed.set(record, made);
  return made;
}

function figuresOf(record: StrategyRecord): StripFigures | null {
  const { days } = record;
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  const capitalPaise = record.capitalRupees * 100;
  const equity = computeEquity(days, capitalPaise);
  const growth = totalReturn(equity, capitalPaise);
  const heights = equity.map(({ equityPaise }) => equityPaise);
  const low = Math.min(capitalPaise, ...heights);
  const high = Math.max(capitalPaise, ...heights);
  const scaled = (paise: number) => (high === low ? 50 : Math.round(((paise - low) / (high - low)) * 100));
  const step = Math.max(1, Math.ceil(heights.length / POINTS));
  const fall = largestDrawdown(findDrawdowns(equity, capitalPaise));
  const points = [
    capitalPaise,
    ...heights.filter((_, index) => (heights.length - 1 - index) % step === 0),
  ].map(scaled);
  const lastTraded = days.findLast(({ trades }, index) => trades > (days[index - 1]?.trades ?? 0));
  return {
    evidence: record.evidence,
    isSimulated: record.simulated,
    from: first.day,
    to: last.day,
    isEnded: record.endedOn !== null,
    points,
    capitalAt: scaled(capitalPaise),
    deepestAt:
      fall === null
        ? null
        : 1 +
          Math.max(
            0,
            Math.round(
              (days.findIndex(({ day }) => day === fall.troughDay) - ((heights.length - 1) % step)) / step,
            ),
          ),
    maxDrawdown: fall?.share ?? 0,
    growth: growth === null ? null : { share: growth.share, isYearly: growth.isYearly },
    totalShare: last.netPaise / capitalPaise,
    costShare: yearlyCostShare(record),
    lastTradeOn: lastTraded?.day ?? null,
  };
}

/**
 * True if a record is missing only because the provider is still computing it. The algo's page then states the same.
 */
export async function isRecordAwaited(
  evidence: EvidenceService,
  strategy: DisclosedStrategy,
  reason: WithheldReason,
): Promise<boolean> {
  if (reason !== "no_record") return false;
  const listed = await evidence.records(strategy);
  return listed.kind === "shown" && listed.value.length === 0;
}

/** Loads one summary per algo, in the same order. A failed provider call affects only its algo. */
export async function loadStrips(
  evidence: EvidenceService | undefined,
  strategies: readonly StrategySummary[],
  { withLive = true } = {},
): Promise<Strip[]> {
  return await Promise.all(
    strategies.map(async (strategy): Promise<Strip> => {
      if (evidence === undefined) return { kind: "unreachable" };
      try {
        const record = await evidence.record(strategy);
        if (record.kind === "withheld") {
          const { reason } = record;
          return (await isRecordAwaited(evidence, strategy, reason))
            ? { kind: "being_made" }
            : { kind: "withheld", reason };
        }
        if (record.value.state === "being_made") return { kind: "being_made" };
        const figures = stripFigures(record.value);
        if (figures === null) return { kind: "being_made" };
        const live = withLive ? await liveChain(evidence, strategy, strategy.version) : null;
        return { kind: "shown", figures, live };
      } catch (fault) {
        if (fault instanceof Response) return { kind: "unreachable" };
        throw fault;
      }
    }),
  );
}
