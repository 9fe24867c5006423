// Completes the stored records: stores the shipped ones and computes those that are missing or lack days. Checks hourly,
// and publishes the day's heads when all records are complete.
import { setTimeout } from "node:timers/promises";
import { istDay } from "../../../../app/domain/time.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import type { Backtest } from "./backtest.ts";
import { takeFirstBatch } from "./record-batches.ts";
import { type Benchmark, type RecordPlan, recordPlans } from "./record-plans.ts";
import { type Computation, computeRecords } from "./record-process.ts";
import type { Records } from "./record-store.ts";
import { readShippedRecord, SHIPPED_RECORDS } from "./shipped-records.ts";

const POLL_EVERY_MS = 60 * 60_000;
/** Pause after the shipped records of the home page's examples, so that the site can load them. */
const AFTER_QUICK_MS = 3_000;
/** Pause after each other shipped record, as a multiple of its duration, so that most time remains for requests. */
const PAUSE_SHARE = 2;

export type Progress = { done: number; total: number };
export type RecordKeeper = {
  /** Returns the number of computed records and of all records; null while nothing is being computed. */
  progress(): Progress | null;
  /** Checks for missing records after a change of the catalogue, once the current work is done. */
  checkMissing(): void;
  stop(): void;
};

/**
 * Starts immediately: stores the shipped records, then computes those that are missing or lack days. `wanted` is "all"
 * or the ids of the algos to compute records for.
 */
export function startRecordKeeper(options: {
  records: Records;
  catalogue: Catalogue;
  seed: number;
  now: () => number;
  wanted: "all" | readonly string[];
  benchmark: Benchmark;
  /** Folder of the shipped records. */
  shipped?: URL;
  onProgress: (progress: Progress) => void;
  /** Called when a record was stored. */
  onRecord: (plan: RecordPlan, made: Backtest, lastDay: number) => void;
  /** Called when every wanted record contains the last completed day. */
  onComplete: (plans: readonly RecordPlan[], lastDay: number) => void;
  onFault: (fault: unknown) => void;
}): RecordKeeper {
  const { records, catalogue, seed, now, wanted, shipped = SHIPPED_RECORDS } = options;
  let progress: Progress | null = null;
  let computation: Computation | null = null;
  let isDue = false;
  let isStopped = false;

  async function checkNow(): Promise<void> {
    isDue = progress !== null;
    if (isDue) return;
    const lastDay = istDay(now()) - 1;
    const plans = recordPlans(catalogue, lastDay, options.benchmark).filter(
      ({ strategyId }) => wanted === "all" || wanted.includes(strategyId),
    );
    report(plans);
    await storeShipped(plans, lastDay);
    if (isStopped) return;
    report(plans);
    const missing = plans.filter((plan) => isMissing(records, plan));
    if (missing.length === 0) end(plans, lastDay);
    else
      computation = computeRecords({
        seed,
        plans: missing,
        onBacktest(plan, backtest) {
          store(plan, backtest, lastDay);
          countOne();
        },
        onFault: options.onFault,
        onEnd: () => end(plans, lastDay),
      });
  }

  function report(plans: readonly RecordPlan[]): void {
    progress = { done: plans.filter((plan) => !isMissing(records, plan)).length, total: plans.length };
    options.onProgress(progress);
  }

  function store(plan: RecordPlan, backtest: Backtest, lastDay: number): void {
    try {
      records.write(plan, backtest, now());
      options.onRecord(plan, backtest, lastDay);
    } catch (fault) {
      options.onFault(fault);
    }
  }

  function countOne(): void {
    if (progress === null) return;
    progress = { ...progress, done: progress.done + 1 };
    options.onProgress(progress);
  }

  /** Stores the shipped records that do not exist yet, those of the home page's examples first. */
  async function storeShipped(plans: readonly RecordPlan[], lastDay: number): Promise<void> {
    const others = [...plans];
    const quick = takeFirstBatch(others, true);
    const hasQuick = await storeEach(quick, lastDay, 0);
    if (hasQuick) await setTimeout(AFTER_QUICK_MS);
    await storeEach(others, lastDay, PAUSE_SHARE);
  }

  /** Pauses after each record, `pauseShare` times as long as it took. Returns true if there was a record to store. */
  async function storeEach(
    plans: readonly RecordPlan[],
    lastDay: number,
    pauseShare: number,
  ): Promise<boolean> {
    let hasStored = false;
    for (const plan of plans) {
      if (isStopped) break;
      const startedAt = performance.now();
      const record = records.stateOf(plan) === null ? readShippedRecord(shipped, seed, plan) : null;
      if (record === null) continue;
      hasStored = true;
      store(record.plan, record.backtest, lastDay);
      if (record.plan.toDay === plan.toDay) countOne();
      await setTimeout(pauseShare * (performance.now() - startedAt));
    }
    return hasStored;
  }

  function end(plans: readonly RecordPlan[], lastDay: number): void {
    computation = null;
    progress = null;
    if (isStopped) return;
    if (isDue) {
      check();
      return;
    }
    if (plans.length === 0 || plans.some((plan) => isMissing(records, plan))) return;
    try {
      options.onComplete(plans, lastDay);
    } catch (fault) {
      options.onFault(fault);
    }
  }

  const check = () =>
    void checkNow().catch((fault) => {
      progress = null;
      options.onFault(fault);
    });
  check();
  const timer = setInterval(check, POLL_EVERY_MS);
  timer.unref();
  return {
    progress: () => progress,
    checkMissing: check,
    stop() {
      clearInterval(timer);
      isStopped = true;
      computation?.stop();
    },
  };
}

function isMissing(records: Records, plan: RecordPlan): boolean {
  const state = records.stateOf(plan);
  return state === null || (!state.isEnded && (state.toDay < plan.toDay || plan.end !== null));
}
