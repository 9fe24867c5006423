// Effects of an algo's records on its catalogue entry. An algo is suspended when its record ends because the capital is
// exhausted. A public backtest can change its risk label. The operator is warned when the live record is riskier than
// the label. The effects are computed when a record is written, and stored to survive a restart.
import type { StrategyRecord } from "../../../../app/contract/base-api/record.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import {
  computeRating,
  computeRecordRisk,
  type RecordRisk,
  RISK_METHOD,
} from "../../../../app/domain/risk-rating.ts";
import { isoDayOf } from "../../../../app/domain/time.ts";
import { riskRank } from "../../../../app/domain/vocabulary.ts";
import { TradingDays } from "../../exchange/trading-days.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { Catalogue } from "../catalogue/build-catalogue.ts";
import { writeStrategy } from "../catalogue/seed-catalogue.ts";
import type { RecordPlan } from "./record-plans.ts";

const META_KEY = "standing";

type Noted = { version: string; risk: RecordRisk | null; to: string | null };
type StoredEffects = {
  backtest?: Noted;
  live?: Noted;
  /**
   * Set when losses ended the record, or when the amount was always too small for a position. `on` is the day of that
   * event, `since` the first day of the suspension.
   */
  stopped?: { version: string; on: string; since: string; hasTrades: boolean };
};

/** The fields of a record that determine its effects. */
export type RecordEffectsInput = Pick<
  StrategyRecord,
  "strategyId" | "version" | "evidence" | "start" | "part" | "capitalRupees" | "endKind" | "endedOn" | "to"
> & { days: readonly { netPaise: number; trades: number }[] };

export class RecordEffects {
  readonly #db: SandboxDatabase;
  readonly #catalogue: Catalogue;
  /** Strategies as the catalogue defines them. Their risk labels depend on structure alone. */
  readonly #written: Map<string, Strategy>;
  readonly #ratesRecords: boolean;
  readonly #stored: Map<string, StoredEffects>;
  readonly #days = new TradingDays();

  /** `ratesRecords` is true if every user may see backtests, so that the risk label may depend on them. */
  constructor(db: SandboxDatabase, catalogue: Catalogue, ratesRecords: boolean) {
    this.#db = db;
    this.#catalogue = catalogue;
    this.#written = new Map(catalogue.strategies.map((strategy) => [strategy.id, { ...strategy }]));
    this.#ratesRecords = ratesRecords;
    const row = db.prepare("SELECT value FROM meta WHERE key = ?").get(META_KEY) as
      | { value: string }
      | undefined;
    this.#stored = new Map(Object.entries(row === undefined ? {} : JSON.parse(row.value)));
    for (const strategy of catalogue.strategies) this.#state(strategy);
  }

  /**
   * Stores the effects of a record. Returns true if the algo was suspended. `lastDay` is the last day of its records.
   */
  apply(record: RecordEffectsInput, lastDay: number): boolean {
    const { strategyId, version, evidence, start, part } = record;
    const strategy = this.#catalogue.strategies.find(({ id }) => id === strategyId);
    const isOwn = start === "own" && part === undefined && evidence !== "paper";
    if (strategy === undefined || strategy.version !== version || !isOwn) return false;
    const stored: StoredEffects = { ...this.#stored.get(strategyId) };
    const hasTrades = (record.days.at(-1)?.trades ?? 0) > 0;
    stored[evidence] = {
      version,
      // A record without trades contains no risk to measure.
      risk: hasTrades ? computeRecordRisk(record.days, record.capitalRupees * 100) : null,
      to: record.to,
    };
    if (record.endKind === "capital" && record.endedOn !== null && stored.stopped?.version !== version)
      stored.stopped = {
        version,
        on: record.endedOn,
        since: isoDayOf(this.#tradingDayAfter(lastDay)),
        hasTrades,
      };
    this.#stored.set(strategyId, stored);
    this.#db
      .prepare(
        "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      )
      .run(META_KEY, JSON.stringify(Object.fromEntries(this.#stored)));
    const before = strategy.status.state;
    this.#state(strategy);
    return strategy.status.state !== before;
  }

  /** Switches to another version of an algo; the stored effects of the former version no longer apply. */
  replaced(strategy: Strategy): void {
    this.#written.set(strategy.id, { ...strategy });
    this.#state(strategy);
  }

  /** Returns one line per algo with a live record in a higher risk band than its label. */
  flags(): string[] {
    return this.#catalogue.strategies.flatMap((strategy) => {
      const live = this.#stored.get(strategy.id)?.live;
      const { structure, id, name, risk } = strategy;
      if (live?.version !== strategy.version || structure === undefined) return [];
      const { recordLevel } = computeRating({ structure, record: live.risk });
      return recordLevel !== null && riskRank(recordLevel) > riskRank(risk)
        ? [
            `${name} (${id}) is called ${riskName(risk)}, its live record is in the band ${riskName(recordLevel)}`,
          ]
        : [];
    });
  }

  #state(strategy: Strategy): void {
    const written = this.#written.get(strategy.id);
    const stored = this.#stored.get(strategy.id);
    if (written?.structure === undefined) return;
    const backtest = stored?.backtest?.version === written.version ? stored.backtest : undefined;
    // The risk label must not depend on a record that some users may not see.
    const isRated = this.#ratesRecords && written.disclosureBasis === "backtest" && backtest?.risk != null;
    const { recordLevel, word } = computeRating({
      structure: written.structure,
      record: isRated ? (backtest.risk ?? null) : null,
    });
    const next: Strategy = {
      ...written,
      risk: word,
      rating: {
        method: RISK_METHOD.version,
        recordTo: recordLevel === null ? null : (backtest?.to ?? null),
      },
      status: this.#statusOf(written, stored),
    };
    Object.assign(strategy, next);
    writeStrategy(this.#db, strategy);
  }

  #statusOf(written: Strategy, stored: StoredEffects | undefined): Strategy["status"] {
    const { state } = written.status;
    const { stopped } = stored ?? {};
    if (stopped?.version !== written.version || (state !== "open" && state !== "closed"))
      return written.status;
    return {
      state: "suspended",
      since: stopped.since,
      reason: stopped.hasTrades
        ? `Its record ended on ${stopped.on}, because the remaining capital is less than its rules need to trade. The broker suspended the algo automatically.`
        : "Its record has no trades, because the minimum amount is too small for one position. The broker suspended the algo automatically.",
    };
  }

  #tradingDayAfter(day: number): number {
    let next = day + 1;
    while (!this.#days.isTradingDay(next)) next += 1;
    return next;
  }
}

const riskName = (risk: string) => (risk === "Moderate" ? "Moderately high" : risk);

/** Returns the fields of a new record that `note` requires. */
export function buildRecordEffectsInput(
  plan: RecordPlan,
  made: {
    days: readonly { day: string; netPaise: number; trades: number }[];
    exhausted: { on: string; kind: NonNullable<StrategyRecord["endKind"]> } | null;
  },
): RecordEffectsInput {
  const { strategyId, version, evidence, start, part } = plan;
  return {
    strategyId,
    version,
    evidence,
    start,
    ...(part && { part }),
    capitalRupees: plan.plan.minAmountRupees,
    endKind: made.exhausted?.kind ?? null,
    endedOn: made.exhausted?.on ?? null,
    to: made.days.at(-1)?.day ?? null,
    days: made.days,
  };
}
