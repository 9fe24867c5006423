// Schemas of fields, and lists of values, that several operations of the trading API share.
import { z } from "zod";
import { ORDER_STATUSES } from "../../domain/vocabulary.ts";

export const TRADED_SEGMENTS = [
  "NSE_EQ",
  "NSE_FNO",
  "NSE_CURRENCY",
  "BSE_EQ",
  "BSE_FNO",
  "BSE_CURRENCY",
  "MCX_COMM",
] as const;
export const ALL_SEGMENTS = ["IDX_I", ...TRADED_SEGMENTS] as const;
export const PRODUCT_TYPES = ["CNC", "INTRADAY", "MARGIN", "MTF", "CO", "BO"] as const;
export const API_ORDER_TYPES = ["LIMIT", "MARKET", "STOP_LOSS", "STOP_LOSS_MARKET"] as const;
export const AMO_TIMES = ["PRE_OPEN", "OPEN", "OPEN_30", "OPEN_60"] as const;
export const LEG_NAMES = ["ENTRY_LEG", "TARGET_LEG", "STOP_LOSS_LEG"] as const;
export const INSTRUMENT_TYPES = [
  "INDEX",
  "EQUITY",
  "FUTIDX",
  "OPTIDX",
  "FUTSTK",
  "OPTSTK",
  "FUTCOM",
  "OPTFUT",
  "FUTCUR",
  "OPTCUR",
] as const;

/** Causes of an order's rejection, with the sentence that the documentation shows. */
export const REJECT_CAUSES = {
  FUNDS: "The available funds do not cover the order's margin and charges.",
  CAPITAL: "The order requires more than the capital of its algo.",
  HOLDINGS: "There are not enough shares to sell.",
  PRICE_BAND: "The price or the trigger price is outside the day's circuit limits.",
  TICK_SIZE: "The price or the trigger is not a multiple of the tick.",
  TRIGGER_PRICE: "The trigger is on the wrong side of the price or of the last price.",
  LOT_SIZE: "The quantity is not a multiple of the lot.",
  FREEZE_QUANTITY: "The quantity is above the exchange's freeze quantity.",
  PRODUCT: "The instrument or the side is not traded in this product.",
  KILL_SWITCH: "The account's kill switch is on.",
  MARKET_CLOSED: "The market is closed.",
  HALTED: "Trading in the instrument is halted.",
  SQUARE_OFF: "Intraday positions are being closed for the day.",
  ORDER_LIMIT: "The maximum number of open orders is reached, in the account or in all accounts together.",
  EXCHANGE: "The exchange rejected the order.",
} as const;
export type RejectCause = keyof typeof REJECT_CAUSES;

/**
 * Order fields of the API's first version. Old clients still send them, and the API ignores them. Other unknown fields
 * are rejected.
 */
export const LEGACY_ORDER_FIELDS = [
  "tradingSymbol",
  "drvExpiryDate",
  "drvOptionType",
  "drvStrikePrice",
] as const;

const exampleProperty = <T>(example: T | undefined) => (example === undefined ? {} : { example });

/**
 * Builds the schema of a text field in a response. `description` states the field's purpose, unit, and when it is empty
 * or absent.
 */
export const textField = (description: string, example?: string) =>
  z.string().meta({ description, ...exampleProperty(example) });
export const amount = (description: string, example?: number) =>
  z.number().meta({ description, ...exampleProperty(example) });
export const count = (description: string, example?: number) =>
  z.int().meta({ description, ...exampleProperty(example) });
export const flag = (description: string) => z.boolean().meta({ description });

export const transactionType = z
  .enum(["BUY", "SELL"])
  .meta({ description: "The side of the order", example: "BUY" });
export const exchangeSegment = z.enum(TRADED_SEGMENTS).meta({
  description:
    "Exchange and segment of the instrument. NSE_CURRENCY, BSE_CURRENCY and MCX_COMM are not active in the sandbox",
  example: "NSE_EQ",
});
export const productType = z.enum(PRODUCT_TYPES).meta({
  description:
    "Product of the position: CNC for delivery, INTRADAY closed the same day, MARGIN derivatives carried overnight, MTF delivery with borrowed money. CO and BO are rejected with DH-906",
  example: "INTRADAY",
});
export const orderType = z.enum(API_ORDER_TYPES).meta({
  description:
    "LIMIT at the price or better, MARKET with price protection, STOP_LOSS a limit order and STOP_LOSS_MARKET a market order once the trigger price has traded",
  example: "LIMIT",
});
/** Order type of a super or forever order. */
export const entryType = z.enum(["LIMIT", "MARKET"]).meta({
  description: "LIMIT at the price or better, MARKET with price protection",
  example: "LIMIT",
});
export const legName = z.enum(LEG_NAMES).meta({ description: "Leg of the order", example: "TARGET_LEG" });
export const validity = z.enum(["DAY", "IOC"]).meta({
  description:
    "DAY is valid until the session ends; IOC is filled at once as far as the market depth allows; the rest is cancelled",
  example: "DAY",
});
export const orderStatus = z
  .enum(ORDER_STATUSES)
  .meta({ description: "Current state of the order", example: "PENDING" });
export const securityId = z
  .string()
  .regex(/^\d{1,20}$/, "digits")
  .meta({
    description: "Instrument id in the segment, from the instrument list: 1 to 20 digits, as text or number",
    example: "1333",
  });
export const orderIdText = z
  .string()
  .regex(/^\d{6,24}$/, "the digits that placing returned")
  .meta({
    description: "Id of the order as returned by placing: 6 to 24 digits, stored as text",
    example: "11261120000001",
  });
/** Optional order id in a body. The path already contains it, but some clients send it again. */
export const repeatedOrderId = orderIdText.optional().meta({
  description: "The same id as in the path, for clients that send it. If omitted: no effect",
});
export const dhanClientId = z.string().max(20).optional().meta({
  description: "Your client id. Another client's id returns DH-905. If omitted: the token's client",
  example: "1000000001",
});
export const ownClientId = textField("The account's client id, ten digits", "1000000001");
export const correlationId = z
  .string()
  .regex(/^[A-Za-z0-9 _-]{1,30}$/, "up to 30 letters, digits, spaces, _ and -")
  .optional()
  .meta({
    description:
      "Your own id of the order: 1 to 30 letters, digits, spaces, _ or -, used once. If a response is lost, it identifies the order; a second request with the same id places no second order. If omitted: the order has none",
    example: "swing-0042",
  });
export const quantity = z.int().positive().max(10_000_000).meta({
  description: "Units, not lots. Derivatives require whole lots (LOT_SIZE of the instrument list)",
  example: 5,
});
/** Tolerance for floating-point errors when amounts are converted to paise, even at the largest accepted amount. */
const PAISE_TOLERANCE = 1e-5;
/** An amount in a request. An amount with a fraction of a paisa is rejected, never rounded. */
export const rupees = z
  .number()
  .nonnegative()
  .max(100_000_000)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < PAISE_TOLERANCE, {
    message: "at most two decimals are expected",
  })
  .meta({ description: "Rupees, at most two decimals", example: 950 });
export const isoDate = z.iso.date().meta({ description: "YYYY-MM-DD, in IST", example: "2026-10-01" });
/** Local time in India. "NA" if the time is not known. */
export const istTime = z.string().max(24).meta({
  description: "YYYY-MM-DD HH:MM:SS, Indian time; NA if there is none",
  example: "2026-11-20 10:15:00",
});
export const orderTimes = {
  createTime: istTime.meta({
    description: "When the order was accepted: YYYY-MM-DD HH:MM:SS, Indian time",
    example: "2026-11-20 10:15:00",
  }),
  updateTime: istTime.meta({
    description: "When it last changed: YYYY-MM-DD HH:MM:SS, Indian time",
    example: "2026-11-20 10:15:02",
  }),
  exchangeTime: istTime.meta({
    description:
      "When the exchange last changed it: YYYY-MM-DD HH:MM:SS, Indian time. NA for an order that did not reach it",
    example: "2026-11-20 10:15:02",
  }),
};
export const tradingSymbol = textField("The exchange's symbol of the instrument", "HDFCBANK");
/** Fields of a derivative contract. For a share they are null or 0. */
export const derivative = {
  drvExpiryDate: textField("Expiry day of the contract, YYYY-MM-DD", "2026-12-01")
    .nullable()
    .meta({ description: "Expiry day of the contract, YYYY-MM-DD. Null for shares" }),
  drvOptionType: z
    .enum(["CALL", "PUT"])
    .nullable()
    .meta({ description: "CALL or PUT. Null for shares and futures", example: "CALL" }),
  drvStrikePrice: amount("Strike of an option in rupees; 0 for shares and futures", 24_500),
};

/** An optional price in a change request. */
export const changedPrice = (what: string, example: number) =>
  rupees.optional().meta({
    description: `${what} in rupees, a multiple of the tick. If omitted: unchanged`,
    example,
  });

export const orderPath = z.object({ orderId: orderIdText });
