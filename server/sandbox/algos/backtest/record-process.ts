// Processes of low priority that compute records in batches, in the order of record-batches.ts.
import { type ChildProcess, fork } from "node:child_process";
import { programFile } from "../../../programs.ts";
import { lowerPriority } from "../../low-priority.ts";
import type { Backtest } from "./backtest.ts";
import type { HistoryMessage, HistoryResult } from "./history-run.ts";
import { takeBatch, takeFirstBatch } from "./record-batches.ts";
import type { RecordPlan } from "./record-plans.ts";

/**
 * The first process computes the records on indices first, the second those on shares. The second starts after the
 * first batch, so that the examples of the home page are not delayed. Measured: they come 2 s earlier.
 */
const PROCESSES = [{ prefersIndex: true }, { prefersIndex: false }];
/**
 * Options of the processes: a larger young generation, and a garbage collector without additional threads, because two
 * processes already use both cores of a small machine. Measured: all records in 34 s instead of 40 s.
 */
const PROCESS_OPTIONS = ["--max-semi-space-size=16", "--single-threaded-gc"];

export type Computation = {
  /** Ends the processes. The remaining records are not computed. */
  stop(): void;
};

/** Computes records. `onEnd` is called once, after the last process has ended. */
export function computeRecords(options: {
  seed: number;
  plans: readonly RecordPlan[];
  onBacktest: (plan: RecordPlan, backtest: Backtest) => void;
  onFault: (fault: unknown) => void;
  onEnd: () => void;
}): Computation {
  const { seed, onBacktest } = options;
  const waiting = [...options.plans];
  const running = new Set<ChildProcess>();

  function start({ prefersIndex }: { prefersIndex: boolean }, onFirstBatch: () => void): void {
    const child = startProcess({
      seed,
      first: () => takeFirstBatch(waiting, prefersIndex),
      next: () => takeBatch(waiting, prefersIndex),
      onFirstBatch,
      onBacktest,
    });
    running.add(child);
    child.on("error", options.onFault);
    child.on("exit", () => {
      running.delete(child);
      if (running.size === 0) options.onEnd();
    });
  }

  const [first, ...others] = PROCESSES.slice(0, waiting.length);
  if (first !== undefined)
    start(first, () => {
      for (const other of others) if (waiting.length > 0) start(other, () => {});
    });
  return {
    stop() {
      waiting.length = 0;
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/**
 * Starts a process that computes batches until one is empty. Calls `onFirstBatch` once, when the first batch is
 * complete or the process has ended.
 */
function startProcess(options: {
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
  child.send({ kind: "begin", seed: options.seed, sandboxPid: process.pid } satisfies HistoryMessage);
  compute(options.first());
  return child;
}
