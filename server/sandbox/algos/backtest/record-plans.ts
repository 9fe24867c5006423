// Which records there are to be: for each version of an algo a backtest over all of history, three months on paper before it went live,
// and its live record from then on. Withdrawn algos and former versions end on their last day.
import { istDay } from "../../../../app/wire/market-sessions.ts";
import type { EvidenceClass } from "../../../../app/wire/record.ts";
import type { Strategy } from "../../../../app/wire/strategy.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import type { Plan } from "../catalogue/plans.ts";

const dayOf = (iso: string) => istDay(Date.parse(`${iso}T12:00:00+05:30`));

/** Three years and more, with two hundred days of history before it for the rules that look back so far. */
export const RECORD_FROM_DAY = dayOf("2023-01-02");
/** The manager's own deployment of each algo has been kept since then. */
const LIVE_FROM_DAY = dayOf("2025-01-02");
const PAPER_DAYS = 92;

export type RecordSpan = { version: string; evidence: EvidenceClass; fromDay: number; toDay: number };
export type RecordPlan = RecordSpan & { strategyId: string; plan: Plan; feeMonthlyRupees: number };

/** `lastDay` is the last that is over. */
export function recordSpans(strategy: Pick<Strategy, "status" | "versions">, lastDay: number): RecordSpan[] {
  const { status, versions } = strategy;
  const end = status.state === "withdrawn" ? Math.min(lastDay, dayOf(status.since) - 1) : lastDay;
  return versions.flatMap(({ version, since, until }) => {
    const toDay = until === null ? end : Math.min(end, dayOf(until));
    const liveFrom = Math.max(dayOf(since), LIVE_FROM_DAY);
    const all: RecordSpan[] = [
      { version, evidence: "backtest", fromDay: RECORD_FROM_DAY, toDay },
      { version, evidence: "paper", fromDay: liveFrom - PAPER_DAYS, toDay: Math.min(toDay, liveFrom - 1) },
      { version, evidence: "live", fromDay: liveFrom, toDay },
    ];
    return all.filter((span) => span.toDay >= span.fromDay);
  });
}

/** Backtests first: they are what most pages show. */
export function recordPlans(catalogue: Catalogue, lastDay: number): RecordPlan[] {
  const plans = catalogue.strategies.flatMap((strategy) =>
    recordSpans(strategy, lastDay).flatMap((span): RecordPlan[] => {
      const { id, version, fee } = strategy;
      const plan =
        span.version === version
          ? catalogue.plans.get(id)
          : catalogue.formerPlans.get(`${id} ${span.version}`);
      return plan === undefined
        ? []
        : [{ ...span, strategyId: id, plan, feeMonthlyRupees: fee.monthlyRupees }];
    }),
  );
  return [
    ...plans.filter(({ evidence }) => evidence === "backtest"),
    ...plans.filter(({ evidence }) => evidence !== "backtest"),
  ];
}
