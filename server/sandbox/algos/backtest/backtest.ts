// Results of backtests over the sandbox's history, and the joint run of several algos. Pure and deterministic: the same
// plan, execution and days give the same result.
import type {
  CashFlow,
  IdleSegment,
  MissedSignal,
  RecordDay,
  RecordTrade,
} from "../../../../app/contract/base-api/record.ts";
import { STRETCH_MINUTES } from "../../exchange/option-family.ts";
import { AlgoRun } from "./algo-run.ts";
import type { Execution } from "./execution.ts";
import { type HistoryTape, LAST_MINUTE } from "./history-day.ts";
import type { CapitalEnd } from "./record-capital.ts";
import type { RecordPlan } from "./record-plans.ts";

/** A trade of the record, with the tag that the algo's rule gave to its position. */
export type BacktestTrade = RecordTrade & { tag: string };
/** A day of the record before sealing. */
export type BacktestDay = Omit<RecordDay, "hash">;
export type Backtest = {
  days: BacktestDay[];
  trades: BacktestTrade[];
  missed: MissedSignal[];
  /**
   * Number of signals that were missed because the capital was too small, and number of all signals after the record's
   * end.
   */
  signalsPassed: number;
  signalsAfterEnd: number;
  idle: IdleSegment[];
  /** Fresh capital at the start of each new segment. */
  cashFlows: CashFlow[];
  /** Why and when the capital was exhausted, which ends the record. Null if it was not exhausted. */
  exhausted: CapitalEnd | null;
};

export type BacktestRun = { plan: RecordPlan; execution: Execution };

export function runBacktest({ tape, ...run }: BacktestRun & { tape: HistoryTape }): Backtest {
  const [made] = runBacktests(tape, [run]);
  if (made === undefined) throw new Error("no backtest was made");
  return made;
}

/**
 * Runs several algos together, one stretch of minutes at a time, so that the prices of a minute are computed once for
 * all of them. The results are in the order of `runs` and equal those of separate runs.
 */
export function runBacktests(tape: HistoryTape, runs: readonly BacktestRun[]): Backtest[] {
  const algos = runs.map(({ plan, execution }) => new AlgoRun(plan, tape, execution));
  const firstDay = Math.min(...runs.map(({ plan }) => plan.fromDay));
  const lastDay = Math.max(...runs.map(({ plan }) => plan.toDay));
  for (let day = firstDay; day <= lastDay; day += 1) {
    if (!tape.market.paths.isFullDay(day)) continue;
    const trading = algos.filter((algo) => algo.beginDay(day));
    for (let minute = 0; minute <= LAST_MINUTE; minute += STRETCH_MINUTES)
      for (const algo of trading) algo.checkBefore(minute + STRETCH_MINUTES);
    for (const algo of trading) algo.endDay();
  }
  return algos.map((algo) => algo.finish());
}
