// The records to compute for each version of an algo: a backtest over all of history, three months of paper trading
// before launch, the live record since then, and a backtest from the live record's start. Withdrawn and suspended algos
// and former versions end on their last day.

import type { EndKind, EvidenceClass, RecordStart } from "../../../../app/contract/base-api/record.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { dayOfIso, isoDayOf } from "../../../../app/domain/time.ts";
import { lastFullMonth } from "../../../../app/domain/verification.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import type { Plan } from "../catalogue/plans.ts";
import { feeWithGstPaise } from "../deployments/fees.ts";

/** First day of backtests. The 200 days of earlier history serve rules with a long look-back. */
export const RECORD_FROM_DAY = dayOfIso("2023-01-02");
const PAPER_DAYS = 92;
/** Evaluation intervals. Backtests use longer bars; paper and live records use one minute, as deployments do. */
const INTRADAY_BAR_SECONDS = 300;
const OVERNIGHT_BAR_SECONDS = 900;
const PAPER_AND_LIVE_BAR_SECONDS = 60;

/** States of an algo that end its records, because it no longer trades. */
const END_BY_STATE: Record<string, { kind: EndKind; label: string }> = {
  withdrawn: { kind: "withdrawn", label: "Withdrawn" },
  suspended: { kind: "suspended", label: "Suspended" },
};

export type Benchmark = { key: string; name: string };
export type RecordSpan = {
  version: string;
  evidence: EvidenceClass;
  start: RecordStart;
  /** Set only for the verified part of a record, which is stored as a separate record. */
  part?: "verified";
  fromDay: number;
  toDay: number;
  /** Reason why the record ended. Null while days are added to the record. */
  end: { kind: EndKind; reason: string } | null;
};
export type RecordPlan = RecordSpan & {
  strategyId: string;
  plan: Plan;
  feeMonthlyRupees: number;
  feeMonthlyPaise: number;
  barSeconds: number;
  benchmark: Benchmark;
};

type StrategyVersions = Pick<Strategy, "status" | "versions" | "disclosureBasis" | "verification">;

/** Returns the records of all versions with their days. `lastDay` is the last completed day. */
export function recordSpans(strategy: StrategyVersions, lastDay: number): RecordSpan[] {
  const { status, versions } = strategy;
  const verifiedTo = verifiedDay(strategy);
  const stopped = END_BY_STATE[status.state] ?? null;
  const stoppedOn = stopped === null ? null : dayOfIso(status.since) - 1;
  return versions.flatMap(({ version, since, until }, index) => {
    const lastOfAll = Math.min(
      stoppedOn ?? Number.POSITIVE_INFINITY,
      until === null ? Number.POSITIVE_INFINITY : dayOfIso(until),
    );
    const toDay = Math.min(lastDay, lastOfAll);
    const liveFrom = dayOfIso(since);
    const later = versions[index - 1]?.version;
    const end: RecordSpan["end"] =
      lastOfAll > lastDay
        ? null
        : until !== null
          ? {
              kind: "replaced",
              reason: later === undefined ? "Its version was replaced." : `Replaced by version ${later}.`,
            }
          : stopped && {
              kind: stopped.kind,
              reason: `${stopped.label}: ${status.reason ?? "by the manager."}`,
            };
    const wentLive = { kind: "went_live", reason: `Live since ${isoDayOf(liveFrom)}.` } as const;
    const own = { version, start: "own" as const };
    const all: RecordSpan[] = [
      { ...own, evidence: "backtest", fromDay: RECORD_FROM_DAY, toDay, end },
      {
        ...own,
        evidence: "paper",
        fromDay: liveFrom - PAPER_DAYS,
        toDay: Math.min(toDay, liveFrom - 1),
        end: toDay >= liveFrom - 1 ? wentLive : end,
      },
      { ...own, evidence: "live", fromDay: liveFrom, toDay, end },
      {
        ...own,
        evidence: "live",
        part: "verified",
        fromDay: liveFrom,
        toDay: Math.min(toDay, verifiedTo),
        // An algo that ended after the last verified day has not ended in the verified record.
        end: toDay <= verifiedTo ? end : null,
      },
      { version, start: "live", evidence: "backtest", fromDay: liveFrom, toDay, end },
    ];
    return all.filter((span) => span.toDay >= span.fromDay);
  });
}

/**
 * Returns the last verified day. Negative infinity if the algo has no verification, or may show more than verified
 * figures.
 */
function verifiedDay({ disclosureBasis, verification }: StrategyVersions): number {
  return disclosureBasis === "verified" && verification !== null
    ? dayOfIso(lastFullMonth(verification.on))
    : Number.NEGATIVE_INFINITY;
}

/** True if every position is closed on its opening day. */
export function isIntradayOnly({ product }: Pick<Plan, "product">): boolean {
  return product === "Intraday" || product === "Scalping";
}

/** Returns the plans of one algo's records, newest version first. */
export function listRecordPlans(
  catalogue: Catalogue,
  strategy: Strategy,
  lastDay: number,
  benchmark: Benchmark,
): RecordPlan[] {
  const { id, version, fee } = strategy;
  return recordSpans(strategy, lastDay).flatMap((span): RecordPlan[] => {
    const plan =
      span.version === version ? catalogue.plans.get(id) : catalogue.formerPlans.get(`${id} ${span.version}`);
    if (plan === undefined) return [];
    const backtestBar = isIntradayOnly(plan) ? INTRADAY_BAR_SECONDS : OVERNIGHT_BAR_SECONDS;
    const barSeconds = span.evidence === "backtest" ? backtestBar : PAPER_AND_LIVE_BAR_SECONDS;
    return [
      {
        ...span,
        strategyId: id,
        plan,
        feeMonthlyRupees: fee.monthlyRupees,
        feeMonthlyPaise: feeWithGstPaise(fee.monthlyRupees),
        barSeconds,
        benchmark,
      },
    ];
  });
}

/** Returns the priority in the queue. Backtests of current versions come first, because most pages show them. */
function planPriority({ evidence, start, version }: RecordPlan, present: string): number {
  const rank = evidence === "backtest" ? (start === "own" ? 0 : 2) : evidence === "live" ? 1 : 3;
  return rank + (version === present ? 0 : 4);
}

/** Returns the records of all algos in the order of computation. */
export function recordPlans(catalogue: Catalogue, lastDay: number, benchmark: Benchmark): RecordPlan[] {
  const present = new Map(catalogue.strategies.map(({ id, version }) => [id, version]));
  const rank = (plan: RecordPlan) => planPriority(plan, present.get(plan.strategyId) ?? "");
  return catalogue.strategies
    .flatMap((strategy) => listRecordPlans(catalogue, strategy, lastDay, benchmark))
    .sort((a, b) => rank(a) - rank(b));
}
