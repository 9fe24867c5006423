// The words that fields of the trading API take, as the wire has them.
import { z } from "zod";

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
export const API_ORDER_STATUSES = [
  "TRANSIT",
  "PENDING",
  "PART_TRADED",
  "TRADED",
  "REJECTED",
  "CANCELLED",
  "EXPIRED",
  "CLOSED",
  "TRIGGERED",
  "CONFIRM",
] as const;
export const INSTRUMENT_WORDS = [
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

export const transactionType = z.enum(["BUY", "SELL"]);
export const exchangeSegment = z.enum(TRADED_SEGMENTS);
export const productType = z.enum(PRODUCT_TYPES);
export const orderType = z.enum(API_ORDER_TYPES);
export const validity = z.enum(["DAY", "IOC"]);
export const orderStatus = z.enum(API_ORDER_STATUSES);
export const securityId = z
  .string()
  .regex(/^\d{1,20}$/, "digits")
  .meta({ description: "From the instrument list", example: "1333" });
export const orderIdText = z
  .string()
  .regex(/^\d{6,24}$/, "digits, as placing answered them")
  .meta({ description: "As placing the order answered it" });
export const dhanClientId = z
  .string()
  .max(20)
  .optional()
  .meta({ description: "Your client id; the token says it as well" });
export const correlationId = z
  .string()
  .regex(/^[A-Za-z0-9 _-]{1,30}$/, "up to 30 letters, digits, spaces, _ and -")
  .optional()
  .meta({
    description: "Your own id of the order; finds it again when an answer was lost",
    example: "swing-0042",
  });
export const quantity = z
  .int()
  .positive()
  .max(10_000_000)
  .meta({ description: "Units, not lots; derivatives take multiples of the lot" });
export const rupees = z.number().nonnegative().max(100_000_000);
export const isoDate = z.iso.date().meta({ example: "2026-10-01" });
/** Indian wall clock; "NA" where there is no time. */
export const istTime = z.string().max(24).meta({
  description: "YYYY-MM-DD HH:MM:SS, Indian time; NA where there is none",
  example: "2026-11-20 10:15:00",
});
