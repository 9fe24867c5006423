// The sandbox's broker. It receives orders, rejects those that the funds or the exchange's rules do not allow, and
// sends the others to the market. It returns an account's positions and funds. There is one broker per market, for
// orders of algos, traders and the trading API.
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { SandboxMarket } from "../exchange/market.ts";
import { runAtOnce, type WorkSteps } from "../slices.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { computeFunds, type Funds } from "./funds.ts";
import { Ledger } from "./ledger.ts";
import {
  computeMargin,
  computePeakMargin,
  computeWaitingMargin,
  type MarginPosition,
  positionsAfter,
  type WaitingOrder,
} from "./margin.ts";
import { Matcher } from "./matcher.ts";
import type { ClientEvent } from "./order-events.ts";
import { injectedRejection } from "./order-faults.ts";
import {
  buildOrderToCheck,
  filledFault,
  type OrderTerms,
  type PlaceRequest,
  type Rejection,
} from "./order-request.ts";
import { isOpen, type OrderRow } from "./order-rows.ts";
import { OrderStore } from "./order-store.ts";
import type { NetPosition } from "./position.ts";
import { type PositionFilter, PositionStore } from "./position-store.ts";
import { OrderPricing } from "./pricing.ts";
import { findRejection } from "./rejection.ts";
import { type TransactionCache, Transactions } from "./transactions.ts";

/** Opening balance of a new client, in paise. */
export const OPENING_BALANCE_PAISE = 2_500_000_00;

/** Called after the transaction commits, in order of execution, with the broker whose orders changed. */
export type EventListener = (events: readonly ClientEvent[], broker: Broker) => void;

export function liveAccount(clientId: string): string {
  return `live:${clientId}`;
}
export function paperAccount(deploymentId: string): string {
  return `paper:${deploymentId}`;
}

export class Broker {
  readonly market: SandboxMarket;
  readonly now: () => number;
  readonly orders: OrderStore;
  readonly ledger: Ledger;
  readonly positionStore: PositionStore;
  readonly pricing: OrderPricing;
  readonly #db: SandboxDatabase;
  readonly #matcher: Matcher;
  readonly #listeners: Set<EventListener>;
  readonly #transactions: Transactions<ClientEvent>;
  readonly #evictionListeners: ((clientId: string) => void)[] = [];

  /**
   * `eventsLike` is another broker; its listeners also receive this broker's events. `orderIdPrefix` is the prefix of
   * this broker's order ids.
   */
  constructor(
    db: SandboxDatabase,
    market: SandboxMarket,
    now: () => number,
    options: { eventsLike?: Broker; orderIdPrefix?: string } = {},
  ) {
    this.#db = db;
    this.market = market;
    this.now = now;
    this.#listeners = options.eventsLike === undefined ? new Set() : options.eventsLike.#listeners;
    this.#transactions = new Transactions(db, (events) => {
      for (const listener of this.#listeners) listener(events, this);
    });
    this.ledger = new Ledger(db);
    this.positionStore = new PositionStore(db, now);
    const { orderIdPrefix } = options;
    this.orders = new OrderStore(db, {
      ledger: this.ledger,
      positions: this.positionStore,
      emit: (event) => this.#transactions.emit(event),
      ...(orderIdPrefix === undefined ? {} : { idPrefix: orderIdPrefix }),
    });
    for (const cache of [this.ledger, this.positionStore, this.orders]) this.addCache(cache);
    this.pricing = new OrderPricing(market, now);
    this.#matcher = new Matcher(this);
  }

  onEvents(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Registers a cache that is rolled back together with this broker's transactions. */
  addCache(cache: TransactionCache): void {
    this.#transactions.addCache(cache);
  }

  /** Registers a listener that drops the cached rows of a client. */
  onEvicted(listener: (clientId: string) => void): void {
    this.#evictionListeners.push(listener);
  }

  /**
   * Drops the cached orders, balances and positions of a client's account after their rows were removed from the store.
   */
  forget(clientId: string): void {
    const account = liveAccount(clientId);
    this.orders.forget(clientId, account);
    this.ledger.forget(account);
    this.positionStore.forget(account);
    for (const listener of this.#evictionListeners) listener(clientId);
  }

  /**
   * Runs `work` in one transaction. Listeners receive its order events after the commit. A nested `run` is a savepoint:
   * if it fails, only its changes are rolled back.
   */
  run<T>(work: () => T): T {
    return this.#transactions.run(work);
  }

  openAccount(account: string, openingPaise: number): void {
    if (this.ledger.balance(account) === null) this.addFunds(account, openingPaise, this.now());
  }

  /** Adds simulated cash to an account, as part of the opening balance. */
  addFunds(account: string, amountPaise: number, at: number): void {
    this.ledger.post({ account, deploymentId: null, at, kind: "opening", amountPaise, tradeNumber: null });
  }

  isKilled(clientId: string): boolean {
    const row = this.#db.prepare("SELECT is_active FROM kill_switches WHERE client_id = ?").get(clientId) as
      | { is_active: number }
      | undefined;
    return row?.is_active === 1;
  }

  /**
   * Places an order; requires a transaction. It is filled up to the available market depth. An order that the exchange
   * or the broker rejects is stored as REJECTED.
   */
  place(request: PlaceRequest): OrderRow {
    const now = this.now();
    const { instrument, api } = request;
    const refused = injectedRejection(api?.fault ?? null) ?? findRejection(this, request);
    const row: OrderRow = {
      id: request.id ?? this.orders.nextId(now),
      client_id: request.clientId,
      account: request.account,
      deployment_id: request.deploymentId,
      leg: request.leg,
      instrument: instrument.key,
      symbol: instrument.symbol,
      side: request.side,
      product: request.product,
      type: api?.type ?? "LIMIT",
      validity: request.validity,
      quantity: request.quantity,
      filled: 0,
      value_paise: 0,
      price_paise: refused === null ? this.pricing.orderPrice(request) : (request.limitPaise ?? 0),
      charges_paise: 0,
      status: refused !== null ? "REJECTED" : "PENDING",
      reason: refused?.text ?? null,
      reject_cause: refused?.cause ?? null,
      intent: request.intent,
      correlation_id: request.correlationId,
      trigger_paise: api?.triggerPaise ?? null,
      is_after_market: api?.isAfterMarket === true ? 1 : 0,
      modifications: 0,
      api: api?.document ?? null,
      created_at: now,
      updated_at: now,
    };
    if (refused !== null) {
      this.orders.insert(row);
      return row;
    }
    const entering = this.#matcher.withInitialState(row, instrument);
    this.orders.insert(entering);
    return this.#matcher.enter(entering, instrument);
  }

  /**
   * Changes the terms of an open order; requires a transaction. Returns a sentence with the reason when it cannot be
   * changed.
   */
  change(row: OrderRow, newTerms: OrderTerms): OrderRow | string {
    const instrument = this.instrument(row.instrument);
    if (instrument === null) return "The instrument is no longer listed.";
    if (!isOpen(row)) return `The order is ${row.status} and cannot be changed.`;
    const tooFew = filledFault(row, newTerms.quantity);
    if (tooFew !== null) return tooFew;
    const refused =
      injectedRejection(newTerms.fault) ?? findRejection(this, buildOrderToCheck(row, instrument, newTerms));
    if (refused !== null) return refused.text;
    const { limitPaise } = newTerms;
    const changed: OrderRow = {
      ...row,
      // A changed order is no longer in transit.
      status: row.status === "TRANSIT" ? "PENDING" : row.status,
      quantity: newTerms.quantity,
      price_paise: this.pricing.orderPrice({ instrument, side: row.side, limitPaise }),
      trigger_paise: newTerms.triggerPaise,
      type: newTerms.type,
      validity: newTerms.validity,
      modifications: row.modifications + 1,
      api: newTerms.document,
      updated_at: this.now(),
    };
    const entering = this.#matcher.withInitialState(changed, instrument);
    this.orders.update(entering);
    return this.#matcher.enter(entering, instrument);
  }

  /** Checks whether the account's funds still cover an existing order. */
  rejectionOfExisting(row: OrderRow, instrument: MarketInstrument): Rejection | null {
    return findRejection(
      this,
      buildOrderToCheck(row, instrument, {
        quantity: row.quantity,
        limitPaise: row.price_paise,
        // The trigger price was checked when the order was placed.
        triggerPaise: null,
      }),
    );
  }

  /** Cancels an order; requires a transaction. A final order is left unchanged. */
  cancel(row: OrderRow, reason: string): OrderRow {
    if (!isOpen(row)) return row;
    const cancelled: OrderRow = { ...row, status: "CANCELLED", reason, updated_at: this.now() };
    this.orders.update(cancelled);
    return cancelled;
  }

  /** Matches resting orders: `steps` in slices, `tick` all at once. */
  steps(): WorkSteps {
    return this.#matcher.steps();
  }
  tick(): void {
    runAtOnce(this.steps());
  }

  /** Returns the positions by instrument and product, including flat positions on request. */
  positions(filter: PositionFilter, withFlat = false): readonly NetPosition[] {
    const all = this.positionStore.of(filter);
    return withFlat ? all : all.filter(({ quantity }) => quantity !== 0);
  }

  /** Returns the deployments on an account that have not ended. */
  runningDeployments(account: string): string[] {
    const rows = this.#db
      .prepare(
        "SELECT id FROM deployments WHERE client_id = ? AND mode = 'live' AND state NOT IN ('stopped', 'failed')",
      )
      .all(account.slice(account.indexOf(":") + 1)) as { id: string }[];
    return rows.map(({ id }) => id);
  }

  /** Returns the last traded price; null for an instrument that is no longer listed. */
  lastPaise(key: string): number | null {
    const instrument = this.instrument(key);
    return instrument === null ? null : this.market.quote(instrument, this.now()).lastPaise;
  }

  instrument(key: string): MarketInstrument | null {
    return this.market.findByKey(key, this.now());
  }

  funds(account: string): Funds {
    return this.#fundsWith(account, this.orders.resting.ofAccount(account));
  }

  #fundsWith(account: string, waiting: readonly OrderRow[]): Funds {
    const positions = this.positions({ account }, true);
    return computeFunds({
      account,
      nowMs: this.now(),
      ledger: this.ledger,
      positions,
      held: this.held(positions),
      waiting: this.#waiting(waiting),
      pricing: this.pricing.now(),
    });
  }

  /**
   * Returns the funds that an order requires in addition to `others`, the other waiting orders, and the available
   * funds.
   */
  fundsNeededFor(
    account: string,
    others: readonly OrderRow[],
    order: WaitingOrder,
  ): { added: number; availablePaise: number } {
    const funds = this.#fundsWith(account, others);
    const held = this.held(this.positions({ account }));
    const used = computeWaitingMargin([...this.#waiting(others), order], held, this.pricing.now());
    return { added: used - funds.orderMarginPaise, availablePaise: funds.availablePaise };
  }

  /** Returns the total margin of a deployment's positions, its waiting orders and `orders`. */
  deploymentMargin(
    deploymentId: string,
    waiting: readonly OrderRow[],
    orders: readonly WaitingOrder[],
  ): number {
    const held = this.held(this.positions({ deploymentId }));
    const pricing = this.pricing.now();
    return (
      computeMargin(held, pricing) +
      computeWaitingMargin([...this.#waiting(waiting), ...orders], held, pricing)
    );
  }

  /** Returns the peak margin of a deployment's positions while these orders are sent one after the other. */
  peakMargin(deploymentId: string | null, orders: readonly WaitingOrder[]): number {
    const held = deploymentId === null ? [] : this.held(this.positions({ deploymentId }));
    return computePeakMargin(held, orders, this.pricing.now());
  }

  /** Returns the margin of the positions that exist once these orders are filled. Hedges reduce it. */
  marginIfFilled(held: readonly MarginPosition[], orders: readonly WaitingOrder[]): number {
    return computeMargin(positionsAfter(held, orders), this.pricing.now());
  }

  /** Returns the unfilled quantities of an account's resting orders. */
  waitingOf(account: string): WaitingOrder[] {
    return this.#waiting(this.orders.resting.ofAccount(account));
  }

  #waiting(rows: readonly OrderRow[]): WaitingOrder[] {
    return rows.flatMap((row) => {
      const instrument = this.instrument(row.instrument);
      if (instrument === null) return [];
      const { side, product, price_paise: pricePaise } = row;
      return [
        this.pricing.waitingOrder({
          instrument,
          side,
          product,
          quantity: row.quantity - row.filled,
          pricePaise,
        }),
      ];
    });
  }

  /** Returns the positions with their instruments and costs, without instruments that are no longer listed. */
  held(positions: readonly NetPosition[]): MarginPosition[] {
    return positions.flatMap(({ instrument, quantity, product, costPaise }) => {
      const known = quantity === 0 ? null : this.instrument(instrument);
      return known === null ? [] : [{ instrument: known, quantity, product, costPaise }];
    });
  }
}
