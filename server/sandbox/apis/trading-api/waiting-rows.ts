// Orders that wait for a price, stored and cached. Each super order, forever order and conditional trigger is one row
// with a document. Cached rows are never modified in place, so after a failed transaction they still match the store.

import type { PageQuery } from "../../../../app/contract/trading-api/paging.ts";
import { istDayStart } from "../../../../app/domain/time.ts";
import type { TransactionCache } from "../../broker/transactions.ts";
import { ListPage } from "../prepared-json.ts";
import { ApiFault } from "./fault.ts";
import type { Caller, HandlerContext } from "./handler-context.ts";
import { currentIstDay, istTime } from "./wire-format.ts";

export type WaitingRow<Document> = { id: string; client_id: string; created_at: number; document: Document };
type Table = "super_orders" | "forever_orders" | "alert_orders";

/** Reason in the order update of a leg that ended before it became an order, for example because another leg was sent. */
export const ENDED_LEG_REASON = "The leg ended before it was sent.";

const COLUMNS = "id, client_id, created_at, document";
/** Maximum number of rows without a limit in the request. Waiting orders take precedence over ended ones. */
const LISTED_ROWS_MAX = 500;
/** Cursor that sorts after every id. */
const LAST_ID = ":";

export class WaitingRows<Document> implements TransactionCache {
  readonly #context: HandlerContext;
  readonly #table: Table;
  readonly #active = new Map<string, WaitingRow<Document>>();
  readonly #touched = new Set<string>();

  constructor(context: HandlerContext, table: Table) {
    this.#context = context;
    this.#table = table;
    const rows = context.db
      .prepare(`SELECT ${COLUMNS} FROM ${table} WHERE is_alive = 1 ORDER BY created_at, id`)
      .all() as WaitingRow<string>[];
    for (const row of rows) this.#active.set(row.id, parsed(row));
    context.broker.addCache(this);
    context.broker.onEvicted((clientId) => {
      for (const { id } of this.listActiveOf(clientId)) this.#active.delete(id);
    });
  }

  insert(id: string, clientId: string, document: Document, isActive: boolean): void {
    const at = this.#context.broker.now();
    this.#context.db
      .prepare(
        `INSERT INTO ${this.#table} (id, client_id, is_alive, document, created_at) VALUES (?, ?, ?, ?, ?)`,
      )
      .run(id, clientId, isActive ? 1 : 0, JSON.stringify(document), at);
    this.#cache({ id, client_id: clientId, created_at: at, document }, isActive);
  }

  write(row: WaitingRow<Document>, isActive: boolean): void {
    this.#context.db
      .prepare(`UPDATE ${this.#table} SET document = ?, is_alive = ? WHERE id = ?`)
      .run(JSON.stringify(row.document), isActive ? 1 : 0, row.id);
    this.#cache(row, isActive);
  }

  /** Returns a copy of a row of the caller; throws ApiFault if the caller has no such row. */
  own(call: Pick<Caller, "client">, id: string, what = "order"): WaitingRow<Document> {
    const row = this.read(id);
    if (row === null || row.client_id !== call.client.id)
      throw new ApiFault("DH-906", `This account has no ${what} ${id}.`);
    return row;
  }

  /** Throws ApiFault if the account has its maximum number of active rows; `what` names them. */
  checkRoom(call: Pick<Caller, "client">, atMost: number, what: string): void {
    if (this.listActiveOf(call.client.id).length >= atMost)
      throw new ApiFault("DH-906", `An account can have at most ${atMost} ${what}.`);
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

  /** Returns a copy of a row that the caller may modify and write. */
  read(id: string): WaitingRow<Document> | null {
    const row = this.#context.db.prepare(`SELECT ${COLUMNS} FROM ${this.#table} WHERE id = ?`).get(id) as
      | WaitingRow<string>
      | undefined;
    return row === undefined ? null : parsed(row);
  }

  /** Returns the cached rows of waiting orders, which callers must not modify. */
  listActive(): WaitingRow<Document>[] {
    return [...this.#active.values()];
  }

  listActiveOf(clientId: string): WaitingRow<Document>[] {
    return this.listActive().filter(({ client_id }) => client_id === clientId);
  }

  isActive(id: string): boolean {
    return this.#active.has(id);
  }

  /**
   * Lists active rows and rows created today, newest first. With a limit, returns up to one row more, which shows that
   * there is a next page. Without a limit, returns all active rows and the newest others.
   */
  list(call: Pick<Caller, "client">, { limit, cursor }: PageQuery = {}): WaitingRow<Document>[] {
    const rows = this.#context.db
      .prepare(
        `SELECT ${COLUMNS} FROM ${this.#table}
         WHERE client_id = ? AND id < ? AND (is_alive = 1 OR created_at >= ?)
         ORDER BY ${limit === undefined ? "is_alive DESC, " : ""}id DESC LIMIT ?`,
      )
      .all(
        call.client.id,
        cursor ?? LAST_ID,
        istDayStart(currentIstDay(this.#context.broker)),
        limit === undefined ? LISTED_ROWS_MAX : limit + 1,
      ) as WaitingRow<string>[];
    return rows.sort((one, other) => (one.id < other.id ? 1 : -1)).map((row) => parsed(row));
  }

  /** Returns a page of the list; `itemsOf` returns a row's entries. */
  page(
    call: Pick<Caller, "client"> & { query: PageQuery },
    itemsOf: (row: WaitingRow<Document>) => readonly unknown[],
  ): ListPage {
    return ListPage.of(this.list(call, call.query), call.query, { id: ({ id }) => id, items: itemsOf });
  }

  #cache(row: WaitingRow<Document>, isActive: boolean): void {
    this.#touched.add(row.id);
    if (isActive) this.#active.set(row.id, row);
    else this.#active.delete(row.id);
  }

  revert(): void {
    for (const id of this.#touched) {
      this.#active.delete(id);
      const row = this.#context.db
        .prepare(`SELECT ${COLUMNS} FROM ${this.#table} WHERE id = ? AND is_alive = 1`)
        .get(id) as WaitingRow<string> | undefined;
      if (row !== undefined) this.#active.set(id, parsed(row));
    }
  }

  end(): void {
    this.#touched.clear();
  }
}

/** Parses the document of a stored row. Earlier versions stored the request under the name "wish". */
function parsed<Document>(row: WaitingRow<string>): WaitingRow<Document> {
  const { wish, ...document } = JSON.parse(row.document);
  return { ...row, document: wish === undefined ? document : { ...document, orderRequest: wish } };
}
