// Computes missing studies when all records are complete, one algo after another in one process of the lowest priority,
// and repeats them monthly. Results are signed and stored.
import { type ChildProcess, fork } from "node:child_process";
import { pid } from "node:process";
import { RECORD_TEXTS } from "../../../../app/contract/base-api/disclosure-texts.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import {
  type StrategyStudies,
  type StudyResult,
  strategyStudiesSchema,
} from "../../../../app/contract/base-api/studies.ts";
import { isoDayOf } from "../../../../app/domain/time.ts";
import { type SigningKey, signStudies } from "../../../crypto/record-seal.ts";
import { programFile } from "../../../programs.ts";
import { setLowestPriority } from "../../low-priority.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import type { HistoryMessage } from "./history-run.ts";
import type { RecordPlan } from "./record-plans.ts";
import { computeEdition } from "./record-store.ts";
import { variantsOf } from "./study-variants.ts";

export type StudyUpdates = ReturnType<typeof startStudyUpdates>;

/** Incremented when studies contain more results, so that stored studies are computed again. */
const STUDIES_EDITION = 2;

type Job = { plan: RecordPlan; strategy: Strategy; edition: string };

export function startStudyUpdates(options: {
  db: SandboxDatabase;
  catalogue: Catalogue;
  seed: number;
  key: SigningKey;
  now: () => number;
  isSelected: boolean;
  onFault: (fault: unknown) => void;
}) {
  const { db, catalogue, seed, key, now } = options;
  let child: ChildProcess | null = null;
  let making: StrategyStudies["making"] = null;

  function begin(plans: readonly RecordPlan[], lastDay: number): void {
    if (!options.isSelected || child !== null) return;
    const jobs = jobsOf(plans, lastDay, catalogue, seed);
    const waiting = jobs.filter(
      ({ strategy, edition }) => storedStudies(db, strategy.id)?.edition !== edition,
    );
    if (waiting.length === 0) return;
    making = { done: jobs.length - waiting.length, total: jobs.length };
    const process = fork(programFile("sandbox/algos/backtest/history-run"));
    child = process;
    setLowestPriority(process.pid);
    let job = waiting.shift();
    const take = (nextJob: Job) => {
      const variants = variantsOf(nextJob.plan, nextJob.strategy.box === "white");
      process.send({ kind: "studies", variants } satisfies HistoryMessage);
    };
    process.on("message", (results: StudyResult[]) => {
      if (job !== undefined) write(job, results);
      job = waiting.shift();
      if (job === undefined) process.disconnect();
      else take(job);
    });
    process.on("error", options.onFault);
    process.on("exit", () => {
      child = null;
      making = null;
    });
    process.send({ kind: "begin", seed, sandboxPid: pid } satisfies HistoryMessage);
    if (job !== undefined) take(job);
  }

  function write(job: Job, results: readonly StudyResult[]): void {
    try {
      storeStudies(db, job, signedStudies(job, results, { key, madeAt: now() }));
      if (making !== null) making = { ...making, done: making.done + 1 };
    } catch (fault) {
      options.onFault(fault);
    }
  }

  return {
    /** Starts computing the missing studies unless that is already running. `plans` are the plans of all records. */
    begin,
    /** Returns the studies of the current version; empty while they are being computed. */
    read({ id, version }: Strategy): StrategyStudies {
      const row = storedStudies(db, id);
      // Studies with the seal of an earlier format are ignored and computed again.
      const found = strategyStudiesSchema.safeParse(JSON.parse(row?.document ?? "null")).data;
      if (found?.version === version) return found;
      return {
        strategyId: id,
        version,
        state: options.isSelected ? "being_made" : "none",
        from: null,
        to: null,
        results: [],
        making,
        madeAt: null,
        texts: RECORD_TEXTS,
        seal: null,
      };
    },
    stop() {
      child?.kill("SIGKILL");
    },
  };
}

function storedStudies(
  db: SandboxDatabase,
  strategyId: string,
): { edition: string; document: string } | undefined {
  return db.prepare("SELECT edition, document FROM studies WHERE strategy_id = ?").get(strategyId) as
    | { edition: string; document: string }
    | undefined;
}

/** Returns one job per algo: the backtest of its current version up to the end of the previous month. */
function jobsOf(plans: readonly RecordPlan[], lastDay: number, catalogue: Catalogue, seed: number): Job[] {
  return plans.flatMap((plan): Job[] => {
    const strategy = catalogue.strategies.find(({ id }) => id === plan.strategyId);
    if (strategy === undefined || plan.version !== strategy.version) return [];
    if (plan.evidence !== "backtest" || plan.start !== "own") return [];
    const toDay = Math.min(plan.toDay, lastOfMonthBefore(lastDay));
    const own = { ...plan, toDay, end: null };
    return toDay <= plan.fromDay
      ? []
      : [{ plan: own, strategy, edition: `${computeEdition(seed, own)} ${toDay} ${STUDIES_EDITION}` }];
  });
}

function signedStudies(
  { plan, strategy }: Job,
  results: readonly StudyResult[],
  { key, madeAt }: { key: SigningKey; madeAt: number },
): StrategyStudies {
  return signStudies(
    {
      strategyId: strategy.id,
      version: strategy.version,
      state: "ready",
      from: isoDayOf(plan.fromDay),
      to: isoDayOf(plan.toDay),
      // A variant without trades gives no information.
      results: results.filter(({ kind, trades }) => kind !== "parameter" || trades > 0),
      madeAt: new Date(madeAt).toISOString(),
      texts: RECORD_TEXTS,
    },
    key,
  );
}

function storeStudies(db: SandboxDatabase, { strategy, edition }: Job, studies: StrategyStudies): void {
  db.prepare(
    `INSERT INTO studies (strategy_id, version, edition, document) VALUES (?, ?, ?, ?)
     ON CONFLICT (strategy_id) DO UPDATE SET version = excluded.version, edition = excluded.edition,
       document = excluded.document`,
  ).run(strategy.id, strategy.version, edition, JSON.stringify(studies));
}

/** Returns the last day of the previous month, because studies are recomputed monthly. */
function lastOfMonthBefore(day: number): number {
  return day - Number(isoDayOf(day).slice(8, 10));
}
