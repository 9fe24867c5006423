// Base API contract: operations on instruments (search, quote, candles and option chains); part of operations.ts.
import { z } from "zod";
import { EXCHANGE_SEGMENTS } from "../../domain/vocabulary.ts";
import {
  candlesQuerySchema,
  candlesSchema,
  chainQuerySchema,
  foundInstrumentsSchema,
  instrumentDetailSchema,
  instrumentSearchSchema,
  optionChainSchema,
} from "./market.ts";
import { marketOverviewSchema } from "./market-overview.ts";
import type { BaseApiOperation } from "./operation.ts";

const byInstrument = z.object({
  exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
  securityId: z.string().regex(/^\d{1,20}$/),
});
const NO_INSTRUMENT = "The segment lists no such instrument";

export const MARKET_OPERATIONS = {
  findInstruments: {
    operationId: "findInstruments",
    method: "get",
    path: "/v1/instruments",
    summary: "Up to twelve instruments by name, symbol or security id; contracts also as of an earlier day",
    query: instrumentSearchSchema,
    answer: foundInstrumentsSchema,
    problems: { 400: "A parameter was not understood" },
  },
  getMarketOverview: {
    operationId: "getMarketOverview",
    method: "get",
    path: "/v1/market",
    summary: "The market at a glance: indices, leading shares, most traded options, next expiries",
    answer: marketOverviewSchema,
    problems: {},
  },
  getInstrument: {
    operationId: "getInstrument",
    method: "get",
    path: "/v1/instruments/{exchangeSegment}/{securityId}",
    summary: "One instrument with its quote, its order book and the range of 52 weeks",
    pathParameters: byInstrument,
    answer: instrumentDetailSchema,
    problems: { 404: NO_INSTRUMENT },
  },
  listCandles: {
    operationId: "listCandles",
    method: "get",
    path: "/v1/instruments/{exchangeSegment}/{securityId}/candles",
    summary:
      "The last bars before an instant; of a contract that has expired too, if it was listed at `from` or `before`",
    pathParameters: byInstrument,
    query: candlesQuerySchema,
    answer: candlesSchema,
    problems: { 400: "A parameter was not understood", 404: NO_INSTRUMENT },
  },
  getOptionChain: {
    operationId: "getOptionChain",
    method: "get",
    path: "/v1/instruments/{exchangeSegment}/{securityId}/option-chain",
    summary: "Calls and puts of one expiry, strike by strike",
    pathParameters: byInstrument,
    query: chainQuerySchema,
    answer: optionChainSchema,
    problems: {
      400: "The expiry was not understood",
      404: `${NO_INSTRUMENT}, or no options of this expiry are on it`,
    },
  },
} as const satisfies Record<string, BaseApiOperation>;
