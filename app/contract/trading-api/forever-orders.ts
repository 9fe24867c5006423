// Forever orders, which wait for a trigger price.
import { z } from "zod";
import { tradingOperations } from "./operation.ts";
import { cancelResponseSchema, ORDER_FIELDS } from "./orders.ts";
import { pageQuery } from "./paging.ts";
import {
  amount,
  changedPrice,
  correlationId,
  count,
  derivative,
  dhanClientId,
  entryType,
  exchangeSegment,
  legName,
  orderIdText,
  orderPath,
  orderTimes,
  orderType,
  ownClientId,
  productType,
  quantity,
  repeatedOrderId,
  rupees,
  securityId,
  textField,
  tradingSymbol,
  transactionType,
  validity,
} from "./vocabulary.ts";

const placeForeverSchema = z
  .strictObject({
    dhanClientId,
    correlationId,
    orderFlag: z.enum(["SINGLE", "OCO"]).meta({
      description: "SINGLE: one trigger. OCO: two triggers; the first one reached cancels the other",
      example: "SINGLE",
    }),
    transactionType,
    exchangeSegment: z.enum(["NSE_EQ", "NSE_FNO", "BSE_EQ", "BSE_FNO"]).meta({
      description: "Exchange and segment that the instrument is listed in",
      example: "NSE_EQ",
    }),
    productType: z.enum(["CNC", "MTF", "MARGIN"]).meta({
      description: "CNC delivery, MTF delivery with borrowed money, MARGIN derivatives carried overnight",
      example: "CNC",
    }),
    orderType: entryType.meta({
      description:
        "Type of the order that is sent at the trigger: LIMIT at the price, MARKET with price protection",
    }),
    validity: validity.meta({
      description: "Validity of the sent order: DAY or IOC",
    }),
    securityId,
    quantity,
    disclosedQuantity: z.int().nonnegative().optional().meta({
      description: "Accepted but ignored: the sent order shows its complete quantity. Omit it",
      example: 0,
    }),
    price: rupees.optional().meta({
      description:
        "Limit of the sent order in rupees, a multiple of the tick. Required for LIMIT; omitted for MARKET",
      example: 950,
    }),
    triggerPrice: rupees.meta({
      description: "Rupees, above 0, a multiple of the tick: the order is sent when this price is reached",
      example: 950,
    }),
    price1: rupees.optional().meta({
      description: "price of the second leg. Required for OCO with LIMIT; omitted, or 0, for SINGLE",
      example: 1100,
    }),
    triggerPrice1: rupees.optional().meta({
      description: "triggerPrice of the second leg. Required for OCO; omitted, or 0, for SINGLE",
      example: 1100,
    }),
    quantity1: z.int().nonnegative().optional().meta({
      description: "quantity of the second leg. Required for OCO; omitted, or 0, for SINGLE",
      example: 5,
    }),
  })
  .meta({ id: "PlaceForeverOrder" });
export type PlaceForever = z.infer<typeof placeForeverSchema>;

const modifyForeverSchema = z
  .strictObject({
    dhanClientId,
    orderId: repeatedOrderId,
    orderFlag: z.enum(["SINGLE", "OCO"]).optional().meta({
      description: "The order's flag, for clients that send it. If omitted: no effect",
      example: "SINGLE",
    }),
    orderType: orderType.meta({
      description:
        "Type of the sent order: LIMIT or MARKET. STOP_LOSS is treated as LIMIT, STOP_LOSS_MARKET as MARKET",
    }),
    legName: legName.meta({
      description:
        "TARGET_LEG is the single or the first leg, STOP_LOSS_LEG the second; ENTRY_LEG is treated as the first",
    }),
    quantity: quantity.optional().meta({
      description: "Units of the leg; whole lots for derivatives. If omitted: unchanged",
      example: 6,
    }),
    price: changedPrice("New limit of the leg", 951),
    disclosedQuantity: z.int().nonnegative().optional().meta({
      description: "Accepted but ignored. Omit it",
      example: 0,
    }),
    triggerPrice: changedPrice("New trigger of the leg", 951),
    validity: validity
      .optional()
      .meta({ description: "Accepted but ignored: it cannot be changed. Omit it" }),
  })
  .meta({ id: "ModifyForeverOrder" });
export type ModifyForever = z.infer<typeof modifyForeverSchema>;

const foreverResponseSchema = z
  .object({
    orderId: orderIdText,
    orderStatus: z
      .literal("CONFIRM")
      .meta({ description: "Always CONFIRM: it waits for its trigger", example: "CONFIRM" }),
  })
  .meta({ id: "ForeverOrderAnswer" });

const foreverOrderSchema = z
  .object({
    dhanClientId: ownClientId,
    orderId: orderIdText,
    correlationId: textField("Your own id of the order", "forever-1").nullable().meta({
      description:
        "Your own id of the order, as you sent it. The sandbox adds this field. Null if you sent none",
    }),
    orderStatus: z.enum(["CONFIRM", "TRIGGERED", "CANCELLED", "REJECTED"]).meta({
      description:
        "CONFIRM while it waits, TRIGGERED after it was sent as an ordinary order, CANCELLED by you, by the other leg or because its contract expired, REJECTED if the broker rejected the sent order",
      example: "CONFIRM",
    }),
    transactionType,
    exchangeSegment,
    productType,
    orderType: z
      .enum(["SINGLE", "OCO"])
      .meta({ description: "Contains the flag: SINGLE or OCO", example: "SINGLE" }),
    tradingSymbol,
    securityId,
    quantity: count("Units of the leg", 5),
    price: amount("Limit of the leg's order in rupees; 0 at market", 950),
    triggerPrice: amount("Rupees at which the leg is sent", 950),
    legName: legName.meta({
      description: "ENTRY_LEG of a SINGLE; TARGET_LEG the first and STOP_LOSS_LEG the second of an OCO",
      example: "ENTRY_LEG",
    }),
    createTime: orderTimes.createTime,
    updateTime: orderTimes.updateTime.nullable().meta({
      description: "When it last changed: YYYY-MM-DD HH:MM:SS, Indian time. Null if it never changed",
    }),
    exchangeTime: orderTimes.exchangeTime.meta({
      description: "Always NA: it waits at the broker, not at the exchange",
      example: "NA",
    }),
    ...derivative,
  })
  .meta({ id: "ForeverOrderRecord" });

export const FOREVER_OPERATIONS = tradingOperations("forever", {
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
    pathParameters: orderPath,
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
    pathParameters: orderPath,
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
