// Quotes, candles, option chains and instrument lists: the shapes of reference §17 to §20.
import { z } from "zod";
import type { TradingOperation } from "./operation.ts";
import { ALL_SEGMENTS, dhanClientId, INSTRUMENT_WORDS, securityId } from "./vocabulary.ts";

export const QUOTE_INSTRUMENTS_AT_MOST = 1_000;
export const INTRADAY_DAYS_AT_MOST = 90;
export const ROLLING_DAYS_AT_MOST = 45;

const segment = z.enum(ALL_SEGMENTS);
const ids = z.array(securityId);
const perSegment = Object.fromEntries(ALL_SEGMENTS.map((name) => [name, ids.optional()])) as Record<
  (typeof ALL_SEGMENTS)[number],
  z.ZodOptional<typeof ids>
>;
export const quoteRequestSchema = z
  .object(perSegment)
  .refine(
    (body) => {
      const count = Object.values(body).reduce((sum, list) => sum + (list?.length ?? 0), 0);
      return count >= 1 && count <= QUOTE_INSTRUMENTS_AT_MOST;
    },
    { message: `one to ${QUOTE_INSTRUMENTS_AT_MOST} security ids under their segments` },
  )
  .meta({ id: "QuoteRequest", description: "Segments to lists of security ids, as numbers or text" });
export type QuoteRequest = z.infer<typeof quoteRequestSchema>;

const ohlc = z.object({ open: z.number(), close: z.number(), high: z.number(), low: z.number() });
const answered = <T extends z.ZodType>(quote: T) =>
  z.object({
    data: z.record(z.string(), z.record(z.string(), quote)),
    status: z.literal("success"),
  });
const level = z.object({ quantity: z.int(), orders: z.int(), price: z.number() });
const fullQuote = z
  .object({
    last_price: z.number(),
    average_price: z.number(),
    net_change: z.number(),
    last_quantity: z.int(),
    volume: z.int(),
    buy_quantity: z.int(),
    sell_quantity: z.int(),
    last_trade_time: z.string().meta({ example: "20/11/2026 10:15:00" }),
    lower_circuit_limit: z.number(),
    upper_circuit_limit: z.number(),
    oi: z.int(),
    oi_day_high: z.int(),
    oi_day_low: z.int(),
    ohlc,
    depth: z.object({ buy: z.array(level).length(5), sell: z.array(level).length(5) }),
  })
  .meta({ id: "FullQuote" });

const chartDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/, "YYYY-MM-DD, or with HH:MM:SS")
  .meta({ example: "2026-11-16" });
const candles = {
  open: z.array(z.number()),
  high: z.array(z.number()),
  low: z.array(z.number()),
  close: z.array(z.number()),
  volume: z.array(z.int()),
  timestamp: z.array(z.int()).meta({ description: "Epoch seconds at the start of each bar" }),
  open_interest: z.array(z.int()),
  extended: z
    .array(z.boolean())
    .optional()
    .meta({ description: "Only when asked for: true for a bar of extended hours" }),
};
const candlesAnswer = z.object(candles).meta({ id: "Candles" });
const chartSubject = {
  dhanClientId,
  securityId,
  exchangeSegment: segment,
  instrument: z.enum(INSTRUMENT_WORDS),
  oi: z.boolean().optional().meta({ description: "With open interest" }),
};
const intervals = [1, 5, 15, 25, 30, 60] as const;
const interval = z
  .union(intervals.map((minutes) => z.literal(minutes)))
  .meta({ description: "Minutes: 1, 5, 15, 25, 30 or 60" });

export const dailySchema = z
  .object({
    ...chartSubject,
    expiryCode: z.int().min(0).max(3).optional(),
    fromDate: chartDate,
    toDate: chartDate.meta({ description: "Not in it any more" }),
  })
  .meta({ id: "DailyCandlesRequest" });
export type DailyRequest = z.infer<typeof dailySchema>;
export const intradaySchema = z
  .object({
    ...chartSubject,
    interval,
    fromDate: chartDate,
    toDate: chartDate,
    extended: z.boolean().optional().meta({
      description:
        "The sandbox's own: where its market never closes, with bars of extended hours too, marked in the answer's `extended`. Daily bars never hold them",
    }),
  })
  .meta({ id: "IntradayCandlesRequest" });
export type IntradayRequest = z.infer<typeof intradaySchema>;

const ROLLING_DATA = ["open", "high", "low", "close", "iv", "volume", "strike", "oi", "spot"] as const;
export const rollingSchema = z
  .object({
    dhanClientId,
    exchangeSegment: z.enum(["NSE_FNO", "BSE_FNO"]),
    interval,
    securityId: securityId.meta({ description: "Of the underlying" }),
    instrument: z.enum(["OPTIDX", "OPTSTK"]),
    expiryFlag: z.enum(["WEEK", "MONTH"]),
    expiryCode: z.int().min(1).max(3).meta({ description: "1 is the nearest" }),
    strike: z
      .string()
      .regex(/^ATM(?:[+-]\d{1,2})?$/, "ATM, ATM+n or ATM-n")
      .meta({ description: "Distance from the money in strikes, up to 10 each way" }),
    drvOptionType: z.enum(["CALL", "PUT"]),
    requiredData: z.array(z.enum(ROLLING_DATA)).min(1),
    fromDate: chartDate,
    toDate: chartDate,
  })
  .meta({ id: "RollingOptionRequest" });
export type RollingRequest = z.infer<typeof rollingSchema>;
const rollingSide = z.object({
  iv: z.array(z.number()),
  oi: z.array(z.int()),
  strike: z.array(z.number()),
  spot: z.array(z.number()),
  open: z.array(z.number()),
  high: z.array(z.number()),
  low: z.array(z.number()),
  close: z.array(z.number()),
  volume: z.array(z.int()),
  timestamp: z.array(z.int()),
});

const underlying = {
  UnderlyingScrip: z.int().positive().meta({ description: "Security id of the index or share" }),
  UnderlyingSeg: z.enum(["IDX_I", "NSE_EQ", "MCX_COMM"]),
};
const optionSide = z
  .object({
    average_price: z.number(),
    greeks: z.object({ delta: z.number(), theta: z.number(), gamma: z.number(), vega: z.number() }),
    implied_volatility: z.number().meta({ description: "Per cent" }),
    last_price: z.number(),
    oi: z.int(),
    previous_close_price: z.number(),
    previous_oi: z.int(),
    previous_volume: z.int(),
    security_id: z.int(),
    top_ask_price: z.number(),
    top_ask_quantity: z.int(),
    top_bid_price: z.number(),
    top_bid_quantity: z.int(),
    volume: z.int(),
  })
  .meta({ id: "OptionSide" });

const QUOTE_EXAMPLE = { NSE_EQ: [1333, 11536], IDX_I: [13] };

export const DATA_OPERATIONS = {
  quoteLtp: {
    operationId: "quoteLtp",
    page: "market-quote",
    method: "post",
    path: "/marketfeed/ltp",
    summary: "Last traded prices",
    purpose:
      "The last price of up to a thousand instruments. Ids that are not listed are left out of the answer.",
    limit: "quote",
    isData: true,
    body: quoteRequestSchema,
    answer: answered(z.object({ last_price: z.number() })).meta({ id: "LtpAnswer" }),
    status: 200,
    example: { body: QUOTE_EXAMPLE },
  },
  quoteOhlc: {
    operationId: "quoteOhlc",
    page: "market-quote",
    method: "post",
    path: "/marketfeed/ohlc",
    summary: "Last prices with open, high, low and close",
    purpose: "The day so far; close is the previous day's.",
    limit: "quote",
    isData: true,
    body: quoteRequestSchema,
    answer: answered(z.object({ last_price: z.number(), ohlc })).meta({ id: "OhlcAnswer" }),
    status: 200,
    example: { body: QUOTE_EXAMPLE },
  },
  quoteFull: {
    operationId: "quoteFull",
    page: "market-quote",
    method: "post",
    path: "/marketfeed/quote",
    summary: "Full quotes with depth",
    purpose: "Everything the exchange publishes of an instrument, with five levels of its order book.",
    limit: "quote",
    isData: true,
    body: quoteRequestSchema,
    answer: answered(fullQuote).meta({ id: "QuoteAnswer" }),
    status: 200,
    example: { body: QUOTE_EXAMPLE },
  },
  getDailyCandles: {
    operationId: "getDailyCandles",
    page: "historical-data",
    method: "post",
    path: "/charts/historical",
    summary: "Daily candles",
    purpose:
      "One bar for each trading day from fromDate up to, and without, toDate. The sandbox's history begins in January 2022.",
    limit: "data",
    body: dailySchema,
    answer: candlesAnswer,
    status: 200,
    example: {
      body: {
        securityId: "1333",
        exchangeSegment: "NSE_EQ",
        instrument: "EQUITY",
        expiryCode: 0,
        oi: false,
        fromDate: "{monthAgo}",
        toDate: "{today}",
      },
    },
  },
  getIntradayCandles: {
    operationId: "getIntradayCandles",
    page: "historical-data",
    method: "post",
    path: "/charts/intraday",
    summary: "Candles of 1 to 60 minutes",
    purpose: "At most 90 days in one call. Dates alone are whole days; with a time the bars between the two.",
    limit: "data",
    body: intradaySchema,
    answer: candlesAnswer,
    status: 200,
    example: {
      body: {
        securityId: "1333",
        exchangeSegment: "NSE_EQ",
        instrument: "EQUITY",
        interval: 15,
        oi: false,
        fromDate: "{weekAgo}",
        toDate: "{today}",
      },
    },
  },
  getRollingOption: {
    operationId: "getRollingOption",
    page: "historical-data",
    method: "post",
    path: "/charts/rollingoption",
    summary: "Candles of options by their distance from the money",
    purpose:
      "At each bar the option that stood so many strikes from the money, of the nearest, next or far expiry: what a study of expired options needs. At most 45 days in one call.",
    limit: "data",
    body: rollingSchema,
    answer: z
      .object({ data: z.object({ ce: rollingSide.nullable(), pe: rollingSide.nullable() }) })
      .meta({ id: "RollingOptionAnswer" }),
    status: 200,
    example: {
      body: {
        exchangeSegment: "NSE_FNO",
        interval: 15,
        securityId: "13",
        instrument: "OPTIDX",
        expiryFlag: "WEEK",
        expiryCode: 1,
        strike: "ATM",
        drvOptionType: "CALL",
        requiredData: ["open", "high", "low", "close", "volume", "strike", "spot"],
        fromDate: "{weekAgo}",
        toDate: "{today}",
      },
    },
  },
  listExpiries: {
    operationId: "listExpiries",
    page: "option-chain",
    method: "post",
    path: "/optionchain/expirylist",
    summary: "List expiries",
    purpose:
      "The listed expiries of an underlying, the nearest first. Keys of these two calls begin with capitals.",
    limit: "data",
    isData: true,
    body: z.object({ dhanClientId, ...underlying }).meta({ id: "ExpiryListRequest" }),
    answer: z
      .object({ data: z.array(z.iso.date()), status: z.literal("success") })
      .meta({ id: "ExpiryListAnswer" }),
    status: 200,
    example: { body: { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" } },
  },
  getOptionChain: {
    operationId: "getOptionChain",
    page: "option-chain",
    method: "post",
    path: "/optionchain",
    summary: "Read one expiry's chain",
    purpose:
      "Every strike with its call and put: prices, open interest, implied volatility and greeks (Black and Scholes, theta a calendar day, vega a point of volatility).",
    limit: "data",
    isData: true,
    body: z.object({ dhanClientId, ...underlying, Expiry: z.iso.date() }).meta({ id: "OptionChainRequest" }),
    answer: z
      .object({
        data: z.object({
          last_price: z.number(),
          oc: z.record(
            z.string().meta({ description: "The strike with six decimals" }),
            z.object({ ce: optionSide.optional(), pe: optionSide.optional() }),
          ),
        }),
        status: z.literal("success"),
      })
      .meta({ id: "OptionChainAnswer" }),
    status: 200,
    example: { body: { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I", Expiry: "{nextExpiry}" } },
  },
  listInstruments: {
    operationId: "listInstruments",
    page: "instruments",
    method: "get",
    path: "/instrument/{exchangeSegment}",
    summary: "The list of one segment, as CSV",
    purpose: "The detailed columns of everything that is listed in a segment today.",
    limit: "other",
    pathParameters: z.object({ exchangeSegment: segment }),
    answer: "csv",
    status: 200,
    example: { path: { exchangeSegment: "NSE_EQ" } },
  },
} as const satisfies Record<string, TradingOperation>;
