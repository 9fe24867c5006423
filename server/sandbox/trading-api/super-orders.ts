// Super orders: entry, target and stop in one. When the entry has traded, the prices of the legs are watched; what closes the position is
// an ordinary order of the account, and the other leg ends.
import type { OrderSide } from "../../../app/wire/order.ts";
import type { ModifySuper, PlaceSuper } from "../../../app/wire/trading-api/advanced-orders.ts";
import { isOpen, type OrderRow, splitKey } from "../broker/order-book.ts";
import { type Call, callerOf, type Desk, type Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { answerOf, findInstrument, placeWish } from "./order-desk.ts";
import { type Row, WaitingRows } from "./waiting-rows.ts";
import { asApiOrder, paiseOf, rupees } from "./wire-format.ts";

type LegState = "PENDING" | "TRIGGERED" | "TRADED" | "CANCELLED" | "REJECTED";
type SuperDocument = {
  wish: PlaceSuper;
  targetPaise: number;
  stopPaise: number;
  trailingPaise: number;
  target: LegState;
  stop: LegState;
  /** The furthest that the price has gone the position's way since the entry, for a stop that follows. */
  bestPaise: number;
  exitId: string | null;
  isClosed: boolean;
};

export class SuperOrders {
  readonly #desk: Desk;
  readonly #rows: WaitingRows<SuperDocument>;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#rows = new WaitingRows(desk, "super_orders");
  }

  /** One look at all that are at work; each in a transaction of its own. */
  tick(guarded: (work: () => void) => void): void {
    for (const row of this.#rows.alive())
      if (this.#desk.isOwn(row.client_id)) guarded(() => this.#watchSuper(row));
  }

  handlers() {
    const { broker } = this.#desk;
    return {
      placeSuperOrder: (call) => broker.run(() => this.#placeSuper(call, call.body as PlaceSuper)),
      modifySuperOrder: (call) => broker.run(() => this.#modifySuper(call, call.body as ModifySuper)),
      cancelSuperOrder: (call) => broker.run(() => this.#cancelSuper(call)),
      listSuperOrders: (call) => this.#rows.list(call).map((row) => this.#asSuper(row)),
    } satisfies Record<string, Handler>;
  }

  /** Ends the legs of an account's, as when all positions are closed. */
  end(clientId: string): void {
    for (const row of this.#rows.alive())
      if (row.client_id === clientId) {
        this.#endLegs(row.document);
        this.#rows.write(row, false);
      }
  }

  #placeSuper(call: Call, wish: PlaceSuper) {
    const { broker } = this.#desk;
    const { targetPrice: target, stopLossPrice: stop, transactionType } = wish;
    const instrument = findInstrument(broker, wish.exchangeSegment, wish.securityId);
    const entry =
      wish.orderType === "LIMIT"
        ? (wish.price ?? 0)
        : broker.market.quote(instrument, broker.now()).lastPaise / 100;
    checkOrder(transactionType, entry, target, stop);
    for (const [name, price] of [
      ["targetPrice", target],
      ["stopLossPrice", stop],
    ] as const)
      if (paiseOf(price) % instrument.tickPaise !== 0)
        throw new ApiFault("DH-905", `${name}: a multiple of the tick, ${instrument.tickPaise / 100}.`);
    const { targetPrice: _, stopLossPrice: __, trailingJump: ___, dhanClientId: ____, ...rest } = wish;
    const row = placeWish(broker, call, { ...rest, validity: "DAY", legName: "ENTRY_LEG" });
    const document: SuperDocument = {
      wish,
      targetPaise: paiseOf(target),
      stopPaise: paiseOf(stop),
      trailingPaise: paiseOf(wish.trailingJump ?? 0),
      target: target === 0 ? "CANCELLED" : "PENDING",
      stop: stop === 0 ? "CANCELLED" : "PENDING",
      bestPaise: 0,
      exitId: null,
      isClosed: false,
    };
    if (row.status === "REJECTED") this.#endLegs(document);
    this.#rows.insert(row.id, call.client.id, document, row.status !== "REJECTED");
    return answerOf(row);
  }

  #modifySuper(call: Call, wish: ModifySuper) {
    const { broker } = this.#desk;
    const row = this.#rows.own(call);
    const { document } = row;
    const entry = broker.book.read(row.id);
    if (entry === undefined) throw new ApiFault("DH-906", "Its entry is not there.");
    const side = document.wish.transactionType;
    if (wish.legName === "ENTRY_LEG") {
      if (!isOpen(entry))
        throw new ApiFault("DH-906", `The entry is ${entry.status}; target and stop can still be changed.`);
      const orderType = wish.orderType ?? (entry.type === "MARKET" ? "MARKET" : "LIMIT");
      const price = wish.price ?? entry.price_paise / 100;
      checkOrder(
        side,
        price,
        wish.targetPrice ?? document.targetPaise / 100,
        wish.stopLossPrice ?? document.stopPaise / 100,
      );
      const changed = broker.change(entry, {
        quantity: wish.quantity ?? entry.quantity,
        limitPaise: orderType === "LIMIT" ? paiseOf(price) : null,
        triggerPaise: null,
        type: orderType,
        validity: entry.validity,
        document: entry.api ?? "{}",
      });
      if (typeof changed === "string") throw new ApiFault("DH-906", changed);
    }
    const isTarget = wish.legName !== "STOP_LOSS_LEG" && wish.targetPrice !== undefined;
    const isStop = wish.legName !== "TARGET_LEG" && wish.stopLossPrice !== undefined;
    if (wish.legName === "TARGET_LEG" && document.target !== "PENDING")
      throw new ApiFault("DH-906", `The target is ${document.target} and cannot be changed.`);
    if (wish.legName === "STOP_LOSS_LEG" && document.stop !== "PENDING")
      throw new ApiFault("DH-906", `The stop is ${document.stop} and cannot be changed.`);
    if (isTarget && document.target === "PENDING") document.targetPaise = paiseOf(wish.targetPrice ?? 0);
    if (isStop && document.stop === "PENDING") document.stopPaise = paiseOf(wish.stopLossPrice ?? 0);
    // Leaving it out switches it off, as at the provider.
    if (wish.legName !== "TARGET_LEG") document.trailingPaise = paiseOf(wish.trailingJump ?? 0);
    this.#rows.write(row, true);
    return { orderId: row.id, orderStatus: broker.book.read(row.id)?.status ?? entry.status };
  }

  #cancelSuper(call: Call) {
    const { broker } = this.#desk;
    const row = this.#rows.own(call);
    const { document } = row;
    const entry = broker.book.read(row.id);
    switch (call.path.leg) {
      case "ENTRY_LEG":
        if (entry !== undefined && isOpen(entry)) broker.cancel(entry, "Cancelled by the trading API");
        this.#endLegs(document);
        break;
      case "TARGET_LEG":
        if (document.target !== "PENDING") throw new ApiFault("DH-906", `The target is ${document.target}.`);
        document.target = "CANCELLED";
        break;
      default:
        if (document.stop !== "PENDING") throw new ApiFault("DH-906", `The stop is ${document.stop}.`);
        document.stop = "CANCELLED";
    }
    this.#rows.write(row, document.target === "PENDING" || document.stop === "PENDING");
    return { orderId: row.id, orderStatus: "CANCELLED" };
  }

  #endLegs(document: SuperDocument): void {
    if (document.target === "PENDING") document.target = "CANCELLED";
    if (document.stop === "PENDING") document.stop = "CANCELLED";
  }

  #watchSuper(row: Row<SuperDocument>): void {
    const { broker } = this.#desk;
    const { document } = row;
    const entry = broker.book.read(row.id);
    if (entry === undefined) return;
    const isOver = !isOpen(entry);
    if (entry.filled === 0) {
      if (isOver) {
        this.#endLegs(document);
        this.#rows.write(row, false);
      }
      return;
    }
    if (document.exitId !== null) {
      const exit = broker.book.read(document.exitId);
      if (exit === undefined || isOpen(exit)) return;
      document.isClosed = exit.status === "TRADED";
      for (const leg of ["target", "stop"] as const)
        if (document[leg] === "TRIGGERED") document[leg] = exit.status === "TRADED" ? "TRADED" : "REJECTED";
      this.#rows.write(row, false);
      return;
    }
    const last = broker.lastPaise(entry.instrument);
    if (last === null) return;
    const direction = entry.side === "BUY" ? 1 : -1;
    const before = JSON.stringify(document);
    if (document.bestPaise === 0) document.bestPaise = Math.round(entry.value_paise / entry.filled);
    if (document.trailingPaise > 0 && document.stop === "PENDING") {
      const steps = Math.floor(((last - document.bestPaise) * direction) / document.trailingPaise);
      if (steps >= 1) {
        document.bestPaise += direction * steps * document.trailingPaise;
        document.stopPaise += direction * steps * document.trailingPaise;
      }
    }
    const isTarget = document.target === "PENDING" && (last - document.targetPaise) * direction >= 0;
    const isStop = document.stop === "PENDING" && (last - document.stopPaise) * direction <= 0;
    if (isTarget || isStop) {
      const leg = isStop ? "stop" : "target";
      // What of the entry is not filled yet is not wanted any more.
      const held = isOpen(entry) ? broker.cancel(entry, "A leg of its super order was reached") : entry;
      document[leg] = "TRIGGERED";
      document[isStop ? "target" : "stop"] = "CANCELLED";
      const { exchangeSegment, securityId } = splitKey(entry.instrument);
      const exit = placeWish(broker, callerOf(this.#desk, row.client_id), {
        transactionType: entry.side === "BUY" ? "SELL" : "BUY",
        exchangeSegment: exchangeSegment as PlaceSuper["exchangeSegment"],
        productType: entry.product,
        orderType: "MARKET",
        validity: "DAY",
        securityId,
        quantity: held.filled,
        legName: isStop ? "STOP_LOSS_LEG" : "TARGET_LEG",
        parentId: row.id,
      });
      document.exitId = exit.id;
    }
    if (JSON.stringify(document) !== before) this.#rows.write(row, true);
  }

  #asSuper(row: Row<SuperDocument>) {
    const { broker } = this.#desk;
    const { document } = row;
    const entry = broker.book.read(row.id) as OrderRow;
    const order = asApiOrder(broker, entry);
    const exit = document.exitId === null ? null : (broker.book.read(document.exitId) ?? null);
    const opposite = entry.side === "BUY" ? ("SELL" as const) : ("BUY" as const);
    const leg = (
      legName: "STOP_LOSS_LEG" | "TARGET_LEG",
      state: LegState,
      pricePaise: number,
      jumpPaise: number,
    ) => ({
      orderId: row.id,
      legName,
      transactionType: opposite,
      totalQuatity: entry.quantity,
      remainingQuantity:
        state === "PENDING"
          ? entry.quantity
          : state === "TRIGGERED" && exit
            ? exit.quantity - exit.filled
            : 0,
      triggeredQuantity: state === "TRIGGERED" || state === "TRADED" ? (exit?.quantity ?? 0) : 0,
      price: rupees(pricePaise),
      orderStatus: state,
      trailingJump: rupees(jumpPaise),
    });
    const isTriggered = document.target === "TRIGGERED" || document.stop === "TRIGGERED";
    return {
      dhanClientId: order.dhanClientId,
      orderId: row.id,
      correlationId: order.correlationId,
      orderStatus: document.isClosed ? "CLOSED" : isTriggered ? "TRIGGERED" : order.orderStatus,
      transactionType: order.transactionType,
      exchangeSegment: order.exchangeSegment,
      productType: order.productType,
      orderType: order.orderType,
      validity: order.validity,
      tradingSymbol: order.tradingSymbol,
      securityId: order.securityId,
      quantity: order.quantity,
      remainingQuantity: order.remainingQuantity,
      ltp: rupees(broker.lastPaise(entry.instrument) ?? 0),
      price: order.price,
      afterMarketOrder: order.afterMarketOrder,
      legName: "ENTRY_LEG",
      trailingJump: rupees(document.trailingPaise),
      exchangeOrderId: order.exchangeOrderId,
      createTime: order.createTime,
      updateTime: order.updateTime,
      exchangeTime: order.exchangeTime,
      omsErrorDescription: order.omsErrorDescription,
      averageTradedPrice: order.averageTradedPrice,
      filledQty: order.filledQty,
      algoId: order.algoId,
      legDetails: [
        leg("STOP_LOSS_LEG", document.stop, document.stopPaise, document.trailingPaise),
        leg("TARGET_LEG", document.target, document.targetPaise, 0),
      ],
    };
  }
}

/** Bought: stop below entry below target; sold: the other way. A target or a stop of 0 is none. */
function checkOrder(side: OrderSide, entry: number, target: number, stop: number): void {
  const direction = side === "BUY" ? 1 : -1;
  if (target === 0 && stop === 0)
    throw new ApiFault("DH-905", "targetPrice, stopLossPrice: at least one of them above 0.");
  if (target !== 0 && (target - entry) * direction <= 0)
    throw new ApiFault(
      "DH-905",
      `targetPrice: ${side === "BUY" ? "above" : "below"} the price of the entry.`,
    );
  if (stop !== 0 && (entry - stop) * direction <= 0)
    throw new ApiFault(
      "DH-905",
      `stopLossPrice: ${side === "BUY" ? "below" : "above"} the price of the entry.`,
    );
}
