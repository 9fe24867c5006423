// Orders and trades of the trading API: what a request means for the broker, and what the broker says of it.

import { MODIFICATIONS_AT_MOST } from "../../../app/wire/trading-api/operations.ts";
import type { ModifyOrder, PlaceOrder } from "../../../app/wire/trading-api/orders.ts";
import type { Broker } from "../broker/broker.ts";
import { isOpen, type OrderRow } from "../broker/order-book.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { Call, Desk, Handler } from "./desk.ts";
import { ApiFault } from "./fault.ts";
import { scenarioOf } from "./scenarios.ts";
import { asApiOrder, asApiTrade, dayStart, extrasOf, NO_EXTRAS, paiseOf, today } from "./wire-format.ts";

/** Largest quantity that the exchange takes in one order: lots of an index option, units of a share. */
const FREEZE_LOTS = 27;
const FREEZE_SHARES = 100_000;
const SLICES_AT_MOST = 20;
export const INTENT = "Trading API";

export function freezeQuantity({ option, lotSize }: MarketInstrument): number {
  return option === null ? FREEZE_SHARES : FREEZE_LOTS * lotSize;
}

export function findInstrument(broker: Broker, segment: string, securityId: string): MarketInstrument {
  if (["NSE_CURRENCY", "BSE_CURRENCY", "MCX_COMM"].includes(segment))
    throw new ApiFault("DH-903", `The segment ${segment} is not active for this account.`);
  const found = broker.market.find(segment as MarketInstrument["exchangeSegment"], securityId, broker.now());
  if (found === null)
    throw new ApiFault("DH-905", `securityId: ${segment} lists no ${securityId}; see the instrument list.`);
  return found;
}

/** What has to be there for its type. */
function checkPrices(request: Pick<PlaceOrder, "orderType" | "price" | "triggerPrice">): void {
  const { orderType, price = 0, triggerPrice = 0 } = request;
  const hasLimit = orderType === "LIMIT" || orderType === "STOP_LOSS";
  if (hasLimit && price <= 0)
    throw new ApiFault("DH-905", `price: a ${orderType} order needs a price above 0.`);
  if (orderType.startsWith("STOP") && triggerPrice <= 0)
    throw new ApiFault("DH-905", `triggerPrice: a ${orderType} order needs a trigger above 0.`);
}

export type Wish = Omit<PlaceOrder, "dhanClientId" | "boProfitValue" | "boStopLossValue" | "amoTime"> & {
  legName?: "ENTRY_LEG" | "TARGET_LEG" | "STOP_LOSS_LEG" | null;
  parentId?: string | null;
};

/** Within a transaction. Throws ApiFault for what is no order; what cannot be carried becomes a rejected one. */
export function placeWish(broker: Broker, call: Pick<Call, "client" | "account">, wish: Wish): OrderRow {
  const instrument = findInstrument(broker, wish.exchangeSegment, wish.securityId);
  const { productType, orderType, correlationId } = wish;
  if (productType === "CO" || productType === "BO")
    throw new ApiFault(
      "DH-906",
      `productType: ${productType} is not taken any more; a super order does the same.`,
    );
  checkPrices(wish);
  if (correlationId !== undefined && broker.book.byCorrelation(call.client.id, correlationId) !== undefined)
    throw new ApiFault("DH-906", `correlationId: an order with "${correlationId}" is there already.`);
  const disclosedQuantity = wish.disclosedQuantity ?? 0;
  if (disclosedQuantity > wish.quantity || (disclosedQuantity > 0 && disclosedQuantity < wish.quantity * 0.3))
    throw new ApiFault("DH-905", "disclosedQuantity: from 30% of the quantity up to all of it.");
  const isLimit = orderType === "LIMIT" || orderType === "STOP_LOSS";
  const triggerPaise = orderType.startsWith("STOP") ? paiseOf(wish.triggerPrice ?? 0) : null;
  if (triggerPaise !== null && triggerPaise % instrument.tickPaise !== 0)
    throw new ApiFault("DH-905", `triggerPrice: a multiple of the tick, ${instrument.tickPaise / 100}.`);
  const scenario = scenarioOf(wish.quantity, wish.exchangeSegment);
  return broker.place({
    clientId: call.client.id,
    account: call.account,
    deploymentId: null,
    leg: null,
    instrument,
    side: wish.transactionType,
    product: productType,
    quantity: wish.quantity,
    limitPaise: isLimit ? paiseOf(wish.price ?? 0) : null,
    validity: wish.validity,
    intent: INTENT,
    correlationId: correlationId ?? null,
    capPaise: null,
    api: {
      scenario,
      type: orderType,
      triggerPaise,
      isAfterMarket: wish.afterMarketOrder ?? false,
      document: JSON.stringify({
        ...NO_EXTRAS,
        disclosedQuantity,
        triggerPrice: wish.triggerPrice ?? 0,
        isAfterMarket: wish.afterMarketOrder ?? false,
        legName: wish.legName ?? null,
        parentId: wish.parentId ?? null,
        scenario,
      }),
    },
  });
}

export const answerOf = ({ id, status }: Pick<OrderRow, "id" | "status">) => ({
  orderId: id,
  orderStatus: status,
});

/** The caller's own order; another's is not there. */
export function ownOrder(broker: Broker, call: Pick<Call, "client">, orderId: string): OrderRow {
  const row = broker.book.read(orderId);
  if (row === undefined || row.client_id !== call.client.id || row.api === "conversion")
    throw new ApiFault("DH-906", `No order ${orderId} of this account.`);
  return row;
}

/** An order of an algo is the algo's to change. */
function changeable(row: OrderRow): void {
  if (row.deployment_id !== null)
    throw new ApiFault("DH-906", "The order is an algo's; stop the algo to end its orders.");
}

export function orderHandlers({ broker }: Desk) {
  return {
    placeOrder: (call) => answerOf(broker.run(() => placeWish(broker, call, call.body as PlaceOrder))),
    placeSlicedOrder: (call) => {
      const wish = call.body as PlaceOrder;
      const instrument = findInstrument(broker, wish.exchangeSegment, wish.securityId);
      const freeze = freezeQuantity(instrument);
      const slices = Math.ceil(wish.quantity / freeze);
      if (slices > SLICES_AT_MOST)
        throw new ApiFault(
          "DH-905",
          `quantity: at most ${SLICES_AT_MOST} slices of ${freeze}, which is ${SLICES_AT_MOST * freeze}.`,
        );
      return broker.run(() =>
        Array.from({ length: slices }, (_, index) => {
          const quantity = Math.min(freeze, wish.quantity - index * freeze);
          // One id stands for one order: the first slice bears the caller's.
          const { correlationId, disclosedQuantity, ...rest } = wish;
          return answerOf(
            placeWish(broker, call, {
              ...rest,
              quantity,
              ...(index === 0 && correlationId !== undefined ? { correlationId } : {}),
              ...(disclosedQuantity === undefined || slices > 1 ? {} : { disclosedQuantity }),
            }),
          );
        }),
      );
    },
    modifyOrder: (call) => {
      const wish = call.body as ModifyOrder;
      return broker.run(() => {
        const row = ownOrder(broker, call, call.path.orderId ?? "");
        changeable(row);
        if (!isOpen(row)) throw new ApiFault("DH-906", `The order is ${row.status} and cannot be changed.`);
        if (row.modifications >= MODIFICATIONS_AT_MOST)
          throw new ApiFault(
            "DH-906",
            `An order can be changed ${MODIFICATIONS_AT_MOST} times; this one has been.`,
          );
        const isLimit = wish.orderType === "LIMIT" || wish.orderType === "STOP_LOSS";
        const price = wish.price ?? row.price_paise / 100;
        const extras = extrasOf(row.api);
        const triggerPrice = wish.triggerPrice ?? extras.triggerPrice;
        checkPrices({ orderType: wish.orderType, price, triggerPrice });
        const changed = broker.change(row, {
          quantity: wish.quantity ?? row.quantity,
          limitPaise: isLimit ? paiseOf(price) : null,
          triggerPaise: wish.orderType.startsWith("STOP") ? paiseOf(triggerPrice) : null,
          type: wish.orderType,
          validity: wish.validity,
          document: JSON.stringify({
            ...extras,
            triggerPrice: wish.orderType.startsWith("STOP") ? triggerPrice : 0,
            disclosedQuantity: wish.disclosedQuantity ?? extras.disclosedQuantity,
            scenario: scenarioOf(wish.quantity ?? row.quantity, row.instrument.split(":")[0] ?? ""),
          }),
        });
        if (typeof changed === "string") throw new ApiFault("DH-906", changed);
        return answerOf(changed);
      });
    },
    cancelOrder: (call) =>
      broker.run(() => {
        const row = ownOrder(broker, call, call.path.orderId ?? "");
        changeable(row);
        if (!isOpen(row)) throw new ApiFault("DH-906", `The order is ${row.status} and cannot be cancelled.`);
        return answerOf(broker.cancel(row, "Cancelled by the trading API"));
      }),
    listOrders: (call) =>
      broker.book.ofAccount(call.account, dayStart(today(broker))).map((row) => asApiOrder(broker, row)),
    getOrder: (call) => asApiOrder(broker, ownOrder(broker, call, call.path.orderId ?? "")),
    getOrderByCorrelationId: (call) => {
      const row = broker.book.byCorrelation(call.client.id, call.path.correlationId ?? "");
      if (row === undefined)
        throw new ApiFault("DH-906", `No order with the correlation id ${call.path.correlationId}.`);
      return asApiOrder(broker, row);
    },
    listTrades: (call) =>
      broker.book
        .tradesOfAccount(call.account, { since: dayStart(today(broker)) })
        .map((row) => asApiTrade(broker, row)),
    listTradesOfOrder: (call) => {
      const { id } = ownOrder(broker, call, call.path.orderId ?? "");
      return broker.book.tradesOfAccount(call.account, { orderId: id }).map((row) => asApiTrade(broker, row));
    },
  } satisfies Record<string, Handler>;
}
