// Super orders: an entry with a target and a stop. After the entry has traded, the legs' prices are watched. The
// triggered leg becomes an ordinary order that closes the position, and the other leg ends.

import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { ApiOrder } from "../../../../app/contract/trading-api/orders.ts";
import type { ModifySuper, PlaceSuper } from "../../../../app/contract/trading-api/super-orders.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { canTrade } from "../../broker/exchange-rules.ts";
import { isOpen, type OrderRow } from "../../broker/order-rows.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { WorkSteps } from "../../slices.ts";
import { ApiFault } from "./fault.ts";
import {
  type Call,
  type Caller,
  createCaller,
  type HandlerContext,
  type Handlers,
} from "./handler-context.ts";
import { checkTick, findInstrument, orderResponse, placeOrderRequest } from "./order-handlers.ts";
import {
  checkLegPrices,
  createLegId,
  endLegs,
  entryDirection,
  findReachedLeg,
  type LegState,
  legRows,
  legsToReport,
  type SuperDocument,
  toSuperOrder,
} from "./super-document.ts";
import { type WaitingRow, WaitingRows } from "./waiting-rows.ts";
import { parseExtras, toPaise } from "./wire-format.ts";

const SUPER_ORDERS_MAX = 100;

const hasPendingLeg = ({ target, stop }: SuperDocument) => target === "PENDING" || stop === "PENDING";

/** Throws DH-905 for a price of 0, which would be reached at once. `legState` is the state of the price's leg. */
function checkLegPrice(name: string, price: number | undefined, legState: LegState): void {
  if (price === 0 && legState === "PENDING")
    throw new ApiFault("DH-905", `${name} must be above 0. To remove it, cancel the leg.`);
}

/** Throws DH-905 if a leg's price in rupees is not a multiple of the tick size. */
function checkLegTicks(instrument: MarketInstrument, targetPrice: number, stopLossPrice: number): void {
  checkTick(toPaise(targetPrice), instrument, "targetPrice");
  checkTick(toPaise(stopLossPrice), instrument, "stopLossPrice");
}

export class SuperOrders {
  readonly #context: HandlerContext;
  readonly #rows: WaitingRows<SuperDocument>;

  constructor(context: HandlerContext) {
    this.#context = context;
    this.#rows = new WaitingRows(context, "super_orders");
  }

  /** Checks all active super orders once. Each due order is processed in a separate transaction. */
  *steps(onFault: (fault: unknown) => void): WorkSteps {
    const { broker } = this.#context;
    const prices = new Map<string, number | null>();
    for (const { id, document } of this.#rows.listActive()) {
      const entry = this.#rows.isActive(id) ? this.#entry(id) : undefined;
      if (entry === undefined) continue;
      const known = prices.get(entry.instrument);
      const last = known === undefined ? this.#tradedPaise(entry.instrument) : known;
      prices.set(entry.instrument, last);
      if (!this.#isDue(document, entry, last)) continue;
      try {
        broker.run(() => this.#advance(id, last));
      } catch (fault) {
        onFault(fault);
        broker.run(() => this.#end(id));
      }
      yield;
    }
  }

  /**
   * Returns the last price. Null for an instrument that is no longer listed, and while its market is closed or it is
   * halted: the legs then wait, because the exchange would reject their orders.
   */
  #tradedPaise(key: string): number | null {
    const { broker } = this.#context;
    const instrument = broker.instrument(key);
    if (instrument === null || !canTrade(broker.market, instrument, broker.now())) return null;
    return broker.lastPaise(key);
  }

  #entry(id: string): OrderRow | undefined {
    return this.#context.broker.orders.read(id);
  }

  /**
   * True if the super order requires an action now. The check must be cheap, because it runs for every super order each
   * second.
   */
  #isDue(document: SuperDocument, entry: OrderRow, last: number | null): boolean {
    if (entry.filled === 0) return !isOpen(entry);
    if (document.exitId !== null)
      return this.#context.broker.orders.resting.read(document.exitId) === undefined;
    if (document.bestPaise === 0) return true;
    if (last === null) return false;
    const direction = entryDirection(entry);
    const isTrailing = document.trailingPaise > 0 && document.stop === "PENDING";
    return (
      findReachedLeg(document, direction, last) !== null ||
      (isTrailing && (last - document.bestPaise) * direction >= document.trailingPaise)
    );
  }

  /** Returns the handlers. Those that write require a transaction. */
  handlers() {
    const { broker } = this.#context;
    return {
      placeSuperOrder: (call) => this.#placeSuper(call, call.body),
      modifySuperOrder: (call) => this.#modifySuper(call, call.body),
      cancelSuperOrder: (call) => this.#cancelSuper(call),
      listSuperOrders: (call) =>
        this.#rows.page(call, (row) => {
          const entry = this.#entry(row.id);
          return entry === undefined ? [] : [toSuperOrder(broker, row, entry)];
        }),
    } satisfies Partial<Handlers>;
  }

  /** Ends the legs of an account's super orders in these products, for example when all positions are closed. */
  endAll(clientId: string, products: readonly OrderProduct[]): void {
    for (const { id, document } of this.#rows.listActiveOf(clientId))
      if (products.includes(document.orderRequest.productType)) this.#end(id);
  }

  /** Returns the legs that are waiting, or have ended without being sent, as rows of the order book. */
  legsOf(call: Pick<Caller, "client">): ApiOrder[] {
    return this.#rows.list(call).flatMap((row) => {
      const entry = this.#entry(row.id);
      return entry === undefined ? [] : legRows(this.#context.broker, row.document, entry);
    });
  }

  #write(row: WaitingRow<SuperDocument>, isActive: boolean): void {
    this.#reportLegs(row.id, row.document);
    this.#rows.write(row, isActive);
  }

  /** Sends an order update for each leg that was added, has changed or has ended. */
  #reportLegs(id: string, document: SuperDocument): void {
    const { broker } = this.#context;
    const entry = this.#entry(id);
    if (entry === undefined) return;
    for (const leg of legsToReport(document, entry, broker.now())) broker.orders.events.append(leg);
  }

  #end(id: string): void {
    const row = this.#rows.read(id);
    if (row === null) return;
    endLegs(row.document);
    this.#write(row, false);
  }

  #placeSuper(call: Caller, orderRequest: PlaceSuper) {
    const { broker } = this.#context;
    const { targetPrice: target, stopLossPrice: stop, transactionType } = orderRequest;
    const instrument = findInstrument(broker, orderRequest.exchangeSegment, orderRequest.securityId);
    this.#rows.checkRoom(call, SUPER_ORDERS_MAX, "active super orders");
    const entry =
      orderRequest.orderType === "LIMIT"
        ? (orderRequest.price ?? 0)
        : broker.market.quote(instrument, broker.now()).lastPaise / 100;
    checkLegPrices(transactionType, entry, target, stop);
    checkLegTicks(instrument, target, stop);
    const {
      targetPrice: _,
      stopLossPrice: __,
      trailingJump: ___,
      dhanClientId: ____,
      ...rest
    } = orderRequest;
    const row = placeOrderRequest(broker, call, { ...rest, validity: "DAY", legName: "ENTRY_LEG" });
    const document: SuperDocument = {
      orderRequest,
      targetPaise: toPaise(target),
      stopPaise: toPaise(stop),
      trailingPaise: toPaise(orderRequest.trailingJump ?? 0),
      target: target === 0 ? "CANCELLED" : "PENDING",
      stop: stop === 0 ? "CANCELLED" : "PENDING",
      bestPaise: 0,
      exitId: null,
      isClosed: false,
    };
    if (row.status === "REJECTED") endLegs(document);
    this.#reportLegs(row.id, document);
    this.#rows.insert(row.id, call.client.id, document, row.status !== "REJECTED");
    return orderResponse(row);
  }

  #modifySuper(call: Call<"modifySuperOrder">, orderRequest: ModifySuper) {
    const { broker } = this.#context;
    const row = this.#rows.own(call, call.path.orderId);
    const { document } = row;
    const entry = broker.orders.read(row.id);
    if (entry === undefined) throw new ApiFault("DH-906", "Its entry order is missing.");
    const { transactionType: side, exchangeSegment, securityId } = document.orderRequest;
    const { targetPrice = 0, stopLossPrice = 0 } = orderRequest;
    checkLegTicks(findInstrument(broker, exchangeSegment, securityId), targetPrice, stopLossPrice);
    checkLegPrice("targetPrice", orderRequest.targetPrice, document.target);
    checkLegPrice("stopLossPrice", orderRequest.stopLossPrice, document.stop);
    if (orderRequest.legName === "ENTRY_LEG") {
      if (!isOpen(entry))
        throw new ApiFault("DH-906", `The entry is ${entry.status}; target and stop can still be changed.`);
      const orderType = orderRequest.orderType ?? (entry.type === "MARKET" ? "MARKET" : "LIMIT");
      const price = orderRequest.price ?? entry.price_paise / 100;
      checkLegPrices(
        side,
        price,
        orderRequest.targetPrice ?? document.targetPaise / 100,
        orderRequest.stopLossPrice ?? document.stopPaise / 100,
      );
      const { fault } = parseExtras(entry.api);
      const changed = broker.change(entry, {
        quantity: orderRequest.quantity ?? entry.quantity,
        fault,
        limitPaise: orderType === "LIMIT" ? toPaise(price) : null,
        triggerPaise: null,
        type: orderType,
        validity: entry.validity,
        document: entry.api ?? "{}",
      });
      if (typeof changed === "string") throw new ApiFault("DH-906", changed);
    }
    const isTarget = orderRequest.legName !== "STOP_LOSS_LEG" && orderRequest.targetPrice !== undefined;
    const isStop = orderRequest.legName !== "TARGET_LEG" && orderRequest.stopLossPrice !== undefined;
    if (orderRequest.legName === "TARGET_LEG" && document.target !== "PENDING")
      throw new ApiFault("DH-906", `The target is ${document.target} and cannot be changed.`);
    if (orderRequest.legName === "STOP_LOSS_LEG" && document.stop !== "PENDING")
      throw new ApiFault("DH-906", `The stop is ${document.stop} and cannot be changed.`);
    if (isTarget && document.target === "PENDING")
      document.targetPaise = toPaise(orderRequest.targetPrice ?? 0);
    if (isStop && document.stop === "PENDING") document.stopPaise = toPaise(orderRequest.stopLossPrice ?? 0);
    // A request without `trailingJump` disables trailing, as with the real provider.
    if (orderRequest.legName !== "TARGET_LEG")
      document.trailingPaise = toPaise(orderRequest.trailingJump ?? 0);
    this.#write(row, hasPendingLeg(document));
    return { orderId: row.id, orderStatus: broker.orders.read(row.id)?.status ?? entry.status };
  }

  #cancelSuper(call: Call<"cancelSuperOrder">) {
    const { broker } = this.#context;
    const row = this.#rows.own(call, call.path.orderId);
    const { document } = row;
    const entry = broker.orders.read(row.id);
    switch (call.path.leg) {
      case "ENTRY_LEG":
        if (!this.#rows.isActive(row.id) || document.exitId !== null)
          throw new ApiFault("DH-906", "The super order has ended and cannot be cancelled.");
        if (entry !== undefined && isOpen(entry)) broker.cancel(entry, "Cancelled by the trading API");
        endLegs(document);
        break;
      case "TARGET_LEG":
        if (document.target !== "PENDING")
          throw new ApiFault("DH-906", `The target is ${document.target} and cannot be cancelled.`);
        document.target = "CANCELLED";
        break;
      default:
        if (document.stop !== "PENDING")
          throw new ApiFault("DH-906", `The stop is ${document.stop} and cannot be cancelled.`);
        document.stop = "CANCELLED";
    }
    this.#write(row, hasPendingLeg(document));
    return { orderId: row.id, orderStatus: "CANCELLED" };
  }

  #advance(id: string, last: number | null): void {
    const { broker } = this.#context;
    const row = this.#rows.read(id);
    const entry = this.#entry(id);
    if (row === null || entry === undefined) return;
    const { document } = row;
    if (entry.filled === 0) {
      endLegs(document);
      this.#write(row, false);
      return;
    }
    if (document.exitId !== null) {
      const exit = broker.orders.read(document.exitId);
      if (exit !== undefined && isOpen(exit)) return;
      document.isClosed = exit?.status === "TRADED";
      for (const leg of ["target", "stop"] as const)
        if (document[leg] === "TRIGGERED") document[leg] = document.isClosed ? "TRADED" : "REJECTED";
      this.#write(row, false);
      return;
    }
    if (document.bestPaise === 0) document.bestPaise = Math.round(entry.value_paise / entry.filled);
    const direction = entryDirection(entry);
    if (last !== null && document.trailingPaise > 0 && document.stop === "PENDING") {
      const steps = Math.floor(((last - document.bestPaise) * direction) / document.trailingPaise);
      if (steps >= 1) {
        document.bestPaise += direction * steps * document.trailingPaise;
        document.stopPaise += direction * steps * document.trailingPaise;
      }
    }
    const leg = last === null ? null : findReachedLeg(document, direction, last);
    const isActive = leg === null || this.#sendLeg(row, entry, leg);
    this.#write(row, isActive);
  }

  /** Sends the triggered leg. Returns false when no quantity remains to close. */
  #sendLeg(row: WaitingRow<SuperDocument>, entry: OrderRow, leg: "target" | "stop"): boolean {
    const { broker } = this.#context;
    const { document } = row;
    // Cancels the unfilled part of the entry order.
    const held = isOpen(entry) ? broker.cancel(entry, "A leg of its super order was reached") : entry;
    const position = broker
      .positions({ account: entry.account, deploymentId: null })
      .find((one) => one.instrument === entry.instrument && one.product === entry.product);
    const openQuantity = Math.max(0, (position?.quantity ?? 0) * entryDirection(entry));
    if (openQuantity === 0) {
      endLegs(document);
      return false;
    }
    document[leg] = "TRIGGERED";
    document[leg === "stop" ? "target" : "stop"] = "CANCELLED";
    const { exchangeSegment, securityId } = splitInstrumentKey(entry.instrument);
    const exit = placeOrderRequest(broker, createCaller(this.#context, row.client_id), {
      id: createLegId(row.id, leg),
      transactionType: entry.side === "BUY" ? "SELL" : "BUY",
      exchangeSegment: exchangeSegment as PlaceSuper["exchangeSegment"],
      productType: entry.product,
      orderType: "MARKET",
      validity: "DAY",
      securityId,
      quantity: Math.min(held.filled, openQuantity),
      correlationId: document.orderRequest.correlationId,
      legName: leg === "stop" ? "STOP_LOSS_LEG" : "TARGET_LEG",
      parentId: row.id,
    });
    document.exitId = exit.id;
    return true;
  }
}
