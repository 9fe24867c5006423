// The developer portal's journal of an account: calls with their bodies and order events, stored for a limited time.
// Entries are written in batches, because a call must not wait for the disk, and flushed before a read. Secrets in
// bodies are masked before storage.
import type { SandboxDatabase } from "../../store/database.ts";
import { DelayedWrites } from "../../store/delayed-writes.ts";

export const JOURNAL_LIMITS = {
  callsPerClient: 200,
  eventsPerClient: 500,
  /** Maximum number of rows for all clients together. */
  rows: 50_000,
  bodyChars: 4_000,
  /** An entry is written to the store after at most this time, in ms. */
  writeAfterMs: 500,
  /** Limit of unwritten entries, for example on a full disk; the oldest are dropped. */
  waiting: 5_000,
} as const;

export type CallEntry = {
  clientId: string;
  requestId: string;
  at: number;
  method: string;
  /** Path including the query. */
  path: string;
  status: number;
  tookMs: number;
  request: string | null;
  response: string | null;
};
export type StoredCall = CallEntry & { number: number };
export type EventEntry = {
  clientId: string;
  at: number;
  orderId: string;
  orderStatus: string;
  /** The event as a postback contains it. */
  body: string;
};
export type StoredEvent = EventEntry & { number: number };
/** `word` is a part of a request id, or of the method and path of a call. */
export type CallSearch = { word?: string; status?: "ok" | "refused"; before?: number; limit: number };

const SECRET_NAME = /token|secret|^pin$|totp|passw/i;
export const MASK = "•••";

/** Returns a body as the journal stores it: truncated, with the secrets in JSON masked. */
export function maskedBody(text: string): string {
  let maskedText = text;
  try {
    maskedText = JSON.stringify(JSON.parse(text), (name, value: unknown) =>
      SECRET_NAME.test(name) && typeof value !== "object" ? MASK : value,
    );
  } catch {
    // Text that is not JSON is stored unchanged.
  }
  return maskedText.length > JOURNAL_LIMITS.bodyChars
    ? `${maskedText.slice(0, JOURNAL_LIMITS.bodyChars)}…`
    : maskedText;
}

/** Returns the path of a call with the secrets in its query masked. */
export function maskedPath(url: URL): string {
  for (const name of [...url.searchParams.keys()])
    if (SECRET_NAME.test(name)) url.searchParams.set(name, MASK);
  return `${url.pathname}${decodeURIComponent(url.search)}`.slice(0, 500);
}

type Table = "api_calls" | "api_events";

export class Journal {
  readonly #db: SandboxDatabase;
  readonly #onFault: (fault: unknown) => void;
  readonly #calls: DelayedWrites<CallEntry>;
  readonly #events: DelayedWrites<EventEntry>;

  constructor(db: SandboxDatabase, onFault: (fault: unknown) => void) {
    this.#db = db;
    this.#onFault = onFault;
    this.#calls = this.#entries(
      "api_calls",
      JOURNAL_LIMITS.callsPerClient,
      `(client_id, request_id, at, method, path, status, took_ms, request, response)
       VALUES (@clientId, @requestId, @at, @method, @path, @status, @tookMs, @request, @response)`,
    );
    this.#events = this.#entries(
      "api_events",
      JOURNAL_LIMITS.eventsPerClient,
      "(client_id, at, order_id, order_status, body) VALUES (@clientId, @at, @orderId, @orderStatus, @body)",
    );
  }

  addCall(call: CallEntry): void {
    this.#calls.add(call);
  }

  addEvent(event: EventEntry): void {
    this.#events.add(event);
  }

  /** Lists calls, newest first. */
  calls(clientId: string, { word = "", status, before, limit }: CallSearch): StoredCall[] {
    this.#calls.flush();
    const like = `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`;
    const statuses = status === "ok" ? "AND status < 400" : status === "refused" ? "AND status >= 400" : "";
    return this.#db
      .prepare(
        `SELECT number, client_id AS clientId, request_id AS requestId, at, method, path, status, took_ms AS tookMs, request, response
         FROM api_calls WHERE client_id = ? AND number < ? ${statuses}
           AND (request_id LIKE ? ESCAPE '\\' OR method || ' ' || path LIKE ? ESCAPE '\\')
         ORDER BY number DESC LIMIT ?`,
      )
      .all(clientId, before ?? Number.MAX_SAFE_INTEGER, like, like, limit) as StoredCall[];
  }

  /** Lists events, newest first. */
  events(clientId: string, { before, limit }: { before?: number; limit: number }): StoredEvent[] {
    this.#events.flush();
    return this.#select(
      "number < ? ORDER BY number DESC LIMIT ?",
      clientId,
      before ?? Number.MAX_SAFE_INTEGER,
      limit,
    );
  }

  /** Returns the events between two numbers (both included), oldest first. */
  eventsBetween(clientId: string, from: number, to: number): StoredEvent[] {
    this.#events.flush();
    return this.#select("number BETWEEN ? AND ? ORDER BY number", clientId, from, to);
  }

  #select(where: string, clientId: string, ...values: number[]): StoredEvent[] {
    return this.#db
      .prepare(
        `SELECT number, client_id AS clientId, at, order_id AS orderId, order_status AS orderStatus, body
         FROM api_events WHERE client_id = ? AND ${where}`,
      )
      .all(clientId, ...values) as StoredEvent[];
  }

  /** Deletes the stored calls and events of an account. */
  forget(clientId: string): void {
    this.save();
    this.#db.prepare("DELETE FROM api_calls WHERE client_id = ?").run(clientId);
    this.#db.prepare("DELETE FROM api_events WHERE client_id = ?").run(clientId);
  }

  /** Flushes unwritten entries; call it before closing the store. */
  save(): void {
    this.#calls.flush();
    this.#events.flush();
  }

  #entries<Entry extends { clientId: string }>(table: Table, perClient: number, insert: string) {
    return new DelayedWrites<Entry>({
      db: this.#db,
      afterMs: JOURNAL_LIMITS.writeAfterMs,
      atMost: JOURNAL_LIMITS.waiting,
      onFault: this.#onFault,
      write: (entries) => {
        const add = this.#db.prepare(`INSERT INTO ${table} ${insert}`);
        for (const entry of entries) add.run(entry);
        this.#prune(table, perClient, entries);
      },
    });
  }

  #prune(table: Table, perClient: number, notes: readonly { clientId: string }[]): void {
    const ofClient = this.#db.prepare(
      `DELETE FROM ${table} WHERE client_id = ? AND number <=
         (SELECT number FROM ${table} WHERE client_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)`,
    );
    for (const clientId of new Set(notes.map((one) => one.clientId)))
      ofClient.run(clientId, clientId, perClient);
    this.#db
      .prepare(`DELETE FROM ${table} WHERE number <= (SELECT max(number) FROM ${table}) - ?`)
      .run(JOURNAL_LIMITS.rows);
  }
}
