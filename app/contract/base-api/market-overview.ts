// Market overview: indices with the day's price curve, leading shares, most traded options. Prices are whole paise
// (index values in hundredths), times are ISO.
import { z } from "zod";
import { EXCHANGE_SEGMENTS } from "../../domain/vocabulary.ts";

export const OVERVIEW_INDICES_MAX = 6;
export const OVERVIEW_SHARES_MAX = 60;
export const OVERVIEW_OPTIONS_MAX = 12;
export const OVERVIEW_POINTS_MAX = 100;

const paise = z.int().nonnegative();
const isoDay = z.iso.date();

const quoteFields = {
  exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
  securityId: z.string().regex(/^\d{1,20}$/, "digits"),
  symbol: z.string().min(1).max(60),
  name: z.string().min(1).max(120),
  lastPaise: paise,
  previousClosePaise: paise,
};
const dayPriceFields = { openPaise: paise, highPaise: paise, lowPaise: paise };
const curve = z.array(paise).max(OVERVIEW_POINTS_MAX).meta({
  description: "Closes of bars of one length from `curveFrom` to now, oldest first",
});

const indexLineSchema = z.object({
  ...quoteFields,
  ...dayPriceFields,
  curve,
  expiry: isoDay.nullable().meta({ description: "Nearest expiry of its options; null without options" }),
});
const shareLineSchema = z.object({
  ...quoteFields,
  ...dayPriceFields,
  curve,
  volume: z.int().nonnegative(),
  sector: z.string().min(1).max(60),
});
const optionLineSchema = z.object({
  ...quoteFields,
  underlying: z.string().min(1).max(120),
  strikePaise: paise,
  side: z.enum(["CE", "PE"]),
  expiry: isoDay,
  volume: z.int().nonnegative(),
});
export type IndexLine = z.infer<typeof indexLineSchema>;
export type ShareLine = z.infer<typeof shareLineSchema>;
export type OptionLine = z.infer<typeof optionLineSchema>;

export const marketOverviewSchema = z
  .object({
    indices: z.array(indexLineSchema).max(OVERVIEW_INDICES_MAX),
    shares: z.array(shareLineSchema).max(OVERVIEW_SHARES_MAX).meta({
      description: "Large shares that the provider selects; their average is not an index",
    }),
    options: z.array(optionLineSchema).max(OVERVIEW_OPTIONS_MAX).meta({
      description: "Options on the indices with the largest volume of the session, largest first",
    }),
    expiries: z
      .array(z.object({ name: z.string().min(1).max(120), day: isoDay, isMonthly: z.boolean() }))
      .max(24)
      .meta({ description: "Next expiries of index options, nearest first" }),
    curveFrom: z.iso.datetime().meta({ description: "Start of the day's curves" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "MarketOverview" });
export type MarketOverview = z.infer<typeof marketOverviewSchema>;
