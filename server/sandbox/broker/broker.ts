// The sandbox's broker: takes orders, refuses those that cannot be carried, fills the others from the market's depth, and
// keeps positions, margin and money. One broker inside, whoever sends the order: an algo, the trader, the trading API.
import { isTrading } from "../../../app/wire/market-sessions.ts";
import type { OrderProduct, OrderSide } from "../../../app/wire/order.ts";
import type { MagicScenario } from "../../../app/wire/trading-api/scenarios.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { SandboxMarket } from "../exchange/market.ts";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";
import { type ChargedKind, chargesOf } from "./charges.ts";
import { type Held, marginOf, type Pricing } from "./margin.ts";
import { matchOrder, protectedLimit, TakenDepth } from "./matching.ts";
import { isOpen, OrderBook, type OrderRow, splitKey } from "./order-book.ts";
import type { NetPosition, OrderChange, PlaceRequest } from "./order-request.ts";
import { refusalOf } from "./refusal.ts";

/** What a new client of the sandbox has. */
export const OPENING_BALANCE_PAISE = 2_500_000_00;
/** An algo's order that waits this long is put at the market again. */
const REPRICED_AFTER_MS = 10_000;

export type { NetPosition, OrderChange, PlaceRequest } from "./order-request.ts";

/** An order of the scenario "slow" stays in transit for this long. */
const IN_TRANSIT_MS = 5_000;

export function liveAccount(clientId: string): string {
  return `live:${clientId}`;
}
export function paperAccount(deploymentId: string): string {
  return `paper:${deploymentId}`;
}

export class Broker {
  readonly book: OrderBook;
  readonly market: SandboxMarket;
  readonly now: () => number;
  /** Whose orders and positions this broker looks after by itself. */
  readonly owns: (account: string) => boolean;
  readonly #db: SandboxDatabase;
  readonly #taken = new TakenDepth();

  constructor(
    db: SandboxDatabase,
    market: SandboxMarket,
    now: () => number,
    own: { owns: (account: string) => boolean; book: OrderBook } | null = null,
  ) {
    this.#db = db;
    this.market = market;
    this.now = now;
    this.book = own?.book ?? new OrderBook(db);
    this.owns = own?.owns ?? ((account) => !account.startsWith("virtual:"));
  }

  /** One transaction; listeners hear of its order events when it is committed. */
  run<T>(work: () => T): T {
    let isCommitted = false;
    try {
      const result = inTransaction(this.#db, work);
      isCommitted = true;
      return result;
    } finally {
      this.book.settle(isCommitted);
    }
  }

  openAccount(account: string, openingPaise: number): void {
    if (this.book.balance(account) === null)
      this.book.post(account, this.now(), "opening", openingPaise, null);
  }

  isKilled(clientId: string): boolean {
    const row = this.#db.prepare("SELECT is_active FROM kill_switches WHERE client_id = ?").get(clientId) as
      | { is_active: number }
      | undefined;
    return row?.is_active === 1;
  }

  /** Within a transaction. The order is filled as far as the depth allows at once; what cannot be carried is REJECTED. */
  place(request: PlaceRequest): OrderRow {
    const now = this.now();
    const { instrument, side } = request;
    const row: OrderRow = {
      id: this.book.nextId(now),
      client_id: request.clientId,
      account: request.account,
      deployment_id: request.deploymentId,
      leg: request.leg,
      instrument: instrument.key,
      symbol: instrument.symbol,
      side,
      product: request.product,
      type: request.api?.type ?? "LIMIT",
      validity: request.validity,
      quantity: request.quantity,
      filled: 0,
      value_paise: 0,
      price_paise: request.limitPaise ?? 0,
      charges_paise: 0,
      status: request.api?.scenario === "slow" ? "TRANSIT" : "PENDING",
      reason: null,
      intent: request.intent,
      correlation_id: request.correlationId,
      trigger_paise: request.api?.triggerPaise ?? null,
      is_after_market: request.api?.isAfterMarket === true ? 1 : 0,
      modifications: 0,
      api: request.api?.document ?? null,
      created_at: now,
      updated_at: now,
    };
    const refused =
      request.api?.scenario === "reject"
        ? "Rejected by the exchange: a quantity that the sandbox always rejects."
        : refusalOf(this, request);
    if (refused !== null) {
      this.book.insert({ ...row, status: "REJECTED", reason: refused });
      return { ...row, status: "REJECTED", reason: refused };
    }
    // With nobody on the other side it waits at the lowest price, or the last one.
    row.price_paise =
      request.limitPaise ?? this.#marketLimit(instrument, side) ?? this.#waitingPrice(instrument, side);
    this.book.insert(row);
    if (this.#rests(row, instrument)) return row;
    switch (scenarioOf(row)) {
      case "rest":
      case "slow":
        return row;
      case "partial": {
        const half = Math.floor(row.quantity / 2);
        const filled = this.#match({ ...row, quantity: half }, instrument);
        const part: OrderRow = {
          ...filled,
          quantity: row.quantity,
          status: filled.filled === 0 ? "PENDING" : "PART_TRADED",
        };
        this.book.update(part);
        return part;
      }
      default:
        return this.#match(row, instrument);
    }
  }

  /** Within a transaction: an order that is open takes new terms; why not, in a sentence, when it cannot. */
  change(row: OrderRow, wanted: OrderChange): OrderRow | string {
    const instrument = this.instrument(row.instrument);
    if (instrument === null) return "It is not listed any more.";
    if (!isOpen(row)) return `The order is ${row.status} and cannot be changed.`;
    if (wanted.quantity <= row.filled)
      return `The quantity is the whole order's: ${row.filled} of it are filled already.`;
    const refused = refusalOf(this, {
      clientId: row.client_id,
      account: row.account,
      deploymentId: row.deployment_id,
      leg: row.leg,
      instrument,
      side: row.side,
      product: row.product,
      quantity: wanted.quantity,
      limitPaise: wanted.limitPaise,
      validity: wanted.validity,
      intent: row.intent,
      correlationId: row.correlation_id,
      capPaise: null,
      changed: row,
      isAfterMarket: row.is_after_market === 1,
    });
    if (refused !== null) return refused;
    const changed: OrderRow = {
      ...row,
      quantity: wanted.quantity,
      price_paise:
        wanted.limitPaise ??
        this.#marketLimit(instrument, row.side) ??
        this.#waitingPrice(instrument, row.side),
      trigger_paise: wanted.triggerPaise,
      type: wanted.type,
      validity: wanted.validity,
      modifications: row.modifications + 1,
      api: wanted.document,
      updated_at: this.now(),
    };
    this.book.update(changed);
    return this.#rests(changed, instrument) ? changed : this.#match(changed, instrument);
  }

  /** Whether it is not at the exchange yet: its trigger was not seen, or the market is not open for it. */
  #rests(row: OrderRow, instrument: MarketInstrument): boolean {
    if (row.is_after_market === 1) return true;
    if (row.trigger_paise === null) return false;
    const last = this.market.quote(instrument, this.now()).lastPaise;
    return row.side === "BUY" ? last < row.trigger_paise : last > row.trigger_paise;
  }

  /** An order whose time has come: its trigger was seen, or the market has opened. */
  #woken(row: OrderRow, instrument: MarketInstrument): OrderRow {
    const isAtMarket = row.type === "STOP_LOSS_MARKET" || row.type === "MARKET";
    const price = isAtMarket ? this.#marketLimit(instrument, row.side) : null;
    const woken: OrderRow = {
      ...row,
      trigger_paise: null,
      is_after_market: row.is_after_market === 1 ? 2 : row.is_after_market,
      price_paise: price ?? row.price_paise,
      updated_at: this.now(),
    };
    this.book.update(woken);
    return woken;
  }

  /** Within a transaction; an order that is final stays as it is. */
  cancel(row: OrderRow, reason: string): OrderRow {
    if (!isOpen(row)) return row;
    const cancelled: OrderRow = { ...row, status: "CANCELLED", reason, updated_at: this.now() };
    this.book.update(cancelled);
    return cancelled;
  }

  /** Matches what waits, and puts algos' late orders at the market again. */
  tick(): void {
    const now = this.now();
    for (const row of this.book.open()) {
      if (!this.owns(row.account)) continue;
      const instrument = this.instrument(row.instrument);
      this.run(() => {
        if (instrument === null) return this.#expire(row);
        const isOpenNow = isTrading(this.market.session(instrument.exchangeSegment, now));
        if (row.is_after_market === 1) {
          if (!isOpenNow) return;
          const sent: OrderRow = { ...row, is_after_market: 2 };
          if (this.#rests(sent, instrument)) return this.book.update({ ...sent, updated_at: now });
          this.#match(this.#woken(row, instrument), instrument);
          return;
        }
        if (!isOpenNow) return this.#expire(row);
        if (row.trigger_paise !== null) {
          if (!this.#rests(row, instrument)) this.#match(this.#woken(row, instrument), instrument);
          return;
        }
        const scenario = scenarioOf(row);
        if (scenario === "rest" || scenario === "partial") return;
        if (scenario === "slow" && row.status === "TRANSIT") {
          if (now - row.created_at < IN_TRANSIT_MS) return;
          this.#match({ ...row, status: "PENDING", updated_at: now }, instrument);
          return;
        }
        const isLate = row.deployment_id !== null && now - row.updated_at > REPRICED_AFTER_MS;
        const limit = isLate ? this.#marketLimit(instrument, row.side) : null;
        const moved = limit === null ? row : { ...row, price_paise: limit, updated_at: now };
        if (limit !== null && limit !== row.price_paise) this.book.update(moved);
        this.#match(moved, instrument);
      });
    }
  }

  /** Net quantities by instrument and product; flat ones too when asked. */
  positions(
    filter: { account: string; deploymentId?: string | null } | { account?: undefined; deploymentId: string },
    withFlat = false,
  ): NetPosition[] {
    const where = [
      ...(filter.account === undefined ? [] : ["account = ?"]),
      ...(filter.deploymentId === undefined ? [] : ["deployment_id IS ?"]),
    ].join(" AND ");
    const values = [filter.account, filter.deploymentId].filter((value) => value !== undefined);
    const rows = this.#db
      .prepare(
        `SELECT instrument, symbol, product,
           sum(CASE side WHEN 'BUY' THEN quantity ELSE -quantity END) AS quantity,
           sum(CASE side WHEN 'BUY' THEN -quantity ELSE quantity END * price_paise) AS cashPaise,
           sum(charges_paise) AS chargesPaise, max(at) AS lastAt
         FROM trades WHERE ${where} GROUP BY instrument, product ORDER BY min(number)`,
      )
      .all(...values) as NetPosition[];
    return withFlat ? rows : rows.filter(({ quantity }) => quantity !== 0);
  }

  /** Last traded price; null when it is not listed any more. */
  lastPaise(key: string): number | null {
    const instrument = this.instrument(key);
    return instrument === null ? null : this.market.quote(instrument, this.now()).lastPaise;
  }

  instrument(key: string): MarketInstrument | null {
    const { exchangeSegment, securityId } = splitKey(key);
    return this.market.find(exchangeSegment, securityId, this.now());
  }

  /** Cash, what positions are worth, and what they block. */
  funds(account: string): { balancePaise: number; blockedPaise: number; availablePaise: number } {
    const positions = this.positions({ account });
    const worth = positions.reduce(
      (sum, { instrument, quantity }) => sum + quantity * (this.lastPaise(instrument) ?? 0),
      0,
    );
    const balancePaise = (this.book.balance(account) ?? 0) + worth;
    const blockedPaise = this.marginFor(this.held(positions));
    return { balancePaise, blockedPaise, availablePaise: balancePaise - blockedPaise };
  }

  marginFor(held: readonly Held[]): number {
    return marginOf(held, this.#pricing());
  }

  chargesFor(
    instrument: MarketInstrument,
    product: OrderProduct,
    side: OrderSide,
    valuePaise: number,
  ): number {
    return chargesOf(chargedKind(instrument), product, side, valuePaise).totalPaise;
  }

  #pricing(): Pricing {
    const at = this.now();
    return {
      price: (instrument) => this.market.fairPrice(instrument, at),
      spot: (key) => this.market.spot(key, at),
      priceAt: (option, spot) => this.market.optionPriceAt(option, spot, at),
    };
  }

  held(positions: readonly Pick<NetPosition, "instrument" | "quantity" | "product">[]): Held[] {
    return positions.flatMap(({ instrument, quantity, product }) => {
      const known = this.instrument(instrument);
      return known === null ? [] : [{ instrument: known, quantity, product }];
    });
  }

  #marketLimit(instrument: MarketInstrument, side: OrderSide): number | null {
    const kind = instrument.option === null ? "share" : "option";
    return protectedLimit(side, this.market.book(instrument, this.now()), instrument.tickPaise, kind);
  }

  #waitingPrice(instrument: MarketInstrument, side: OrderSide): number {
    return side === "SELL" ? instrument.tickPaise : this.market.quote(instrument, this.now()).lastPaise;
  }

  #match(row: OrderRow, instrument: MarketInstrument): OrderRow {
    const now = this.now();
    const wanted = row.quantity - row.filled;
    const fills = matchOrder(
      {
        key: row.instrument,
        side: row.side,
        quantity: wanted,
        limitPaise: row.price_paise,
        lotSize: instrument.lotSize,
      },
      this.market.book(instrument, now),
      this.#taken,
      now,
    );
    let current = row;
    for (const fill of fills) current = this.#fill(current, instrument, fill.quantity, fill.pricePaise, now);
    if (row.validity === "IOC" && isOpen(current))
      current = this.cancel(current, "The rest could not be filled at once.");
    else if (current !== row) this.book.update(current);
    return current;
  }

  #fill(
    row: OrderRow,
    instrument: MarketInstrument,
    quantity: number,
    pricePaise: number,
    at: number,
  ): OrderRow {
    const value = row.value_paise + quantity * pricePaise;
    const charges = this.chargesFor(instrument, row.product, row.side, value);
    this.book.addTrade(row, quantity, pricePaise, charges - row.charges_paise, at);
    const filled = row.filled + quantity;
    return {
      ...row,
      filled,
      value_paise: value,
      charges_paise: charges,
      status: filled === row.quantity ? "TRADED" : "PART_TRADED",
      updated_at: at,
    };
  }

  #expire(row: OrderRow): void {
    this.book.update({
      ...row,
      status: "EXPIRED",
      reason: "The market closed before it was filled.",
      updated_at: this.now(),
    });
  }
}

function chargedKind(instrument: MarketInstrument): ChargedKind {
  return instrument.kind === "OPTIDX" || instrument.kind === "OPTSTK" ? instrument.kind : "EQUITY";
}

function scenarioOf({ api }: Pick<OrderRow, "api">): MagicScenario | null {
  return api?.includes('"scenario":"') ? (JSON.parse(api) as { scenario: MagicScenario }).scenario : null;
}
