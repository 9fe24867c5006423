// Schemas of super and forever orders.
import { z } from "zod";
import { ORDER_STATUSES } from "../../domain/vocabulary.ts";
import {
  amount,
  correlationId,
  count,
  derivative,
  dhanClientId,
  exchangeSegment,
  flag,
  LEG_NAMES,
  orderIdText,
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

const entryType = z.enum(["LIMIT", "MARKET"]).meta({
  description: "LIMIT at the price or better, MARKET with price protection",
  example: "LIMIT",
});
export const legName = z.enum(LEG_NAMES).meta({ description: "Leg of the order", example: "TARGET_LEG" });
const trailingJump = rupees.meta({
  description: "Step in rupees by which the stop trails the price. 0: no trailing",
  example: 0,
});
/** An optional price in a change request. */
const changedPrice = (what: string, example: number) =>
  rupees.optional().meta({
    description: `${what} in rupees, a multiple of the tick. If omitted: unchanged`,
    example,
  });

export const placeSuperSchema = z
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

export const modifySuperSchema = z
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
export const superResponseSchema = z
  .object({
    orderId: orderIdText,
    orderStatus: z.enum(ORDER_STATUSES).meta({
      description: "State of the entry at the end of the call; TRADED while target and stop are monitored",
      example: "TRADED",
    }),
  })
  .meta({ id: "SuperOrderAnswer" });

export const superOrderSchema = z
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

export const placeForeverSchema = z
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

export const modifyForeverSchema = z
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

export const foreverResponseSchema = z
  .object({
    orderId: orderIdText,
    orderStatus: z
      .literal("CONFIRM")
      .meta({ description: "Always CONFIRM: it waits for its trigger", example: "CONFIRM" }),
  })
  .meta({ id: "ForeverOrderAnswer" });

export const foreverOrderSchema = z
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
