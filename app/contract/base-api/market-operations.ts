// Base API contract: operations on instruments (search, quote, candles and option chains). Part of operations.ts.
import { z } from "zod";
import { EXCHANGE_SEGMENTS } from "../../domain/vocabulary.ts";
import {
  acceptedInstrumentDetailSchema,
  candlesQuerySchema,
  candlesSchema,
  chainQuerySchema,
  foundInstrumentsSchema,
  instrumentDetailSchema,
  instrumentSearchSchema,
  optionChainSchema,
} from "./market.ts";
import { marketOverviewSchema } from "./market-overview.ts";
import { baseApiOperations } from "./operation.ts";

const instrumentPathSchema = z.object({
  exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
  securityId: z.string().regex(/^\d{1,20}$/),
});
const INSTRUMENT_NOT_FOUND = "The segment lists no such instrument";

export const MARKET_OPERATIONS = baseApiOperations({
  findInstruments: {
    path: "/v1/instruments",
    summary:
      "Up to twelve instruments by name, symbol or security id; contracts optionally as of an earlier day",
    query: instrumentSearchSchema,
    answer: foundInstrumentsSchema,
    problems: { 400: "A parameter is not valid" },
  },
  getMarketOverview: {
    path: "/v1/market",
    summary: "Market overview: indices, leading shares, most traded options, next expiries",
    answer: marketOverviewSchema,
  },
  getInstrument: {
    path: "/v1/instruments/{exchangeSegment}/{securityId}",
    summary: "One instrument with its quote, market depth and 52-week range",
    pathParameters: instrumentPathSchema,
    answer: instrumentDetailSchema,
    reading: acceptedInstrumentDetailSchema,
    problems: { 404: INSTRUMENT_NOT_FOUND },
  },
  listCandles: {
    path: "/v1/instruments/{exchangeSegment}/{securityId}/candles",
    summary: "The last bars before a time, even of an expired contract that was listed at `from` or `before`",
    pathParameters: instrumentPathSchema,
    query: candlesQuerySchema,
    answer: candlesSchema,
    problems: { 400: "A parameter is not valid", 404: INSTRUMENT_NOT_FOUND },
  },
  getOptionChain: {
    path: "/v1/instruments/{exchangeSegment}/{securityId}/option-chain",
    summary: "Calls and puts of one expiry, strike by strike",
    pathParameters: instrumentPathSchema,
    query: chainQuerySchema,
    answer: optionChainSchema,
    problems: {
      400: "The expiry is not valid",
      404: `${INSTRUMENT_NOT_FOUND}, or no options of this expiry are on it`,
    },
  },
});
