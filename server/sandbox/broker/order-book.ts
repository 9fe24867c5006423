// Orders, trades, ledger and order events in the store. Rows in, wire shapes out; every change of an order writes the event
// that order updates are made of, in the same transaction.

import { isoDayOf, istDay } from "../../../app/wire/market-sessions.ts";
import {
  isFinal,
  type Order,
  type OrderEvent,
  type OrderStatus,
  type Trade,
} from "../../../app/wire/order.ts";
import type { ExchangeSegment } from "../../../app/wire/vocabulary.ts";
import type { SandboxDatabase } from "../store/database.ts";

export type OrderRow = {
  id: string;
  client_id: string;
  account: string;
  deployment_id: string | null;
  leg: string | null;
  instrument: string;
  symbol: string;
  side: Order["side"];
  product: Order["product"];
  type: Order["type"];
  validity: Order["validity"];
  quantity: number;
  filled: number;
  value_paise: number;
  price_paise: number;
  charges_paise: number;
  status: OrderStatus;
  reason: string | null;
  intent: string | null;
  correlation_id: string | null;
  created_at: number;
  updated_at: number;
};

export type TradeRow = {
  number: number;
  order_id: string;
  client_id: string;
  account: string;
  deployment_id: string | null;
  leg: string | null;
  instrument: string;
  symbol: string;
  product: Order["product"];
  side: Order["side"];
  quantity: number;
  price_paise: number;
  charges_paise: number;
  at: number;
};

const ID_PREFIX = "11";
const OPEN = "('TRANSIT', 'PENDING', 'PART_TRADED')";

export type ClientEvent = OrderEvent & { clientId: string };

export class OrderBook {
  readonly #db: SandboxDatabase;
  readonly #listeners = new Set<(events: readonly ClientEvent[]) => void>();
  #uncommitted: ClientEvent[] = [];
  #lastId = "";

  constructor(db: SandboxDatabase) {
    this.#db = db;
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
    const prefix = `${ID_PREFIX}${isoDayOf(istDay(atMs)).slice(2).replaceAll("-", "")}`;
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
           quantity, filled, value_paise, price_paise, charges_paise, status, reason, intent, correlation_id, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
           updated_at = ? WHERE id = ?`,
      )
      .run(
        row.filled,
        row.value_paise,
        row.price_paise,
        row.charges_paise,
        row.quantity,
        row.status,
        row.reason,
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

export function splitKey(key: string): { exchangeSegment: ExchangeSegment; securityId: string } {
  const colon = key.indexOf(":");
  return { exchangeSegment: key.slice(0, colon) as ExchangeSegment, securityId: key.slice(colon + 1) };
}

export function isOpen(row: Pick<OrderRow, "status">): boolean {
  return !isFinal(row.status);
}

export function asOrder(row: OrderRow): Order {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    correlationId: row.correlation_id,
    ...splitKey(row.instrument),
    symbol: row.symbol,
    side: row.side,
    product: row.product,
    type: row.type,
    validity: row.validity,
    quantity: row.quantity,
    filledQuantity: row.filled,
    pricePaise: row.price_paise,
    averagePaise: row.filled === 0 ? null : row.value_paise / row.filled,
    chargesPaise: row.charges_paise,
    status: row.status,
    reason: row.reason,
    intent: row.intent,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export function asTrade(row: TradeRow): Trade {
  return {
    id: String(row.number),
    orderId: row.order_id,
    deploymentId: row.deployment_id,
    ...splitKey(row.instrument),
    symbol: row.symbol,
    side: row.side,
    quantity: row.quantity,
    pricePaise: row.price_paise,
    chargesPaise: row.charges_paise,
    at: new Date(row.at).toISOString(),
  };
}
