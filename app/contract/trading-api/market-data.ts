// Quotes, candles, option chains and instrument lists.
import { z } from "zod";
import {
  candlesResponse,
  dailySchema,
  fullQuote,
  intradaySchema,
  lastPrice,
  ohlc,
  optionSide,
  quoteRequestSchema,
  quoteResponse,
  rollingSchema,
  rollingSide,
  segment,
  underlying,
} from "./market-data-shapes.ts";
import { tradingOperations } from "./operation.ts";
import { amount, dhanClientId } from "./vocabulary.ts";

const QUOTE_EXAMPLE = { NSE_EQ: [1333, 11536], IDX_I: [13] };

const MARKET_QUOTE_OPERATIONS = tradingOperations("market-quote", {
  quoteLtp: {
    method: "post",
    path: "/marketfeed/ltp",
    summary: "Last traded prices",
    purpose: "Returns the last price of up to a thousand instruments. Unlisted ids are omitted.",
    limit: "quote",
    isDataApi: true,
    body: quoteRequestSchema,
    answer: quoteResponse(z.object({ last_price: lastPrice })).meta({ id: "LtpAnswer" }),
    example: { body: QUOTE_EXAMPLE },
  },
  quoteOhlc: {
    method: "post",
    path: "/marketfeed/ohlc",
    summary: "Last prices with open, high, low and close",
    purpose: "Returns the day's open, high and low, and the previous day's close.",
    limit: "quote",
    isDataApi: true,
    body: quoteRequestSchema,
    answer: quoteResponse(z.object({ last_price: lastPrice, ohlc })).meta({ id: "OhlcAnswer" }),
    example: { body: QUOTE_EXAMPLE },
  },
  quoteFull: {
    method: "post",
    path: "/marketfeed/quote",
    summary: "Full quotes with depth",
    purpose:
      "Returns all figures that the exchange publishes for an instrument, with five levels of its order book.",
    limit: "quote",
    isDataApi: true,
    body: quoteRequestSchema,
    answer: quoteResponse(fullQuote).meta({ id: "QuoteAnswer" }),
    example: { body: QUOTE_EXAMPLE },
  },
});

const HISTORICAL_DATA_OPERATIONS = tradingOperations("historical-data", {
  getDailyCandles: {
    method: "post",
    path: "/charts/historical",
    summary: "Daily candles",
    purpose:
      "Returns one bar for each trading day from fromDate to the day before toDate. The sandbox's history starts in January 2022.",
    limit: "data",
    body: dailySchema,
    answer: candlesResponse,
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
    method: "post",
    path: "/charts/intraday",
    summary: "Candles of 1 to 60 minutes",
    purpose:
      "Returns at most 90 days in one call. Dates without a time are complete days, and the same date twice is one day. With times, it returns the bars between them.",
    limit: "data",
    body: intradaySchema,
    answer: candlesResponse,
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
    method: "post",
    path: "/charts/rollingoption",
    summary: "Candles of options by their distance from the money",
    purpose:
      "Each bar is that of the option with the given distance from the money at that time, for the nearest, next or far expiry. Use it to study expired options. Returns at most 45 days in one call.",
    limit: "data",
    body: rollingSchema,
    answer: z
      .object({
        data: z
          .object({
            ce: rollingSide.nullable().meta({ description: "Columns of calls. Null if puts were requested" }),
            pe: rollingSide.nullable().meta({ description: "Columns of puts. Null if calls were requested" }),
          })
          .meta({ description: "The requested side" }),
      })
      .meta({ id: "RollingOptionAnswer" }),
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
});

const OPTION_CHAIN_OPERATIONS = tradingOperations("option-chain", {
  listExpiries: {
    method: "post",
    path: "/optionchain/expirylist",
    summary: "List expiries",
    purpose:
      "Returns the listed expiries of an underlying, nearest first. Keys of the option chain calls begin with a capital letter.",
    limit: "data",
    isDataApi: true,
    body: z.strictObject({ dhanClientId, ...underlying }).meta({ id: "ExpiryListRequest" }),
    answer: z
      .object({
        data: z.array(z.iso.date()).meta({ description: "Expiries, YYYY-MM-DD, nearest first" }),
        status: z.literal("success").meta({ description: "Always success; an error response has failed" }),
      })
      .meta({ id: "ExpiryListAnswer" }),
    example: { body: { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" } },
  },
  getOptionChain: {
    method: "post",
    path: "/optionchain",
    summary: "Read one expiry's chain",
    purpose:
      "Returns every strike with its call and put: prices, open interest, implied volatility and greeks (Black and Scholes, theta a calendar day, vega a point of volatility).",
    limit: "data",
    isDataApi: true,
    fieldErrorCodes: { Expiry: "812" },
    body: z
      .strictObject({
        dhanClientId,
        ...underlying,
        Expiry: z.iso
          .date()
          .meta({ description: "One of the expiry list, YYYY-MM-DD", example: "2026-12-01" }),
      })
      .meta({ id: "OptionChainRequest" }),
    answer: z
      .object({
        data: z
          .object({
            last_price: amount("Last price of the underlying in rupees", 24_512.35),
            oc: z
              .record(
                z.string().meta({ description: "The strike with six decimals" }),
                z
                  .object({
                    ce: optionSide.optional().meta({ description: "The call. Omitted if none is listed" }),
                    pe: optionSide.optional().meta({ description: "The put. Omitted if none is listed" }),
                  })
                  .meta({ description: "Both options of one strike" }),
              )
              .meta({ description: 'By strike, written with six decimals: "24500.000000"' }),
          })
          .meta({ description: "The chain of one expiry" }),
        status: z.literal("success").meta({ description: "Always success; an error response has failed" }),
      })
      .meta({ id: "OptionChainAnswer" }),
    example: { body: { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I", Expiry: "{nextExpiry}" } },
  },
});

const INSTRUMENTS_OPERATIONS = tradingOperations("instruments", {
  listInstruments: {
    path: "/instrument/{exchangeSegment}",
    summary: "The list of one segment, as CSV",
    purpose: "Returns the listed instruments of a segment, with the detailed columns.",
    pathParameters: z.object({ exchangeSegment: segment }),
    answer: "csv",
    example: { path: { exchangeSegment: "NSE_EQ" } },
  },
});

export const DATA_OPERATIONS = {
  ...MARKET_QUOTE_OPERATIONS,
  ...HISTORICAL_DATA_OPERATIONS,
  ...OPTION_CHAIN_OPERATIONS,
  ...INSTRUMENTS_OPERATIONS,
};
