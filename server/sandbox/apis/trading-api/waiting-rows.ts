// Orders that wait for a price, stored and cached. Each super order, forever order and conditional trigger is one row
// with a document. Cached rows are never modified in place, so after a failed transaction they still match the store.

import type { PageQuery } from "../../../../app/contract/trading-api/paging.ts";
import { istDayStart } from "../../../../app/domain/time.ts";
import type { TransactionCache } from "../../broker/transactions.ts";
import { ApiFault } from "./fault.ts";
import type { Caller, HandlerContext } from "./handler-context.ts";
import { istTime, today } from "./wire-format.ts";

export type Row<Document> = { id: string; client_id: string; created_at: number; document: Document };
type Table = "super_orders" | "forever_orders" | "alert_orders";

const LISTED_AT_MOST = 500;
/** Cursor that sorts after every id. */
const LAST_ID = ":";

export class WaitingRows<Document> implements TransactionCache {
  readonly #context: HandlerContext;
  readonly #table: Table;
  readonly #alive = new Map<string, Row<Document>>();
  readonly #touched = new Set<string>();

  constructor(context: HandlerContext, table: Table) {
    this.#context = context;
    this.#table = table;
    const rows = context.db
      .prepare(
        `SELECT id, client_id, created_at, document FROM ${table} WHERE is_alive = 1 ORDER BY created_at, id`,
      )
      .all() as Row<string>[];
    for (const row of rows)
      this.#alive.set(row.id, { ...row, document: readDocument<Document>(row.document) });
    context.broker.addCache(this);
    context.broker.onEvicted((clientId) => {
      for (const { id } of this.aliveOf(clientId)) this.#alive.delete(id);
    });
  }

  insert(id: string, clientId: string, document: Document, isAlive: boolean): void {
    const at = this.#context.broker.now();
    this.#context.db
      .prepare(
        `INSERT INTO ${this.#table} (id, client_id, is_alive, document, created_at) VALUES (?, ?, ?, ?, ?)`,
      )
      .run(id, clientId, isAlive ? 1 : 0, JSON.stringify(document), at);
    this.#keep({ id, client_id: clientId, created_at: at, document }, isAlive);
  }

  write(row: Row<Document>, isAlive: boolean): void {
    this.#context.db
      .prepare(`UPDATE ${this.#table} SET document = ?, is_alive = ? WHERE id = ?`)
      .run(JSON.stringify(row.document), isAlive ? 1 : 0, row.id);
    this.#keep(row, isAlive);
  }

  /** Returns a copy of the caller's own row; throws ApiFault when it does not exist. */
  own(call: Pick<Caller, "client">, id: string, what = "order"): Row<Document> {
    const row = this.read(id);
    if (row === null || row.client_id !== call.client.id)
      throw new ApiFault("DH-906", `This account has no ${what} ${id}.`);
    return row;
  }

  /** Returns a new id: the two-digit prefix `kind`, the day and an increasing number. Order ids have other prefixes. */
  nextId(kind: string): string {
    const { broker, db } = this.#context;
    const prefix = `${kind}${istTime(broker.now()).slice(2, 10).replaceAll("-", "")}`;
    const row = db
      .prepare(`SELECT max(id) AS id FROM ${this.#table} WHERE id >= ? AND id < ?`)
      .get(`${prefix}000000`, `${prefix}999999`) as { id: string | null };
    return String(BigInt(row.id ?? `${prefix}000000`) + 1n);
  }

  /** Returns a copy that may be changed and written. */
  read(id: string): Row<Document> | null {
    const row = this.#context.db
      .prepare(`SELECT id, client_id, created_at, document FROM ${this.#table} WHERE id = ?`)
      .get(id) as Row<string> | undefined;
    return row === undefined ? null : { ...row, document: readDocument<Document>(row.document) };
  }

  /** Returns the cached rows of waiting orders, which callers must not modify. */
  alive(): Row<Document>[] {
    return [...this.#alive.values()];
  }

  aliveOf(clientId: string): Row<Document>[] {
    return this.alive().filter(({ client_id }) => client_id === clientId);
  }

  isAlive(id: string): boolean {
    return this.#alive.has(id);
  }

  /**
   * Lists live rows and rows created today, newest first. With a limit, returns one row more than the limit if it
   * exists.
   */
  list(call: Pick<Caller, "client">, { limit, cursor }: PageQuery = {}): Row<Document>[] {
    const rows = this.#context.db
      .prepare(
        `SELECT id, client_id, created_at, document FROM ${this.#table}
         WHERE client_id = ? AND id < ? AND (is_alive = 1 OR created_at >= ?) ORDER BY id DESC LIMIT ?`,
      )
      .all(
        call.client.id,
        cursor ?? LAST_ID,
        istDayStart(today(this.#context.broker)),
        limit === undefined ? LISTED_AT_MOST : limit + 1,
      ) as Row<string>[];
    return rows.map((row) => ({ ...row, document: readDocument<Document>(row.document) }));
  }

  #keep(row: Row<Document>, isAlive: boolean): void {
    this.#touched.add(row.id);
    if (isAlive) this.#alive.set(row.id, row);
    else this.#alive.delete(row.id);
  }

  revert(): void {
    for (const id of this.#touched) {
      this.#alive.delete(id);
      const row = this.#context.db
        .prepare(
          `SELECT id, client_id, created_at, document FROM ${this.#table} WHERE id = ? AND is_alive = 1`,
        )
        .get(id) as Row<string> | undefined;
      if (row !== undefined) this.#alive.set(id, { ...row, document: readDocument<Document>(row.document) });
    }
  }

  end(): void {
    this.#touched.clear();
  }
}

/** Parses a stored document. Earlier versions stored the request under the name "wish". */
function readDocument<Document>(text: string): Document {
  const { wish, ...document } = JSON.parse(text);
  return wish === undefined ? document : { ...document, orderRequest: wish };
}
