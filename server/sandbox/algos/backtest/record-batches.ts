// Batches of records for the processes that compute them. A few quick backtests come first, so that the home page soon
// has its examples. All other backtests follow, because most pages show them. Paper and live records come last, with
// the backtests of the same days, because they share the computed prices.
import type { RecordPlan } from "./record-plans.ts";

/**
 * Algos whose backtests are computed first. They are open and public, and take little time, because they share the
 * prices of one index. Six of them are enough for the examples of the home page.
 */
export const QUICK_ALGOS: readonly string[] = [
  "updraft-scalp",
  "neap-condor",
  "arclight-far-strangle",
  "thermal-trend-spread",
  "falcon-expiry-fly",
  "trend-lean-spread",
];
/** Largest number of records in a batch, limited by the memory of a process. */
const MAX_BATCH_SIZE = 120;

/** Removes and returns the first batch of a process. For a process that prefers indices: the quick backtests. */
export function takeFirstBatch(waiting: RecordPlan[], prefersIndex: boolean): RecordPlan[] {
  // Finds the backtest of the current version, because `waiting` lists it before those of former versions.
  const quick = QUICK_ALGOS.flatMap(
    (id) => waiting.find((plan) => plan.strategyId === id && isBacktest(plan)) ?? [],
  );
  return prefersIndex && quick.length > 0
    ? remove(waiting, new Set(quick))
    : takeBatch(waiting, prefersIndex);
}

/**
 * Removes the next batch from the waiting records and returns it. Backtests of the complete history come first. Each
 * batch contains records of the preferred kind (on indices or on shares), or of the other kind if none of the preferred
 * kind are waiting.
 */
export function takeBatch(waiting: RecordPlan[], prefersIndex: boolean): RecordPlan[] {
  const backtests = waiting.filter(isBacktest);
  const sameClass = backtests.length > 0 ? backtests : waiting;
  const preferred = sameClass.filter((plan) => isOnIndex(plan) === prefersIndex);
  return remove(waiting, new Set((preferred.length > 0 ? preferred : sameClass).slice(0, MAX_BATCH_SIZE)));
}

function remove(waiting: RecordPlan[], batch: ReadonlySet<RecordPlan>): RecordPlan[] {
  const removed = waiting.filter((plan) => batch.has(plan));
  waiting.splice(0, waiting.length, ...waiting.filter((plan) => !batch.has(plan)));
  return removed;
}

const isBacktest = ({ evidence, start }: RecordPlan) => evidence === "backtest" && start === "own";
const isOnIndex = ({ plan }: RecordPlan) => plan.watched[0]?.startsWith("IDX_I") === true;
