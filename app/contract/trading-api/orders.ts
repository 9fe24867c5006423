// Operations on orders and trades.
import { z } from "zod";
import { EXAMPLE_ORDER } from "./examples.ts";
import { tradingOperations } from "./operation.ts";
import { pageQuery } from "./paging.ts";
import {
  AMO_TIMES,
  amount,
  correlationId,
  count,
  derivative,
  dhanClientId,
  exchangeSegment,
  flag,
  LEG_NAMES,
  LEGACY_ORDER_FIELDS,
  orderIdText,
  orderStatus,
  orderTimes,
  orderType,
  ownClientId,
  productType,
  quantity,
  REJECT_CAUSES,
  type RejectCause,
  repeatedOrderId,
  rupees,
  securityId,
  textField,
  tradingSymbol,
  transactionType,
  validity,
} from "./vocabulary.ts";

const disclosedQuantity = z.int().nonnegative().optional().meta({
  description:
    "Units shown in the market at a time: from 30% of the quantity up to all of it. If omitted, or 0: the complete quantity is shown",
  example: 0,
});

export const placeOrderSchema = z
  .strictObject({
    dhanClientId,
    correlationId,
    transactionType,
    exchangeSegment,
    productType,
    orderType,
    validity,
    securityId,
    quantity,
    disclosedQuantity,
    price: rupees.optional().meta({
      description:
        "Limit in rupees, a multiple of the tick (TICK_SIZE of the instrument list) inside the day's circuit limits. Required for LIMIT and STOP_LOSS; omitted, or 0, for the others",
      example: 950,
    }),
    triggerPrice: rupees.optional().meta({
      description:
        "Rupees, a multiple of the tick: the order is sent once this price has traded. Required for STOP_LOSS and STOP_LOSS_MARKET; omitted, or 0, for the others",
      example: 960,
    }),
    afterMarketOrder: z.boolean().optional().meta({
      description:
        "True: stored while the market is closed and sent when it opens. If omitted: false, and the broker rejects an order outside the session",
      example: false,
    }),
    amoTime: z.enum(AMO_TIMES).optional().meta({
      description:
        "When an after-market order is sent: in the pre-open session, at the open, 30 or 60 minutes after it. The sandbox sends all of them at the open. If omitted: OPEN",
      example: "OPEN",
    }),
    boProfitValue: rupees.optional().meta({
      description: "For bracket orders, which are rejected. Accepted but ignored; omit it",
      example: 0,
    }),
    boStopLossValue: rupees.optional().meta({
      description: "For bracket orders, which are rejected. Accepted but ignored; omit it",
      example: 0,
    }),
  })
  .meta({ id: "PlaceOrder" });
/**
 * Current and former fields of an order. Each write ignores the fields that it does not use, because clients build all
 * their bodies from one template.
 */
export const ORDER_FIELDS: readonly string[] = [
  ...Object.keys(placeOrderSchema.shape),
  ...LEGACY_ORDER_FIELDS,
];
export type PlaceOrder = z.infer<typeof placeOrderSchema>;

export const modifyOrderSchema = z
  .strictObject({
    dhanClientId,
    orderId: repeatedOrderId,
    orderType,
    legName: z
      .enum([...LEG_NAMES, "NA"])
      .optional()
      .meta({
        description: "For bracket and cover orders, which are rejected. Accepted but ignored; omit it",
        example: "NA",
      }),
    quantity: quantity.optional().meta({
      description:
        "Units of the complete order, including the filled part; whole lots for derivatives. If omitted: unchanged",
      example: 4,
    }),
    price: rupees.optional().meta({
      description: "New limit in rupees, a multiple of the tick. If omitted: unchanged",
      example: 951,
    }),
    triggerPrice: rupees.optional().meta({
      description: "New trigger in rupees, a multiple of the tick. If omitted: unchanged",
      example: 960,
    }),
    disclosedQuantity: disclosedQuantity.meta({
      description:
        "Units shown in the market at a time, from 30% of the quantity up to all of it. If omitted: unchanged",
      example: 0,
    }),
    validity,
  })
  .meta({ id: "ModifyOrder" });

/** Response to placing or changing an order: its id and its state. */
export const orderResponseSchema = z
  .object({
    orderId: orderIdText,
    orderStatus: orderStatus.exclude(["EXPIRED"]).meta({
      description:
        "State at the end of the call: TRANSIT in transit, PENDING resting, PART_TRADED or TRADED filled, REJECTED by broker or exchange (the order contains the reason), CANCELLED the rest of an IOC order",
      example: "PENDING",
    }),
  })
  .meta({ id: "OrderAnswer" });
export const cancelResponseSchema = z
  .object({
    orderId: orderIdText,
    orderStatus: orderStatus.extract(["CANCELLED"]).meta({
      description: "Always CANCELLED; an order that cannot be cancelled returns DH-906",
      example: "CANCELLED",
    }),
  })
  .meta({ id: "CancelAnswer" });

export const apiOrderSchema = z
  .object({
    dhanClientId: ownClientId,
    orderId: orderIdText,
    exchangeOrderId: textField("The exchange's number of the order", "111261120000001").nullable().meta({
      description:
        "The exchange's number of the order. Null until it reaches the exchange, as after a rejection by the broker",
    }),
    correlationId: textField("Your own id of the order", "swing-0042")
      .nullable()
      .meta({ description: "Your own id of the order, as you sent it. Null if you sent none" }),
    orderStatus,
    transactionType,
    exchangeSegment,
    productType,
    orderType,
    validity,
    tradingSymbol,
    securityId,
    quantity: count("Units of the complete order", 5),
    disclosedQuantity: count("Units shown in the market at a time; 0 shows everything", 0),
    price: amount("Limit in rupees; 0 for MARKET and STOP_LOSS_MARKET orders", 950),
    triggerPrice: amount("Rupees; 0 for an order without a trigger", 0),
    afterMarketOrder: flag("True if it waits, or has waited, for the open"),
    boProfitValue: amount("Always 0: bracket orders are not supported", 0),
    boStopLossValue: amount("Always 0: bracket orders are not supported", 0),
    legName: z.enum(LEG_NAMES).nullable().meta({
      description: "Leg of a super or forever order. Null for an ordinary order",
      example: "ENTRY_LEG",
    }),
    ...orderTimes,
    ...derivative,
    omsErrorCode: textField("Code of the rejection", "DH-906")
      .nullable()
      .meta({ description: "Code of a rejection, DH-906. Null unless orderStatus is REJECTED" }),
    omsErrorDescription: textField(
      "Why it was rejected",
      "Not enough funds: the order requires ₹4,12,000, and ₹1,00,000 are available.",
    )
      .nullable()
      .meta({ description: "Reason for the rejection, as a sentence. Null unless orderStatus is REJECTED" }),
    rejectCode: z
      .enum(Object.keys(REJECT_CAUSES) as [RejectCause, ...RejectCause[]])
      .nullable()
      .meta({
        description:
          "Cause of a rejection; the page about errors lists all causes. The sandbox adds this field next to omsErrorCode. Null unless orderStatus is REJECTED",
        example: "FUNDS",
      }),
    algoId: textField("The deployment that sent it; 0 for an order of your own", "0"),
    remainingQuantity: count("Units that are not filled: quantity less filledQty", 0),
    averageTradedPrice: amount(
      "Average price of the filled part in rupees, two decimals; 0 without a fill",
      949.8,
    ),
    filledQty: count("Units that are filled", 5),
  })
  .meta({ id: "OrderRecord" });
export type ApiOrder = z.infer<typeof apiOrderSchema>;

export const apiTradeSchema = z
  .object({
    dhanClientId: ownClientId,
    orderId: orderIdText,
    exchangeOrderId: textField("The exchange's number of the order", "111261120000001"),
    exchangeTradeId: textField("The exchange's number of this fill", "4711"),
    transactionType,
    exchangeSegment,
    productType,
    orderType,
    tradingSymbol,
    customSymbol: textField("Display name of the instrument", "HDFC Bank"),
    securityId,
    tradedQuantity: count("Units of this fill", 5),
    tradedPrice: amount("Price of this fill in rupees", 949.8),
    createTime: orderTimes.createTime.meta({
      description: "Time of the fill: YYYY-MM-DD HH:MM:SS, Indian time",
    }),
    updateTime: orderTimes.updateTime.meta({
      description: "The same as createTime: a fill does not change",
    }),
    exchangeTime: orderTimes.exchangeTime.meta({
      description: "Time of the fill at the exchange: YYYY-MM-DD HH:MM:SS, Indian time",
    }),
    ...derivative,
    drvExpiryDate: textField("Expiry day of the contract, YYYY-MM-DD; NA for shares", "2026-12-01"),
  })
  .meta({ id: "TradeRecord" });

const orderPathSchema = z.object({ orderId: orderIdText });
const EXAMPLE = { correlationId: "first-order", ...EXAMPLE_ORDER };

export const ORDER_OPERATIONS = tradingOperations("orders", {
  placeOrder: {
    method: "post",
    path: "/orders",
    summary: "Place an order",
    purpose:
      "Sends one order. A market order has price protection, so it can rest as a limit order. The response contains the order's state at that time. Follow later changes with the order-update socket, a postback or GET /orders.",
    limit: "order",
    body: placeOrderSchema,
    unread: LEGACY_ORDER_FIELDS,
    answer: orderResponseSchema,
    example: { body: EXAMPLE },
  },
  placeSlicedOrder: {
    method: "post",
    path: "/orders/slicing",
    summary: "Place a large quantity as several orders",
    purpose:
      "Accepts the same request as POST /orders. A quantity above the exchange's freeze quantity is split into several orders, and the response lists all of them.",
    limit: "order",
    body: placeOrderSchema,
    unread: LEGACY_ORDER_FIELDS,
    answer: z.array(orderResponseSchema),
    example: { body: { ...EXAMPLE, correlationId: "sliced-order" } },
  },
  modifyOrder: {
    method: "put",
    path: "/orders/{orderId}",
    summary: "Change a pending order",
    purpose:
      "Changes price, quantity, type or validity of an order that is pending or partly traded. An order permits 25 modifications. quantity is that of the complete order, not of the unfilled part.",
    limit: "order",
    pathParameters: orderPathSchema,
    body: modifyOrderSchema,
    answer: orderResponseSchema,
    example: {
      path: { orderId: "{pendingOrderId}" },
      body: { orderType: "LIMIT", quantity: 4, price: "{lowPrice}", validity: "DAY" },
    },
  },
  cancelOrder: {
    method: "delete",
    path: "/orders/{orderId}",
    summary: "Cancel a pending order",
    purpose: "Cancels the unfilled part of an order. The filled part remains.",
    limit: "order",
    pathParameters: orderPathSchema,
    answer: cancelResponseSchema,
    status: 202,
    example: { path: { orderId: "{pendingOrderId}" } },
  },
  listOrders: {
    path: "/orders",
    summary: "List the day's orders",
    purpose:
      "Returns all open orders, and all orders that were placed or changed today, newest first, from every platform. Pending after-market orders of earlier days are included.",
    query: pageQuery,
    answer: z.array(apiOrderSchema),
  },
  getOrder: {
    path: "/orders/{orderId}",
    summary: "Read one order",
    purpose: "Returns one order by the id that placing returned.",
    pathParameters: orderPathSchema,
    answer: apiOrderSchema,
    example: { path: { orderId: "{orderId}" } },
  },
  getOrderByCorrelationId: {
    path: "/orders/external/{correlationId}",
    summary: "Find an order by your own id",
    purpose:
      "Returns an order by your correlation id. If the response to an order was lost, use this call before you send the order again.",
    pathParameters: z.object({
      correlationId: z.string().min(1).max(30).meta({
        description:
          "Your own id of the order, as you sent it: 1 to 30 characters, percent-encoded in the address",
        example: "first-order",
      }),
    }),
    answer: apiOrderSchema,
    example: { path: { correlationId: "first-order" } },
  },
  listTrades: {
    path: "/trades",
    summary: "List the day's trades",
    purpose: "Returns every fill of the day, newest first. An order can have several fills.",
    query: pageQuery,
    answer: z.array(apiTradeSchema),
  },
  listTradesOfOrder: {
    path: "/trades/{orderId}",
    summary: "List the trades of one order",
    purpose: "Returns the fills of one order, always as an array.",
    pathParameters: orderPathSchema,
    answer: z.array(apiTradeSchema),
    example: { path: { orderId: "{orderId}" } },
  },
});
