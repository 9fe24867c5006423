// Completes the stored records: stores the shipped records, and computes records that are missing or lack days. Checks
// hourly, and publishes the day's heads when all records are complete.
import { istDay } from "../../../../app/domain/time.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import type { Backtest } from "./backtest.ts";
import { type Benchmark, type RecordPlan, recordPlans } from "./record-plans.ts";
import { type Computation, computeRecords } from "./record-process.ts";
import type { Records } from "./record-store.ts";
import { SHIPPED_RECORDS, storeShipped } from "./shipped-records.ts";

const POLL_EVERY_MS = 60 * 60_000;

export type Progress = { done: number; total: number };
type Options = {
  records: Records;
  catalogue: Catalogue;
  seed: number;
  now: () => number;
  /** "all" or the ids of the algos to compute records for. */
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
};

/** Starts immediately: stores the shipped records, then computes those that are missing or lack days. */
export class RecordUpdates {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  #progress: Progress | null = null;
  #computation: Computation | null = null;
  #isDue = false;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.checkMissing();
    this.#timer = setInterval(() => this.checkMissing(), POLL_EVERY_MS);
    this.#timer.unref();
  }

  /** Number of computed records and of all records; null while nothing is being computed. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** Checks for missing records, once the current work is done. */
  checkMissing(): void {
    this.#check().catch((fault) => {
      this.#progress = null;
      this.#options.onFault(fault);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#isStopped = true;
    this.#computation?.stop();
  }

  async #check(): Promise<void> {
    this.#isDue = this.#progress !== null;
    if (this.#isDue) return;
    const { records, catalogue, seed, now, wanted, shipped = SHIPPED_RECORDS } = this.#options;
    const lastDay = istDay(now()) - 1;
    const plans = recordPlans(catalogue, lastDay, this.#options.benchmark).filter(
      ({ strategyId }) => wanted === "all" || wanted.includes(strategyId),
    );
    this.#report(plans);
    await storeShipped({
      plans: plans.filter((plan) => records.stateOf(plan) === null),
      folder: shipped,
      seed,
      isStopped: () => this.#isStopped,
      store: ({ plan, backtest }, isComplete) => {
        this.#store(plan, backtest, lastDay);
        if (isComplete) this.#countOne();
      },
    });
    if (this.#isStopped) return;
    this.#report(plans);
    const missing = plans.filter((plan) => isMissing(records, plan));
    if (missing.length === 0) this.#end(plans, lastDay);
    else
      this.#computation = computeRecords({
        seed,
        plans: missing,
        onBacktest: (plan, backtest) => {
          this.#store(plan, backtest, lastDay);
          this.#countOne();
        },
        onFault: this.#options.onFault,
        onEnd: () => this.#end(plans, lastDay),
      });
  }

  #report(plans: readonly RecordPlan[]): void {
    const { records, onProgress } = this.#options;
    this.#progress = { done: plans.filter((plan) => !isMissing(records, plan)).length, total: plans.length };
    onProgress(this.#progress);
  }

  #countOne(): void {
    if (this.#progress === null) return;
    this.#progress = { ...this.#progress, done: this.#progress.done + 1 };
    this.#options.onProgress(this.#progress);
  }

  #store(plan: RecordPlan, backtest: Backtest, lastDay: number): void {
    const { records, now, onRecord, onFault } = this.#options;
    try {
      records.write(plan, backtest, now());
      onRecord(plan, backtest, lastDay);
    } catch (fault) {
      onFault(fault);
    }
  }

  #end(plans: readonly RecordPlan[], lastDay: number): void {
    const { records, onComplete, onFault } = this.#options;
    this.#computation = null;
    this.#progress = null;
    if (this.#isStopped) return;
    if (this.#isDue) {
      this.checkMissing();
      return;
    }
    if (plans.length === 0 || plans.some((plan) => isMissing(records, plan))) return;
    try {
      onComplete(plans, lastDay);
    } catch (fault) {
      onFault(fault);
    }
  }
}

function isMissing(records: Records, plan: RecordPlan): boolean {
  const state = records.stateOf(plan);
  return state === null || (!state.isEnded && (state.toDay < plan.toDay || plan.end !== null));
}
