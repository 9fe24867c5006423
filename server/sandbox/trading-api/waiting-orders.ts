// Orders that wait for a price: super orders, whose target and stop are watched once their entry has traded, and forever orders, which
// become ordinary ones when their trigger is seen. What is sent when a price is reached is an ordinary order of the account.
import { randomInt } from "node:crypto";
import type { OrderSide } from "../../../app/wire/order.ts";
import type {
  ModifyForever,
  ModifySuper,
  PlaceForever,
  PlaceSuper,
} from "../../../app/wire/trading-api/advanced-orders.ts";
import { liveAccount } from "../broker/broker.ts";
import { isOpen, type OrderRow, splitKey } from "../broker/order-book.ts";
import { findAnyClient } from "../login/api-accounts.ts";
import type { Call, Desk, Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { answerOf, findInstrument, placeWish } from "./order-desk.ts";
import {
  asApiOrder,
  dayStart,
  derivativeOf,
  instrumentOf,
  istTime,
  paiseOf,
  rupees,
  today,
} from "./wire-format.ts";

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
type ForeverLeg = {
  legName: "TARGET_LEG" | "STOP_LOSS_LEG";
  quantity: number;
  pricePaise: number;
  triggerPaise: number;
  orderType: "LIMIT" | "MARKET";
  /** Whether the price was above the trigger when the leg was made: it is seen when it comes from there. */
  isAbove: boolean;
  state: "CONFIRM" | "TRIGGERED" | "CANCELLED" | "REJECTED";
  orderId: string | null;
};
type ForeverDocument = { wish: PlaceForever; legs: ForeverLeg[]; updatedAt: number | null };
type Row<Document> = { id: string; client_id: string; created_at: number; document: Document };
type Table = "super_orders" | "forever_orders";

const LISTED_AT_MOST = 500;
const FOREVER_AT_MOST = 100;

export class WaitingOrders {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** One look at all that wait. */
  tick(onFault: (fault: unknown) => void): void {
    const guarded = (work: () => void) => {
      try {
        this.#desk.broker.run(work);
      } catch (fault) {
        onFault(fault);
      }
    };
    for (const row of this.#alive<SuperDocument>("super_orders")) guarded(() => this.#watchSuper(row));
    for (const row of this.#alive<ForeverDocument>("forever_orders")) guarded(() => this.#watchForever(row));
  }

  handlers() {
    const { broker } = this.#desk;
    return {
      placeSuperOrder: (call) => broker.run(() => this.#placeSuper(call, call.body as PlaceSuper)),
      modifySuperOrder: (call) => broker.run(() => this.#modifySuper(call, call.body as ModifySuper)),
      cancelSuperOrder: (call) => broker.run(() => this.#cancelSuper(call)),
      listSuperOrders: (call) =>
        this.#list<SuperDocument>("super_orders", call).map((row) => this.#asSuper(row)),
      placeForeverOrder: (call) => broker.run(() => this.#placeForever(call, call.body as PlaceForever)),
      modifyForeverOrder: (call) => broker.run(() => this.#modifyForever(call, call.body as ModifyForever)),
      cancelForeverOrder: (call) =>
        broker.run(() => {
          const row = this.#own<ForeverDocument>("forever_orders", call);
          for (const leg of row.document.legs) if (leg.state === "CONFIRM") leg.state = "CANCELLED";
          this.#write("forever_orders", row, false);
          return { orderId: row.id, orderStatus: "CANCELLED" };
        }),
      listForeverOrders: (call) =>
        this.#list<ForeverDocument>("forever_orders", call).flatMap((row) => this.#asForever(row)),
    } satisfies Record<string, Handler>;
  }

  /** Ends everything of an account that waits, as when all positions are closed. */
  endSupers(clientId: string): void {
    for (const row of this.#alive<SuperDocument>("super_orders"))
      if (row.client_id === clientId) {
        this.#endLegs(row.document);
        this.#write("super_orders", row, false);
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
    this.#insert("super_orders", row.id, call.client.id, document, row.status !== "REJECTED");
    return answerOf(row);
  }

  #modifySuper(call: Call, wish: ModifySuper) {
    const { broker } = this.#desk;
    const row = this.#own<SuperDocument>("super_orders", call);
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
    this.#write("super_orders", row, true);
    return { orderId: row.id, orderStatus: broker.book.read(row.id)?.status ?? entry.status };
  }

  #cancelSuper(call: Call) {
    const { broker } = this.#desk;
    const row = this.#own<SuperDocument>("super_orders", call);
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
    this.#write("super_orders", row, document.target === "PENDING" || document.stop === "PENDING");
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
        this.#write("super_orders", row, false);
      }
      return;
    }
    if (document.exitId !== null) {
      const exit = broker.book.read(document.exitId);
      if (exit === undefined || isOpen(exit)) return;
      document.isClosed = exit.status === "TRADED";
      for (const leg of ["target", "stop"] as const)
        if (document[leg] === "TRIGGERED") document[leg] = exit.status === "TRADED" ? "TRADED" : "REJECTED";
      this.#write("super_orders", row, false);
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
      const exit = placeWish(broker, this.#caller(row.client_id), {
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
    if (JSON.stringify(document) !== before) this.#write("super_orders", row, true);
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

  #placeForever(call: Call, wish: PlaceForever) {
    const { broker } = this.#desk;
    const instrument = findInstrument(broker, wish.exchangeSegment, wish.securityId);
    const count = this.#alive("forever_orders").filter(
      ({ client_id }) => client_id === call.client.id,
    ).length;
    if (count >= FOREVER_AT_MOST)
      throw new ApiFault("DH-906", `At most ${FOREVER_AT_MOST} forever orders wait at a time.`);
    if (instrument.kind === "INDEX" || wish.quantity % instrument.lotSize !== 0)
      throw new ApiFault("DH-905", `quantity: a multiple of the lot, ${instrument.lotSize}.`);
    const last = broker.market.quote(instrument, broker.now()).lastPaise;
    const leg = (
      legName: ForeverLeg["legName"],
      quantity: number | undefined,
      price: number | undefined,
      trigger: number | undefined,
      suffix: string,
    ): ForeverLeg => {
      const [pricePaise, triggerPaise] = [paiseOf(price ?? 0), paiseOf(trigger ?? 0)];
      if (!quantity) throw new ApiFault("DH-905", `quantity${suffix}: above 0.`);
      if (triggerPaise <= 0 || triggerPaise % instrument.tickPaise !== 0)
        throw new ApiFault(
          "DH-905",
          `triggerPrice${suffix}: above 0, a multiple of the tick ${instrument.tickPaise / 100}.`,
        );
      if (wish.orderType === "LIMIT" && (pricePaise <= 0 || pricePaise % instrument.tickPaise !== 0))
        throw new ApiFault(
          "DH-905",
          `price${suffix}: above 0, a multiple of the tick ${instrument.tickPaise / 100}.`,
        );
      return {
        legName,
        quantity,
        pricePaise,
        triggerPaise,
        orderType: wish.orderType,
        isAbove: last > triggerPaise,
        state: "CONFIRM",
        orderId: null,
      };
    };
    const legs = [leg("TARGET_LEG", wish.quantity, wish.price, wish.triggerPrice, "")];
    if (wish.orderFlag === "OCO")
      legs.push(leg("STOP_LOSS_LEG", wish.quantity1, wish.price1, wish.triggerPrice1, "1"));
    const id = this.#freeId();
    this.#insert("forever_orders", id, call.client.id, { wish, legs, updatedAt: null }, true);
    return { orderId: id, orderStatus: "CONFIRM" };
  }

  #modifyForever(call: Call, wish: ModifyForever) {
    const { broker } = this.#desk;
    const row = this.#own<ForeverDocument>("forever_orders", call);
    const { document } = row;
    const wanted =
      wish.legName === "STOP_LOSS_LEG" && document.legs.length > 1 ? "STOP_LOSS_LEG" : "TARGET_LEG";
    const leg = document.legs.find(({ legName }) => legName === wanted);
    if (leg === undefined || leg.state !== "CONFIRM")
      throw new ApiFault("DH-906", `The leg is ${leg?.state ?? "not there"} and cannot be changed.`);
    const instrument = findInstrument(broker, document.wish.exchangeSegment, document.wish.securityId);
    const orderType =
      wish.orderType === "MARKET" || wish.orderType === "STOP_LOSS_MARKET" ? "MARKET" : "LIMIT";
    const pricePaise = wish.price === undefined ? leg.pricePaise : paiseOf(wish.price);
    const triggerPaise = wish.triggerPrice === undefined ? leg.triggerPaise : paiseOf(wish.triggerPrice);
    if (orderType === "LIMIT" && pricePaise <= 0)
      throw new ApiFault("DH-905", "price: a LIMIT order needs a price above 0.");
    if (
      triggerPaise <= 0 ||
      triggerPaise % instrument.tickPaise !== 0 ||
      pricePaise % instrument.tickPaise !== 0
    )
      throw new ApiFault(
        "DH-905",
        `price, triggerPrice: multiples of the tick, ${instrument.tickPaise / 100}.`,
      );
    const quantity = wish.quantity ?? leg.quantity;
    if (quantity % instrument.lotSize !== 0)
      throw new ApiFault("DH-905", `quantity: a multiple of the lot, ${instrument.lotSize}.`);
    const last = broker.market.quote(instrument, broker.now()).lastPaise;
    Object.assign(leg, { quantity, pricePaise, triggerPaise, orderType, isAbove: last > triggerPaise });
    document.updatedAt = broker.now();
    this.#write("forever_orders", row, true);
    return { orderId: row.id, orderStatus: "CONFIRM" };
  }

  #watchForever(row: Row<ForeverDocument>): void {
    const { broker } = this.#desk;
    const { document } = row;
    const { wish } = document;
    const key = `${wish.exchangeSegment}:${wish.securityId}`;
    const instrument = broker.instrument(key);
    if (instrument === null) {
      for (const leg of document.legs) if (leg.state === "CONFIRM") leg.state = "CANCELLED";
      this.#write("forever_orders", row, false);
      return;
    }
    const last = broker.market.quote(instrument, broker.now()).lastPaise;
    const leg = document.legs.find(
      (one) => one.state === "CONFIRM" && (one.isAbove ? last <= one.triggerPaise : last >= one.triggerPaise),
    );
    if (leg === undefined) return;
    const order = placeWish(broker, this.#caller(row.client_id), {
      transactionType: wish.transactionType,
      exchangeSegment: wish.exchangeSegment,
      productType: wish.productType,
      orderType: leg.orderType,
      validity: wish.validity,
      securityId: wish.securityId,
      quantity: leg.quantity,
      price: leg.pricePaise / 100,
      parentId: row.id,
    });
    leg.state = order.status === "REJECTED" ? "REJECTED" : "TRIGGERED";
    leg.orderId = order.id;
    for (const other of document.legs) if (other.state === "CONFIRM") other.state = "CANCELLED";
    document.updatedAt = broker.now();
    this.#write("forever_orders", row, false);
  }

  #asForever(row: Row<ForeverDocument>) {
    const { broker } = this.#desk;
    const { wish, legs, updatedAt } = row.document;
    const instrument = instrumentOf(broker, `${wish.exchangeSegment}:${wish.securityId}`, row.created_at);
    return legs.map((leg) => ({
      dhanClientId: row.client_id,
      orderId: row.id,
      orderStatus: leg.state,
      transactionType: wish.transactionType,
      exchangeSegment: wish.exchangeSegment,
      productType: wish.productType,
      orderType: wish.orderFlag,
      tradingSymbol: instrument?.symbol ?? wish.securityId,
      securityId: wish.securityId,
      quantity: leg.quantity,
      price: rupees(leg.pricePaise),
      triggerPrice: rupees(leg.triggerPaise),
      legName: wish.orderFlag === "SINGLE" ? ("ENTRY_LEG" as const) : leg.legName,
      createTime: istTime(row.created_at),
      updateTime: updatedAt === null ? null : istTime(updatedAt),
      exchangeTime: "NA",
      ...derivativeOf(instrument),
    }));
  }

  #caller(clientId: string): Pick<Call, "client" | "account"> {
    const client = findAnyClient(this.#desk.db, clientId);
    if (client === undefined) throw new Error(`no client ${clientId}`);
    return { client, account: liveAccount(clientId) };
  }

  /** Forever orders have numbers of their own, told from orders' by their prefix. */
  #freeId(): string {
    const { broker, db } = this.#desk;
    for (;;) {
      const id = `52${istTime(broker.now()).slice(2, 10).replaceAll("-", "")}${String(randomInt(1_000_000)).padStart(6, "0")}`;
      if (db.prepare("SELECT 1 FROM forever_orders WHERE id = ?").get(id) === undefined) return id;
    }
  }

  #insert(table: Table, id: string, clientId: string, document: unknown, isAlive: boolean): void {
    this.#desk.db
      .prepare(`INSERT INTO ${table} (id, client_id, is_alive, document, created_at) VALUES (?, ?, ?, ?, ?)`)
      .run(id, clientId, isAlive ? 1 : 0, JSON.stringify(document), this.#desk.broker.now());
  }

  #write(table: Table, row: Row<unknown>, isAlive: boolean): void {
    this.#desk.db
      .prepare(`UPDATE ${table} SET document = ?, is_alive = ? WHERE id = ?`)
      .run(JSON.stringify(row.document), isAlive ? 1 : 0, row.id);
  }

  #own<Document>(table: Table, call: Call): Row<Document> {
    const { orderId = "" } = call.path;
    const row = this.#desk.db
      .prepare(`SELECT id, client_id, created_at, document FROM ${table} WHERE id = ? AND client_id = ?`)
      .get(orderId, call.client.id) as Row<string> | undefined;
    if (row === undefined) throw new ApiFault("DH-906", `No such order ${orderId} of this account.`);
    return { ...row, document: JSON.parse(row.document) };
  }

  #alive<Document>(table: Table): Row<Document>[] {
    const rows = this.#desk.db
      .prepare(`SELECT id, client_id, created_at, document FROM ${table} WHERE is_alive = 1`)
      .all() as Row<string>[];
    return rows.map((row) => ({ ...row, document: JSON.parse(row.document) }));
  }

  /** What is alive, and what was made today. */
  #list<Document>(table: Table, call: Call): Row<Document>[] {
    const rows = this.#desk.db
      .prepare(
        `SELECT id, client_id, created_at, document FROM ${table}
         WHERE client_id = ? AND (is_alive = 1 OR created_at >= ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
      )
      .all(call.client.id, dayStart(today(this.#desk.broker)), LISTED_AT_MOST) as Row<string>[];
    return rows.map((row) => ({ ...row, document: JSON.parse(row.document) }));
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
