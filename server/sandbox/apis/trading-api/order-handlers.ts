// Order and trade handlers of the trading API. They convert requests into calls of the broker, and the broker's results
// into responses.

import { isFormerProduct } from "../../../../app/contract/trading-api/not-served.ts";
import { MODIFICATIONS_MAX } from "../../../../app/contract/trading-api/operations.ts";
import type { ApiOrder, PlaceOrder } from "../../../../app/contract/trading-api/orders.ts";
import { istDayStart } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import { filledFault, type PlaceRequest, type Rejection } from "../../broker/order-request.ts";
import { isOpen, type OrderRow } from "../../broker/order-rows.ts";
import { findRejection, restingLimitRejection } from "../../broker/rejection.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { ListPage, PreparedJson, PreparedRows } from "../prepared-json.ts";
import { findMagicFault } from "./call-faults.ts";
import { ApiFault, formerProductFault } from "./fault.ts";
import type { Caller, HandlerContext, Handlers } from "./handler-context.ts";
import { currentIstDay, NO_EXTRAS, parseExtras, toApiOrder, toApiTrade, toPaise } from "./wire-format.ts";

/** Maximum number of slices of one request. */
const SLICES_MAX = 20;
/** Number of list rows that are built before other work may run. */
const ROWS_PER_SLICE = 100;
export const INTENT = "Trading API";

export function findInstrument(broker: Broker, segment: string, securityId: string): MarketInstrument {
  const found = broker.market.find(segment as MarketInstrument["exchangeSegment"], securityId, broker.now());
  if (found === null)
    throw new ApiFault(
      "DH-905",
      `securityId: ${segment} has no instrument ${securityId}; see the instrument list.`,
    );
  return found;
}

/**
 * Throws ApiFault if a price that the order's type requires is missing. `at` is the path of the order in the request,
 * for example `orders.0.`.
 */
export function checkPrices(
  request: Pick<PlaceOrder, "orderType" | "price" | "triggerPrice">,
  at = "",
): void {
  const { orderType, price = 0, triggerPrice = 0 } = request;
  const hasLimit = orderType === "LIMIT" || orderType === "STOP_LOSS";
  if (hasLimit && price <= 0)
    throw new ApiFault("DH-905", `${at}price must be above 0 for a ${orderType} order.`);
  if (orderType.startsWith("STOP") && triggerPrice <= 0)
    throw new ApiFault("DH-905", `${at}triggerPrice must be above 0 for a ${orderType} order.`);
}

/** Throws ApiFault if the price in the request's `field` is not a multiple of the tick size. */
export function checkTick(paise: number, { tickPaise }: MarketInstrument, field: string): void {
  if (paise % tickPaise !== 0)
    throw new ApiFault("DH-905", `${field} must be a multiple of the tick size (${tickPaise / 100}).`);
}

/** Throws ApiFault if the quantity in the request's `field` is not in whole lots. No quantity of an index is. */
export function checkLots(quantity: number, { kind, lotSize }: MarketInstrument, field = "quantity"): void {
  if (kind === "INDEX" || quantity % lotSize !== 0)
    throw new ApiFault("DH-905", `${field} must be a multiple of the lot size (${lotSize}).`);
}

/** Throws ApiFault if the trigger of a stop order is not a multiple of the tick size. */
export function checkTriggerTick(
  { orderType, triggerPrice = 0 }: Pick<PlaceOrder, "orderType" | "triggerPrice">,
  instrument: MarketInstrument,
  at = "",
): void {
  if (orderType.startsWith("STOP")) checkTick(toPaise(triggerPrice), instrument, `${at}triggerPrice`);
}

/** Throws ApiFault if the disclosed quantity is too small or too large. Zero shows the complete quantity. */
export function checkDisclosed(
  disclosedQuantity: number,
  quantity: number,
  field = "disclosedQuantity",
): void {
  if (disclosedQuantity > quantity || (disclosedQuantity > 0 && disclosedQuantity < quantity * 0.3))
    throw new ApiFault("DH-905", `${field} must be from 30% to 100% of the quantity.`);
}

type Sender = { client: { id: string }; account: string };

export type OrderRequest = Omit<
  PlaceOrder,
  "dhanClientId" | "boProfitValue" | "boStopLossValue" | "amoTime" | "correlationId"
> & {
  /** Order id that was assigned in advance, for example to a leg that the client has already seen. */
  id?: string;
  correlationId?: string | undefined;
  legName?: "ENTRY_LEG" | "TARGET_LEG" | "STOP_LOSS_LEG" | null;
  parentId?: string | null;
  /** True for a further slice of a larger order. It has the correlation id of the first slice. */
  isLaterSlice?: boolean;
};

/**
 * Places an order; requires a transaction. Throws ApiFault for an invalid request. An order that exceeds the funds is
 * stored as rejected.
 */
export function placeOrderRequest(
  broker: Broker,
  call: Pick<Caller, "client" | "account" | "orderFault">,
  request: OrderRequest,
): OrderRow {
  const order = toPlaceRequest(broker, call, request);
  const limited = restingLimitRejection(broker, order);
  if (limited !== null) throw new ApiFault("DH-906", limited.text);
  return broker.place(order);
}

/**
 * Returns why the broker would reject the request now; null if it would accept it. The request is a new order, or new
 * terms for the order `changed`. Throws ApiFault for an invalid request.
 */
export function rejectionOfRequest(
  broker: Broker,
  call: Sender,
  request: OrderRequest,
  changed?: OrderRow,
): Rejection | null {
  const order = toPlaceRequest(broker, call, request);
  if (changed === undefined) return findRejection(broker, order);
  const tooFew = filledFault(changed, order.quantity);
  if (tooFew !== null) throw new ApiFault("DH-906", tooFew);
  return findRejection(broker, { ...order, changed });
}

/** Checks a request and converts it. Throws ApiFault for an invalid request. */
function toPlaceRequest(
  broker: Broker,
  call: Sender & Pick<Caller, "orderFault">,
  request: OrderRequest,
): PlaceRequest {
  const instrument = findInstrument(broker, request.exchangeSegment, request.securityId);
  const { productType, orderType } = request;
  if (isFormerProduct(productType)) throw formerProductFault("productType");
  checkRequest(broker, call, request, instrument);
  const isLimit = orderType === "LIMIT" || orderType === "STOP_LOSS";
  const triggerPaise = orderType.startsWith("STOP") ? toPaise(request.triggerPrice ?? 0) : null;
  const fault = call.orderFault?.() ?? findMagicFault(request.quantity, instrument);
  return {
    ...(request.id === undefined ? {} : { id: request.id }),
    clientId: call.client.id,
    account: call.account,
    deploymentId: null,
    leg: null,
    instrument,
    side: request.transactionType,
    product: productType,
    quantity: request.quantity,
    limitPaise: isLimit ? toPaise(request.price ?? 0) : null,
    validity: request.validity,
    intent: INTENT,
    correlationId: request.correlationId ?? null,
    capPaise: null,
    api: {
      fault,
      type: orderType,
      triggerPaise,
      isAfterMarket: request.afterMarketOrder ?? false,
      document: JSON.stringify({
        ...NO_EXTRAS,
        disclosedQuantity: request.disclosedQuantity ?? 0,
        triggerPrice: triggerPaise === null ? 0 : (request.triggerPrice ?? 0),
        isAfterMarket: request.afterMarketOrder ?? false,
        legName: request.legName ?? null,
        parentId: request.parentId ?? null,
        fault,
      }),
    },
  };
}

function checkRequest(
  broker: Broker,
  call: Sender,
  request: OrderRequest,
  instrument: MarketInstrument,
): void {
  checkPrices(request);
  const { correlationId, quantity, disclosedQuantity = 0 } = request;
  // Slices and triggered legs share the correlation id of their order.
  const isFirst = request.isLaterSlice !== true && (request.parentId ?? null) === null;
  if (
    isFirst &&
    correlationId !== undefined &&
    broker.orders.isCorrelationTaken(call.client.id, call.account, correlationId)
  )
    throw new ApiFault("DH-906", `correlationId must be unique: an order with "${correlationId}" exists.`);
  checkDisclosed(disclosedQuantity, quantity);
  checkTriggerTick(request, instrument);
}

export const orderResponse = ({ id, status }: Pick<OrderRow, "id" | "status">) => ({
  orderId: id,
  orderStatus: status,
});

/** Returns an order of the caller. Throws ApiFault for an unknown order or another client's order. */
export function ownOrder(broker: Broker, call: Pick<Sender, "client">, orderId: string): OrderRow {
  const row = broker.orders.read(orderId);
  if (row === undefined || row.client_id !== call.client.id || row.api === "conversion")
    throw new ApiFault("DH-906", `This account has no order ${orderId}.`);
  return row;
}

/** Throws ApiFault for an order of an algo, which only the algo can change. */
function checkChangeable(row: OrderRow): void {
  if (row.deployment_id !== null)
    throw new ApiFault("DH-906", "The order belongs to an algo. Stop the algo to end its orders.");
}

/** Returns the order if the caller can change it now, otherwise throws ApiFault. */
export function modifiableOrder(broker: Broker, call: Pick<Sender, "client">, orderId: string): OrderRow {
  const row = ownOrder(broker, call, orderId);
  checkChangeable(row);
  if (!isOpen(row)) throw new ApiFault("DH-906", `The order is ${row.status} and cannot be changed.`);
  if (row.modifications >= MODIFICATIONS_MAX)
    throw new ApiFault("DH-906", `An order can be changed at most ${MODIFICATIONS_MAX} times.`);
  return row;
}

/**
 * Creates the order handlers. `legsOf` returns the waiting legs of super orders, which the order book lists as well.
 */
export function orderHandlers(context: HandlerContext, legsOf: (call: Caller) => ApiOrder[]) {
  return { ...writingHandlers(context), ...readingHandlers(context, legsOf) };
}

/** Each handler requires a transaction. */
function writingHandlers({ broker }: HandlerContext) {
  return {
    placeOrder: (call) => orderResponse(placeOrderRequest(broker, call, call.body)),
    placeSlicedOrder: (call) => {
      const { disclosedQuantity, ...whole } = call.body;
      const { freezeQuantity: freeze } = findInstrument(broker, whole.exchangeSegment, whole.securityId);
      const slices = Math.ceil(whole.quantity / freeze);
      if (slices > SLICES_MAX)
        throw new ApiFault(
          "DH-905",
          `quantity must be at most ${SLICES_MAX * freeze} (${SLICES_MAX} slices of ${freeze}).`,
        );
      return Array.from({ length: slices }, (_, index) =>
        orderResponse(
          placeOrderRequest(broker, call, {
            ...whole,
            quantity: Math.min(freeze, whole.quantity - index * freeze),
            isLaterSlice: index > 0,
            ...(disclosedQuantity === undefined || slices > 1 ? {} : { disclosedQuantity }),
          }),
        ),
      );
    },
    modifyOrder: (call) => {
      const requested = call.body;
      const row = modifiableOrder(broker, call, call.path.orderId);
      const isLimit = requested.orderType === "LIMIT" || requested.orderType === "STOP_LOSS";
      const price = requested.price ?? row.price_paise / 100;
      const extras = parseExtras(row.api);
      const triggerPrice = requested.triggerPrice ?? extras.triggerPrice;
      checkPrices({ orderType: requested.orderType, price, triggerPrice });
      const quantity = requested.quantity ?? row.quantity;
      const disclosedQuantity = requested.disclosedQuantity ?? extras.disclosedQuantity;
      checkDisclosed(disclosedQuantity, quantity);
      const instrument = broker.instrument(row.instrument);
      const fault =
        call.orderFault?.() ?? (instrument === null ? null : findMagicFault(quantity, instrument));
      const changed = broker.change(row, {
        quantity,
        fault,
        limitPaise: isLimit ? toPaise(price) : null,
        triggerPaise: requested.orderType.startsWith("STOP") ? toPaise(triggerPrice) : null,
        type: requested.orderType,
        validity: requested.validity,
        document: JSON.stringify({
          ...extras,
          triggerPrice: requested.orderType.startsWith("STOP") ? triggerPrice : 0,
          disclosedQuantity,
          fault,
        }),
      });
      if (typeof changed === "string") throw new ApiFault("DH-906", changed);
      return orderResponse(changed);
    },
    cancelOrder: (call) => {
      const row = ownOrder(broker, call, call.path.orderId);
      checkChangeable(row);
      if (!isOpen(row)) throw new ApiFault("DH-906", `The order is ${row.status} and cannot be cancelled.`);
      return orderResponse(broker.cancel(row, "Cancelled by the trading API"));
    },
  } satisfies Partial<Handlers>;
}

function readingHandlers({ broker, pause }: HandlerContext, legsOf: (call: Caller) => ApiOrder[]) {
  const written = new PreparedRows<OrderRow>(ROWS_PER_SLICE);
  const trades = new PreparedRows<Parameters<typeof toApiTrade>[1]>(ROWS_PER_SLICE);
  return {
    listOrders: async (call) => {
      const { limit, cursor: before } = call.query;
      const rows = broker.orders.ofAccount(call.account, istDayStart(currentIstDay(broker)), {
        ...(before === undefined ? {} : { before }),
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      });
      const prepared = await written.of(rows, (row) => toApiOrder(broker, row), pause);
      const entries = prepared.map(({ row, json }) => ({ id: row.id, json }));
      for (const leg of legsOf(call))
        if (before === undefined || leg.orderId < before)
          entries.push({ id: leg.orderId, json: new PreparedJson(JSON.stringify(leg)) });
      entries.sort((one, other) => (one.id < other.id ? 1 : -1));
      return ListPage.of(entries, call.query, { id: ({ id }) => id, items: ({ json }) => [json] });
    },
    getOrder: (call) => {
      const { orderId } = call.path;
      const leg = legsOf(call).find((one) => one.orderId === orderId);
      return leg ?? toApiOrder(broker, ownOrder(broker, call, orderId));
    },
    getOrderByCorrelationId: (call) => {
      const row = broker.orders.byCorrelation(call.account, call.path.correlationId);
      if (row === undefined)
        throw new ApiFault(
          "DH-906",
          `This account has no order with the correlation id ${call.path.correlationId}.`,
        );
      return toApiOrder(broker, row);
    },
    listTrades: async (call) => {
      const { limit, cursor } = call.query;
      const rows = broker.orders.tradesOfAccount(call.account, {
        since: istDayStart(currentIstDay(broker)),
        ...(cursor === undefined ? {} : { before: Number(cursor) }),
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      });
      const prepared = await trades.of(rows, (row) => toApiTrade(broker, row), pause);
      return ListPage.of(prepared, call.query, {
        id: ({ row }) => String(row.number),
        items: ({ json }) => [json],
      });
    },
    listTradesOfOrder: (call) => {
      const { id } = ownOrder(broker, call, call.path.orderId);
      return broker.orders
        .tradesOfAccount(call.account, { orderId: id })
        .map((row) => toApiTrade(broker, row));
    },
  } satisfies Partial<Handlers>;
}
