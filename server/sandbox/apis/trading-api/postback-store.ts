// Deliveries of postbacks in the store, so that a pending retry survives a restart.
import { DAY_MS } from "../../../../app/domain/time.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { DelayedWrites } from "../../store/delayed-writes.ts";

export type Delivery = {
  id: number;
  at: number;
  orderId: string;
  orderStatus: string;
  url: string;
  body: string;
  tries: number;
  /** Status of the last response. Null before the first response. */
  status: number | null;
  fault: string | null;
  /** Response time of the last attempt, in ms. Null before the first response. */
  tookMs: number | null;
  /** Time of the next attempt; null if there is none. */
  nextAt: number | null;
};

export const POSTBACK_STORE_LIMITS = {
  /** Number of listed deliveries per account. Older ones are deleted unless a retry is pending. */
  deliveriesPerAccount: 200,
  /** A pending delivery is deleted when the account has this many newer deliveries. */
  pendingPerAccount: 5_000,
  /** Maximum number of rows for all accounts together, except pending ones. */
  rows: 20_000,
  /** Maximum number of pending rows for all accounts together. */
  pendingRows: 80_000,
  /** A changed delivery is written to the store after at most this time, in ms. */
  writeAfterMs: 500,
  /** Number of due deliveries read at a time. */
  dueAtOnce: 500,
} as const;

type ClientDelivery = { clientId: string; delivery: Delivery };
const COLUMNS =
  "number AS id, at, order_id AS orderId, order_status AS orderStatus, url, body, tries, status, fault, took_ms AS tookMs, next_at AS nextAt";

export class PostbackStore {
  readonly #db: SandboxDatabase;
  /** Changed deliveries, by account and number. */
  readonly #changes: DelayedWrites<ClientDelivery>;

  constructor(db: SandboxDatabase, onFault: (fault: unknown) => void) {
    this.#db = db;
    this.#changes = new DelayedWrites({
      db,
      afterMs: POSTBACK_STORE_LIMITS.writeAfterMs,
      write: (changes) => this.#write(changes),
      onFault,
    });
  }

  /** Lists the account's deliveries, newest first. */
  list(clientId: string): Delivery[] {
    this.save();
    return this.#db
      .prepare(`SELECT ${COLUMNS} FROM postback_deliveries WHERE client_id = ? ORDER BY number DESC LIMIT ?`)
      .all(clientId, POSTBACK_STORE_LIMITS.deliveriesPerAccount) as Delivery[];
  }

  /**
   * Returns the number of the account's last delivery; 0 if there is none. Each account has its own numbers, so they do
   * not reveal other accounts' traffic.
   */
  lastId(clientId: string): number {
    this.save();
    const { last } = this.#db
      .prepare("SELECT max(number) AS last FROM postback_deliveries WHERE client_id = ?")
      .get(clientId) as { last: number | null };
    return last ?? 0;
  }

  /**
   * Returns the deliveries that are due, the longest overdue first, except those in `underWay`. A delivery remains due
   * until it is stored with a later `nextAt`.
   */
  takeDue(now: number, underWay: ReadonlySet<string>): ClientDelivery[] {
    this.save();
    const rows = this.#db
      .prepare(
        `SELECT client_id AS clientId, ${COLUMNS} FROM postback_deliveries WHERE next_at <= ? ORDER BY next_at LIMIT ?`,
      )
      .all(now, POSTBACK_STORE_LIMITS.dueAtOnce + underWay.size) as (Delivery & { clientId: string })[];
    return rows
      .filter(({ clientId, id }) => !underWay.has(`${clientId} ${id}`))
      .slice(0, POSTBACK_STORE_LIMITS.dueAtOnce)
      .map(({ clientId, ...delivery }) => ({ clientId, delivery }));
  }

  /** Stores a new or changed delivery. */
  put(clientId: string, delivery: Delivery): void {
    this.#changes.add({ clientId, delivery: { ...delivery } }, `${clientId} ${delivery.id}`);
  }

  /** Flushes unwritten changes; call it before closing the store. */
  save(): void {
    this.#changes.flush();
  }

  #write(changes: readonly ClientDelivery[]): void {
    const write = this.#db.prepare(
      `INSERT OR REPLACE INTO postback_deliveries
         (client_id, number, at, order_id, order_status, url, body, tries, status, fault, took_ms, next_at)
       VALUES (@clientId, @id, @at, @orderId, @orderStatus, @url, @body, @tries, @status, @fault, @tookMs, @nextAt)`,
    );
    for (const { clientId, delivery } of changes) write.run({ clientId, ...delivery });
    this.#prune(new Set(changes.map(({ clientId }) => clientId)));
  }

  /** Deletes the oldest rows above the limits. The last row of an account remains, because numbers must not repeat. */
  #prune(clients: ReadonlySet<string>): void {
    const lastOf = this.#db.prepare(
      "SELECT max(number) AS last FROM postback_deliveries WHERE client_id = ?",
    );
    const ofClient = this.#db.prepare(
      `DELETE FROM postback_deliveries WHERE client_id = @clientId
         AND (number <= @last - @pending OR (number <= @last - @listed AND next_at IS NULL))`,
    );
    const { deliveriesPerAccount, pendingPerAccount } = POSTBACK_STORE_LIMITS;
    for (const clientId of clients) {
      const { last } = lastOf.get(clientId) as { last: number };
      ofClient.run({ clientId, last, pending: pendingPerAccount, listed: deliveriesPerAccount });
    }
    this.#db
      .prepare(
        `DELETE FROM postback_deliveries
         WHERE next_at IS NULL
           AND at < (SELECT at FROM postback_deliveries WHERE next_at IS NULL ORDER BY at DESC LIMIT 1 OFFSET ?)
           AND number < (SELECT max(number) FROM postback_deliveries AS own
                         WHERE own.client_id = postback_deliveries.client_id)`,
      )
      .run(POSTBACK_STORE_LIMITS.rows);
    this.#prunePending();
  }

  /** Above the limit of pending rows, deletes the oldest rows of accounts that have more than an equal share. */
  #prunePending(): void {
    const { pendingRows } = POSTBACK_STORE_LIMITS;
    const { count } = this.#db
      .prepare("SELECT count(*) AS count FROM postback_deliveries WHERE next_at IS NOT NULL")
      .get() as { count: number };
    if (count <= pendingRows) return;
    this.#db
      .prepare(
        `WITH pending AS (
           SELECT client_id, number, row_number() OVER (PARTITION BY client_id ORDER BY number DESC) AS place
           FROM postback_deliveries WHERE next_at IS NOT NULL)
         DELETE FROM postback_deliveries WHERE (client_id, number) IN (
           SELECT client_id, number FROM pending
           WHERE place > max(1, ? / (SELECT count(DISTINCT client_id) FROM pending)))`,
      )
      .run(pendingRows);
  }
}

/** Health of an endpoint over the last 24 hours. */
export type EndpointHealth = {
  delivered: number;
  waiting: number;
  givenUp: number;
  /** Median and maximum response time in ms; null if there is no response. */
  medianMs: number | null;
  slowestMs: number | null;
  lastDeliveredAt: number | null;
  lastFault: { at: number; fault: string } | null;
  /** Failed deliveries since the last accepted delivery. */
  failuresInARow: number;
  nextAt: number | null;
};

/** Computes the health of an endpoint. `deliveries` are ordered newest first. */
export function computeHealth(deliveries: readonly Delivery[], now: number): EndpointHealth {
  const recent = deliveries.filter(({ at }) => now - at < DAY_MS);
  const isDelivered = ({ status, fault }: Delivery) => status !== null && fault === null;
  const times = recent
    .filter(isDelivered)
    .flatMap(({ tookMs }) => (tookMs === null ? [] : [tookMs]))
    .sort((a, b) => a - b);
  const failed = recent.filter(({ fault }) => fault !== null);
  const firstDelivered = recent.findIndex(isDelivered);
  const sinceDelivered = firstDelivered === -1 ? recent : recent.slice(0, firstDelivered);
  const nexts = recent.flatMap(({ nextAt }) => (nextAt === null ? [] : [nextAt]));
  const [newest] = failed;
  return {
    delivered: recent.filter(isDelivered).length,
    waiting: recent.filter((one) => !isDelivered(one) && one.nextAt !== null).length,
    givenUp: failed.filter(({ nextAt }) => nextAt === null).length,
    medianMs: times[Math.floor(times.length / 2)] ?? null,
    slowestMs: times.at(-1) ?? null,
    lastDeliveredAt: recent[firstDelivered]?.at ?? null,
    lastFault: newest?.fault == null ? null : { at: newest.at, fault: newest.fault },
    failuresInARow: sinceDelivered.filter(({ fault }) => fault !== null).length,
    nextAt: nexts.length === 0 ? null : Math.min(...nexts),
  };
}
