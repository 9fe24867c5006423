// Log of order changes, the source of order updates. Each change is written in the transaction of its order.
import { LRUCache } from "lru-cache";
import type { Order, OrderEvent } from "../../../app/contract/base-api/order.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { type OrderRow, toOrder } from "./order-rows.ts";
import type { TransactionCache } from "./transactions.ts";

const CACHED_SEQUENCES = 20_000;

export type ClientEvent = OrderEvent & { clientId: string; row: OrderRow };

export class OrderEvents implements TransactionCache {
  readonly #db: SandboxDatabase;
  readonly #emit: (event: ClientEvent) => void;
  /** Latest event number by client id. */
  readonly #latest = new LRUCache<string, number>({ max: CACHED_SEQUENCES });

  /** `emit` is called with each event within the event's transaction. */
  constructor(db: SandboxDatabase, emit: (event: ClientEvent) => void) {
    this.#db = db;
    this.#emit = emit;
  }

  append(row: OrderRow): void {
    const { client_id: clientId } = row;
    const sequence = this.latest(clientId) + 1;
    const order = toOrder(row);
    this.#db
      .prepare("INSERT INTO order_events (client_id, sequence, order_id, document) VALUES (?, ?, ?, ?)")
      .run(clientId, sequence, row.id, JSON.stringify(order));
    this.#latest.set(clientId, sequence);
    this.#emit({ clientId, sequence, order, row });
  }

  /** Returns the number of the client's latest event; 0 if there is none. */
  latest(clientId: string): number {
    const known = this.#latest.get(clientId);
    if (known !== undefined) return known;
    const { latest } = this.#db
      .prepare("SELECT coalesce(max(sequence), 0) AS latest FROM order_events WHERE client_id = ?")
      .get(clientId) as { latest: number };
    this.#latest.set(clientId, latest);
    return latest;
  }

  /** Returns the events after a number, oldest first. */
  after(clientId: string, sequence: number, limit: number): OrderEvent[] {
    const rows = this.#db
      .prepare(
        "SELECT sequence, document FROM order_events WHERE client_id = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      )
      .all(clientId, sequence, limit) as { sequence: number; document: string }[];
    return rows.map((row) => ({ sequence: row.sequence, order: JSON.parse(row.document) as Order }));
  }

  forget(clientId: string): void {
    this.#latest.delete(clientId);
  }

  revert(): void {
    this.#latest.clear();
  }
  end(): void {}
}
