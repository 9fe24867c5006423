// Orders, trades, ledger and order events in the store. Rows in, wire shapes out; every change of an order writes the event
// that order updates are made of, in the same transaction.

import { isoDayOf, istDay } from "../../../app/wire/market-sessions.ts";
import type { Order, OrderEvent } from "../../../app/wire/order.ts";
import type { SandboxDatabase } from "../store/database.ts";

import { asOrder, type OrderRow, PLAIN_ORDER, type TradeRow } from "./order-rows.ts";

export * from "./order-rows.ts";

const ID_PREFIX = "11";
const OPEN = "('TRANSIT', 'PENDING', 'PART_TRADED')";

export type ClientEvent = OrderEvent & { clientId: string };

export class OrderBook {
  readonly #db: SandboxDatabase;
  readonly #listeners: Set<(events: readonly ClientEvent[]) => void>;
  readonly #prefix: string | null;
  #uncommitted: ClientEvent[] = [];
  #lastId = "";

  /** `prefix`: what ids begin with; the kind and the day where it is left out. */
  constructor(
    db: SandboxDatabase,
    listeners = new Set<(events: readonly ClientEvent[]) => void>(),
    prefix: string | null = null,
  ) {
    this.#db = db;
    this.#listeners = listeners;
    this.#prefix = prefix;
  }

  /** Another book on the same store, whose events the same listeners hear; its ids begin otherwise. */
  beside(prefix: string): OrderBook {
    return new OrderBook(this.#db, this.#listeners, prefix);
  }

  /** Told after the commit, in order. */
  onEvents(listener: (events: readonly ClientEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** To be called when the transaction that wrote events is over. */
  settle(isCommitted: boolean): void {
    const events = this.#uncommitted;
    this.#uncommitted = [];
    if (isCommitted && events.length > 0) for (const listener of this.#listeners) listener(events);
  }

  /** A prefix, the day, a number that grows. */
  nextId(atMs: number): string {
    const prefix = this.#prefix ?? `${ID_PREFIX}${isoDayOf(istDay(atMs)).slice(2).replaceAll("-", "")}`;
    if (!this.#lastId.startsWith(prefix)) {
      const row = this.#db
        .prepare("SELECT max(id) AS id FROM orders WHERE id >= ? AND id < ?")
        .get(`${prefix}000000`, `${prefix}999999`) as { id: string | null };
      this.#lastId = row.id ?? `${prefix}000000`;
    }
    this.#lastId = String(BigInt(this.#lastId) + 1n);
    return this.#lastId;
  }

  insert(row: OrderRow): void {
    this.#db
      .prepare(
        `INSERT INTO orders (id, client_id, account, deployment_id, leg, instrument, symbol, side, product, type, validity,
           quantity, filled, value_paise, price_paise, charges_paise, status, reason, intent, correlation_id, trigger_paise,
           is_after_market, modifications, api, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        row.id,
        row.client_id,
        row.account,
        row.deployment_id,
        row.leg,
        row.instrument,
        row.symbol,
        row.side,
        row.product,
        row.type,
        row.validity,
        row.quantity,
        row.filled,
        row.value_paise,
        row.price_paise,
        row.charges_paise,
        row.status,
        row.reason,
        row.intent,
        row.correlation_id,
        row.trigger_paise,
        row.is_after_market,
        row.modifications,
        row.api,
        row.created_at,
        row.updated_at,
      );
    this.#tell(row);
  }

  /** Writes what changed of an order. */
  update(row: OrderRow): void {
    this.#db
      .prepare(
        `UPDATE orders SET filled = ?, value_paise = ?, price_paise = ?, charges_paise = ?, quantity = ?, status = ?, reason = ?,
           type = ?, validity = ?, trigger_paise = ?, is_after_market = ?, modifications = ?, api = ?, updated_at = ? WHERE id = ?`,
      )
      .run(
        row.filled,
        row.value_paise,
        row.price_paise,
        row.charges_paise,
        row.quantity,
        row.status,
        row.reason,
        row.type,
        row.validity,
        row.trigger_paise,
        row.is_after_market,
        row.modifications,
        row.api,
        row.updated_at,
        row.id,
      );
    this.#tell(row);
  }

  /** A fill, its cash and its charges. */
  addTrade(row: OrderRow, quantity: number, pricePaise: number, chargesPaise: number, at: number): void {
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO trades (order_id, client_id, account, deployment_id, leg, instrument, symbol, product, side, quantity,
           price_paise, charges_paise, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        row.id,
        row.client_id,
        row.account,
        row.deployment_id,
        row.leg,
        row.instrument,
        row.symbol,
        row.product,
        row.side,
        quantity,
        pricePaise,
        chargesPaise,
        at,
      );
    const cash = (row.side === "BUY" ? -1 : 1) * quantity * pricePaise;
    this.post(row.account, at, "trade", cash, Number(lastInsertRowid));
    if (chargesPaise !== 0) this.post(row.account, at, "charges", -chargesPaise, Number(lastInsertRowid));
  }

  /** What is booked without the market: an order that is filled as it is made, its trade and its cash, free of charges. */
  addFilled(
    booked: Pick<
      OrderRow,
      | "client_id"
      | "account"
      | "deployment_id"
      | "leg"
      | "instrument"
      | "symbol"
      | "side"
      | "product"
      | "quantity"
      | "price_paise"
      | "intent"
    >,
    /** Its id is of the day that it is booked on, which may be later than the one it is booked for. */
    times: { at: number; bookedAt: number },
    api: string | null = null,
  ): void {
    const row: OrderRow = {
      id: this.nextId(times.bookedAt),
      ...booked,
      ...PLAIN_ORDER,
      type: "LIMIT",
      validity: "DAY",
      filled: booked.quantity,
      value_paise: booked.quantity * booked.price_paise,
      charges_paise: 0,
      status: "TRADED",
      reason: null,
      correlation_id: null,
      api,
      created_at: times.at,
      updated_at: times.at,
    };
    this.insert(row);
    this.addTrade(row, row.quantity, row.price_paise, 0, times.at);
  }

  post(account: string, at: number, kind: string, amountPaise: number, tradeNumber: number | null): void {
    this.#db
      .prepare("INSERT INTO ledger (account, at, kind, amount_paise, trade_number) VALUES (?, ?, ?, ?, ?)")
      .run(account, at, kind, amountPaise, tradeNumber);
  }

  /** Null for an account that was never opened. */
  balance(account: string): number | null {
    const row = this.#db
      .prepare("SELECT sum(amount_paise) AS balance FROM ledger WHERE account = ?")
      .get(account) as { balance: number | null };
    return row.balance;
  }

  read(id: string): OrderRow | undefined {
    return this.#db.prepare("SELECT * FROM orders WHERE id = ?").get(id) as OrderRow | undefined;
  }

  open(filter: { deploymentId?: string; account?: string } = {}): OrderRow[] {
    if (filter.deploymentId !== undefined)
      return this.#db
        .prepare(`SELECT * FROM orders WHERE deployment_id = ? AND status IN ${OPEN} ORDER BY created_at, id`)
        .all(filter.deploymentId) as OrderRow[];
    if (filter.account !== undefined)
      return this.#db
        .prepare(`SELECT * FROM orders WHERE account = ? AND status IN ${OPEN} ORDER BY created_at, id`)
        .all(filter.account) as OrderRow[];
    return this.#db
      .prepare(`SELECT * FROM orders WHERE status IN ${OPEN} ORDER BY created_at, id`)
      .all() as OrderRow[];
  }

  /** Orders of one leg of a deployment's position, oldest first. */
  ofLeg(deploymentId: string, leg: string): OrderRow[] {
    return this.#db
      .prepare("SELECT * FROM orders WHERE deployment_id = ? AND leg = ? ORDER BY created_at, id")
      .all(deploymentId, leg) as OrderRow[];
  }

  list(clientId: string, filter: { deploymentId?: string; before?: string; limit: number }): OrderRow[] {
    return this.#db
      .prepare(
        `SELECT * FROM orders WHERE client_id = ? AND (? IS NULL OR deployment_id = ?) AND (? IS NULL OR id < ?)
         ORDER BY id DESC LIMIT ?`,
      )
      .all(
        clientId,
        filter.deploymentId ?? null,
        filter.deploymentId ?? null,
        filter.before ?? null,
        filter.before ?? null,
        filter.limit,
      ) as OrderRow[];
  }

  byCorrelation(clientId: string, correlationId: string): OrderRow | undefined {
    return this.#db
      .prepare("SELECT * FROM orders WHERE client_id = ? AND correlation_id = ?")
      .get(clientId, correlationId) as OrderRow | undefined;
  }

  /** Orders of one's own account, the newest first; without those that only moved positions between products. */
  ofAccount(account: string, since: number): OrderRow[] {
    return this.#db
      .prepare(
        "SELECT * FROM orders WHERE account = ? AND created_at >= ? AND (api IS NULL OR api <> 'conversion') ORDER BY id DESC LIMIT 5000",
      )
      .all(account, since) as OrderRow[];
  }

  /** Trades of one's own account with the orders they belong to, the newest first. */
  tradesOfAccount(
    account: string,
    filter: { since?: number; until?: number; orderId?: string; limit?: number; offset?: number },
  ): (TradeRow & { order_type: Order["type"]; order_api: string | null })[] {
    return this.#db
      .prepare(
        `SELECT trades.*, orders.type AS order_type, orders.api AS order_api FROM trades JOIN orders ON orders.id = trades.order_id
         WHERE trades.account = ? AND at >= ? AND at < ? AND (? IS NULL OR order_id = ?)
           AND (orders.api IS NULL OR orders.api <> 'conversion')
         ORDER BY number DESC LIMIT ? OFFSET ?`,
      )
      .all(
        account,
        filter.since ?? 0,
        filter.until ?? Number.MAX_SAFE_INTEGER,
        filter.orderId ?? null,
        filter.orderId ?? null,
        filter.limit ?? 5_000,
        filter.offset ?? 0,
      ) as (TradeRow & { order_type: Order["type"]; order_api: string | null })[];
  }

  ledger(account: string): { number: number; at: number; kind: string; amount_paise: number }[] {
    return this.#db
      .prepare("SELECT number, at, kind, amount_paise FROM ledger WHERE account = ? ORDER BY number")
      .all(account) as { number: number; at: number; kind: string; amount_paise: number }[];
  }

  trades(clientId: string, filter: { deploymentId?: string; before?: number; limit: number }): TradeRow[] {
    return this.#db
      .prepare(
        `SELECT * FROM trades WHERE client_id = ? AND (? IS NULL OR deployment_id = ?) AND (? IS NULL OR number < ?)
         ORDER BY number DESC LIMIT ?`,
      )
      .all(
        clientId,
        filter.deploymentId ?? null,
        filter.deploymentId ?? null,
        filter.before ?? null,
        filter.before ?? null,
        filter.limit,
      ) as TradeRow[];
  }

  latestSequence(clientId: string): number {
    const row = this.#db
      .prepare("SELECT coalesce(max(sequence), 0) AS latest FROM order_events WHERE client_id = ?")
      .get(clientId) as { latest: number };
    return row.latest;
  }

  events(clientId: string, after: number, limit: number): OrderEvent[] {
    const rows = this.#db
      .prepare(
        "SELECT sequence, document FROM order_events WHERE client_id = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      )
      .all(clientId, after, limit) as { sequence: number; document: string }[];
    return rows.map(({ sequence, document }) => ({ sequence, order: JSON.parse(document) as Order }));
  }

  #tell(row: OrderRow): void {
    const sequence = this.latestSequence(row.client_id) + 1;
    const order = asOrder(row);
    this.#db
      .prepare("INSERT INTO order_events (client_id, sequence, order_id, document) VALUES (?, ?, ?, ?)")
      .run(row.client_id, sequence, row.id, JSON.stringify(order));
    this.#uncommitted.push({ clientId: row.client_id, sequence, order });
  }
}
