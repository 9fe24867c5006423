// Orders and trades in the store. Every change of an order writes its event in the same transaction.

import { isoDayOf, istDay } from "../../../app/domain/time.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { type BookedFill, EARLIER_VALUE_COLUMN } from "./booked-charges.ts";
import type { Ledger } from "./ledger.ts";
import { type ClientEvent, OrderEvents } from "./order-events.ts";
import { type BookedOrder, type OrderRow, PLAIN_ORDER, type TradeRow } from "./order-rows.ts";
import type { PositionStore } from "./position-store.ts";
import { RestingOrders } from "./resting-orders.ts";
import type { TransactionCache } from "./transactions.ts";

const ID_PREFIX = "11";
/** Cursor that sorts after every order id. */
const LAST_ID = ":";
const CHANGING_COLUMNS = [
  "filled",
  "value_paise",
  "price_paise",
  "charges_paise",
  "quantity",
  "status",
  "reason",
  "reject_cause",
  "type",
  "validity",
  "trigger_paise",
  "is_after_market",
  "modifications",
  "api",
  "updated_at",
] as const satisfies readonly (keyof OrderRow)[];
const ORDER_COLUMNS = [
  "id",
  "client_id",
  "account",
  "deployment_id",
  "leg",
  "instrument",
  "symbol",
  "side",
  "product",
  "intent",
  "correlation_id",
  "created_at",
  ...CHANGING_COLUMNS,
] as const satisfies readonly (keyof OrderRow)[];
const INSERT_ORDER = `INSERT INTO orders (${ORDER_COLUMNS.join(", ")}) VALUES (${ORDER_COLUMNS.map(() => "?").join(", ")})`;
const UPDATE_ORDER = `UPDATE orders SET ${CHANGING_COLUMNS.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`;

export const ORDER_LIST_LIMITS = {
  /** Maximum number of rows per response. */
  ordersAtMost: 2_000,
  tradesAtMost: 2_000,
} as const;

type TradeWithOrder = TradeRow & BookedFill & { order_type: OrderRow["type"]; order_api: OrderRow["api"] };

/**
 * `at` is the time of the trade. `bookedAt` may be later; its day is part of the order id. `orderedAt` is the time of
 * the order and of its event, by default `at`.
 */
type BookingTimes = { at: number; bookedAt: number; orderedAt?: number };

export class OrderStore implements TransactionCache {
  readonly resting: RestingOrders;
  readonly events: OrderEvents;
  readonly #db: SandboxDatabase;
  readonly #ledger: Ledger;
  readonly #positions: PositionStore;
  readonly #prefix: string;
  readonly #reserved: ((clientId: string, correlationId: string) => boolean)[] = [];
  #lastId = "";

  constructor(
    db: SandboxDatabase,
    parts: {
      ledger: Ledger;
      positions: PositionStore;
      /** Called with the event of each change, within the transaction of the change. */
      emit: (event: ClientEvent) => void;
      idPrefix?: string;
    },
  ) {
    this.#db = db;
    this.#ledger = parts.ledger;
    this.#positions = parts.positions;
    this.events = new OrderEvents(db, parts.emit);
    this.#prefix = parts.idPrefix ?? ID_PREFIX;
    this.resting = new RestingOrders(db);
  }

  revert(): void {
    this.resting.revert();
    this.events.revert();
    this.#lastId = "";
  }
  end(): void {
    this.resting.end();
  }

  /** Drops the cached orders of an account after its rows were removed. */
  forget(clientId: string, account: string): void {
    this.resting.forget(clientId, account);
    this.events.forget(clientId);
  }

  /** Returns a new order id: prefix, day and a growing number. */
  nextId(atMs: number): string {
    const prefix = `${this.#prefix}${isoDayOf(istDay(atMs)).slice(2).replaceAll("-", "")}`;
    if (!this.#lastId.startsWith(prefix)) {
      const row = this.#db
        .prepare("SELECT max(id) AS id FROM orders WHERE id >= ? AND id < ? AND length(id) = ?")
        .get(`${prefix}000000`, `${prefix}999999`, prefix.length + 6) as { id: string | null };
      this.#lastId = row.id ?? `${prefix}000000`;
    }
    this.#lastId = String(BigInt(this.#lastId) + 1n);
    return this.#lastId;
  }

  insert(row: OrderRow): void {
    this.#insertRow(row);
    this.events.append(row);
  }

  #insertRow(row: OrderRow): void {
    this.#db.prepare(INSERT_ORDER).run(...ORDER_COLUMNS.map((column) => row[column]));
    this.resting.update(row);
  }

  /** Stores the changed columns of an order. */
  update(row: OrderRow): void {
    this.#db.prepare(UPDATE_ORDER).run(...CHANGING_COLUMNS.map((column) => row[column]), row.id);
    this.resting.update(row);
    this.events.append(row);
  }

  /** Books a fill, its cash and its charges. */
  addTrade(row: OrderRow, quantity: number, pricePaise: number, chargesPaise: number, at: number): void {
    const trade = { ...row, quantity, price_paise: pricePaise, charges_paise: chargesPaise, at };
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO trades (order_id, client_id, account, deployment_id, leg, instrument, symbol, product, side, quantity,
           price_paise, charges_paise, at)
         VALUES (@id, @client_id, @account, @deployment_id, @leg, @instrument, @symbol, @product, @side, @quantity,
           @price_paise, @charges_paise, @at)`,
      )
      .run(trade);
    const number = Number(lastInsertRowid);
    this.#positions.addTrade({ ...trade, number });
    const cash = (row.side === "BUY" ? -1 : 1) * quantity * pricePaise;
    const { account, deployment_id: deploymentId } = row;
    this.#ledger.post({ account, deploymentId, at, kind: "trade", amountPaise: cash, tradeNumber: number });
    if (chargesPaise !== 0)
      this.#ledger.post({
        account,
        deploymentId,
        at,
        kind: "charges",
        amountPaise: -chargesPaise,
        tradeNumber: number,
      });
  }

  /** Books an order as filled, with its trade, cash and event. Only the given charges are booked. */
  addFilled(booked: BookedOrder, times: BookingTimes, chargesPaise = 0): void {
    this.events.append(this.addOpening(booked, times, chargesPaise));
  }

  /** Books a position that an account starts with. It has an order, but no event: order updates do not report it. */
  addOpening(booked: BookedOrder, times: BookingTimes, chargesPaise = 0): OrderRow {
    const row: OrderRow = {
      id: this.nextId(times.bookedAt),
      ...booked,
      ...PLAIN_ORDER,
      type: "LIMIT",
      validity: "DAY",
      filled: booked.quantity,
      value_paise: booked.quantity * booked.price_paise,
      charges_paise: chargesPaise,
      status: "TRADED",
      reason: null,
      correlation_id: null,
      created_at: times.orderedAt ?? times.at,
      updated_at: times.orderedAt ?? times.at,
    };
    this.#insertRow(row);
    this.addTrade(row, row.quantity, row.price_paise, chargesPaise, times.at);
    return row;
  }

  read(id: string): OrderRow | undefined {
    const known = this.resting.find(id);
    if (known !== undefined) return known;
    const row = this.#db.prepare("SELECT * FROM orders WHERE id = ?").get(id) as OrderRow | undefined;
    if (row !== undefined) this.resting.cacheFinal(row);
    return row;
  }

  /** Returns the orders that are not final, oldest first: of a deployment, of an account, or all. */
  open(filter: { deploymentId?: string; account?: string } = {}): OrderRow[] {
    if (filter.deploymentId !== undefined) return this.resting.ofDeployment(filter.deploymentId);
    if (filter.account !== undefined) return this.resting.ofAccount(filter.account);
    return this.resting.all();
  }

  list(clientId: string, filter: { deploymentId?: string; before?: string; limit: number }): OrderRow[] {
    return this.#db
      .prepare(
        `SELECT * FROM orders WHERE client_id = @clientId AND (@deploymentId IS NULL OR deployment_id = @deploymentId)
           AND (@before IS NULL OR id < @before)
         ORDER BY id DESC LIMIT @limit`,
      )
      .all({ clientId, deploymentId: null, before: null, ...filter }) as OrderRow[];
  }

  /** Adds a check for the correlation ids of waiting orders that this store does not contain. */
  reserveCorrelations(isReserved: (clientId: string, correlationId: string) => boolean): void {
    this.#reserved.push(isReserved);
  }

  /** True if an order of the account, or a waiting order of its client, has this correlation id. */
  isCorrelationTaken(clientId: string, account: string, correlationId: string): boolean {
    return (
      this.byCorrelation(account, correlationId) !== undefined ||
      this.#reserved.some((isReserved) => isReserved(clientId, correlationId))
    );
  }

  /** Returns the first order of an account with this correlation id. Slices and triggered legs share the id. */
  byCorrelation(account: string, correlationId: string): OrderRow | undefined {
    return this.#db
      .prepare("SELECT * FROM orders WHERE account = ? AND correlation_id = ? ORDER BY id LIMIT 1")
      .get(account, correlationId) as OrderRow | undefined;
  }

  /**
   * Returns the orders of an account that are open, or were placed or changed since a time, newest first. `before` is
   * an order id. Without `limit`, the result contains all open orders but only the newest of the other orders.
   */
  ofAccount(account: string, since: number, page: { before?: string; limit?: number } = {}): OrderRow[] {
    const { before = LAST_ID, limit } = page;
    const changed = this.#db
      .prepare(
        `SELECT id FROM orders WHERE account = ? AND id < ? AND updated_at >= ? AND (api IS NULL OR api <> 'conversion')
         ORDER BY id DESC LIMIT ?`,
      )
      .all(account, before, since, limit ?? ORDER_LIST_LIMITS.ordersAtMost) as { id: string }[];
    const open = this.resting.ofAccount(account).filter(({ id }) => id < before);
    const ids = new Set([...changed, ...open].map(({ id }) => id));
    return [...ids]
      .sort((one, other) => (one < other ? 1 : -1))
      .slice(0, limit)
      .flatMap((id) => this.read(id) ?? []);
  }

  /** Returns the trades of an account with their orders, newest first. */
  tradesOfAccount(
    account: string,
    filter: {
      since?: number;
      until?: number;
      orderId?: string;
      /** Returns only trades with a lower trade number. */
      before?: number;
      limit?: number;
      offset?: number;
    },
  ): TradeWithOrder[] {
    // A plus sign excludes an index that would read more rows than the period or the order has.
    const [column, where] =
      filter.orderId === undefined ? ["trades.account", ""] : ["+trades.account", "AND order_id = ?"];
    return this.#db
      .prepare(
        `SELECT trades.*, orders.type AS order_type, orders.api AS order_api,
           orders.intent AS order_intent, ${EARLIER_VALUE_COLUMN} FROM trades JOIN orders ON orders.id = trades.order_id
         WHERE ${column} = ? AND at >= ? AND at < ? AND number < ? ${where}
           AND (orders.api IS NULL OR orders.api <> 'conversion')
         ORDER BY +number DESC LIMIT ? OFFSET ?`,
      )
      .all(
        account,
        filter.since ?? 0,
        filter.until ?? Number.MAX_SAFE_INTEGER,
        filter.before ?? Number.MAX_SAFE_INTEGER,
        ...(filter.orderId === undefined ? [] : [filter.orderId]),
        filter.limit ?? ORDER_LIST_LIMITS.tradesAtMost,
        filter.offset ?? 0,
      ) as TradeWithOrder[];
  }

  countTrades(scope: { account: string } | { deploymentId: string }, sinceMs: number): number {
    const [column, id] =
      "account" in scope ? ["account", scope.account] : ["deployment_id", scope.deploymentId];
    const row = this.#db
      .prepare(`SELECT count(*) AS count FROM trades WHERE ${column} = ? AND at >= ?`)
      .get(id, sinceMs) as { count: number };
    return row.count;
  }

  trades(clientId: string, filter: { deploymentId?: string; before?: number; limit: number }): TradeRow[] {
    return this.#db
      .prepare(
        `SELECT * FROM trades WHERE client_id = @clientId AND (@deploymentId IS NULL OR deployment_id = @deploymentId)
           AND (@before IS NULL OR number < @before)
         ORDER BY number DESC LIMIT @limit`,
      )
      .all({ clientId, deploymentId: null, before: null, ...filter }) as TradeRow[];
  }
}
