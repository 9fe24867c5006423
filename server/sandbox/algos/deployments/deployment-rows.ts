// Deployments in the store. This module alone changes their state, and it records every change in the audit trail.
// Every query on behalf of a client filters by that client.

import { LRUCache } from "lru-cache";
import type {
  Basket,
  DeploymentMode,
  DeploymentRecord,
  DeploymentTerms,
} from "../../../../app/contract/base-api/deployment.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import {
  type Actor,
  type DeploymentEvent,
  type DeploymentState,
  type ExitTo,
  nextStatus,
} from "../../../../app/domain/deployment-states.ts";
import { istDay, istDayStart } from "../../../../app/domain/time.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import { Conflict } from "../../refusal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { removeExpiredKeys } from "../../store/idempotency-keys.ts";
import type { Plan } from "../catalogue/plans.ts";

export type StoredConsent = {
  text: string;
  textVersion: string;
  sha256: string;
  version: string;
  acceptedAt: number;
  riskDisclosureVersion: string | null;
};

export type DeploymentRow = {
  id: string;
  client_id: string;
  idempotency_key: string;
  strategy_id: string;
  mode: DeploymentMode;
  state: DeploymentState;
  exit_to: ExitTo | null;
  since: number;
  actor: Actor;
  reason: string | null;
  created_at: number;
  version: string;
  new_version: string | null;
  started_at: number | null;
  capital_rupees: number;
  terms: string;
  consent: string;
  basket_ref: string | null;
  basket: string | null;
  basket_expires_at: number | null;
  memory: string;
};

/** Builds a requested deployment that is not stored yet. It has no id, key or consent. `now` is epoch ms. */
export function buildRequestedRow(
  clientId: string,
  { id, version, minAmountRupees }: Strategy,
  terms: DeploymentTerms,
  now: number,
): DeploymentRow {
  return {
    id: "",
    client_id: clientId,
    idempotency_key: "",
    strategy_id: id,
    mode: terms.mode,
    state: "requested",
    exit_to: null,
    since: now,
    actor: "trader",
    reason: null,
    created_at: now,
    version,
    new_version: null,
    started_at: null,
    capital_rupees: terms.multiplier * minAmountRupees,
    terms: JSON.stringify(terms),
    consent: "{}",
    basket_ref: null,
    basket: null,
    basket_expires_at: null,
    memory: "{}",
  };
}

/** Length of a client's list; deployments with a position or a trade of today are listed in addition. */
const MAX_LISTED = 200;
/** Maximum number of old deployments in the cache of `#holds`. */
const CACHED_HOLDINGS = 100_000;
const RUNNING = "('active', 'paused', 'exiting')";

/** Number and time of a deployment's last trade. */
type LastTrade = { number: number; at: number };

export class DeploymentRows {
  readonly #db: SandboxDatabase;
  readonly #now: () => number;
  /** For old deployments by id: the number of the last trade, and whether a position is held after it. */
  readonly #holding = new LRUCache<string, { number: number; holds: boolean }>(entriesUpTo(CACHED_HOLDINGS));

  constructor(db: SandboxDatabase, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Applies an event and records it. Returns null when the state machine does not allow the event. */
  move(
    row: DeploymentRow,
    event: DeploymentEvent,
    by: Actor,
    reason: string | null,
    note: string | null = null,
  ): DeploymentRow | null {
    const place = nextStatus({ state: row.state, exitTo: row.exit_to }, event, by);
    if (place === null) return null;
    const moved: DeploymentRow = {
      ...row,
      state: place.state,
      exit_to: place.exitTo,
      since: this.#now(),
      // The audit trail attributes the end of an exit to the actor that started it.
      actor: event === "flat" ? row.actor : by,
      reason,
    };
    this.#db
      .prepare("UPDATE deployments SET state = ?, exit_to = ?, since = ?, actor = ?, reason = ? WHERE id = ?")
      .run(moved.state, moved.exit_to, moved.since, moved.actor, reason, row.id);
    this.record(moved, event, by, reason, note);
    return moved;
  }

  record(
    row: DeploymentRow,
    what: string,
    by: Actor,
    reason: string | null,
    note: string | null = null,
  ): void {
    this.#db
      .prepare(
        "INSERT INTO deployment_events (deployment_id, at, what, state, actor, reason, note) VALUES (?, ?, ?, ?, ?, ?, ?)",
      )
      .run(row.id, this.#now(), what, row.state, by, reason, note);
  }

  insert(row: DeploymentRow): void {
    this.#db
      .prepare(
        `INSERT INTO deployments (id, client_id, idempotency_key, strategy_id, mode, state, exit_to, since, actor, reason,
           created_at, version, new_version, started_at, capital_rupees, terms, consent, basket_ref, basket, basket_expires_at, memory)
         VALUES (@id, @client_id, @idempotency_key, @strategy_id, @mode, @state, @exit_to, @since, @actor, @reason,
           @created_at, @version, @new_version, @started_at, @capital_rupees, @terms, @consent, @basket_ref, @basket,
           @basket_expires_at, @memory)`,
      )
      .run(row);
  }

  setBasket(id: string, ref: string | null, basket: Basket | null, expiresAt: number | null): void {
    this.#db
      .prepare("UPDATE deployments SET basket_ref = ?, basket = ?, basket_expires_at = ? WHERE id = ?")
      .run(ref, basket === null ? null : JSON.stringify(basket), expiresAt, id);
  }

  start(id: string): void {
    this.#db.prepare("UPDATE deployments SET started_at = ? WHERE id = ?").run(this.#now(), id);
  }

  setMemory(id: string, memory: string): void {
    this.#db.prepare("UPDATE deployments SET memory = ? WHERE id = ?").run(memory, id);
  }

  setNewVersion(id: string, version: string | null): void {
    this.#db.prepare("UPDATE deployments SET new_version = ? WHERE id = ?").run(version, id);
  }

  setConsent(id: string, version: string, consent: StoredConsent): void {
    this.#db
      .prepare("UPDATE deployments SET version = ?, consent = ?, new_version = NULL WHERE id = ?")
      .run(version, JSON.stringify(consent), id);
  }

  find(clientId: string, id: string): DeploymentRow | undefined {
    return this.#db.prepare("SELECT * FROM deployments WHERE id = ? AND client_id = ?").get(id, clientId) as
      | DeploymentRow
      | undefined;
  }

  byId(id: string): DeploymentRow | undefined {
    return this.#db.prepare("SELECT * FROM deployments WHERE id = ?").get(id) as DeploymentRow | undefined;
  }

  byKey(clientId: string, key: string): DeploymentRow | undefined {
    return this.#db
      .prepare("SELECT * FROM deployments WHERE client_id = ? AND idempotency_key = ?")
      .get(clientId, key) as DeploymentRow | undefined;
  }

  byBasket(ref: string): DeploymentRow | undefined {
    return this.#db.prepare("SELECT * FROM deployments WHERE basket_ref = ?").get(ref) as
      | DeploymentRow
      | undefined;
  }

  /** Returns the deployment of this algo and mode that has not ended. */
  active(clientId: string, strategyId: string, mode: DeploymentMode): DeploymentRow | undefined {
    return this.#db
      .prepare(
        "SELECT * FROM deployments WHERE client_id = ? AND strategy_id = ? AND mode = ? AND state NOT IN ('stopped', 'failed')",
      )
      .get(clientId, strategyId, mode) as DeploymentRow | undefined;
  }

  /**
   * Lists deployments: those that have not ended first, then newest first. A list above the limit omits old ended
   * deployments, unless they hold a position or have traded today.
   */
  list(clientId: string): DeploymentRow[] {
    const order = "ORDER BY state IN ('stopped', 'failed'), created_at DESC, id";
    const dayStart = istDayStart(istDay(this.#now()));
    const old = this.#db
      .prepare(
        `SELECT old.id, number, at FROM
           (SELECT id FROM deployments WHERE client_id = ? ${order} LIMIT -1 OFFSET ${MAX_LISTED}) AS old
         JOIN trades ON number = (SELECT max(number) FROM trades WHERE deployment_id = old.id)`,
      )
      .all(clientId) as (LastTrade & { id: string })[];
    const visible = old.filter(({ id, ...last }) => last.at >= dayStart || this.#holds(id, last));
    return this.#db
      .prepare(
        `SELECT * FROM deployments WHERE id IN
           (SELECT id FROM (SELECT id FROM deployments WHERE client_id = @clientId ${order} LIMIT ${MAX_LISTED})
            UNION ALL SELECT value FROM json_each(@shown))
         ${order}`,
      )
      .all({ clientId, shown: JSON.stringify(visible.map(({ id }) => id)) }) as DeploymentRow[];
  }

  /**
   * Returns true if the deployment holds a position. The result is cached until its next trade. Call it only if the
   * last trade is of an earlier day: a trade of today may still be rolled back, and its number may be reused.
   */
  #holds(id: string, { number }: LastTrade): boolean {
    const known = this.#holding.get(id);
    if (known?.number === number) return known.holds;
    const open = this.#db
      .prepare(
        `SELECT 1 FROM trades WHERE deployment_id = ? GROUP BY instrument, product
         HAVING sum(iif(side = 'BUY', quantity, -quantity)) <> 0 LIMIT 1`,
      )
      .get(id);
    const holds = open !== undefined;
    this.#holding.set(id, { number, holds });
    return holds;
  }

  /** Lists all deployments of a client by id and mode. */
  modes(clientId: string): Pick<DeploymentRow, "id" | "mode">[] {
    return this.#db.prepare("SELECT id, mode FROM deployments WHERE client_id = ?").all(clientId) as Pick<
      DeploymentRow,
      "id" | "mode"
    >[];
  }

  running(clientId: string | null = null): DeploymentRow[] {
    return this.#db
      .prepare(
        `SELECT * FROM deployments WHERE state IN ${RUNNING} AND (? IS NULL OR client_id = ?) ORDER BY created_at, id`,
      )
      .all(clientId, clientId) as DeploymentRow[];
  }

  /** Returns the deployments whose order window has expired. */
  overdue(now: number): DeploymentRow[] {
    return this.#db
      .prepare("SELECT * FROM deployments WHERE state = 'awaiting_order_window' AND basket_expires_at < ?")
      .all(now) as DeploymentRow[];
  }

  events(id: string): DeploymentRecord[] {
    const rows = this.#db
      .prepare(
        "SELECT at, what, state, actor AS by, reason, note FROM deployment_events WHERE deployment_id = ? ORDER BY number",
      )
      .all(id) as (Omit<DeploymentRecord, "at"> & { at: number })[];
    return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
  }

  /**
   * Stores the idempotency key of an action. Returns false for a repeated request, whose key is already stored. Throws
   * Conflict if the key was used for another deployment.
   */
  claimAction(clientId: string, key: string, id: string): boolean {
    removeExpiredKeys(this.#db, "deployment_actions", this.#now());
    const done = this.#db
      .prepare(
        "INSERT OR IGNORE INTO deployment_actions (client_id, idempotency_key, deployment_id, at) VALUES (?, ?, ?, ?)",
      )
      .run(clientId, key, id, this.#now());
    if (done.changes > 0) return true;
    const known = this.#db
      .prepare(
        "SELECT 1 FROM deployment_actions WHERE client_id = ? AND idempotency_key = ? AND deployment_id = ?",
      )
      .get(clientId, key, id);
    if (known === undefined)
      throw new Conflict("The Idempotency-Key was already used for another deployment.");
    return false;
  }

  version(strategyId: string, version: string): { strategy: Strategy; plan: Plan } | null {
    const row = this.#db
      .prepare("SELECT document, plan FROM strategy_versions WHERE strategy_id = ? AND version = ?")
      .get(strategyId, version) as { document: string; plan: string } | undefined;
    return row === undefined ? null : { strategy: JSON.parse(row.document), plan: JSON.parse(row.plan) };
  }

  /**
   * Returns the last stored close of a scope before a day (pnl-history.ts), or null. The day's P&L is measured from it.
   */
  closeBefore(scope: string, day: number): number | null {
    const row = this.#db
      .prepare("SELECT total_paise FROM pnl_days WHERE scope = ? AND day < ? ORDER BY day DESC LIMIT 1")
      .get(scope, day) as { total_paise: number } | undefined;
    return row?.total_paise ?? null;
  }
}

export function parseTerms(row: DeploymentRow): DeploymentTerms {
  return JSON.parse(row.terms);
}

export function parseConsent(row: DeploymentRow): StoredConsent {
  return JSON.parse(row.consent);
}
