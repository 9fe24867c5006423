// Data of an instrument's page: description, quote, depth and ranges, candles, and options. Prices are whole paise
// (index values in hundredths), times are ISO.
import { z } from "zod";
import { EXCHANGE_SEGMENTS } from "../../domain/vocabulary.ts";

export const MARKET_KINDS = ["INDEX", "EQUITY", "FUTIDX", "FUTSTK", "OPTIDX", "OPTSTK"] as const;
export type MarketKind = (typeof MARKET_KINDS)[number];

/** Length of a bar: minutes, or "day" for a trading day. */
export const CANDLE_INTERVALS = ["1", "5", "15", "25", "60", "day"] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];
export const CANDLES_MAX = 400;
export const INSTRUMENTS_FOUND_MAX = 12;

const paise = z.int().nonnegative();
const securityId = z.string().regex(/^\d{1,20}$/, "digits");
const isoDay = z.iso.date();

export const marketInstrumentSchema = z
  .object({
    exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
    securityId,
    symbol: z.string().min(1).max(60),
    name: z.string().min(1).max(120),
    kind: z.enum(MARKET_KINDS),
    lotSize: z.int().positive(),
    tickPaise: z.int().positive(),
    expiry: isoDay.nullable().meta({ description: "The last trading day of a future or option" }),
    strikePaise: paise.nullable(),
    side: z.enum(["CE", "PE"]).nullable().meta({ description: "Call or put" }),
    underlying: z
      .object({ exchangeSegment: z.enum(EXCHANGE_SEGMENTS), securityId, name: z.string() })
      .nullable()
      .meta({ description: "The underlying of a future or option" }),
    expiries: z
      .array(isoDay)
      .meta({ description: "Expiries of the options on it, nearest first; empty without options" }),
  })
  .meta({ id: "MarketInstrument" });
export type MarketInstrument = z.infer<typeof marketInstrumentSchema>;

const levelSchema = z.object({ pricePaise: paise, quantity: z.int().positive(), orders: z.int().positive() });

export const instrumentDetailSchema = z
  .object({
    instrument: marketInstrumentSchema,
    quote: z.object({
      lastPaise: paise,
      lastTradeAt: z.iso.datetime(),
      openPaise: paise,
      highPaise: paise,
      lowPaise: paise,
      previousClosePaise: paise,
      averagePaise: paise,
      volume: z.int().nonnegative(),
      openInterest: z.int().nonnegative(),
      previousOpenInterest: z.int().nonnegative(),
      lowerCircuitPaise: paise,
      upperCircuitPaise: paise,
    }),
    depth: z
      .object({ bids: z.array(levelSchema).max(20), asks: z.array(levelSchema).max(20) })
      .nullable()
      .meta({ description: "Best first; null for an index" }),
    year: z
      .object({ highPaise: paise, lowPaise: paise, from: isoDay })
      .nullable()
      .meta({ description: "Highest and lowest price of the last 365 days; null for a contract" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "InstrumentDetail" });
export type InstrumentDetail = z.infer<typeof instrumentDetailSchema>;

/** Order-book levels with zero quantity are dropped, because exchanges use them to pad the book. */
const acceptedLevels = z.preprocess(
  (levels) => (Array.isArray(levels) ? levels.filter((level) => level?.quantity !== 0) : levels),
  z.array(levelSchema).max(20),
);
/** An instrument's detail as the site accepts it. */
export const acceptedInstrumentDetailSchema = instrumentDetailSchema.extend({
  depth: z.object({ bids: acceptedLevels, asks: acceptedLevels }).nullable(),
});

const instant = z.iso.datetime("a time such as 2026-11-20T09:15:00.000Z");
export const candlesQuerySchema = z.object({
  interval: z.enum(CANDLE_INTERVALS),
  count: z.coerce
    .number()
    .int()
    .min(1)
    .max(CANDLES_MAX, `at most ${CANDLES_MAX}`)
    .optional()
    .meta({ description: `Maximum number of bars, counted from the last; default ${CANDLES_MAX}` }),
  from: instant.optional().meta({ description: "Earliest start of a bar" }),
  before: instant.optional().meta({ description: "Every bar starts before this time; default: now" }),
  extended: z.enum(["yes", "no"]).optional().meta({
    description: "Includes hours outside the exchanges' regular sessions; default: no",
  }),
});
export type CandlesQuery = z.infer<typeof candlesQuerySchema>;

export const candleSchema = z
  .object({
    at: z.iso.datetime().meta({ description: "Start of the bar; midnight in India for a daily bar" }),
    openPaise: paise,
    highPaise: paise,
    lowPaise: paise,
    closePaise: paise,
    volume: z.int().nonnegative(),
    isExtended: z.boolean(),
  })
  .meta({ id: "Candle" });
export type Candle = z.infer<typeof candleSchema>;

export const candlesSchema = z
  .object({
    instrument: marketInstrumentSchema,
    interval: z.enum(CANDLE_INTERVALS),
    items: z.array(candleSchema).max(CANDLES_MAX).meta({ description: "Oldest first" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "Candles" });
export type Candles = z.infer<typeof candlesSchema>;

export const chainQuerySchema = z.object({
  expiry: isoDay.optional().meta({ description: "One of its expiries; default: the nearest" }),
});

const greek = (description: string) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description}; null where the provider does not compute it` });
const chainSideSchema = z.object({
  exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
  securityId,
  lastPaise: paise,
  previousClosePaise: paise,
  bidPaise: paise.nullable(),
  askPaise: paise.nullable(),
  volume: z.int().nonnegative(),
  openInterest: z.int().nonnegative(),
  volatility: z.number().nonnegative().meta({ description: "Implied volatility per year, as a fraction" }),
  delta: z.number().min(-1).max(1),
  gamma: greek("Change of delta for a rupee of the underlying"),
  theta: greek("Rupees per calendar day"),
  vega: greek("Rupees per percentage point of volatility"),
});
export type ChainSide = z.infer<typeof chainSideSchema>;

export const optionChainSchema = z
  .object({
    underlying: marketInstrumentSchema,
    spotPaise: paise,
    expiry: isoDay,
    rows: z
      .array(
        z.object({
          strikePaise: paise,
          call: chainSideSchema.nullable(),
          put: chainSideSchema.nullable(),
        }),
      )
      .max(100)
      .meta({ description: "Lowest strike first" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "OptionChain" });
export type OptionChain = z.infer<typeof optionChainSchema>;

export const instrumentSearchSchema = z.object({
  text: z.string().trim().min(1).max(80).meta({ description: "Part of a name, a symbol, or a security id" }),
  on: isoDay
    .optional()
    .meta({ description: "Returns contracts that were listed on this day; default: today" }),
});

export const foundInstrumentsSchema = z
  .object({
    items: z
      .array(marketInstrumentSchema)
      .max(INSTRUMENTS_FOUND_MAX)
      .meta({ description: "Best match first; an exact symbol before all others" }),
  })
  .meta({ id: "FoundInstruments" });
