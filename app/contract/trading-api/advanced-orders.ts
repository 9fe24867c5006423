// Super and forever orders.
import { z } from "zod";
import {
  foreverOrderSchema,
  foreverResponseSchema,
  legName,
  modifyForeverSchema,
  modifySuperSchema,
  placeForeverSchema,
  placeSuperSchema,
  superOrderSchema,
  superResponseSchema,
} from "./advanced-orders-shapes.ts";
import { tradingOperations } from "./operation.ts";
import { cancelResponseSchema, ORDER_FIELDS, orderResponseSchema } from "./orders.ts";
import { pageQuery } from "./paging.ts";
import { orderIdText } from "./vocabulary.ts";

const orderPathSchema = z.object({ orderId: orderIdText });

const SUPER_ORDER_OPERATIONS = tradingOperations("super-order", {
  placeSuperOrder: {
    method: "post",
    path: "/super/orders",
    summary: "Place entry, target and stop together",
    purpose:
      "Places an entry with its target and stop-loss in one request. When the entry is filled, the target and stop-loss become active. When one of them is reached, the position is closed and the other leg ends.",
    limit: "order",
    body: placeSuperSchema,
    unread: ORDER_FIELDS,
    answer: orderResponseSchema,
    example: {
      body: {
        correlationId: "super-1",
        transactionType: "BUY",
        exchangeSegment: "NSE_EQ",
        productType: "INTRADAY",
        orderType: "LIMIT",
        securityId: "1333",
        quantity: 5,
        price: "{lowPrice}",
        targetPrice: "{highPrice}",
        stopLossPrice: "{lowestPrice}",
        trailingJump: 0,
      },
    },
  },
  modifySuperOrder: {
    method: "put",
    path: "/super/orders/{orderId}",
    summary: "Change one leg",
    purpose:
      "ENTRY_LEG can be changed while the entry is pending or partly traded; TARGET_LEG and STOP_LOSS_LEG at any time before they are reached. If trailingJump is omitted or 0, trailing is turned off.",
    limit: "order",
    pathParameters: orderPathSchema,
    body: modifySuperSchema,
    answer: superResponseSchema,
    example: {
      path: { orderId: "{superOrderId}" },
      body: { legName: "TARGET_LEG", targetPrice: "{highPrice}" },
    },
  },
  cancelSuperOrder: {
    method: "delete",
    path: "/super/orders/{orderId}/{leg}",
    summary: "Cancel a leg, or all by the entry leg",
    purpose: "Cancelling ENTRY_LEG cancels every leg. A cancelled target or stop-loss cannot be added again.",
    limit: "order",
    pathParameters: z.object({ orderId: orderIdText, leg: legName }),
    answer: cancelResponseSchema,
    status: 202,
    example: { path: { orderId: "{superOrderId}", leg: "ENTRY_LEG" } },
  },
  listSuperOrders: {
    path: "/super/orders",
    summary: "List super orders with their legs",
    purpose: "Returns the day's super orders, and older ones that are still active.",
    query: pageQuery,
    answer: z.array(superOrderSchema),
  },
});

const FOREVER_OPERATIONS = tradingOperations("forever", {
  placeForeverOrder: {
    method: "post",
    path: "/forever/orders",
    summary: "Create an order that waits for a price",
    purpose:
      "The order waits, for more than one day if needed, until the trigger price is reached. It then becomes an ordinary order. An OCO order has one trigger above and one below the price; the first one that is reached cancels the other.",
    limit: "order",
    body: placeForeverSchema,
    unread: ORDER_FIELDS,
    answer: foreverResponseSchema,
    example: {
      body: {
        correlationId: "forever-1",
        orderFlag: "SINGLE",
        transactionType: "BUY",
        exchangeSegment: "NSE_EQ",
        productType: "CNC",
        orderType: "LIMIT",
        validity: "DAY",
        securityId: "1333",
        quantity: 5,
        price: "{lowPrice}",
        triggerPrice: "{lowPrice}",
      },
    },
  },
  modifyForeverOrder: {
    method: "put",
    path: "/forever/orders/{orderId}",
    summary: "Change a leg of a forever order",
    purpose: "Changes quantity, price and trigger of a waiting leg.",
    limit: "order",
    pathParameters: orderPathSchema,
    body: modifyForeverSchema,
    answer: foreverResponseSchema,
    example: {
      path: { orderId: "{foreverOrderId}" },
      body: {
        orderType: "LIMIT",
        legName: "TARGET_LEG",
        quantity: 6,
        price: "{lowPrice}",
        triggerPrice: "{lowPrice}",
        validity: "DAY",
      },
    },
  },
  cancelForeverOrder: {
    method: "delete",
    path: "/forever/orders/{orderId}",
    summary: "Remove it",
    purpose: "Cancels a forever order, with both legs of an OCO.",
    limit: "order",
    pathParameters: orderPathSchema,
    answer: cancelResponseSchema,
    status: 202,
    example: { path: { orderId: "{foreverOrderId}" } },
  },
  listForeverOrders: {
    path: "/forever/orders",
    summary: "List pending forever orders",
    purpose: "Returns a flat list with one element for each leg. /forever/all returns the same.",
    query: pageQuery,
    answer: z.array(foreverOrderSchema),
  },
});

export const ADVANCED_OPERATIONS = { ...SUPER_ORDER_OPERATIONS, ...FOREVER_OPERATIONS };
