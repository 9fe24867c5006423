// Records in the store, sealed when written and extended as days pass. Existing days never change. A change of rules,
// capital or prices creates a new edition, which replaces the former one.
import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { RECORD_TEXTS } from "../../../../app/contract/base-api/disclosure-texts.ts";
import type {
  CostLines,
  EvidenceClass,
  RecordListing,
  RecordStart,
  RecordTrade,
  StrategyRecord,
} from "../../../../app/contract/base-api/record.ts";
import { headerLines, SEAL_FORMAT } from "../../../../app/domain/record-seal.ts";
import { isoDayOf } from "../../../../app/domain/time.ts";
import { findRecordFaults, type SigningKey, sealRecord } from "../../../crypto/record-seal.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import { TAPE_VERSION } from "../../exchange/market-model.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import type { Backtest } from "./backtest.ts";
import { publicKeys } from "./evidence-keys.ts";
import { NO_COSTS } from "./position-book.ts";
import { describeMethod } from "./record-methods.ts";
import type { RecordPlan } from "./record-plans.ts";

/** Incremented when costs are computed differently (1: charges by date) or rules trade differently (2, 3). */
const COSTS_VERSION = 3;
/**
 * Incremented when unchanged rules result in different records. Version 5 added fresh capital for new segments, version
 * 6 corrected Bank Nifty's weekly contracts of January 2024.
 */
const ENGINE_VERSION = 6;
const EDITION_HEX_DIGITS = 12;

export type RecordName = {
  strategyId: string;
  version: string;
  evidence: EvidenceClass;
  start: RecordStart;
  part?: "verified" | undefined;
};
type RecordRow = {
  edition: number;
  to_day: number;
  is_ended: number;
  head: string;
  last: string;
  document: Buffer;
  trades: Buffer;
};

/** Returns the edition of a record, which changes with tape, costs, rules and capital. */
export function computeEdition(seed: number, plan: RecordPlan): number {
  const made = [
    seed,
    TAPE_VERSION,
    COSTS_VERSION,
    ENGINE_VERSION,
    SEAL_FORMAT,
    plan.barSeconds,
    plan.fromDay,
  ];
  const text = JSON.stringify([...made, plan.plan, plan.feeMonthlyRupees, plan.benchmark]);
  return Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, EDITION_HEX_DIGITS), 16);
}

export class Records {
  readonly #db: SandboxDatabase;
  readonly #seed: number;
  readonly #key: SigningKey;
  readonly #digests: Digests;

  constructor(db: SandboxDatabase, seed: number, key: SigningKey) {
    this.#db = db;
    this.#digests = new Digests(db);
    this.#seed = seed;
    this.#key = key;
  }

  /** Returns the record as JSON text. The stored text is served unchanged, so it is not parsed. */
  document(plan: RecordPlan): string {
    const row = this.#row(plan);
    return row === undefined
      ? JSON.stringify(pendingRecord(plan))
      : inflateSync(row.document).toString("utf8");
  }

  read(plan: RecordPlan): StrategyRecord {
    return JSON.parse(this.document(plan)) as StrategyRecord;
  }

  /** Returns the trades as JSON, oldest first. */
  tradesDocument(plan: RecordPlan): string {
    const row = this.#row(plan);
    return row === undefined ? "[]" : inflateSync(row.trades).toString("utf8");
  }

  trades(plan: RecordPlan): RecordTrade[] {
    return JSON.parse(this.tradesDocument(plan)) as RecordTrade[];
  }

  listing(plan: RecordPlan): RecordListing {
    const state = this.stateOf(plan);
    return {
      version: plan.version,
      evidence: plan.evidence,
      start: plan.start,
      ...partField(plan),
      state: state === null ? "being_made" : "ready",
      from: isoDayOf(plan.fromDay),
      to: isoDayOf(plan.toDay),
      head: state?.head ?? null,
      digest: state === null ? null : this.#digests.of(plan),
    };
  }

  /**
   * Returns the state of a stored record without loading its days and trades. Null if the record does not exist yet.
   */
  stateOf(plan: RecordPlan): { toDay: number; isEnded: boolean; head: string; last: string } | null {
    const row = this.#db
      .prepare(
        `SELECT edition, to_day, is_ended, head, last FROM records
         ${WHERE_KEY}`,
      )
      .get(...keyValues(plan)) as
      | Pick<RecordRow, "edition" | "to_day" | "is_ended" | "head" | "last">
      | undefined;
    if (row === undefined || row.edition !== computeEdition(this.#seed, plan)) return null;
    return { toDay: row.to_day, isEnded: row.is_ended === 1, head: row.head, last: row.last };
  }

  /** Seals and stores the result up to the plan's last day. Throws if a stored day would change. */
  write(plan: RecordPlan, made: Backtest, at: number): void {
    const trades = made.trades.map(({ tag: _, ...trade }): RecordTrade => trade);
    const sealed = sealRecord(createUnsealedRecord(plan, made, trades, at), trades, this.#key);
    const [fault] = findRecordFaults(sealed, trades, publicKeys(this.#db).keys);
    if (fault !== undefined) throw new Error(`${formatRecordName(plan)}: ${fault.message}`);
    const edition = computeEdition(this.#seed, plan);
    inTransaction(this.#db, () => {
      const before = this.stateOf(plan) === null ? [] : this.read(plan).days;
      for (const [index, day] of before.entries())
        if (sealed.days[index]?.hash !== day.hash)
          throw new Error(`${formatRecordName(plan)}: the record of ${day.day} would change`);
      this.#db
        .prepare(
          `INSERT INTO records (strategy_id, version, evidence, start, part, edition, to_day, is_ended, head, last, document, trades)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (strategy_id, version, evidence, start, part) DO UPDATE SET edition = excluded.edition,
             to_day = excluded.to_day, is_ended = excluded.is_ended, head = excluded.head, last = excluded.last,
             document = excluded.document, trades = excluded.trades`,
        )
        .run(
          ...keyValues(plan),
          edition,
          plan.toDay,
          sealed.endedOn === null ? 0 : 1,
          sealed.seal?.head ?? "",
          sealed.days.at(-1)?.hash ?? sealed.genesis,
          deflateSync(JSON.stringify(sealed)),
          deflateSync(JSON.stringify(trades)),
        );
    });
    this.#digests.changed(plan);
  }

  #row(plan: RecordPlan): RecordRow | undefined {
    const row = this.#db
      .prepare(
        `SELECT edition, to_day, is_ended, head, last, document, trades FROM records
         ${WHERE_KEY}`,
      )
      .get(...keyValues(plan)) as RecordRow | undefined;
    return row === undefined || row.edition !== computeEdition(this.#seed, plan) ? undefined : row;
  }
}

const WHERE_KEY = "WHERE strategy_id = ? AND version = ? AND evidence = ? AND start = ? AND part = ?";
const keyValues = ({ strategyId, version, evidence, start, part }: RecordName) => [
  strategyId,
  version,
  evidence,
  start,
  part ?? "",
];
const partField = ({ part }: Pick<RecordName, "part">) => (part === undefined ? {} : { part });
/** Returns the name of a record, unique among all records, such as "ridgeline-condor 2.0 live". */
export const formatRecordName = (name: RecordName) =>
  `${name.strategyId} ${name.version} ${name.evidence}${name.start === "live" ? " from the live start" : ""}${name.part === undefined ? "" : ", verified part"}`;

/**
 * Digests of the stored records. They are computed again after another connection has changed the store, so that the
 * next list reflects any changed byte.
 */
class Digests {
  readonly #db: SandboxDatabase;
  readonly #cached = new Map<string, string>();
  #dataVersion = Number.NaN;

  constructor(db: SandboxDatabase) {
    this.#db = db;
  }

  of(name: RecordName): string {
    const { data_version: version } = this.#db.prepare("PRAGMA data_version").get() as {
      data_version: number;
    };
    if (version !== this.#dataVersion) this.#cached.clear();
    this.#dataVersion = version;
    const key = keyValues(name).join(" ");
    const digest = this.#cached.get(key) ?? this.#compute(name);
    this.#cached.set(key, digest);
    return digest;
  }

  changed(name: RecordName): void {
    this.#cached.delete(keyValues(name).join(" "));
  }

  #compute(name: RecordName): string {
    const row = this.#db
      .prepare(`SELECT document, trades FROM records ${WHERE_KEY}`)
      .get(...keyValues(name)) as Pick<RecordRow, "document" | "trades"> | undefined;
    const hash = createHash("sha256");
    if (row !== undefined) hash.update(row.document).update(row.trades);
    return hash.digest("hex");
  }
}

function createHeader(plan: RecordPlan) {
  return {
    strategyId: plan.strategyId,
    version: plan.version,
    evidence: plan.evidence,
    start: plan.start,
    ...partField(plan),
    simulated: true,
    since: isoDayOf(plan.fromDay),
    capitalRupees: plan.plan.minAmountRupees,
    feeMonthlyPaise: plan.feeMonthlyPaise,
    barSeconds: plan.barSeconds,
    benchmark: plan.benchmark.name,
    method: describeMethod(plan.evidence, plan.start, plan.barSeconds),
    texts: RECORD_TEXTS,
  };
}

function pendingRecord(plan: RecordPlan): StrategyRecord {
  const header = createHeader(plan);
  return {
    ...header,
    state: "being_made",
    from: null,
    to: null,
    endedOn: null,
    endKind: null,
    endReason: null,
    signalsPassed: 0,
    signalsAfterEnd: 0,
    idle: [],
    costs: NO_COSTS,
    cashFlows: [],
    corporateActions: [],
    genesis: sha256(headerLines(header, null)),
    days: [],
    trades: 0,
    missed: [],
    madeAt: null,
    seal: null,
  };
}

function createUnsealedRecord(plan: RecordPlan, made: Backtest, trades: readonly RecordTrade[], at: number) {
  const to = made.days.at(-1)?.day ?? null;
  const end = made.exhausted ?? (plan.end !== null && to !== null ? { ...plan.end, on: to } : null);
  return {
    ...createHeader(plan),
    state: "ready" as const,
    from: made.days[0]?.day ?? null,
    to,
    endedOn: end?.on ?? null,
    endKind: end?.kind ?? null,
    endReason: end?.reason ?? null,
    signalsPassed: made.signalsPassed,
    signalsAfterEnd: made.signalsAfterEnd,
    idle: made.idle,
    costs: sumTradeCosts(trades),
    cashFlows: made.cashFlows,
    corporateActions: [],
    days: made.days,
    trades: trades.length,
    missed: made.missed,
    madeAt: new Date(at).toISOString(),
  };
}

function sumTradeCosts(trades: readonly RecordTrade[]): CostLines {
  const costs = { ...NO_COSTS };
  for (const trade of trades)
    for (const name of Object.keys(costs) as (keyof CostLines)[]) costs[name] += trade.costs[name];
  return costs;
}
