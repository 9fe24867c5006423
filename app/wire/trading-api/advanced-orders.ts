// Super and forever orders: the shapes of reference §9 and §10.
import { z } from "zod";
import type { TradingOperation } from "./operation.ts";
import { orderAnswerSchema } from "./orders.ts";
import {
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
  transactionType,
  validity,
} from "./vocabulary.ts";

const entryType = z.enum(["LIMIT", "MARKET"]);
const legName = z.enum(LEG_NAMES);
const trailingJump = rupees.meta({
  description: "The stop follows the price by steps of this size; 0 for a stop that stays",
});

export const placeSuperSchema = z
  .object({
    dhanClientId,
    correlationId,
    transactionType,
    exchangeSegment,
    productType: z.enum(["CNC", "INTRADAY", "MARGIN", "MTF"]),
    orderType: entryType,
    securityId,
    quantity,
    price: rupees.optional().meta({ description: "Of the entry; for LIMIT" }),
    targetPrice: rupees.meta({ description: "Closes with a gain; 0 for none" }),
    stopLossPrice: rupees.meta({ description: "Closes with a loss; 0 for none" }),
    trailingJump: trailingJump.optional(),
  })
  .meta({ id: "PlaceSuperOrder" });
export type PlaceSuper = z.infer<typeof placeSuperSchema>;

export const modifySuperSchema = z
  .object({
    dhanClientId,
    orderId: orderIdText.optional(),
    legName,
    orderType: entryType.optional(),
    quantity: quantity.optional(),
    price: rupees.optional(),
    targetPrice: rupees.optional(),
    stopLossPrice: rupees.optional(),
    trailingJump: trailingJump.optional(),
  })
  .meta({ id: "ModifySuperOrder" });
export type ModifySuper = z.infer<typeof modifySuperSchema>;

export const superOrderSchema = z
  .object({
    dhanClientId: z.string(),
    orderId: orderIdText,
    correlationId: z.string().nullable(),
    orderStatus,
    transactionType,
    exchangeSegment,
    productType,
    orderType,
    validity,
    tradingSymbol: z.string(),
    securityId,
    quantity: z.int(),
    remainingQuantity: z.int(),
    ltp: z.number(),
    price: z.number(),
    afterMarketOrder: z.boolean(),
    legName,
    trailingJump: z.number(),
    exchangeOrderId: z.string().nullable(),
    createTime: istTime,
    updateTime: istTime,
    exchangeTime: istTime,
    omsErrorDescription: z.string().nullable(),
    averageTradedPrice: z.number(),
    filledQty: z.int(),
    algoId: z.string(),
    legDetails: z.array(
      z.object({
        orderId: orderIdText,
        legName,
        transactionType,
        totalQuatity: z.int().meta({ description: "Spelled so on the wire" }),
        remainingQuantity: z.int(),
        triggeredQuantity: z.int(),
        price: z.number(),
        orderStatus,
        trailingJump: z.number(),
      }),
    ),
  })
  .meta({ id: "SuperOrderRecord" });

export const placeForeverSchema = z
  .object({
    dhanClientId,
    correlationId,
    orderFlag: z
      .enum(["SINGLE", "OCO"])
      .meta({ description: "One trigger, or two of which the first ends the other" }),
    transactionType,
    exchangeSegment: z.enum(["NSE_EQ", "NSE_FNO", "BSE_EQ", "BSE_FNO"]),
    productType: z.enum(["CNC", "MTF", "MARGIN"]),
    orderType: entryType,
    validity,
    securityId,
    quantity,
    disclosedQuantity: z.int().nonnegative().optional(),
    price: rupees.optional().meta({ description: "Of the order that is sent; for LIMIT" }),
    triggerPrice: rupees.meta({ description: "Sends the order when it is seen" }),
    price1: rupees.optional().meta({ description: "Of the second leg; for OCO" }),
    triggerPrice1: rupees.optional().meta({ description: "Of the second leg; for OCO" }),
    quantity1: z.int().nonnegative().optional().meta({ description: "Of the second leg; for OCO" }),
  })
  .meta({ id: "PlaceForeverOrder" });
export type PlaceForever = z.infer<typeof placeForeverSchema>;

export const modifyForeverSchema = z
  .object({
    dhanClientId,
    orderId: orderIdText.optional(),
    orderFlag: z.enum(["SINGLE", "OCO"]).optional(),
    orderType,
    legName: legName.meta({
      description:
        "TARGET_LEG is the single or the first leg, STOP_LOSS_LEG the second; ENTRY_LEG is taken for the first",
    }),
    quantity: quantity.optional(),
    price: rupees.optional(),
    disclosedQuantity: z.int().nonnegative().optional(),
    triggerPrice: rupees.optional(),
    validity: validity.optional(),
  })
  .meta({ id: "ModifyForeverOrder" });
export type ModifyForever = z.infer<typeof modifyForeverSchema>;

export const foreverOrderSchema = z
  .object({
    dhanClientId: z.string(),
    orderId: orderIdText,
    orderStatus,
    transactionType,
    exchangeSegment,
    productType,
    orderType: z.enum(["SINGLE", "OCO"]).meta({ description: "Carries the flag here" }),
    tradingSymbol: z.string(),
    securityId,
    quantity: z.int(),
    price: z.number(),
    triggerPrice: z.number(),
    legName,
    createTime: istTime,
    updateTime: istTime.nullable(),
    exchangeTime: istTime,
    drvExpiryDate: z.string().nullable(),
    drvOptionType: z.enum(["CALL", "PUT"]).nullable(),
    drvStrikePrice: z.number(),
  })
  .meta({ id: "ForeverOrderRecord" });

const byOrder = z.object({ orderId: orderIdText });

export const ADVANCED_OPERATIONS = {
  placeSuperOrder: {
    operationId: "placeSuperOrder",
    page: "super-order",
    method: "post",
    path: "/super/orders",
    summary: "Place entry, target and stop together",
    purpose:
      "One request for a position and both of its ways out. When the entry has traded, target and stop are watched; when one of them is reached, it is closed and the other ends.",
    limit: "order",
    body: placeSuperSchema,
    answer: orderAnswerSchema,
    status: 200,
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
    operationId: "modifySuperOrder",
    page: "super-order",
    method: "put",
    path: "/super/orders/{orderId}",
    summary: "Change one leg",
    purpose:
      "ENTRY_LEG can be changed while the entry is pending or partly traded; TARGET_LEG and STOP_LOSS_LEG at any time before they are reached. Leaving trailingJump out, or 0, switches trailing off.",
    limit: "order",
    pathParameters: byOrder,
    body: modifySuperSchema,
    answer: orderAnswerSchema,
    status: 200,
    example: {
      path: { orderId: "{superOrderId}" },
      body: { legName: "TARGET_LEG", targetPrice: "{highPrice}" },
    },
  },
  cancelSuperOrder: {
    operationId: "cancelSuperOrder",
    page: "super-order",
    method: "delete",
    path: "/super/orders/{orderId}/{leg}",
    summary: "Cancel a leg, or all by the entry leg",
    purpose:
      "Cancelling ENTRY_LEG cancels every leg. A target or stop that was cancelled cannot be added again.",
    limit: "order",
    pathParameters: z.object({ orderId: orderIdText, leg: legName }),
    answer: orderAnswerSchema,
    status: 202,
    example: { path: { orderId: "{superOrderId}", leg: "ENTRY_LEG" } },
  },
  listSuperOrders: {
    operationId: "listSuperOrders",
    page: "super-order",
    method: "get",
    path: "/super/orders",
    summary: "List super orders with their legs",
    purpose: "The day's super orders, and older ones that are still at work.",
    limit: "other",
    answer: z.array(superOrderSchema),
    status: 200,
    example: {},
  },
  placeForeverOrder: {
    operationId: "placeForeverOrder",
    page: "forever",
    method: "post",
    path: "/forever/orders",
    summary: "Create an order that waits for a price",
    purpose:
      "Waits beyond the day until the trigger price is seen, then becomes an ordinary order. With OCO two triggers wait, one above and one below, and the first ends the second.",
    limit: "order",
    body: placeForeverSchema,
    answer: orderAnswerSchema,
    status: 200,
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
    operationId: "modifyForeverOrder",
    page: "forever",
    method: "put",
    path: "/forever/orders/{orderId}",
    summary: "Change one of its legs",
    purpose: "Quantity, price and trigger of a leg that still waits.",
    limit: "order",
    pathParameters: byOrder,
    body: modifyForeverSchema,
    answer: orderAnswerSchema,
    status: 200,
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
    operationId: "cancelForeverOrder",
    page: "forever",
    method: "delete",
    path: "/forever/orders/{orderId}",
    summary: "Remove it",
    purpose: "Ends a forever order, both legs of an OCO.",
    limit: "order",
    pathParameters: byOrder,
    answer: orderAnswerSchema,
    status: 202,
    example: { path: { orderId: "{foreverOrderId}" } },
  },
  listForeverOrders: {
    operationId: "listForeverOrders",
    page: "forever",
    method: "get",
    path: "/forever/orders",
    summary: "List those that wait",
    purpose: "A flat list, one element for each leg. The same is answered at /forever/all.",
    limit: "other",
    answer: z.array(foreverOrderSchema),
    status: 200,
    example: {},
  },
} as const satisfies Record<string, TradingOperation>;
