// Schemas of quotes, candles and option chains.
import { z } from "zod";
import {
  ALL_SEGMENTS,
  amount,
  count,
  dhanClientId,
  INSTRUMENT_TYPES,
  securityId,
  textField,
} from "./vocabulary.ts";

export const QUOTE_INSTRUMENTS_MAX = 1_000;
export const INTRADAY_DAYS_MAX = 90;
export const ROLLING_DAYS_MAX = 45;

export const segment = z.enum(ALL_SEGMENTS).meta({
  description: "Exchange and segment of the instrument; IDX_I for indices",
  example: "NSE_EQ",
});
const ids = z.array(securityId).meta({
  description: "Security ids of this segment, as numbers or as text",
  example: ["1333", "11536"],
});
const idsBySegment = Object.fromEntries(
  ALL_SEGMENTS.map((name) => [
    name,
    ids.optional().meta({
      description: `Security ids in ${name}, as numbers or as text; at most 1,000 in all segments together. If omitted: none of this segment`,
    }),
  ]),
) as Record<(typeof ALL_SEGMENTS)[number], z.ZodOptional<typeof ids>>;
const countIds = (body: object) =>
  Object.values(body).reduce(
    (sum: number, list: unknown) => sum + (Array.isArray(list) ? list.length : 0),
    0,
  );
export const quoteRequestSchema = z
  .strictObject(idsBySegment)
  .refine((body) => countIds(body) >= 1, { message: "at least one security id under a segment" })
  .refine((body) => countIds(body) <= QUOTE_INSTRUMENTS_MAX, {
    message: `at most ${QUOTE_INSTRUMENTS_MAX} security ids in all segments together`,
    // A request with too many instruments is otherwise valid, so it has a separate error code.
    params: { faultCode: "804" },
  })
  .meta({ id: "QuoteRequest", description: "Lists of security ids by segment, as numbers or text" });
export type QuoteRequest = z.infer<typeof quoteRequestSchema>;

export const lastPrice = amount("Last traded price in rupees", 951.2);
export const ohlc = z
  .object({
    open: amount("Open of the day in rupees", 948),
    close: amount("Previous close in rupees", 946.5),
    high: amount("High of the day in rupees", 955.4),
    low: amount("Low of the day in rupees", 944.1),
  })
  .meta({ description: "The day so far, and the previous close" });
export const quoteResponse = <T extends z.ZodType>(quote: T) =>
  z.object({
    data: z
      .record(
        z.string(),
        z.record(z.string(), quote).meta({
          description: "Quotes by security id; unlisted ids are omitted",
        }),
      )
      .meta({ description: "Quotes by segment, for each segment of the request" }),
    status: z.literal("success").meta({ description: "Always success; an error response has failed" }),
  });
const level = z.object({
  quantity: count("Units at this level; 0 if there is no level", 420),
  orders: count("Orders at this level; 0 if there is no level", 3),
  price: amount("Price of the level in rupees; 0 if there is none", 951.15),
});
export const levels = (side: string) =>
  z
    .array(level)
    .length(5)
    .meta({ description: `Five levels of ${side}, the best first; an index has none` });
export const fullQuote = z
  .object({
    last_price: lastPrice,
    average_price: amount("Average traded price of the day in rupees; 0 for an index", 950.7),
    net_change: amount("Last price less the previous close, rupees", 4.7),
    last_quantity: count("Units of the last trade; 0 for an index", 12),
    volume: count("Units traded today; 0 for an index", 1_204_331),
    buy_quantity: count("Units bid for at the levels of the order book", 3_120),
    sell_quantity: count("Units offered at the levels of the order book", 2_980),
    last_trade_time: textField(
      "Time of the last trade: DD/MM/YYYY HH:MM:SS, Indian time",
      "20/11/2026 10:15:00",
    ),
    lower_circuit_limit: amount("Lowest price that an order may have today, rupees; 0 for an index", 851.85),
    upper_circuit_limit: amount(
      "Highest price that an order may have today, rupees; 0 for an index",
      1041.15,
    ),
    oi: count("Open interest in units; 0 if there is none, as for shares", 0),
    oi_day_high: count("Highest open interest of the day in units", 0),
    oi_day_low: count("Lowest open interest of the day in units", 0),
    ohlc,
    depth: z
      .object({ buy: levels("bids"), sell: levels("asks") })
      .meta({ description: "The best five levels of the order book" }),
  })
  .meta({ id: "FullQuote" });

const chartDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/, "YYYY-MM-DD, or with HH:MM:SS")
  .meta({ description: "Date in IST, YYYY-MM-DD, or with a time HH:MM:SS", example: "2026-11-16" });
const column = (description: string) => z.array(z.number()).meta({ description });
const counts = (description: string) => z.array(z.int()).meta({ description });
const candles = {
  open: column("Rupees at the start of each bar, oldest first; empty if nothing traded"),
  high: column("Highest price of each bar, rupees"),
  low: column("Lowest price of each bar, rupees"),
  close: column("Rupees at the end of each bar"),
  volume: counts("Units traded in each bar; 0 for an index"),
  timestamp: counts("Epoch seconds at the start of each bar"),
  open_interest: counts("Units at the end of each bar; empty unless oi was requested"),
  extended: z
    .array(z.boolean())
    .optional()
    .meta({ description: "True for a bar of extended hours. Omitted unless extended is true" }),
};
export const candlesResponse = z.object(candles).meta({ id: "Candles" });
const chartSubject = {
  dhanClientId,
  securityId,
  exchangeSegment: segment,
  instrument: z.enum(INSTRUMENT_TYPES).meta({
    description: "Kind of the instrument, as in the instrument list; a different kind returns DH-905",
    example: "EQUITY",
  }),
  oi: z
    .boolean()
    .optional()
    .meta({ description: "True to include open interest. If omitted: false", example: false }),
};
const intervals = [1, 5, 15, 25, 30, 60] as const;
export const interval = z
  .union(intervals.map((minutes) => z.literal(minutes)))
  .meta({ description: "Minutes of a bar: 1, 5, 15, 25, 30 or 60", example: 15 });

export const dailySchema = z
  .strictObject({
    ...chartSubject,
    expiryCode: z.int().min(0).max(3).optional().meta({
      description:
        "For a future: 0 the nearest, 1 the next, 2 the far month of each day, as one continuous series. If omitted: only this contract",
      example: 0,
    }),
    fromDate: chartDate.meta({
      description: "First day in IST, YYYY-MM-DD; the sandbox's history starts on 3 January 2022",
    }),
    toDate: chartDate.meta({
      description: "Day in IST after the last one, YYYY-MM-DD: later than fromDate",
      example: "2026-11-20",
    }),
  })
  .meta({ id: "DailyCandlesRequest" });
export type DailyRequest = z.infer<typeof dailySchema>;
export const intradaySchema = z
  .strictObject({
    ...chartSubject,
    interval,
    fromDate: chartDate.meta({ description: "Start: a date in IST, YYYY-MM-DD, or with a time HH:MM:SS" }),
    toDate: chartDate.meta({
      description: `End, not included: a date or time in IST after fromDate, at most ${INTRADAY_DAYS_MAX} days after it. The same date as fromDate means that day`,
      example: "2026-11-20",
    }),
    extended: z.boolean().optional().meta({
      description:
        "Only in the sandbox: also returns bars of extended hours if its market never closes, marked in the response's extended. If omitted: false",
      example: false,
    }),
  })
  .meta({ id: "IntradayCandlesRequest" });
export type IntradayRequest = z.infer<typeof intradaySchema>;

const ROLLING_DATA = ["open", "high", "low", "close", "iv", "volume", "strike", "oi", "spot"] as const;
export const rollingSchema = z
  .strictObject({
    dhanClientId,
    exchangeSegment: z.enum(["NSE_FNO", "BSE_FNO"]).meta({
      description: "Segment of the options: BSE_FNO for Sensex and Bankex, otherwise NSE_FNO",
      example: "NSE_FNO",
    }),
    interval,
    securityId: securityId.meta({
      description: "Security id of the underlying index or share",
      example: "13",
    }),
    instrument: z
      .enum(["OPTIDX", "OPTSTK"])
      .meta({ description: "OPTIDX for options on an index, OPTSTK on a share", example: "OPTIDX" }),
    expiryFlag: z
      .enum(["WEEK", "MONTH"])
      .meta({ description: "WEEK counts every expiry, MONTH only monthly ones", example: "WEEK" }),
    expiryCode: z
      .int()
      .min(1)
      .max(3)
      .meta({ description: "1 the nearest expiry of each day, 2 the next, 3 the one after", example: 1 }),
    strike: z
      .string()
      .regex(/^ATM(?:[+-]\d{1,2})?$/, "ATM, ATM+n or ATM-n")
      .meta({
        description: "Distance from the money in strikes: ATM, ATM+n or ATM-n, n up to 10",
        example: "ATM",
      }),
    drvOptionType: z.enum(["CALL", "PUT"]).meta({ description: "CALL or PUT", example: "CALL" }),
    requiredData: z
      .array(z.enum(ROLLING_DATA))
      .min(1)
      .meta({ description: "Columns to return; the others are empty" }),
    fromDate: chartDate.meta({ description: "Start: a date in IST, YYYY-MM-DD, or with a time HH:MM:SS" }),
    toDate: chartDate.meta({
      description: `End, not included: a date or time in IST after fromDate, at most ${ROLLING_DAYS_MAX} days after it`,
      example: "2026-11-20",
    }),
  })
  .meta({ id: "RollingOptionRequest" });
export type RollingRequest = z.infer<typeof rollingSchema>;
export const rollingSide = z.object({
  iv: column("Annualised implied volatility of each bar in per cent; empty unless requested"),
  oi: counts("Open interest of each bar, units; empty unless requested"),
  strike: column("Strike of each bar's option, rupees; empty unless requested"),
  spot: column("Price of the underlying at the start of each bar, rupees; empty unless requested"),
  open: column("Rupees at the start of each bar; empty unless requested"),
  high: column("Highest price of each bar, rupees; empty unless requested"),
  low: column("Lowest price of each bar, rupees; empty unless requested"),
  close: column("Rupees at the end of each bar; empty unless requested"),
  volume: counts("Units traded in each bar; empty unless requested"),
  timestamp: counts("Epoch seconds at the start of each bar, always sent"),
});

export const underlying = {
  UnderlyingScrip: z
    .int()
    .positive()
    .meta({ description: "Security id of the index or share, a number", example: 13 }),
  UnderlyingSeg: z.enum(["IDX_I", "NSE_EQ", "MCX_COMM"]).meta({
    description: "IDX_I for an index, NSE_EQ for a share; MCX_COMM lists nothing in the sandbox",
    example: "IDX_I",
  }),
};
export const optionSide = z
  .object({
    average_price: amount("Average traded price of the day in rupees", 182.4),
    greeks: z
      .object({
        delta: amount("Change of the price for one rupee of the underlying", 0.52),
        theta: amount("Change of the price for one calendar day, rupees", -11.2),
        gamma: amount("Change of delta for one rupee of the underlying", 0.0012),
        vega: amount("Change of the price for one percentage point of volatility, rupees", 12.6),
      })
      .meta({ description: "Sensitivities by Black and Scholes" }),
    implied_volatility: amount("Annualised implied volatility in per cent", 13.42),
    last_price: lastPrice,
    oi: count("Open interest in units", 4_210_500),
    previous_close_price: amount("Previous close in rupees", 176.3),
    previous_oi: count("Open interest at the previous close, units", 4_102_050),
    previous_volume: count("Units traded on the previous day", 9_120_300),
    security_id: count("Security id of the option, for orders and feeds", 41_877),
    top_ask_price: amount("Best offer in rupees; 0 if there is none", 182.6),
    top_ask_quantity: count("Units at the best offer; 0 if there is none", 450),
    top_bid_price: amount("Best bid in rupees; 0 if there is none", 182.3),
    top_bid_quantity: count("Units at the best bid; 0 if there is none", 375),
    volume: count("Units traded today", 7_301_250),
  })
  .meta({ id: "OptionSide" });
