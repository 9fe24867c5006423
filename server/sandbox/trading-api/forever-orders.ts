// Forever orders: they wait beyond the day until their trigger is seen and become ordinary orders then; of two legs the first ends the
// other.
import { randomInt } from "node:crypto";
import type { ModifyForever, PlaceForever } from "../../../app/wire/trading-api/advanced-orders.ts";
import { type Call, callerOf, type Desk, type Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { findInstrument, placeWish } from "./order-desk.ts";
import { type Row, WaitingRows } from "./waiting-rows.ts";
import { derivativeOf, instrumentOf, istTime, paiseOf, rupees } from "./wire-format.ts";

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

const FOREVER_AT_MOST = 100;

export class ForeverOrders {
  readonly #desk: Desk;
  readonly #rows: WaitingRows<ForeverDocument>;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#rows = new WaitingRows(desk, "forever_orders");
  }

  /** One look at all that wait; each in a transaction of its own. */
  tick(guarded: (work: () => void) => void): void {
    for (const row of this.#rows.alive())
      if (this.#desk.isOwn(row.client_id)) guarded(() => this.#watchForever(row));
  }

  handlers() {
    const { broker } = this.#desk;
    return {
      placeForeverOrder: (call) => broker.run(() => this.#placeForever(call, call.body as PlaceForever)),
      modifyForeverOrder: (call) => broker.run(() => this.#modifyForever(call, call.body as ModifyForever)),
      cancelForeverOrder: (call) =>
        broker.run(() => {
          const row = this.#rows.own(call);
          for (const leg of row.document.legs) if (leg.state === "CONFIRM") leg.state = "CANCELLED";
          this.#rows.write(row, false);
          return { orderId: row.id, orderStatus: "CANCELLED" };
        }),
      listForeverOrders: (call) => this.#rows.list(call).flatMap((row) => this.#asForever(row)),
    } satisfies Record<string, Handler>;
  }

  #placeForever(call: Call, wish: PlaceForever) {
    const { broker } = this.#desk;
    const instrument = findInstrument(broker, wish.exchangeSegment, wish.securityId);
    const count = this.#rows.alive().filter(({ client_id }) => client_id === call.client.id).length;
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
    this.#rows.insert(id, call.client.id, { wish, legs, updatedAt: null }, true);
    return { orderId: id, orderStatus: "CONFIRM" };
  }

  #modifyForever(call: Call, wish: ModifyForever) {
    const { broker } = this.#desk;
    const row = this.#rows.own(call);
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
    this.#rows.write(row, true);
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
      this.#rows.write(row, false);
      return;
    }
    const last = broker.market.quote(instrument, broker.now()).lastPaise;
    const leg = document.legs.find(
      (one) => one.state === "CONFIRM" && (one.isAbove ? last <= one.triggerPaise : last >= one.triggerPaise),
    );
    if (leg === undefined) return;
    const order = placeWish(broker, callerOf(this.#desk, row.client_id), {
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
    this.#rows.write(row, false);
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

  /** Forever orders have numbers of their own, told from orders' by their prefix. */
  #freeId(): string {
    const { broker, db } = this.#desk;
    for (;;) {
      const id = `52${istTime(broker.now()).slice(2, 10).replaceAll("-", "")}${String(randomInt(1_000_000)).padStart(6, "0")}`;
      if (db.prepare("SELECT 1 FROM forever_orders WHERE id = ?").get(id) === undefined) return id;
    }
  }
}
