// Orders that wait for a price, in the store: what a super or a forever order is made of stands in a document of its own.
import type { Call, Desk } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { dayStart, today } from "./wire-format.ts";

export type Row<Document> = { id: string; client_id: string; created_at: number; document: Document };
type Table = "super_orders" | "forever_orders";

const LISTED_AT_MOST = 500;

export class WaitingRows<Document> {
  readonly #desk: Desk;
  readonly #table: Table;

  constructor(desk: Desk, table: Table) {
    this.#desk = desk;
    this.#table = table;
  }

  insert(id: string, clientId: string, document: Document, isAlive: boolean): void {
    this.#desk.db
      .prepare(
        `INSERT INTO ${this.#table} (id, client_id, is_alive, document, created_at) VALUES (?, ?, ?, ?, ?)`,
      )
      .run(id, clientId, isAlive ? 1 : 0, JSON.stringify(document), this.#desk.broker.now());
  }

  write(row: Row<Document>, isAlive: boolean): void {
    this.#desk.db
      .prepare(`UPDATE ${this.#table} SET document = ?, is_alive = ? WHERE id = ?`)
      .run(JSON.stringify(row.document), isAlive ? 1 : 0, row.id);
  }

  own(call: Call): Row<Document> {
    const { orderId = "" } = call.path;
    const row = this.#desk.db
      .prepare(
        `SELECT id, client_id, created_at, document FROM ${this.#table} WHERE id = ? AND client_id = ?`,
      )
      .get(orderId, call.client.id) as Row<string> | undefined;
    if (row === undefined) throw new ApiFault("DH-906", `No such order ${orderId} of this account.`);
    return { ...row, document: JSON.parse(row.document) };
  }

  alive(): Row<Document>[] {
    const rows = this.#desk.db
      .prepare(`SELECT id, client_id, created_at, document FROM ${this.#table} WHERE is_alive = 1`)
      .all() as Row<string>[];
    return rows.map((row) => ({ ...row, document: JSON.parse(row.document) }));
  }

  /** What is alive, and what was made today. */
  list(call: Call): Row<Document>[] {
    const rows = this.#desk.db
      .prepare(
        `SELECT id, client_id, created_at, document FROM ${this.#table}
         WHERE client_id = ? AND (is_alive = 1 OR created_at >= ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
      )
      .all(call.client.id, dayStart(today(this.#desk.broker)), LISTED_AT_MOST) as Row<string>[];
    return rows.map((row) => ({ ...row, document: JSON.parse(row.document) }));
  }
}
