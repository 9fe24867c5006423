// Positions of accounts and deployments, computed from trades and transfers and cached in memory. The store remains
// authoritative.

import { LRUCache } from "lru-cache";
import type { OrderProduct } from "../../../app/contract/base-api/order.ts";
import { istDay } from "../../../app/domain/time.ts";
import { entriesUpTo } from "../../rate-limits/entries-up-to.ts";
import type { SandboxDatabase } from "../store/database.ts";
import type { TradeRow } from "./order-rows.ts";
import { applyTrade, applyTransfer, emptyPosition, type NetPosition, startOfDay } from "./position.ts";
import type { TransactionCache } from "./transactions.ts";

/** Maximum number of accounts and deployments with cached positions. */
const CACHED_SCOPES = 20_000;
const DELIVERY = "('CNC', 'MTF')";

export type TransferRow = {
  number: number;
  account: string;
  client_id: string;
  instrument: string;
  symbol: string;
  from_product: OrderProduct;
  to_product: OrderProduct;
  quantity: number;
  after_trade: number;
  at: number;
};
type TradePart = Omit<TradeRow, "order_id" | "client_id" | "leg">;
/**
 * `positions` are in the order of their first trades. `day` is the day in India that the `day` fields of the positions
 * refer to.
 */
type Scope = { positions: Map<string, NetPosition>; day: number };

/**
 * Selects the positions of an account, of an account without its deployments (`deploymentId: null`), or of a
 * deployment.
 */
export type PositionFilter =
  | { account: string; deploymentId?: string | null }
  | { account?: undefined; deploymentId: string };

export class PositionStore implements TransactionCache {
  readonly #db: SandboxDatabase;
  readonly #now: () => number;
  readonly #scopes = new LRUCache<string, Scope>(entriesUpTo(CACHED_SCOPES));
  readonly #touched = new Set<string>();

  constructor(db: SandboxDatabase, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns all positions ever traded, including flat ones. Do not modify the result. */
  of(filter: PositionFilter): readonly NetPosition[] {
    const { key, where, values } = filterScope(filter);
    const today = istDay(this.#now());
    let scope = this.#scopes.get(key);
    if (scope === undefined || scope.day > today) {
      scope = this.#load(where, values, filter, today);
      this.#scopes.set(key, scope);
    }
    if (scope.day < today) begin(scope, today);
    return [...scope.positions.values()];
  }

  /** Adds a trade to the cached positions. Call it for each trade that is written. */
  addTrade(trade: TradePart): void {
    for (const key of scopeKeys(trade)) {
      const scope = this.#scopes.peek(key);
      if (scope === undefined) continue;
      this.#touched.add(key);
      // A booking for an earlier day changes today's opening position, so the cached positions are dropped.
      if (istDay(trade.at) !== scope.day) this.#scopes.delete(key);
      else book(scope, trade);
    }
  }

  transfer(row: Omit<TransferRow, "number" | "after_trade">): void {
    const { last } = this.#db.prepare("SELECT coalesce(max(number), 0) AS last FROM trades").get() as {
      last: number;
    };
    this.#db
      .prepare(
        `INSERT INTO position_transfers (account, client_id, instrument, symbol, from_product, to_product, quantity, after_trade, at)
         VALUES (@account, @client_id, @instrument, @symbol, @from_product, @to_product, @quantity, @last, @at)`,
      )
      .run({ ...row, last });
    for (const key of scopeKeys({ account: row.account, deployment_id: null })) {
      this.#scopes.delete(key);
      this.#touched.add(key);
    }
  }

  /** Returns the net change of a share's delivery positions in a period, by trades and conversions. */
  netDelivered(account: string, instrument: string, fromMs: number, untilMs: number): number {
    const where = "account = @account AND instrument = @instrument AND at >= @fromMs AND at < @untilMs";
    const { net } = this.#db
      .prepare(
        `SELECT coalesce(sum(quantity), 0) AS net FROM (
           SELECT iif(side = 'BUY', quantity, -quantity) AS quantity FROM trades
           WHERE ${where} AND product IN ${DELIVERY}
           UNION ALL
           SELECT quantity * ((to_product IN ${DELIVERY}) - (from_product IN ${DELIVERY})) FROM position_transfers
           WHERE ${where})`,
      )
      .get({ account, instrument, fromMs, untilMs }) as { net: number };
    return net;
  }

  revert(): void {
    for (const key of this.#touched) this.#scopes.delete(key);
  }
  end(): void {
    this.#touched.clear();
  }

  forget(account: string): void {
    for (const key of scopeKeys({ account, deployment_id: null })) this.#scopes.delete(key);
  }

  #load(where: string, values: readonly string[], filter: PositionFilter, today: number): Scope {
    const trades = this.#db
      .prepare(`SELECT * FROM trades WHERE ${where} ORDER BY number`)
      .all(...values) as TradeRow[];
    // Only accounts can transfer positions between products.
    const transfers =
      filter.account === undefined || typeof filter.deploymentId === "string"
        ? []
        : (this.#db
            .prepare("SELECT * FROM position_transfers WHERE account = ? ORDER BY number")
            .all(filter.account) as TransferRow[]);
    const scope: Scope = { positions: new Map(), day: 0 };
    let next = 0;
    const moveUntil = (trade: number) => {
      for (; next < transfers.length; next += 1) {
        const row = transfers[next];
        if (row === undefined || row.after_trade >= trade) return;
        if (istDay(row.at) > scope.day) begin(scope, istDay(row.at));
        applyTransfer(
          getScopePosition(scope, row, row.from_product),
          getScopePosition(scope, row, row.to_product),
          row.quantity,
          row.at,
        );
      }
    };
    for (const trade of trades) {
      moveUntil(trade.number);
      if (istDay(trade.at) > scope.day) begin(scope, istDay(trade.at));
      book(scope, trade);
    }
    moveUntil(Number.POSITIVE_INFINITY);
    if (scope.day < today) begin(scope, today);
    return scope;
  }
}

function begin(scope: Scope, day: number): void {
  scope.day = day;
  for (const position of scope.positions.values())
    position.day = startOfDay(position.quantity, position.costPaise);
}

function book(scope: Scope, trade: TradePart): void {
  const { side, quantity, price_paise: pricePaise, charges_paise: chargesPaise, at } = trade;
  applyTrade(getScopePosition(scope, trade, trade.product), { side, quantity, pricePaise, chargesPaise, at });
}

function getScopePosition(
  scope: Scope,
  { instrument, symbol }: { instrument: string; symbol: string },
  product: OrderProduct,
): NetPosition {
  const name = `${instrument} ${product}`;
  let position = scope.positions.get(name);
  if (position === undefined) {
    position = emptyPosition(instrument, symbol, product);
    scope.positions.set(name, position);
  }
  return position;
}

function filterScope(filter: PositionFilter): { key: string; where: string; values: string[] } {
  const { account, deploymentId } = filter;
  if (typeof deploymentId === "string")
    return { key: `deployment ${deploymentId}`, where: "deployment_id = ?", values: [deploymentId] };
  if (account === undefined) throw new Error("a position filter requires an account or a deployment");
  return deploymentId === null
    ? { key: `own ${account}`, where: "account = ? AND deployment_id IS NULL", values: [account] }
    : { key: `all ${account}`, where: "account = ?", values: [account] };
}

function scopeKeys({ account, deployment_id }: Pick<TradePart, "account" | "deployment_id">): string[] {
  return [`all ${account}`, deployment_id === null ? `own ${account}` : `deployment ${deployment_id}`];
}
