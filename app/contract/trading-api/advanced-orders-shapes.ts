// Shapes of super and forever orders.
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
  tradingSymbol,
  transactionType,
  validity,
  words,
} from "./vocabulary.ts";

const entryType = z.enum(["LIMIT", "MARKET"]).meta({
  description: "LIMIT at the price or better, MARKET with price protection",
  example: "LIMIT",
});
export const legName = z
  .enum(LEG_NAMES)
  .meta({ description: "The leg that is meant", example: "TARGET_LEG" });
const trailingJump = rupees.meta({
  description: "Rupees: the stop follows the price by steps of this size. 0: the stop stays where it is",
  example: 0,
});
/** A price that a change may omit. */
const changedPrice = (what: string, example: number) =>
  rupees.optional().meta({
    description: `${what} in rupees, a multiple of the tick. Left out: it stays as it is`,
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
        "How the position is held: CNC for delivery, INTRADAY closed the same day, MARGIN derivatives carried over, MTF delivery with money lent",
      example: "INTRADAY",
    }),
    orderType: entryType,
    securityId,
    quantity,
    price: rupees.optional().meta({
      description:
        "Limit of the entry in rupees, a multiple of the tick. Needed for LIMIT; left out, or 0, for MARKET",
      example: 950,
    }),
    targetPrice: rupees.meta({
      description:
        "Rupees, a multiple of the tick: the position is closed with a gain here. Above the entry of a BUY, below that of a SELL. 0 for none, if there is a stop",
      example: 1100,
    }),
    stopLossPrice: rupees.meta({
      description:
        "Rupees, a multiple of the tick: the position is closed with a loss here. Below the entry of a BUY, above that of a SELL. 0 for none, if there is a target",
      example: 900,
    }),
    trailingJump: trailingJump.optional().meta({
      description:
        "Rupees: the stop follows the price by steps of this size. Left out, or 0: the stop stays where it is",
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
        "The leg that is changed. ENTRY_LEG takes every field below, TARGET_LEG targetPrice, STOP_LOSS_LEG stopLossPrice and trailingJump",
    }),
    orderType: entryType.optional().meta({
      description: "LIMIT or MARKET, of the entry. Left out: it stays as it is",
    }),
    quantity: quantity.optional().meta({
      description: "Units of the whole entry. Left out: it stays as it is",
      example: 5,
    }),
    price: changedPrice("New limit of the entry", 950),
    targetPrice: changedPrice("New target", 1100),
    stopLossPrice: changedPrice("New stop", 900),
    trailingJump: trailingJump.optional().meta({
      description:
        "Rupees, with ENTRY_LEG or STOP_LOSS_LEG: steps by which the stop follows. Left out, or 0: trailing ends",
    }),
  })
  .meta({ id: "ModifySuperOrder" });
export type ModifySuper = z.infer<typeof modifySuperSchema>;

/** Answer to changing a super order: the state of its entry. */
export const superAnswerSchema = z
  .object({
    orderId: orderIdText,
    orderStatus: z.enum(ORDER_STATUSES).meta({
      description: "State of the entry as the call ends; TRADED while target and stop are watched",
      example: "TRADED",
    }),
  })
  .meta({ id: "SuperOrderAnswer" });

export const superOrderSchema = z
  .object({
    dhanClientId: ownClientId,
    orderId: orderIdText,
    correlationId: words("Your own id", "super-1")
      .nullable()
      .meta({ description: "Your own id of the order, as you sent it. Null where you sent none" }),
    orderStatus: z.enum([...ORDER_STATUSES, "TRIGGERED", "CLOSED"]).meta({
      description:
        "State of the entry; TRIGGERED once a leg's price was seen, CLOSED when that leg has closed the position",
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
    afterMarketOrder: flag("Whether the entry waits for the opening"),
    legName: z.literal("ENTRY_LEG").meta({ description: "Always ENTRY_LEG; the others are in legDetails" }),
    trailingJump: amount("Steps in rupees by which the stop follows; 0 where it does not", 0),
    exchangeOrderId: words("The exchange's number of the entry", "111261120000001")
      .nullable()
      .meta({ description: "The exchange's number of the entry. Null until it reaches the exchange" }),
    ...orderTimes,
    omsErrorDescription: words("Why the entry was rejected", "Not enough funds.")
      .nullable()
      .meta({ description: "Why the entry was rejected, in a sentence. Null unless it was" }),
    averageTradedPrice: amount("Average price of the entry in rupees; 0 until something is filled", 0),
    filledQty: count("Units of the entry that are filled", 0),
    algoId: words("Always 0: algos send no super orders", "0"),
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
          totalQuatity: count("Units of the leg. Spelled so on the wire", 5),
          remainingQuantity: count("Units of the leg that are not filled", 5),
          triggeredQuantity: count("Units that were sent when its price was seen; 0 before", 0),
          price: amount("Rupees at which the leg is sent; 0 for a leg that there is not", 1100),
          orderStatus: z.enum(["PENDING", "TRIGGERED", "TRADED", "CANCELLED", "REJECTED"]).meta({
            description:
              "PENDING while its price is watched, TRIGGERED once it was seen, TRADED when it closed the position, CANCELLED when the other leg did or there is none, REJECTED where closing was refused",
            example: "PENDING",
          }),
          trailingJump: amount("Of the stop: steps in rupees; 0 for the target", 0),
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
      description: "SINGLE one trigger, OCO two of which the first ends the other",
      example: "SINGLE",
    }),
    transactionType,
    exchangeSegment: z.enum(["NSE_EQ", "NSE_FNO", "BSE_EQ", "BSE_FNO"]).meta({
      description: "Exchange and segment that the instrument is listed in",
      example: "NSE_EQ",
    }),
    productType: z.enum(["CNC", "MTF", "MARGIN"]).meta({
      description: "CNC delivery, MTF delivery with money lent, MARGIN derivatives carried over",
      example: "CNC",
    }),
    orderType: entryType.meta({
      description: "What is sent when the trigger is seen: LIMIT at the price, MARKET with price protection",
    }),
    validity: validity.meta({
      description: "Of the order that is sent: DAY or IOC. The forever order waits on",
    }),
    securityId,
    quantity,
    disclosedQuantity: z.int().nonnegative().optional().meta({
      description: "Taken and not used: what is sent shows everything. Leave it out",
      example: 0,
    }),
    price: rupees.optional().meta({
      description:
        "Limit of what is sent, rupees, a multiple of the tick. Needed for LIMIT; left out for MARKET",
      example: 950,
    }),
    triggerPrice: rupees.meta({
      description: "Rupees, above 0, a multiple of the tick: the order is sent when this price is seen",
      example: 950,
    }),
    price1: rupees.optional().meta({
      description: "price of the second leg. Needed for OCO with LIMIT; left out, or 0, for SINGLE",
      example: 1100,
    }),
    triggerPrice1: rupees.optional().meta({
      description: "triggerPrice of the second leg. Needed for OCO; left out, or 0, for SINGLE",
      example: 1100,
    }),
    quantity1: z.int().nonnegative().optional().meta({
      description: "quantity of the second leg. Needed for OCO; left out, or 0, for SINGLE",
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
      description: "The flag that it was made with, for clients that send it. Left out: nothing changes",
      example: "SINGLE",
    }),
    orderType: orderType.meta({
      description: "LIMIT or MARKET for what is sent; STOP_LOSS is read as LIMIT, STOP_LOSS_MARKET as MARKET",
    }),
    legName: legName.meta({
      description:
        "TARGET_LEG is the single or the first leg, STOP_LOSS_LEG the second; ENTRY_LEG is taken for the first",
    }),
    quantity: quantity.optional().meta({
      description: "Units of the leg; whole lots for derivatives. Left out: it stays as it is",
      example: 6,
    }),
    price: changedPrice("New limit of the leg", 951),
    disclosedQuantity: z.int().nonnegative().optional().meta({
      description: "Taken and not used. Leave it out",
      example: 0,
    }),
    triggerPrice: changedPrice("New trigger of the leg", 951),
    validity: validity
      .optional()
      .meta({ description: "Taken and not used: it stays as it was made. Leave it out" }),
  })
  .meta({ id: "ModifyForeverOrder" });
export type ModifyForever = z.infer<typeof modifyForeverSchema>;

export const foreverAnswerSchema = z
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
    orderStatus: z.enum(["CONFIRM", "TRIGGERED", "CANCELLED", "REJECTED"]).meta({
      description:
        "CONFIRM while it waits, TRIGGERED once it was sent as an ordinary order, CANCELLED by you, by the other leg or as its contract ended, REJECTED where the broker refused what it sent",
      example: "CONFIRM",
    }),
    transactionType,
    exchangeSegment,
    productType,
    orderType: z
      .enum(["SINGLE", "OCO"])
      .meta({ description: "Carries the flag here: SINGLE or OCO", example: "SINGLE" }),
    tradingSymbol,
    securityId,
    quantity: count("Units of the leg", 5),
    price: amount("Limit of what the leg sends, rupees; 0 at market", 950),
    triggerPrice: amount("Rupees at which the leg is sent", 950),
    legName: legName.meta({
      description: "ENTRY_LEG of a SINGLE; TARGET_LEG the first and STOP_LOSS_LEG the second of an OCO",
      example: "ENTRY_LEG",
    }),
    createTime: orderTimes.createTime,
    updateTime: orderTimes.updateTime.nullable().meta({
      description: "When it last changed: YYYY-MM-DD HH:MM:SS, Indian time. Null while it never has",
    }),
    exchangeTime: orderTimes.exchangeTime.meta({
      description: "Always NA: it waits with the broker, not at the exchange",
      example: "NA",
    }),
    ...derivative,
  })
  .meta({ id: "ForeverOrderRecord" });
