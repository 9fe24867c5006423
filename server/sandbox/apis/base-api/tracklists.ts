// Tracklists of the base API in the store. Every query filters by client, so another client's list is not found.

import { randomBytes, randomUUID } from "node:crypto";
import type { ContractSummary } from "../../../../app/contract/base-api/strategy.ts";
import {
  type SharedTracklist,
  TRACKLIST_ALGOS_MAX,
  TRACKLISTS_MAX,
  type Tracklist,
} from "../../../../app/contract/base-api/tracklist.ts";
import { Conflict } from "../../refusal.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";

const TRACKLIST_OR_ALGO_NOT_FOUND = "No tracklist or no algo with this id was found.";
const ALGO_NOT_ON_TRACKLIST = "No tracklist with this id was found, or the algo is not on it.";

/** The client can restore a deleted list for this long. */
const RESTORABLE_FOR_MS = 24 * 60 * 60_000;

type TracklistRow = { id: string; name: string; share_id: string | null; updated_at: number };

export class Tracklists {
  readonly #db: SandboxDatabase;
  readonly #now: () => number;

  constructor(db: SandboxDatabase, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  list(clientId: string): Tracklist[] {
    const rows = this.#db
      .prepare("SELECT * FROM tracklists WHERE client_id = ? AND deleted_at IS NULL ORDER BY lower(name), id")
      .all(clientId) as TracklistRow[];
    return rows.map((row) => this.#read(row));
  }

  create(clientId: string, name: string, idempotencyKey: string | null): Tracklist {
    return inTransaction(this.#db, () => {
      if (idempotencyKey !== null) {
        const made = this.#db
          .prepare("SELECT * FROM tracklists WHERE client_id = ? AND idempotency_key = ?")
          .get(clientId, idempotencyKey) as TracklistRow | undefined;
        if (made !== undefined) return this.#read(made);
      }
      const { count } = this.#db
        .prepare("SELECT count(*) AS count FROM tracklists WHERE client_id = ? AND deleted_at IS NULL")
        .get(clientId) as { count: number };
      if (count >= TRACKLISTS_MAX)
        throw new Conflict(`You have ${TRACKLISTS_MAX} tracklists, which is the maximum. Delete one first.`);
      this.#demandFree(clientId, name, null);
      const id = randomUUID();
      this.#db
        .prepare(
          "INSERT INTO tracklists (id, client_id, name, idempotency_key, updated_at) VALUES (?, ?, ?, ?, ?)",
        )
        .run(id, clientId, name, idempotencyKey, this.#now());
      return this.#demand(clientId, id);
    });
  }

  /** Changes a list. Like the methods below, returns null if the client has no such list. */
  change(
    clientId: string,
    id: string,
    change: { name?: string | undefined; isShared?: boolean | undefined },
  ): Tracklist | null {
    return inTransaction(this.#db, () => {
      const row = this.#find(clientId, id);
      if (row === undefined) return null;
      if (change.name !== undefined) this.#demandFree(clientId, change.name, id);
      const shareId =
        change.isShared === undefined
          ? row.share_id
          : change.isShared
            ? (row.share_id ?? randomBytes(24).toString("base64url"))
            : null;
      this.#db
        .prepare("UPDATE tracklists SET name = ?, share_id = ?, updated_at = ? WHERE id = ?")
        .run(change.name ?? row.name, shareId, this.#now(), id);
      return this.#demand(clientId, id);
    });
  }

  /** Deletes a list. Also removes the client's lists that can no longer be restored. */
  delete(clientId: string, id: string): boolean {
    this.#db
      .prepare("DELETE FROM tracklists WHERE client_id = ? AND deleted_at <= ?")
      .run(clientId, this.#now() - RESTORABLE_FOR_MS);
    const done = this.#db
      .prepare("UPDATE tracklists SET deleted_at = ? WHERE id = ? AND client_id = ? AND deleted_at IS NULL")
      .run(this.#now(), id, clientId);
    return done.changes > 0;
  }

  restore(clientId: string, id: string): Tracklist | null {
    return inTransaction(this.#db, () => {
      const there = this.#find(clientId, id);
      if (there !== undefined) return this.#read(there);
      const row = this.#db
        .prepare("SELECT * FROM tracklists WHERE id = ? AND client_id = ? AND deleted_at > ?")
        .get(id, clientId, this.#now() - RESTORABLE_FOR_MS) as TracklistRow | undefined;
      if (row === undefined) return null;
      this.#demandFree(clientId, row.name, id);
      this.#db
        .prepare("UPDATE tracklists SET deleted_at = NULL, updated_at = ? WHERE id = ?")
        .run(this.#now(), id);
      return this.#demand(clientId, id);
    });
  }

  track(clientId: string, id: string, strategyId: string): Tracklist | null {
    return inTransaction(this.#db, () => {
      const row = this.#find(clientId, id);
      const isKnown = this.#db.prepare("SELECT 1 FROM strategies WHERE id = ?").get(strategyId) !== undefined;
      if (row === undefined || !isKnown) return null;
      const list = this.#read(row);
      if (list.strategyIds.includes(strategyId)) return list;
      if (list.strategyIds.length >= TRACKLIST_ALGOS_MAX)
        throw new Conflict(`“${list.name}” has ${TRACKLIST_ALGOS_MAX} algos, which is the maximum.`);
      this.#db
        .prepare("INSERT INTO tracklist_strategies (tracklist_id, strategy_id, added_at) VALUES (?, ?, ?)")
        .run(id, strategyId, this.#now());
      this.#touch(id);
      return this.#demand(clientId, id);
    });
  }

  untrack(clientId: string, id: string, strategyId: string): Tracklist | null {
    return inTransaction(this.#db, () => {
      if (this.#find(clientId, id) === undefined) return null;
      this.#db
        .prepare("DELETE FROM tracklist_strategies WHERE tracklist_id = ? AND strategy_id = ?")
        .run(id, strategyId);
      this.#touch(id);
      return this.#demand(clientId, id);
    });
  }

  /** Changes the note on an algo. Also returns null when the algo is not on the list. */
  note(clientId: string, id: string, strategyId: string, note: string): Tracklist | null {
    return inTransaction(this.#db, () => {
      if (this.#find(clientId, id) === undefined) return null;
      const done = this.#db
        .prepare("UPDATE tracklist_strategies SET note = ? WHERE tracklist_id = ? AND strategy_id = ?")
        .run(note === "" ? null : note, id, strategyId);
      if (done.changes === 0) return null;
      this.#touch(id);
      return this.#demand(clientId, id);
    });
  }

  shared(shareId: string): SharedTracklist | null {
    const row = this.#db
      .prepare("SELECT * FROM tracklists WHERE share_id = ? AND deleted_at IS NULL")
      .get(shareId) as TracklistRow | undefined;
    if (row === undefined) return null;
    const items = this.#db
      .prepare(
        `SELECT s.summary FROM tracklist_strategies t JOIN strategies s ON s.id = t.strategy_id
         WHERE t.tracklist_id = ? ORDER BY t.added_at DESC, s.id`,
      )
      .all(row.id) as { summary: string }[];
    return { name: row.name, items: items.map(({ summary }) => JSON.parse(summary) as ContractSummary) };
  }

  #touch(id: string): void {
    this.#db.prepare("UPDATE tracklists SET updated_at = ? WHERE id = ?").run(this.#now(), id);
  }

  #find(clientId: string, id: string): TracklistRow | undefined {
    return this.#db
      .prepare("SELECT * FROM tracklists WHERE id = ? AND client_id = ? AND deleted_at IS NULL")
      .get(id, clientId) as TracklistRow | undefined;
  }

  #demand(clientId: string, id: string): Tracklist {
    const row = this.#find(clientId, id);
    if (row === undefined) throw new Error("the tracklist disappeared during the request");
    return this.#read(row);
  }

  #demandFree(clientId: string, name: string, exceptId: string | null): void {
    const other = this.#db
      .prepare(
        "SELECT id FROM tracklists WHERE client_id = ? AND lower(name) = lower(?) AND deleted_at IS NULL AND id IS NOT ?",
      )
      .get(clientId, name, exceptId);
    if (other !== undefined) throw new Conflict(`You already have a tracklist named “${name}”.`);
  }

  #read(row: TracklistRow): Tracklist {
    const strategies = this.#db
      .prepare(
        "SELECT strategy_id, added_at, note FROM tracklist_strategies WHERE tracklist_id = ? ORDER BY added_at DESC, strategy_id",
      )
      .all(row.id) as { strategy_id: string; added_at: number; note: string | null }[];
    return {
      id: row.id,
      name: row.name,
      strategyIds: strategies.map(({ strategy_id }) => strategy_id),
      addedAt: Object.fromEntries(
        strategies.map(({ strategy_id, added_at }) => [strategy_id, new Date(added_at).toISOString()]),
      ),
      notes: Object.fromEntries(
        strategies.flatMap(({ strategy_id, note }) => (note === null ? [] : [[strategy_id, note] as const])),
      ),
      shareId: row.share_id,
      updatedAt: new Date(row.updated_at).toISOString(),
    };
  }
}

export function tracklistHandlers(db: SandboxDatabase, now: () => number) {
  const tracklists = new Tracklists(db, now);
  return {
    listTracklists: ({ clientId }) => ({ items: tracklists.list(clientId) }),
    createTracklist: ({ clientId, body, key }) => tracklists.create(clientId, body.name, key),
    changeTracklist: ({ clientId, path, body }) =>
      requireFound(tracklists.change(clientId, path.id, body), TRACKLIST_OR_ALGO_NOT_FOUND),
    deleteTracklist: ({ clientId, path }) => tracklists.delete(clientId, path.id),
    restoreTracklist: ({ clientId, path }) =>
      requireFound(tracklists.restore(clientId, path.id), TRACKLIST_OR_ALGO_NOT_FOUND),
    trackStrategy: ({ clientId, path }) =>
      requireFound(tracklists.track(clientId, path.id, path.strategyId), TRACKLIST_OR_ALGO_NOT_FOUND),
    untrackStrategy: ({ clientId, path }) =>
      requireFound(tracklists.untrack(clientId, path.id, path.strategyId), TRACKLIST_OR_ALGO_NOT_FOUND),
    noteStrategy: ({ clientId, path, body }) =>
      requireFound(tracklists.note(clientId, path.id, path.strategyId, body.note), ALGO_NOT_ON_TRACKLIST),
    getSharedTracklist: ({ path }) =>
      requireFound(tracklists.shared(path.shareId), "No tracklist is shared under this name."),
  } satisfies Partial<Handlers>;
}
