// Records in the store: made once for a strategy's version and a seed, by a worker in the background, and made longer as days pass.
// Each day is sealed to the one before; a record whose past would change is refused.
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { setPriority } from "node:os";
import { deflateSync, inflateSync } from "node:zlib";
import { isoDayOf, istDay } from "../../../../app/wire/market-sessions.ts";
import {
  type CostLines,
  dayLine,
  type EvidenceClass,
  type RecordDay,
  type RecordListing,
  type RecordTrade,
  type StrategyRecord,
} from "../../../../app/wire/record.ts";
import type { Strategy } from "../../../../app/wire/strategy.ts";
import { TAPE_VERSION } from "../../exchange/market-model.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import type { Backtest, BacktestDay } from "./backtest.ts";
import type { BacktestResult, HistoryRun } from "./history-run.ts";
import { NO_COSTS } from "./position-book.ts";
import { type RecordPlan, recordPlans, recordSpans } from "./record-plans.ts";

const LOOK_EVERY_MS = 60 * 60_000;
/** Raised when costs are counted in another way (1, charges as they were on each day), or rules trade otherwise (2). */
const COSTS_VERSION = 2;
const COSTS_VERSIONS_AT_MOST = 10;
/** The store's seed column holds the versions of the tape and of the costs too. */
const VERSIONS_AT_MOST = 1_000;

/** What a record is kept under: a record of another tape, or with other costs, is not this one. */
export function storedSeed(seed: number): number {
  return seed * VERSIONS_AT_MOST + TAPE_VERSION * COSTS_VERSIONS_AT_MOST + COSTS_VERSION;
}
/** As `nice` counts. */
const LOW_PRIORITY = 10;
const QUICK_BAR_MINUTES = 5;
const SLOW_BAR_MINUTES = 15;

const RULES_METHOD =
  "The algo's own rules, the same code that deployments run, were executed bar by bar over the sandbox's simulated history: bars of five minutes for algos that close the same day, of fifteen for the others. No rule sees anything later than its bar.";
const COSTS_METHOD =
  "Beside slippage each fill costs brokerage, taxes, exchange, depository and regulator's charges, stamp duty and GST at the published rates of its day; a rate that is not known is not charged.";
const SUMS_METHOD =
  "The minimum amount is set aside; what it does not carry is passed by. Results are not reinvested. The manager's monthly fee with GST is taken off. Positions still open at the end are valued at their last price.";
const FOLLOWED_METHOD =
  "Each signal was followed some seconds later, at the simulated market's price of that moment; the difference to the signal's price and half of the usual spread is the slippage. When the exchange could not be reached nothing was done.";
const METHODS: Record<EvidenceClass, string[]> = {
  backtest: [
    RULES_METHOD,
    "Entries and exits are at the bar's price. Slippage is assumed: half of the usual spread, at least one tick, on each fill.",
    COSTS_METHOD,
    SUMS_METHOD,
  ],
  paper: [
    "The rules were followed day by day on paper, in the three months before the version went live. No order left the algo.",
    FOLLOWED_METHOD,
    COSTS_METHOD,
    SUMS_METHOD,
  ],
  live: [
    "The manager's own deployment of the minimum amount, followed day by day at the sandbox's simulated exchange since the version went live, and kept since 2 January 2025.",
    FOLLOWED_METHOD,
    "Orders that were refused are counted as missed, not left out.",
    COSTS_METHOD,
    SUMS_METHOD,
  ],
};

type Row = { to_day: number; days: Buffer; trades: Buffer; costs: string; missed: string; made_at: number };
export type RecordName = { strategyId: string; version: string; evidence: EvidenceClass };

export class Records {
  readonly #db: SandboxDatabase;
  readonly #seed: number;

  constructor(db: SandboxDatabase, seed: number) {
    this.#db = db;
    this.#seed = storedSeed(seed);
  }

  read(strategy: Strategy, { version, evidence }: Omit<RecordName, "strategyId">): StrategyRecord {
    const name = { strategyId: strategy.id, version, evidence };
    const row = this.#row(name);
    return {
      ...name,
      simulated: true,
      state: row === undefined ? "being_made" : "ready",
      capitalRupees: strategy.minAmountRupees,
      benchmark: "Nifty 50",
      method: METHODS[evidence],
      costs: row === undefined ? NO_COSTS : JSON.parse(row.costs),
      genesis: genesisOf(name),
      days: row === undefined ? [] : unpack<RecordDay[]>(row.days),
      trades: row === undefined ? 0 : unpack<RecordTrade[]>(row.trades).length,
      missed: row === undefined ? [] : JSON.parse(row.missed),
      madeAt: row === undefined ? null : new Date(row.made_at).toISOString(),
    };
  }

  /** What there is or is to be; `lastDay` is the last that is over. */
  list(strategy: Strategy, lastDay: number): RecordListing[] {
    return recordSpans(strategy, lastDay).map(({ version, evidence, fromDay, toDay }) => ({
      version,
      evidence,
      state: this.lastDay({ strategyId: strategy.id, version, evidence }) === null ? "being_made" : "ready",
      from: isoDayOf(fromDay),
      to: isoDayOf(toDay),
    }));
  }

  trades(name: RecordName): RecordTrade[] {
    const row = this.#row(name);
    return row === undefined ? [] : unpack<RecordTrade[]>(row.trades);
  }

  /** The last day that a record holds; null for none. */
  lastDay({ strategyId, version, evidence }: RecordName): number | null {
    const row = this.#db
      .prepare(
        "SELECT to_day FROM records WHERE strategy_id = ? AND version = ? AND evidence = ? AND seed = ?",
      )
      .get(strategyId, version, evidence, this.#seed) as { to_day: number } | undefined;
    return row?.to_day ?? null;
  }

  /** Days that are there stay as they are: a record that would change one is a fault, not an update. */
  write(name: RecordName, toDay: number, made: Backtest, at: number): void {
    const days = sealed(made.days, genesisOf(name));
    const trades = made.trades.map(({ tag: _, ...trade }): RecordTrade => trade);
    inTransaction(this.#db, () => {
      const before = this.#row(name);
      const known = before === undefined ? [] : unpack<RecordDay[]>(before.days);
      for (const [index, day] of known.entries())
        if (days[index]?.hash !== day.hash)
          throw new Error(`${keyOf(name)}: the record of ${day.day} would change`);
      this.#db
        .prepare(
          `INSERT INTO records (strategy_id, version, evidence, seed, to_day, days, trades, costs, missed, made_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (strategy_id, version, evidence, seed) DO UPDATE SET to_day = excluded.to_day, days = excluded.days,
             trades = excluded.trades, costs = excluded.costs, missed = excluded.missed, made_at = excluded.made_at`,
        )
        .run(
          name.strategyId,
          name.version,
          name.evidence,
          this.#seed,
          toDay,
          pack(days),
          pack(trades),
          JSON.stringify(costsOf(trades)),
          JSON.stringify(made.missed),
          at,
        );
    });
  }

  #row({ strategyId, version, evidence }: RecordName): Row | undefined {
    return this.#db
      .prepare(
        `SELECT to_day, days, trades, costs, missed, made_at FROM records
         WHERE strategy_id = ? AND version = ? AND evidence = ? AND seed = ?`,
      )
      .get(strategyId, version, evidence, this.#seed) as Row | undefined;
  }
}

const keyOf = ({ strategyId, version, evidence }: RecordName) => `${strategyId} ${version} ${evidence}`;

export function genesisOf(name: RecordName): string {
  return createHash("sha256").update(keyOf(name)).digest("hex");
}

export function sealed(days: readonly BacktestDay[], genesis: string): RecordDay[] {
  let before = genesis;
  return days.map((day) => {
    before = createHash("sha256")
      .update(`${before}\n${dayLine(day)}`)
      .digest("hex");
    return { ...day, hash: before };
  });
}

function costsOf(trades: readonly RecordTrade[]): CostLines {
  const costs = { ...NO_COSTS };
  for (const trade of trades)
    for (const name of Object.keys(costs) as (keyof CostLines)[]) costs[name] += trade.costs[name];
  return costs;
}

const pack = (value: unknown) => deflateSync(JSON.stringify(value));
const unpack = <T>(bytes: Buffer): T => JSON.parse(inflateSync(bytes).toString("utf8")) as T;

/**
 * Makes what is missing in two processes of low priority, one for each size of bars, one record after another, and looks again every
 * hour. Returns how to stop.
 */
export function keepRecords(options: {
  records: Records;
  catalogue: Catalogue;
  seed: number;
  now: () => number;
  /** "all", or the ids to make. */
  wanted: "all" | readonly string[];
  onFault: (fault: unknown) => void;
}): () => void {
  const { records, catalogue, seed, now, wanted } = options;
  const runs = new Set<ChildProcess>();

  function look(): void {
    if (runs.size > 0) return;
    const missing = recordPlans(catalogue, istDay(now()) - 1).filter(
      (plan) =>
        (wanted === "all" || wanted.includes(plan.strategyId)) && (records.lastDay(plan) ?? -1) < plan.toDay,
    );
    const isQuick = ({ plan }: RecordPlan) => plan.product === "Intraday" || plan.product === "Scalping";
    start(QUICK_BAR_MINUTES, missing.filter(isQuick));
    start(
      SLOW_BAR_MINUTES,
      missing.filter((plan) => !isQuick(plan)),
    );
  }

  function start(barMinutes: number, plans: RecordPlan[]): void {
    if (plans.length === 0) return;
    const isCompiled = import.meta.url.endsWith(".js");
    const child = fork(new URL(`./history-run.${isCompiled ? "js" : "ts"}`, import.meta.url), {
      serialization: "advanced",
    });
    runs.add(child);
    lowerPriority(child.pid);
    child.on("message", ({ job, backtest }: BacktestResult) => {
      const plan = plans[job];
      if (plan === undefined) return;
      try {
        records.write(plan, plan.toDay, backtest, now());
      } catch (fault) {
        options.onFault(fault);
      }
    });
    child.on("error", options.onFault);
    child.on("exit", () => runs.delete(child));
    const jobs = plans.map((plan, job) => ({ job, plan }));
    child.send({ seed, barMinutes, jobs } satisfies HistoryRun);
  }

  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const run of runs) run.kill("SIGKILL");
  };
}

/** Pages and deployments go first. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // Where the system does not let us, it runs like the others.
  }
}
