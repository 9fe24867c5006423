// Super orders: an entry with its target and stop-loss.
import { z } from "zod";
import { ORDER_STATUSES } from "../../domain/vocabulary.ts";
import { tradingOperations } from "./operation.ts";
import { cancelResponseSchema, ORDER_FIELDS, orderResponseSchema } from "./orders.ts";
import { pageQuery } from "./paging.ts";
import {
  amount,
  changedPrice,
  correlationId,
  count,
  dhanClientId,
  entryType,
  exchangeSegment,
  flag,
  LEG_NAMES,
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

const trailingJump = rupees.meta({
  description: "Step in rupees by which the stop trails the price. 0: no trailing",
  example: 0,
});

const placeSuperSchema = z
  .strictObject({
    dhanClientId,
    correlationId,
    transactionType: transactionType.meta({
      description: "The side of the entry; target and stop are the other side",
    }),
    exchangeSegment,
    productType: z.enum(["CNC", "INTRADAY", "MARGIN", "MTF"]).meta({
      description:
        "Product of the position: CNC for delivery, INTRADAY closed the same day, MARGIN derivatives carried overnight, MTF delivery with borrowed money",
      example: "INTRADAY",
    }),
    orderType: entryType,
    securityId,
    quantity,
    price: rupees.optional().meta({
      description:
        "Limit of the entry in rupees, a multiple of the tick. Required for LIMIT; omitted, or 0, for MARKET",
      example: 950,
    }),
    targetPrice: rupees.meta({
      description:
        "Rupees, a multiple of the tick: the position is closed with a gain at this price. Above the entry of a BUY, below that of a SELL. 0 for none, if there is a stop",
      example: 1100,
    }),
    stopLossPrice: rupees.meta({
      description:
        "Rupees, a multiple of the tick: the position is closed with a loss at this price. Below the entry of a BUY, above that of a SELL. 0 for none, if there is a target",
      example: 900,
    }),
    trailingJump: trailingJump.optional().meta({
      description: "Step in rupees by which the stop trails the price. If omitted, or 0: no trailing",
    }),
  })
  .meta({ id: "PlaceSuperOrder" });
export type PlaceSuper = z.infer<typeof placeSuperSchema>;

const modifySuperSchema = z
  .strictObject({
    dhanClientId,
    orderId: repeatedOrderId,
    legName: legName.meta({
      description:
        "Leg to change. ENTRY_LEG accepts every field below, TARGET_LEG accepts targetPrice, STOP_LOSS_LEG accepts stopLossPrice and trailingJump",
    }),
    orderType: entryType.optional().meta({
      description: "LIMIT or MARKET, of the entry. If omitted: unchanged",
    }),
    quantity: quantity.optional().meta({
      description: "Units of the complete entry. If omitted: unchanged",
      example: 5,
    }),
    price: changedPrice("New limit of the entry", 950),
    targetPrice: changedPrice("New target", 1100),
    stopLossPrice: changedPrice("New stop", 900),
    trailingJump: trailingJump.optional().meta({
      description:
        "Step in rupees by which the stop trails the price, with ENTRY_LEG or STOP_LOSS_LEG. If omitted, or 0: trailing ends",
    }),
  })
  .meta({ id: "ModifySuperOrder" });
export type ModifySuper = z.infer<typeof modifySuperSchema>;

/** Response to a change of a super order, with the state of its entry order. */
const superResponseSchema = z
  .object({
    orderId: orderIdText,
    orderStatus: z.enum(ORDER_STATUSES).meta({
      description: "State of the entry at the end of the call; TRADED while target and stop are monitored",
      example: "TRADED",
    }),
  })
  .meta({ id: "SuperOrderAnswer" });

const superOrderSchema = z
  .object({
    dhanClientId: ownClientId,
    orderId: orderIdText,
    correlationId: textField("Your own id", "super-1")
      .nullable()
      .meta({ description: "Your own id of the order, as you sent it. Null if you sent none" }),
    orderStatus: z.enum([...ORDER_STATUSES, "TRIGGERED", "CLOSED"]).meta({
      description:
        "State of the entry; TRIGGERED once a leg's price was reached, CLOSED when that leg has closed the position",
      example: "PENDING",
    }),
    transactionType: transactionType.meta({ description: "The side of the entry" }),
    exchangeSegment,
    productType,
    orderType,
    validity,
    tradingSymbol,
    securityId,
    quantity: count("Units of the entry", 5),
    remainingQuantity: count("Units of the entry that are not filled", 5),
    ltp: amount("Last traded price of the instrument in rupees", 951.2),
    price: amount("Limit of the entry in rupees; 0 at market", 950),
    afterMarketOrder: flag("True if the entry waits for the open"),
    legName: z.literal("ENTRY_LEG").meta({ description: "Always ENTRY_LEG; the others are in legDetails" }),
    trailingJump: amount("Step in rupees by which the stop trails the price; 0 without trailing", 0),
    exchangeOrderId: textField("The exchange's number of the entry", "111261120000001")
      .nullable()
      .meta({ description: "The exchange's number of the entry. Null until it reaches the exchange" }),
    ...orderTimes,
    omsErrorDescription: textField(
      "Why the entry was rejected",
      "Not enough funds: the order requires ₹4,12,000, and ₹1,00,000 are available.",
    )
      .nullable()
      .meta({
        description: "Reason for the rejection of the entry, as a sentence. Null if it was not rejected",
      }),
    averageTradedPrice: amount("Average price of the entry in rupees; 0 without a fill", 0),
    filledQty: count("Units of the entry that are filled", 0),
    algoId: textField("Always 0: algos send no super orders", "0"),
    legDetails: z
      .array(
        z.object({
          orderId: orderIdText.meta({ description: "Id of the super order that the leg belongs to" }),
          legName: z.enum(LEG_NAMES).exclude(["ENTRY_LEG"]).meta({
            description: "STOP_LOSS_LEG or TARGET_LEG",
            example: "TARGET_LEG",
          }),
          transactionType: transactionType.meta({
            description: "The side that closes the position",
            example: "SELL",
          }),
          totalQuatity: count("Units of the leg. The API uses this spelling", 5),
          remainingQuantity: count("Units of the leg that are not filled", 5),
          triggeredQuantity: count("Units that were sent when its price was reached; 0 before", 0),
          price: amount("Rupees at which the leg is sent; 0 if the leg does not exist", 1100),
          orderStatus: z.enum(["PENDING", "TRIGGERED", "TRADED", "CANCELLED", "REJECTED"]).meta({
            description:
              "PENDING while its price is monitored, TRIGGERED once it was reached, TRADED after it closed the position, CANCELLED if the other leg closed it or the leg does not exist, REJECTED if the closing order was rejected",
            example: "PENDING",
          }),
          trailingJump: amount("Step of the trailing stop in rupees; 0 for the target", 0),
        }),
      )
      .meta({ description: "The stop, then the target" }),
  })
  .meta({ id: "SuperOrderRecord" });

export const SUPER_ORDER_OPERATIONS = tradingOperations("super-order", {
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
    pathParameters: orderPath,
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
