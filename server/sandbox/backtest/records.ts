// Records in the store: made once for a strategy's version and a seed, by a worker in the background, and made longer as days pass.
// Each day is sealed to the one before; a record whose past would change is refused.
import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { setPriority } from "node:os";
import { deflateSync, inflateSync } from "node:zlib";
import { istDay } from "../../../app/wire/market-sessions.ts";
import {
  type CostLines,
  dayLine,
  type RecordDay,
  type RecordTrade,
  type StrategyRecord,
} from "../../../app/wire/record.ts";
import type { Strategy } from "../../../app/wire/strategy.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";
import type { Backtest, BacktestDay } from "./backtest.ts";
import type { BacktestJob, BacktestResult, HistoryRun } from "./history-run.ts";

/** 2 January 2023: three years and more, with two hundred days of history before it for the rules that look back so far. */
export const RECORD_FROM_DAY = istDay(Date.parse("2023-01-02T12:00:00+05:30"));
const LOOK_EVERY_MS = 60 * 60_000;
/** As `nice` counts. */
const LOW_PRIORITY = 10;

const METHOD = [
  "The algo's own rules, the same code that deployments run, were executed bar by bar over the sandbox's simulated history: bars of five minutes for algos that close the same day, of fifteen for the others. No rule sees anything later than its bar.",
  "Entries and exits are at the bar's price. Each fill costs half of the usual spread, at least one tick, beside brokerage, taxes, exchange and regulator's charges, stamp duty and GST at the published rates of October 2024.",
  "The minimum amount is set aside; what it does not carry is passed by. Results are not reinvested. The manager's monthly fee with GST is taken off. Positions still open at the end are valued at their last price.",
];

type Row = { to_day: number; days: Buffer; trades: Buffer; costs: string; made_at: number };

export class Records {
  readonly #db: SandboxDatabase;
  readonly #seed: number;

  constructor(db: SandboxDatabase, seed: number) {
    this.#db = db;
    this.#seed = seed;
  }

  read(strategy: Strategy): StrategyRecord {
    const row = this.#row(strategy.id, strategy.version);
    return {
      strategyId: strategy.id,
      version: strategy.version,
      evidence: "backtest",
      simulated: true,
      state: row === undefined ? "being_made" : "ready",
      capitalRupees: strategy.minAmountRupees,
      benchmark: "Nifty 50",
      method: METHOD,
      costs: row === undefined ? NO_COSTS : JSON.parse(row.costs),
      genesis: genesisOf(strategy.id, strategy.version),
      days: row === undefined ? [] : unpack<RecordDay[]>(row.days),
      trades: row === undefined ? 0 : unpack<RecordTrade[]>(row.trades).length,
      madeAt: row === undefined ? null : new Date(row.made_at).toISOString(),
    };
  }

  trades(strategy: Strategy): RecordTrade[] {
    const row = this.#row(strategy.id, strategy.version);
    return row === undefined ? [] : unpack<RecordTrade[]>(row.trades);
  }

  /** The last day that a version's record holds; null for none. */
  lastDay(strategyId: string, version: string): number | null {
    return this.#row(strategyId, version)?.to_day ?? null;
  }

  /** Days that are there stay as they are: a record that would change one is a fault, not an update. */
  write(strategyId: string, version: string, toDay: number, made: Backtest, at: number): void {
    const days = sealed(made.days, genesisOf(strategyId, version));
    const trades = made.trades.map(({ tag: _, ...trade }): RecordTrade => trade);
    inTransaction(this.#db, () => {
      const before = this.#row(strategyId, version);
      const known = before === undefined ? [] : unpack<RecordDay[]>(before.days);
      for (const [index, day] of known.entries())
        if (days[index]?.hash !== day.hash)
          throw new Error(`${strategyId} ${version}: the record of ${day.day} would change`);
      this.#db
        .prepare(
          `INSERT INTO records (strategy_id, version, seed, to_day, days, trades, costs, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (strategy_id, version, seed) DO UPDATE SET to_day = excluded.to_day, days = excluded.days,
             trades = excluded.trades, costs = excluded.costs, made_at = excluded.made_at`,
        )
        .run(
          strategyId,
          version,
          this.#seed,
          toDay,
          pack(days),
          pack(trades),
          JSON.stringify(costsOf(trades)),
          at,
        );
    });
  }

  #row(strategyId: string, version: string): Row | undefined {
    return this.#db
      .prepare(
        "SELECT to_day, days, trades, costs, made_at FROM records WHERE strategy_id = ? AND version = ? AND seed = ?",
      )
      .get(strategyId, version, this.#seed) as Row | undefined;
  }
}

const NO_COSTS: CostLines = {
  brokeragePaise: 0,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 0,
};

export function genesisOf(strategyId: string, version: string): string {
  return createHash("sha256").update(`${strategyId} ${version} backtest`).digest("hex");
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

/** Makes what is missing in a process of its own, of low priority, one strategy after another, and looks again every hour. Returns how to stop. */
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
  let run: ChildProcess | null = null;

  function look(): void {
    if (run !== null) return;
    const toDay = istDay(now()) - 1;
    const jobs = catalogue.strategies.flatMap((strategy): BacktestJob[] => {
      const plan = catalogue.plans.get(strategy.id);
      const isWanted = wanted === "all" || wanted.includes(strategy.id);
      const isThere = (records.lastDay(strategy.id, strategy.version) ?? -1) >= toDay;
      if (plan === undefined || !isWanted || isThere) return [];
      return [
        {
          strategyId: strategy.id,
          version: strategy.version,
          plan,
          feeMonthlyRupees: strategy.fee.monthlyRupees,
        },
      ];
    });
    if (jobs.length === 0) return;
    const isCompiled = import.meta.url.endsWith(".js");
    const child = fork(new URL(`./history-run.${isCompiled ? "js" : "ts"}`, import.meta.url), {
      serialization: "advanced",
    });
    run = child;
    lowerPriority(child.pid);
    child.on("message", ({ strategyId, version, backtest }: BacktestResult) => {
      try {
        records.write(strategyId, version, toDay, backtest, now());
      } catch (fault) {
        options.onFault(fault);
      }
    });
    child.on("error", options.onFault);
    child.on("exit", () => {
      run = null;
    });
    child.send({ seed, fromDay: RECORD_FROM_DAY, toDay, jobs } satisfies HistoryRun);
  }

  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    run?.kill("SIGKILL");
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
