// P&L over time. Once a minute, the net P&L of every deployment and of each client's own positions is stored. The
// latest value of a day is its close; values by minute are stored for two days. Stored values never change later. If
// the sandbox does not run on a day, that day has no close, except the last day before the sandbox runs again.
import { istDay, istDayStart, MINUTE_MS } from "../../../../app/domain/time.ts";
import { type Broker, liveAccount } from "../../broker/broker.ts";
import type { NetPosition } from "../../broker/position.ts";
import type { PositionFilter } from "../../broker/position-store.ts";
import type { WorkSteps } from "../../slices.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { DeploymentRow, DeploymentRows } from "./deployment-rows.ts";
import { computeResult, totalPaise } from "./results.ts";

const MINUTE_VALUES_STORED_DAYS = 2;

export type DayResult = { totalPaise: number | null; dayPaise: number | null };

export function ownScope(clientId: string): string {
  return `own:${clientId}`;
}

export function dayScope(clientId: string, mode: "live" | "paper"): string {
  return `day:${mode}:${clientId}`;
}

export class PnlHistory {
  readonly #db: SandboxDatabase;
  readonly #broker: Broker;
  readonly #rows: DeploymentRows;
  #recordedAt = Number.NEGATIVE_INFINITY;
  /** Start of the oldest day whose values by minute are stored, epoch ms. */
  #storedFrom = Number.NEGATIVE_INFINITY;

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows }) {
    this.#db = options.db;
    this.#broker = options.broker;
    this.#rows = options.rows;
  }

  /** Once a minute, stores the P&L of all clients, one client per step. */
  *steps(): WorkSteps {
    const now = this.#broker.now();
    if (now - this.#recordedAt < MINUTE_MS && now >= this.#recordedAt) return;
    this.#recordedAt = now;
    for (const id of this.#clients()) {
      this.#broker.run(() => this.#record(id, now));
      yield;
    }
    // Reads the whole table, so it runs once a day.
    const from = istDayStart(istDay(now) - MINUTE_VALUES_STORED_DAYS + 1);
    if (from === this.#storedFrom) return;
    this.#db.prepare("DELETE FROM pnl_minutes WHERE at < ?").run(from);
    this.#storedFrom = from;
  }

  /**
   * Stores yesterday's close of all clients where the sandbox was not running at the end of that day. Otherwise today's
   * P&L would contain earlier days, and the daily loss limits would be reached on the first check.
   */
  *missedCloses(): WorkSteps {
    const endMs = istDayStart(istDay(this.#broker.now())) - 1;
    for (const id of this.#clients()) {
      this.#broker.run(() => {
        for (const row of this.#rows.list(id)) {
          const hasFeeToday = this.#broker.ledger.feeRowsOf(row.id).some(({ at }) => at > endMs);
          const result = hasFeeToday ? null : computeResult(row, this.#rows, this.#broker);
          if (result !== null) this.#missedClose(row.id, { deploymentId: row.id }, result.totalPaise, endMs);
        }
        const own = this.ownResult(id);
        const filter = { account: liveAccount(id), deploymentId: null };
        if (own !== null) this.#missedClose(ownScope(id), filter, own.totalPaise, endMs);
      });
      yield;
    }
  }

  #missedClose(scope: string, filter: PositionFilter, nowPaise: number | null, endMs: number): void {
    const { market } = this.#broker;
    const [stored] = this.#db
      .prepare("SELECT at FROM pnl_minutes WHERE scope = ? AND at > ? LIMIT 1")
      .all(scope, endMs - 2 * MINUTE_MS);
    const positions = this.#broker.positions(filter, true);
    if (nowPaise === null || stored !== undefined || positions.some(({ lastAt }) => lastAt > endMs)) return;
    let paise = nowPaise;
    for (const { instrument: key, quantity } of positions) {
      if (quantity === 0) continue;
      const instrument = market.findByKey(key, endMs);
      const last = this.#broker.lastPaise(key);
      if (instrument === null || last === null) return;
      paise -= quantity * (last - market.quote(instrument, endMs).lastPaise);
    }
    this.#storeClose(scope, endMs, paise);
  }

  #clients(): string[] {
    const rows = this.#db
      .prepare("SELECT DISTINCT client_id AS id FROM deployments UNION SELECT DISTINCT client_id FROM trades")
      .all() as { id: string }[];
    return rows.map(({ id }) => id);
  }

  #record(clientId: string, now: number): void {
    const today = { live: 0 as number | null, paper: 0 as number | null };
    const has = { live: false, paper: false };
    const add = (mode: "live" | "paper", paise: number | null) => {
      const sum = today[mode];
      has[mode] = true;
      today[mode] = sum === null || paise === null ? null : sum + paise;
    };
    for (const row of this.#rows.list(clientId)) {
      const result = computeResult(row, this.#rows, this.#broker);
      if (result === null) continue;
      add(row.mode, result.dayPaise);
      this.#close(row.id, now, result.totalPaise);
    }
    const own = this.ownResult(clientId);
    if (own !== null) {
      add("live", own.dayPaise);
      this.#close(ownScope(clientId), now, own.totalPaise);
    }
    for (const mode of ["live", "paper"] as const)
      if (has[mode] && today[mode] !== null) this.#minute(dayScope(clientId, mode), now, today[mode]);
  }

  /**
   * Returns the P&L of the client's own live positions, without deployments. Null if the client never had such a
   * position.
   */
  ownResult(clientId: string): DayResult | null {
    const positions = this.#broker.positions({ account: liveAccount(clientId), deploymentId: null }, true);
    if (positions.length === 0) return null;
    const total = totalPaise(positions, this.#broker);
    const scope = ownScope(clientId);
    const today = istDay(this.#broker.now());
    const before = this.#rows.closeBefore(scope, today) ?? this.#firstClose(scope, positions, today);
    return { totalPaise: total, dayPaise: total === null ? null : total - before };
  }

  /**
   * Stores and returns yesterday's close of holdings that the account was opened with. They were bought on an earlier
   * day, without charges, and today's P&L must not contain their earlier gains.
   */
  #firstClose(scope: string, positions: readonly NetPosition[], today: number): number {
    const { market } = this.#broker;
    const endMs = istDayStart(today) - 1;
    let paise = 0;
    for (const { instrument: key, day } of positions) {
      const instrument = day.quantity === 0 ? null : market.findByKey(key, endMs);
      if (instrument === null) continue;
      paise += day.quantity * market.quote(instrument, endMs).lastPaise - day.costPaise;
    }
    if (paise !== 0) this.#storeClose(scope, endMs, paise);
    return paise;
  }

  #close(scope: string, now: number, paise: number | null): void {
    if (paise === null) return;
    this.#storeClose(scope, now, paise);
    this.#minute(scope, now, paise);
  }

  #storeClose(scope: string, at: number, paise: number): void {
    this.#db
      .prepare(
        `INSERT INTO pnl_days (scope, day, total_paise) VALUES (?, ?, ?)
         ON CONFLICT (scope, day) DO UPDATE SET total_paise = excluded.total_paise`,
      )
      .run(scope, istDay(at), paise);
  }

  #minute(scope: string, now: number, paise: number): void {
    this.#db
      .prepare("INSERT OR REPLACE INTO pnl_minutes (scope, at, paise) VALUES (?, ?, ?)")
      .run(scope, Math.floor(now / MINUTE_MS) * MINUTE_MS, paise);
  }

  /** Returns the net P&L at the end of each stored day, oldest first. */
  closes(scope: string): { day: number; totalPaise: number }[] {
    return this.#db
      .prepare("SELECT day, total_paise AS totalPaise FROM pnl_days WHERE scope = ? ORDER BY day")
      .all(scope) as { day: number; totalPaise: number }[];
  }

  /** Returns the values by minute since a time, oldest first: epoch ms and paise. */
  minutes(scope: string, fromMs: number): [number, number][] {
    const rows = this.#db
      .prepare("SELECT at, paise FROM pnl_minutes WHERE scope = ? AND at >= ? ORDER BY at")
      .all(scope, fromMs) as { at: number; paise: number }[];
    return rows.map(({ at, paise }) => [at, paise]);
  }

  /**
   * Returns a deployment's net P&L since its start, at most `most` points: by minute for a recent start, otherwise by
   * day.
   */
  curve(row: DeploymentRow, nowPaise: number | null, most: number): [number, number][] {
    const now = this.#broker.now();
    const startedAt = row.started_at ?? row.created_at;
    const hasMinutes = istDay(startedAt) > istDay(now) - MINUTE_VALUES_STORED_DAYS;
    const stored: [number, number][] = hasMinutes
      ? this.minutes(row.id, startedAt)
      : this.closes(row.id)
          .filter(({ day }) => day < istDay(now))
          .map(({ day, totalPaise: paise }) => [istDayStart(day + 1) - 1, paise]);
    const all: [number, number][] = [
      [startedAt, 0],
      ...stored.filter(([at]) => at > startedAt && at < now),
      ...(nowPaise === null ? [] : [[now, nowPaise] as [number, number]]),
    ];
    const step = Math.max(1, Math.ceil(all.length / (most - 1)));
    return all.filter((_, index) => index === 0 || (all.length - 1 - index) % step === 0);
  }
}
