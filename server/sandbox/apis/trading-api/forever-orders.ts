// Forever orders: they wait beyond the day until their trigger is seen and become ordinary orders then; of two legs the first ends the
// other.
import type { ModifyForever, PlaceForever } from "../../../../app/wire/trading-api/advanced-orders.ts";
import type { Steps } from "../../slices.ts";
import { ApiFault } from "./fault.ts";
import { type Call, callerOf, type Handler, type HandlerContext } from "./handler-context.ts";
import { findInstrument, placeOrderRequest } from "./order-handlers.ts";
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
  readonly #context: HandlerContext;
  readonly #rows: WaitingRows<ForeverDocument>;

  constructor(context: HandlerContext) {
    this.#context = context;
    this.#rows = new WaitingRows(context, "forever_orders");
  }

  /** One look at all that wait. Each that is due is sent in a transaction of its own, and never twice. */
  *steps(onFault: (fault: unknown) => void): Steps {
    const { broker } = this.#context;
    const prices = new Map<string, number | null>();
    for (const { id, document } of this.#rows.alive()) {
      const key = keyOf(document);
      const known = prices.get(key);
      const last = known === undefined ? broker.lastPaise(key) : known;
      prices.set(key, last);
      if (!this.#rows.isAlive(id) || (last !== null && dueLeg(document, last) === undefined)) continue;
      try {
        broker.run(() => this.#fire(id, last));
      } catch (fault) {
        onFault(fault);
        broker.run(() => this.#end(id, "REJECTED"));
      }
      yield;
    }
  }

  handlers() {
    const { broker } = this.#context;
    return {
      placeForeverOrder: (call) => broker.run(() => this.#placeForever(call, call.body as PlaceForever)),
      modifyForeverOrder: (call) => broker.run(() => this.#modifyForever(call, call.body as ModifyForever)),
      cancelForeverOrder: (call) =>
        broker.run(() => {
          const row = this.#rows.own(call);
          const { legs } = row.document;
          if (!legs.some(({ state }) => state === "CONFIRM"))
            throw new ApiFault("DH-906", `The forever order is ${legs[0]?.state} and cannot be cancelled.`);
          endLegs(row.document, "CANCELLED");
          this.#rows.write(row, false);
          return { orderId: row.id, orderStatus: "CANCELLED" };
        }),
      listForeverOrders: (call) => this.#rows.list(call).flatMap((row) => this.#asForever(row)),
    } satisfies Record<string, Handler>;
  }

  #placeForever(call: Call, wish: PlaceForever) {
    const { broker } = this.#context;
    const instrument = findInstrument(broker, wish.exchangeSegment, wish.securityId);
    const count = this.#rows.aliveOf(call.client.id).length;
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
    const id = this.#nextId();
    this.#rows.insert(id, call.client.id, { wish, legs, updatedAt: null }, true);
    return { orderId: id, orderStatus: "CONFIRM" };
  }

  #modifyForever(call: Call, wish: ModifyForever) {
    const { broker } = this.#context;
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

  /** Sends the leg that is due; `lastPaise` is null for an instrument that is not listed any more. */
  #fire(id: string, lastPaise: number | null): void {
    const { broker } = this.#context;
    const row = this.#rows.read(id);
    if (row === null) return;
    if (lastPaise === null) {
      this.#end(id, "CANCELLED");
      return;
    }
    const { document } = row;
    const { wish } = document;
    const leg = dueLeg(document, lastPaise);
    if (leg === undefined) return;
    const order = placeOrderRequest(broker, callerOf(this.#context, row.client_id), {
      transactionType: wish.transactionType,
      exchangeSegment: wish.exchangeSegment,
      productType: wish.productType,
      orderType: leg.orderType,
      validity: wish.validity,
      securityId: wish.securityId,
      quantity: leg.quantity,
      price: leg.pricePaise / 100,
      correlationId: wish.correlationId,
      legName: leg.legName,
      parentId: row.id,
    });
    leg.state = order.status === "REJECTED" ? "REJECTED" : "TRIGGERED";
    leg.orderId = order.id;
    endLegs(document, "CANCELLED");
    document.updatedAt = broker.now();
    this.#rows.write(row, false);
  }

  #end(id: string, state: "CANCELLED" | "REJECTED"): void {
    const row = this.#rows.read(id);
    if (row === null) return;
    endLegs(row.document, state);
    row.document.updatedAt = this.#context.broker.now();
    this.#rows.write(row, false);
  }

  #asForever(row: Row<ForeverDocument>) {
    const { broker } = this.#context;
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

  /** Forever orders have numbers of their own, told from orders' by their prefix: the day and a number that grows. */
  #nextId(): string {
    const { broker, db } = this.#context;
    const prefix = `52${istTime(broker.now()).slice(2, 10).replaceAll("-", "")}`;
    const row = db
      .prepare("SELECT max(id) AS id FROM forever_orders WHERE id >= ? AND id < ?")
      .get(`${prefix}000000`, `${prefix}999999`) as { id: string | null };
    return String(BigInt(row.id ?? `${prefix}000000`) + 1n);
  }
}

function keyOf({ wish }: ForeverDocument): string {
  return `${wish.exchangeSegment}:${wish.securityId}`;
}

/** The first leg that waits and whose trigger has been seen. */
function dueLeg({ legs }: ForeverDocument, lastPaise: number): ForeverLeg | undefined {
  return legs.find(
    ({ state, isAbove, triggerPaise }) =>
      state === "CONFIRM" && (isAbove ? lastPaise <= triggerPaise : lastPaise >= triggerPaise),
  );
}

function endLegs({ legs }: ForeverDocument, state: "CANCELLED" | "REJECTED"): void {
  for (const leg of legs) if (leg.state === "CONFIRM") leg.state = state;
}
