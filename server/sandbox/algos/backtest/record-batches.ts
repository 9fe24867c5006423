// Batches of records for the processes that compute them. A few backtests come first, so that the home page soon has
// its examples. All other backtests follow, because most pages show them. Paper and live records come last, together
// with the backtests of the same days, because they share the computed prices.
import type { RecordPlan } from "./record-plans.ts";

/** Number of records in the first batch of each process. Both batches together suffice for the home page. */
export const FIRST_BATCH_SIZE = 5;
/** Largest number of records in a later batch, limited by the memory of a process. */
export const MAX_BATCH_SIZE = 120;

/**
 * Removes the next batch from the waiting records and returns it. Backtests of the complete history come first. Each
 * batch contains records of the preferred kind (on indices or on shares), or of the other kind if none of the preferred
 * kind are waiting.
 */
export function takeBatch(waiting: RecordPlan[], most: number, prefersIndex: boolean): RecordPlan[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const sameClass = waiting.filter((plan) => isBacktest(plan) === isBacktest(first));
  const preferred = sameClass.filter((plan) => isOnIndex(plan) === prefersIndex);
  const batch = new Set((preferred.length > 0 ? preferred : sameClass).slice(0, most));
  waiting.splice(0, waiting.length, ...waiting.filter((plan) => !batch.has(plan)));
  return [...batch];
}

const isBacktest = ({ evidence, start }: RecordPlan) => evidence === "backtest" && start === "own";
const isOnIndex = ({ plan }: RecordPlan) => plan.watched[0]?.startsWith("IDX_I") === true;
