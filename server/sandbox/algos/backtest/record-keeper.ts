// Computes missing records in separate processes of low priority, in the order of record-batches.ts. Checks hourly for
// missing records, and publishes the day's heads when all records exist.
import { type ChildProcess, fork } from "node:child_process";
import { istDay } from "../../../../app/domain/time.ts";
import { programFile } from "../../../programs.ts";
import { lowerPriority } from "../../low-priority.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import type { Backtest } from "./backtest.ts";
import type { HistoryMessage, HistoryResult } from "./history-run.ts";
import { takeBatch, takeFirstBatch } from "./record-batches.ts";
import { type Benchmark, type RecordPlan, recordPlans } from "./record-plans.ts";
import type { Records } from "./record-store.ts";

const POLL_EVERY_MS = 60 * 60_000;
/**
 * The first process computes the records on indices first, the second those on shares. The second starts after the
 * first batch, so that the examples of the home page are not delayed. Measured: they come 2 s earlier.
 */
const PROCESSES = [{ prefersIndex: true }, { prefersIndex: false }];
/**
 * Options of the processes: a larger space for young objects and a collector without threads of its own, because two
 * processes already use both cores of a small machine. Measured: all records in 34 s instead of 40.
 */
const PROCESS_OPTIONS = ["--max-semi-space-size=16", "--single-threaded-gc"];

export type Progress = { done: number; total: number };
export type RecordKeeper = {
  /** Returns the number of computed records and of all records; null while nothing is being computed. */
  progress(): Progress | null;
  /** Checks for missing records after a change of the catalogue, once the current work is done. */
  checkMissing(): void;
  stop(): void;
};

/** Starts computing records immediately. `wanted` is "all" or the ids of the algos to compute records for. */
export function startRecordKeeper(options: {
  records: Records;
  catalogue: Catalogue;
  seed: number;
  now: () => number;
  wanted: "all" | readonly string[];
  benchmark: Benchmark;
  onProgress: (progress: Progress) => void;
  /** Called when a record was stored. */
  onRecord: (plan: RecordPlan, made: Backtest, lastDay: number) => void;
  /** Called when every wanted record contains the last completed day. */
  onComplete: (plans: readonly RecordPlan[], lastDay: number) => void;
  onFault: (fault: unknown) => void;
}): RecordKeeper {
  const { records, catalogue, seed, now, wanted } = options;
  const runs = new Set<ChildProcess>();
  let waiting: RecordPlan[] = [];
  let progress: Progress = { done: 0, total: 0 };
  let isDue = false;

  function checkNow(): void {
    isDue = runs.size > 0;
    if (isDue) return;
    const lastDay = istDay(now()) - 1;
    const plans = recordPlans(catalogue, lastDay, options.benchmark).filter(
      ({ strategyId }) => wanted === "all" || wanted.includes(strategyId),
    );
    waiting = plans.filter((plan) => isMissing(records, plan));
    progress = { done: plans.length - waiting.length, total: plans.length };
    options.onProgress(progress);
    if (waiting.length === 0) {
      if (plans.length > 0) complete(plans, lastDay);
      return;
    }
    const [first, ...others] = PROCESSES.slice(0, waiting.length);
    if (first !== undefined)
      start(plans, lastDay, first, () => {
        for (const other of others) if (waiting.length > 0) start(plans, lastDay, other, () => {});
      });
  }

  function complete(plans: readonly RecordPlan[], lastDay: number): void {
    try {
      options.onComplete(plans, lastDay);
    } catch (fault) {
      options.onFault(fault);
    }
  }

  function start(
    plans: readonly RecordPlan[],
    lastDay: number,
    { prefersIndex }: { prefersIndex: boolean },
    onFirstBatch: () => void,
  ): void {
    const child = computeRecords({
      seed,
      first: () => takeFirstBatch(waiting, prefersIndex),
      next: () => takeBatch(waiting, prefersIndex),
      onFirstBatch,
      onBacktest(plan, backtest) {
        try {
          records.write(plan, backtest, now());
          options.onRecord(plan, backtest, lastDay);
        } catch (fault) {
          options.onFault(fault);
        }
        progress = { ...progress, done: progress.done + 1 };
        options.onProgress(progress);
      },
    });
    runs.add(child);
    child.on("error", options.onFault);
    child.on("exit", () => {
      runs.delete(child);
      if (runs.size === 0 && isDue) return checkNow();
      if (runs.size === 0 && plans.every((plan) => !isMissing(records, plan))) complete(plans, lastDay);
    });
  }

  checkNow();
  const timer = setInterval(checkNow, POLL_EVERY_MS);
  timer.unref();
  return {
    progress: () => (runs.size > 0 ? progress : null),
    checkMissing: checkNow,
    stop() {
      clearInterval(timer);
      isDue = false;
      waiting = [];
      for (const run of runs) run.kill("SIGKILL");
    },
  };
}

/**
 * Starts a process of low priority that computes batches until one is empty. Calls `onFirstBatch` once, when the first
 * batch is complete or the process has ended.
 */
function computeRecords(options: {
  seed: number;
  first: () => RecordPlan[];
  next: () => RecordPlan[];
  onFirstBatch: () => void;
  onBacktest: (plan: RecordPlan, backtest: Backtest) => void;
}): ChildProcess {
  const child = fork(programFile("sandbox/algos/backtest/history-run"), {
    serialization: "advanced",
    execArgv: [...process.execArgv, ...PROCESS_OPTIONS],
  });
  lowerPriority(child.pid);
  let batch: RecordPlan[] = [];
  let isFirst = true;
  const endFirst = () => {
    if (isFirst) options.onFirstBatch();
    isFirst = false;
  };
  const compute = (plans: RecordPlan[]) => {
    batch = plans;
    if (batch.length === 0) child.disconnect();
    else child.send({ kind: "records", plans: batch } satisfies HistoryMessage);
  };
  child.on("message", ({ job, backtest }: HistoryResult) => {
    const plan = batch[job];
    if (job === batch.length - 1) {
      compute(options.next());
      endFirst();
    }
    if (plan !== undefined) options.onBacktest(plan, backtest);
  });
  child.on("exit", endFirst);
  child.send({ kind: "begin", seed: options.seed } satisfies HistoryMessage);
  compute(options.first());
  return child;
}

function isMissing(records: Records, plan: RecordPlan): boolean {
  const state = records.stateOf(plan);
  return state === null || (!state.isEnded && (state.toDay < plan.toDay || plan.end !== null));
}
