// Orders and trades: the shapes of reference §8.
import { z } from "zod";
import type { TradingOperation } from "./operation.ts";
import {
  AMO_TIMES,
  correlationId,
  dhanClientId,
  exchangeSegment,
  istTime,
  LEG_NAMES,
  orderIdText,
  orderStatus,
  orderType,
  productType,
  quantity,
  rupees,
  securityId,
  TRADED_SEGMENTS,
  transactionType,
  validity,
} from "./vocabulary.ts";

const disclosedQuantity = z
  .int()
  .nonnegative()
  .optional()
  .meta({ description: "Shown of it at a time; more than 30% of the quantity when used" });

export const placeOrderSchema = z
  .object({
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
    price: rupees.optional().meta({ description: "For LIMIT and STOP_LOSS; a multiple of the tick" }),
    triggerPrice: rupees.optional().meta({ description: "For STOP_LOSS and STOP_LOSS_MARKET" }),
    afterMarketOrder: z
      .boolean()
      .optional()
      .meta({ description: "Kept while the market is closed, sent when it opens" }),
    amoTime: z.enum(AMO_TIMES).optional().meta({ description: "When it is sent, after the opening" }),
    boProfitValue: rupees.optional(),
    boStopLossValue: rupees.optional(),
  })
  .meta({ id: "PlaceOrder" });
export type PlaceOrder = z.infer<typeof placeOrderSchema>;

export const modifyOrderSchema = z
  .object({
    dhanClientId,
    orderId: orderIdText.optional(),
    orderType,
    legName: z.enum([...LEG_NAMES, "NA"]).optional(),
    quantity: quantity.optional().meta({ description: "The whole quantity, not what is left" }),
    price: rupees.optional(),
    triggerPrice: rupees.optional(),
    disclosedQuantity,
    validity,
  })
  .meta({ id: "ModifyOrder" });
export type ModifyOrder = z.infer<typeof modifyOrderSchema>;

export const orderAnswerSchema = z.object({ orderId: orderIdText, orderStatus }).meta({ id: "OrderAnswer" });

const derivative = {
  drvExpiryDate: z.string().nullable().meta({ description: "Of a derivative" }),
  drvOptionType: z.enum(["CALL", "PUT"]).nullable(),
  drvStrikePrice: z.number(),
};

export const apiOrderSchema = z
  .object({
    dhanClientId: z.string(),
    orderId: orderIdText,
    exchangeOrderId: z.string().nullable(),
    correlationId: z.string().nullable(),
    orderStatus,
    transactionType,
    exchangeSegment: z.enum(TRADED_SEGMENTS),
    productType,
    orderType,
    validity,
    tradingSymbol: z.string(),
    securityId,
    quantity: z.int(),
    disclosedQuantity: z.int(),
    price: z.number(),
    triggerPrice: z.number(),
    afterMarketOrder: z.boolean(),
    boProfitValue: z.number(),
    boStopLossValue: z.number(),
    legName: z.enum(LEG_NAMES).nullable(),
    createTime: istTime,
    updateTime: istTime,
    exchangeTime: istTime,
    ...derivative,
    omsErrorCode: z.string().nullable(),
    omsErrorDescription: z.string().nullable().meta({ description: "Why it was rejected" }),
    algoId: z.string(),
    remainingQuantity: z.int(),
    averageTradedPrice: z.number(),
    filledQty: z.int(),
  })
  .meta({ id: "OrderRecord" });
export type ApiOrder = z.infer<typeof apiOrderSchema>;

export const apiTradeSchema = z
  .object({
    dhanClientId: z.string(),
    orderId: orderIdText,
    exchangeOrderId: z.string(),
    exchangeTradeId: z.string(),
    transactionType,
    exchangeSegment: z.enum(TRADED_SEGMENTS),
    productType,
    orderType,
    tradingSymbol: z.string(),
    customSymbol: z.string(),
    securityId,
    tradedQuantity: z.int(),
    tradedPrice: z.number(),
    createTime: istTime,
    updateTime: istTime,
    exchangeTime: istTime,
    drvExpiryDate: z.string(),
    drvOptionType: z.enum(["CALL", "PUT"]).nullable(),
    drvStrikePrice: z.number(),
  })
  .meta({ id: "TradeRecord" });

const byOrder = z.object({ orderId: orderIdText });
const EXAMPLE = {
  correlationId: "first-order",
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "INTRADAY",
  orderType: "MARKET",
  validity: "DAY",
  securityId: "1333",
  quantity: 5,
};

export const ORDER_OPERATIONS = {
  placeOrder: {
    operationId: "placeOrder",
    page: "orders",
    method: "post",
    path: "/orders",
    summary: "Place an order",
    purpose:
      "Sends one order. A market order is put at the market with price protection, so it can rest as a limit order. The answer says what the order is at that moment; follow it by the order-update socket, a postback or reading it.",
    limit: "order",
    body: placeOrderSchema,
    answer: orderAnswerSchema,
    status: 200,
    example: { body: EXAMPLE },
  },
  placeSlicedOrder: {
    operationId: "placeSlicedOrder",
    page: "orders",
    method: "post",
    path: "/orders/slicing",
    summary: "Place a large quantity as several orders",
    purpose:
      "The same request. A quantity above the exchange's freeze quantity is split into as many orders as it takes, and the answer lists them all.",
    limit: "order",
    body: placeOrderSchema,
    answer: z.array(orderAnswerSchema),
    status: 200,
    example: { body: { ...EXAMPLE, correlationId: "sliced-order" } },
  },
  modifyOrder: {
    operationId: "modifyOrder",
    page: "orders",
    method: "put",
    path: "/orders/{orderId}",
    summary: "Change a pending order",
    purpose:
      "Changes price, quantity, type or validity of an order that is pending or partly traded, at most 25 times. The quantity is the whole order's, not what is left.",
    limit: "order",
    pathParameters: byOrder,
    body: modifyOrderSchema,
    answer: orderAnswerSchema,
    status: 200,
    example: {
      path: { orderId: "{pendingOrderId}" },
      body: { orderType: "LIMIT", quantity: 4, price: "{lowPrice}", validity: "DAY" },
    },
  },
  cancelOrder: {
    operationId: "cancelOrder",
    page: "orders",
    method: "delete",
    path: "/orders/{orderId}",
    summary: "Cancel a pending order",
    purpose: "Takes back what is not filled of an order. What has traded stays.",
    limit: "order",
    pathParameters: byOrder,
    answer: orderAnswerSchema,
    status: 202,
    example: { path: { orderId: "{pendingOrderId}" } },
  },
  listOrders: {
    operationId: "listOrders",
    page: "orders",
    method: "get",
    path: "/orders",
    summary: "List the day's orders",
    purpose: "All orders of the day with their states, the newest first, whatever platform placed them.",
    limit: "other",
    answer: z.array(apiOrderSchema),
    status: 200,
    example: {},
  },
  getOrder: {
    operationId: "getOrder",
    page: "orders",
    method: "get",
    path: "/orders/{orderId}",
    summary: "Read one order",
    purpose: "One order by the id that placing answered.",
    limit: "other",
    pathParameters: byOrder,
    answer: apiOrderSchema,
    status: 200,
    example: { path: { orderId: "{orderId}" } },
  },
  getOrderByCorrelationId: {
    operationId: "getOrderByCorrelationId",
    page: "orders",
    method: "get",
    path: "/orders/external/{correlationId}",
    summary: "Find an order by your own id",
    purpose:
      "Send a correlation id with each order, and this finds it when the answer to placing was lost: ask before you send again.",
    limit: "other",
    pathParameters: z.object({ correlationId: z.string().min(1).max(30) }),
    answer: apiOrderSchema,
    status: 200,
    example: { path: { correlationId: "first-order" } },
  },
  listTrades: {
    operationId: "listTrades",
    page: "orders",
    method: "get",
    path: "/trades",
    summary: "List the day's trades",
    purpose: "Every fill of the day, the newest first; one order can have several.",
    limit: "other",
    answer: z.array(apiTradeSchema),
    status: 200,
    example: {},
  },
  listTradesOfOrder: {
    operationId: "listTradesOfOrder",
    page: "orders",
    method: "get",
    path: "/trades/{orderId}",
    summary: "List the trades of one order",
    purpose: "The fills of one order, always as an array.",
    limit: "other",
    pathParameters: byOrder,
    answer: z.array(apiTradeSchema),
    status: 200,
    example: { path: { orderId: "{orderId}" } },
  },
} as const satisfies Record<string, TradingOperation>;
