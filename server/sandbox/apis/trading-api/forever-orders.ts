// Forever orders remain active beyond the day until their trigger price trades, and then become ordinary orders. If an
// order has two legs, triggering one leg cancels the other.
import type { ModifyForever, PlaceForever } from "../../../../app/contract/trading-api/forever-orders.ts";
import { instrumentKey } from "../../../../app/domain/instrument-key.ts";
import { canTrade } from "../../broker/exchange-rules.ts";
import { type OrderRow, PLAIN_ORDER } from "../../broker/order-rows.ts";
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
import { checkLots, findInstrument, placeOrderRequest } from "./order-handlers.ts";
import { ENDED_LEG_REASON, type WaitingRow, WaitingRows } from "./waiting-rows.ts";
import { type ApiExtras, derivativeFields, istTime, NO_EXTRAS, toPaise, toRupees } from "./wire-format.ts";

type ForeverLeg = {
  legName: "TARGET_LEG" | "STOP_LOSS_LEG";
  quantity: number;
  pricePaise: number;
  triggerPaise: number;
  orderType: "LIMIT" | "MARKET";
  /**
   * True if the price was above the trigger when the leg was created. Such a leg triggers when the price falls to the
   * trigger.
   */
  isAbove: boolean;
  state: "CONFIRM" | "TRIGGERED" | "CANCELLED" | "REJECTED";
  orderId: string | null;
  /** State in the last order update of the leg. */
  told?: string;
};
type ForeverDocument = { orderRequest: PlaceForever; legs: ForeverLeg[]; updatedAt: number | null };

const FOREVER_ORDERS_MAX = 100;

export class ForeverOrders {
  readonly #context: HandlerContext;
  readonly #rows: WaitingRows<ForeverDocument>;

  constructor(context: HandlerContext) {
    this.#context = context;
    this.#rows = new WaitingRows(context, "forever_orders");
    context.broker.orders.reserveCorrelations((clientId, id) =>
      this.#rows.listActiveOf(clientId).some(({ document }) => document.orderRequest.correlationId === id),
    );
  }

  /** Checks all waiting orders once. Each due order is sent in a separate transaction, never twice. */
  *steps(onFault: (fault: unknown) => void): WorkSteps {
    const { broker } = this.#context;
    const prices = new Map<string, number | null>();
    for (const { id, document } of this.#rows.listActive()) {
      const key = instrumentKey(document.orderRequest);
      const known = prices.get(key);
      const last = known === undefined ? broker.lastPaise(key) : known;
      prices.set(key, last);
      if (!this.#rows.isActive(id)) continue;
      if (last !== null && (dueLeg(document, last) === undefined || !this.#canTrade(key))) continue;
      try {
        broker.run(() => this.#sendLeg(id, last));
      } catch (fault) {
        onFault(fault);
        broker.run(() => this.#end(id, "REJECTED"));
      }
      yield;
    }
  }

  /** A due order waits while the market is closed or the instrument is halted. */
  #canTrade(key: string): boolean {
    const { broker } = this.#context;
    const instrument = broker.instrument(key);
    return instrument !== null && canTrade(broker.market, instrument, broker.now());
  }

  /** Returns the handlers. Those that write require a transaction. */
  handlers() {
    return {
      placeForeverOrder: (call) => this.#placeForever(call, call.body),
      modifyForeverOrder: (call) => this.#modifyForever(call, call.body),
      cancelForeverOrder: (call) => {
        const row = this.#rows.own(call, call.path.orderId);
        const { legs } = row.document;
        if (!legs.some(({ state }) => state === "CONFIRM"))
          throw new ApiFault("DH-906", `The forever order is ${legs[0]?.state} and cannot be cancelled.`);
        endLegs(row.document, "CANCELLED");
        this.#write(row, false);
        return { orderId: row.id, orderStatus: "CANCELLED" };
      },
      listForeverOrders: (call) => this.#rows.page(call, (row) => this.#asForever(row)),
    } satisfies Partial<Handlers>;
  }

  #placeForever(call: Caller, orderRequest: PlaceForever) {
    const { broker } = this.#context;
    const instrument = findInstrument(broker, orderRequest.exchangeSegment, orderRequest.securityId);
    this.#rows.checkRoom(call, FOREVER_ORDERS_MAX, "pending forever orders");
    this.#checkCorrelation(call, orderRequest.correlationId);
    const last = broker.market.quote(instrument, broker.now()).lastPaise;
    const leg = (
      legName: ForeverLeg["legName"],
      quantity: number | undefined,
      price: number | undefined,
      trigger: number | undefined,
      suffix: string,
    ): ForeverLeg => {
      const [pricePaise, triggerPaise] = [toPaise(price ?? 0), toPaise(trigger ?? 0)];
      if (!quantity) throw new ApiFault("DH-905", `quantity${suffix} must be above 0.`);
      checkLots(quantity, instrument, `quantity${suffix}`);
      checkPositiveTick(triggerPaise, instrument, `triggerPrice${suffix}`);
      if (orderRequest.orderType === "LIMIT") checkPositiveTick(pricePaise, instrument, `price${suffix}`);
      return {
        legName,
        quantity,
        pricePaise,
        triggerPaise,
        orderType: orderRequest.orderType,
        isAbove: last > triggerPaise,
        state: "CONFIRM",
        orderId: null,
      };
    };
    const legs = [
      leg("TARGET_LEG", orderRequest.quantity, orderRequest.price, orderRequest.triggerPrice, ""),
    ];
    if (orderRequest.orderFlag === "OCO")
      legs.push(
        leg("STOP_LOSS_LEG", orderRequest.quantity1, orderRequest.price1, orderRequest.triggerPrice1, "1"),
      );
    const id = this.#rows.nextId("52");
    const document: ForeverDocument = { orderRequest, legs, updatedAt: null };
    const row = { id, client_id: call.client.id, created_at: broker.now(), document };
    this.#reportLegs(row, call.account);
    this.#rows.insert(id, call.client.id, document, true);
    return { orderId: id, orderStatus: "CONFIRM" };
  }

  /** Throws ApiFault if an order of the caller, or another forever order of today, has the correlation id. */
  #checkCorrelation(call: Caller, id: string | undefined): void {
    if (id === undefined) return;
    const hasSame = ({ document }: WaitingRow<ForeverDocument>) => document.orderRequest.correlationId === id;
    const { orders } = this.#context.broker;
    if (orders.isCorrelationTaken(call.client.id, call.account, id) || this.#rows.list(call).some(hasSame))
      throw new ApiFault("DH-906", `correlationId must be unique: an order with "${id}" exists.`);
  }

  #modifyForever(call: Call<"modifyForeverOrder">, orderRequest: ModifyForever) {
    const { broker } = this.#context;
    const row = this.#rows.own(call, call.path.orderId);
    const { document } = row;
    const requested =
      orderRequest.legName === "STOP_LOSS_LEG" && document.legs.length > 1 ? "STOP_LOSS_LEG" : "TARGET_LEG";
    const leg = document.legs.find(({ legName }) => legName === requested);
    if (leg === undefined || leg.state !== "CONFIRM")
      throw new ApiFault("DH-906", `The leg is ${leg?.state ?? "missing"} and cannot be changed.`);
    const instrument = findInstrument(
      broker,
      document.orderRequest.exchangeSegment,
      document.orderRequest.securityId,
    );
    const orderType =
      orderRequest.orderType === "MARKET" || orderRequest.orderType === "STOP_LOSS_MARKET"
        ? "MARKET"
        : "LIMIT";
    const pricePaise = orderRequest.price === undefined ? leg.pricePaise : toPaise(orderRequest.price);
    const triggerPaise =
      orderRequest.triggerPrice === undefined ? leg.triggerPaise : toPaise(orderRequest.triggerPrice);
    if (orderType === "LIMIT" && pricePaise <= 0)
      throw new ApiFault("DH-905", "price must be above 0 for a LIMIT order.");
    if (
      triggerPaise <= 0 ||
      triggerPaise % instrument.tickPaise !== 0 ||
      pricePaise % instrument.tickPaise !== 0
    )
      throw new ApiFault(
        "DH-905",
        `price and triggerPrice must be multiples of the tick size (${instrument.tickPaise / 100}).`,
      );
    const quantity = orderRequest.quantity ?? leg.quantity;
    checkLots(quantity, instrument);
    const last = broker.market.quote(instrument, broker.now()).lastPaise;
    Object.assign(leg, { quantity, pricePaise, triggerPaise, orderType, isAbove: last > triggerPaise });
    document.updatedAt = broker.now();
    this.#write(row, true);
    return { orderId: row.id, orderStatus: "CONFIRM" };
  }

  /** Sends the leg whose trigger has been reached. `lastPaise` is null for an instrument that is no longer listed. */
  #sendLeg(id: string, lastPaise: number | null): void {
    const { broker } = this.#context;
    const row = this.#rows.read(id);
    if (row === null) return;
    if (lastPaise === null) {
      this.#end(id, "CANCELLED");
      return;
    }
    const { document } = row;
    const { orderRequest } = document;
    const leg = dueLeg(document, lastPaise);
    if (leg === undefined) return;
    const order = placeOrderRequest(broker, createCaller(this.#context, row.client_id), {
      transactionType: orderRequest.transactionType,
      exchangeSegment: orderRequest.exchangeSegment,
      productType: orderRequest.productType,
      orderType: leg.orderType,
      validity: orderRequest.validity,
      securityId: orderRequest.securityId,
      quantity: leg.quantity,
      price: leg.pricePaise / 100,
      correlationId: orderRequest.correlationId,
      legName: publicLegName(document, leg),
      parentId: row.id,
    });
    leg.state = order.status === "REJECTED" ? "REJECTED" : "TRIGGERED";
    leg.orderId = order.id;
    endLegs(document, "CANCELLED");
    document.updatedAt = broker.now();
    this.#write(row, false);
  }

  #write(row: WaitingRow<ForeverDocument>, isActive: boolean): void {
    this.#reportLegs(row, this.#context.accountOf(row.client_id));
    this.#rows.write(row, isActive);
  }

  /** Sends an order update for each leg that was added, has changed, or has ended before it was sent. */
  #reportLegs(row: WaitingRow<ForeverDocument>, account: string): void {
    const { broker } = this.#context;
    for (const leg of row.document.legs) {
      if (leg.orderId !== null) continue;
      const seen = [leg.state, leg.orderType, leg.pricePaise, leg.triggerPaise, leg.quantity].join(" ");
      if (leg.told === seen) continue;
      leg.told = seen;
      broker.orders.events.append(this.#asOrderRow(row, leg, account));
    }
  }

  #asOrderRow(row: WaitingRow<ForeverDocument>, leg: ForeverLeg, account: string): OrderRow {
    const { broker } = this.#context;
    const { orderRequest } = row.document;
    const key = instrumentKey(orderRequest);
    const extras: ApiExtras = {
      ...NO_EXTRAS,
      triggerPrice: toRupees(leg.triggerPaise),
      legName: publicLegName(row.document, leg),
      parentId: row.id,
    };
    return {
      id: row.id,
      client_id: row.client_id,
      account,
      deployment_id: null,
      leg: null,
      instrument: key,
      symbol: broker.market.findByKey(key, row.created_at)?.symbol ?? orderRequest.securityId,
      side: orderRequest.transactionType,
      product: orderRequest.productType,
      type: leg.orderType,
      validity: orderRequest.validity,
      quantity: leg.quantity,
      filled: 0,
      value_paise: 0,
      price_paise: leg.pricePaise,
      charges_paise: 0,
      ...(leg.state === "CANCELLED" || leg.state === "REJECTED"
        ? { status: leg.state, reason: ENDED_LEG_REASON }
        : { status: "PENDING", reason: null }),
      intent: null,
      correlation_id: orderRequest.correlationId ?? null,
      ...PLAIN_ORDER,
      trigger_paise: leg.triggerPaise,
      api: JSON.stringify(extras),
      created_at: row.created_at,
      updated_at: broker.now(),
    };
  }

  #end(id: string, state: "CANCELLED" | "REJECTED"): void {
    const row = this.#rows.read(id);
    if (row === null) return;
    endLegs(row.document, state);
    row.document.updatedAt = this.#context.broker.now();
    this.#write(row, false);
  }

  #asForever(row: WaitingRow<ForeverDocument>) {
    const { broker } = this.#context;
    const { orderRequest, legs, updatedAt } = row.document;
    const instrument = broker.market.findByKey(instrumentKey(orderRequest), row.created_at);
    return legs.map((leg) => ({
      dhanClientId: row.client_id,
      orderId: row.id,
      correlationId: orderRequest.correlationId ?? null,
      orderStatus: leg.state,
      transactionType: orderRequest.transactionType,
      exchangeSegment: orderRequest.exchangeSegment,
      productType: orderRequest.productType,
      orderType: orderRequest.orderFlag,
      tradingSymbol: instrument?.symbol ?? orderRequest.securityId,
      securityId: orderRequest.securityId,
      quantity: leg.quantity,
      price: toRupees(leg.pricePaise),
      triggerPrice: toRupees(leg.triggerPaise),
      legName: publicLegName(row.document, leg),
      createTime: istTime(row.created_at),
      updateTime: updatedAt === null ? null : istTime(updatedAt),
      exchangeTime: "NA",
      ...derivativeFields(instrument),
    }));
  }
}

function checkPositiveTick(paise: number, { tickPaise }: MarketInstrument, field: string): void {
  if (paise <= 0 || paise % tickPaise !== 0)
    throw new ApiFault(
      "DH-905",
      `${field} must be above 0 and a multiple of the tick size (${tickPaise / 100}).`,
    );
}

/** Returns the leg's name in lists, order updates and the order book: an order with one leg has only an entry. */
function publicLegName({ orderRequest }: ForeverDocument, { legName }: ForeverLeg) {
  return orderRequest.orderFlag === "SINGLE" ? ("ENTRY_LEG" as const) : legName;
}

/** Returns the first waiting leg whose trigger price has traded. */
function dueLeg({ legs }: ForeverDocument, lastPaise: number): ForeverLeg | undefined {
  return legs.find(
    ({ state, isAbove, triggerPaise }) =>
      state === "CONFIRM" && (isAbove ? lastPaise <= triggerPaise : lastPaise >= triggerPaise),
  );
}

function endLegs({ legs }: ForeverDocument, state: "CANCELLED" | "REJECTED"): void {
  for (const leg of legs) if (leg.state === "CONFIRM") leg.state = state;
}
