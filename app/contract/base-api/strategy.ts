// Strategies and managers in the base API. Amounts are whole rupees, times are IST ("HH:MM"), dates are ISO days.
// Performance figures are not included, because they must pass the disclosure gate.
import { z } from "zod";
import { riskStructureSchema } from "../../domain/risk-rating.ts";
import {
  DISCLOSURE_BASES,
  EXCHANGE_SEGMENTS,
  INSTRUMENT_KINDS,
  PRODUCTS,
  RISKS,
  STRATEGY_STATES,
  TAGS,
  WEEKDAYS,
} from "../../domain/vocabulary.ts";

export const idSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "lower-case words joined by hyphens")
  .max(80)
  .meta({ description: "Lower-case words joined by hyphens", example: "ridgeline-condor" });

const isoDay = z.iso.date();
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "HH:MM, 24 hours, IST");
const sentence = z.string().min(1).max(1_000);

export const instrumentSchema = z
  .object({
    exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
    securityId: z.string().regex(/^\d{1,20}$/),
    symbol: z.string().min(1).max(60),
    name: z.string().min(1).max(120),
    role: z.enum(["underlying", "traded", "hedge"]),
  })
  .meta({ id: "Instrument" });
export type Instrument = z.infer<typeof instrumentSchema>;

export const faqSchema = z
  .object({ id: idSchema, question: sentence, answer: z.string().min(1).max(2_000) })
  .meta({ id: "Faq" });
export type Faq = z.infer<typeof faqSchema>;

export const strategyStatusSchema = z
  .object({
    state: z.enum(STRATEGY_STATES),
    since: isoDay,
    reason: sentence
      .nullable()
      .meta({ description: "Reason why it is closed, suspended or withdrawn; null when open" }),
  })
  .meta({ id: "StrategyStatus" });

export const managerRefSchema = z
  .object({
    id: idSchema,
    name: z.string().min(1).max(80),
    kind: z.enum(["research_analyst", "empanelled_provider"]),
    registration: z.string().min(1).max(40),
  })
  .meta({ id: "ManagerRef" });
export type ManagerRef = z.infer<typeof managerRefSchema>;

export const versionSchema = z.string().regex(/^\d+\.\d+$/, 'a version such as "2.1"');

const lossLimitsSchema = z.object({
  perTradePercent: z.number().positive().max(100).nullable().meta({
    description: "Stop-loss per trade as % of capital deployed; null when the rules have none",
  }),
  perDayPercent: z.number().positive().max(100).nullable().meta({
    description: "Stop-loss per day as % of capital deployed; null when the rules have none",
  }),
  worstCase: z.enum(["capped", "gap", "open"]).meta({
    description:
      "capped: bought options or spreads cannot lose more than was set aside; gap: a price gap can skip the stop; open: options are sold without cover",
  }),
});

export const strategySummarySchema = z
  .object({
    id: idSchema,
    name: z.string().min(1).max(80),
    manager: managerRefSchema,
    version: versionSchema,
    summary: sentence,
    instrument: z.enum(INSTRUMENT_KINDS),
    product: z.enum(PRODUCTS),
    tags: z.array(z.enum(TAGS)).min(1),
    risk: z.enum(RISKS),
    minAmountRupees: z.int().positive(),
    holdingPeriod: z.string().min(1).max(60),
    tradingDays: z.array(z.enum(WEEKDAYS)).min(1).max(5),
    status: strategyStatusSchema,
    liveSince: isoDay,
    deployedCount: z.int().nonnegative(),
    trackedCount: z.int().nonnegative(),
    box: z
      .enum(["white", "black"])
      .meta({ description: "White box: the logic is disclosed. Black box: it is not." }),
    mainInstrument: instrumentSchema,
    disclosureBasis: z.enum(DISCLOSURE_BASES),
    verification: z
      .object({
        by: z.string().min(1).max(120),
        reference: z.string().min(1).max(60),
        on: isoDay,
      })
      .nullable()
      .meta({ description: "Verifier of the complete live record, reference, and last day of verification" }),
    lossLimits: lossLimitsSchema.optional(),
    structure: riskStructureSchema.optional().meta({
      description:
        "Composition of the largest positions, for the stress table and the risk level. Omitted if the provider does not state it",
    }),
  })
  .meta({ id: "StrategySummary" });

/**
 * A strategy's summary as the contract defines it. `StrategySummary` also includes values outside the contract that the
 * site accepts.
 */
export type ContractSummary = z.infer<typeof strategySummarySchema>;

/** Maximum length of a name in characters, which the site accepts from any provider. */
const NAME_MAX_CHARS = 400;
const LABEL_MAX_CHARS = 60;

/** Accepts numeric strings such as "10000" in place of numbers. */
const numeric = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value),
    schema,
  );
/** Minimum amount in whole rupees. Fractions are rounded up, so that the minimum is never understated. */
const acceptedMinimum = numeric(z.number().positive().transform(Math.ceil));
const acceptedMinimumOrZero = numeric(z.number().nonnegative().transform(Math.ceil));
const acceptedCount = numeric(z.int().nonnegative());
const label = z.string().trim().min(1).max(LABEL_MAX_CHARS);
/** Stop-loss in per cent; 0 means none. Any other invalid value is refused, because pages would say "no stop". */
const acceptedStop = numeric(
  z
    .number()
    .nonnegative()
    .max(100)
    .nullable()
    .transform((percent) => (percent === 0 ? null : percent)),
);
/** Loss limits as the site accepts them. `worstCase` is "unstated" if the provider sends no valid value. */
const acceptedLossLimits = z.object({
  perTradePercent: acceptedStop,
  perDayPercent: acceptedStop,
  worstCase: z.enum([...lossLimitsSchema.shape.worstCase.options, "unstated"]).catch("unstated"),
});
const NO_LOSS_LIMITS = { perTradePercent: null, perDayPercent: null, worstCase: "unstated" } as const;

/**
 * Fields that the site accepts with more values than the contract. Unknown tags and risk levels are shown as text and
 * match no filter. Numbers may be strings, and optional fields may be null.
 */
const WIDER_FIELDS = {
  name: z.string().trim().min(1).max(NAME_MAX_CHARS),
  summary: z
    .string()
    .max(1_000)
    .nullish()
    .transform((text) => text ?? ""),
  tags: z
    .array(label)
    .max(60)
    .nullish()
    .transform((tags) => tags ?? []),
  risk: label,
  minAmountRupees: acceptedMinimum,
  deployedCount: acceptedCount,
  trackedCount: acceptedCount,
  verification: strategySummarySchema.shape.verification.nullish().transform((value) => value ?? null),
  structure: riskStructureSchema.optional().catch(undefined),
};

/** False if the provider states neither a stop nor a worst case. It is then unknown whether the rules have a stop. */
export function statesStops(limits: z.infer<typeof acceptedLossLimits>): boolean {
  const { perTradePercent, perDayPercent, worstCase } = limits;
  return perTradePercent !== null || perDayPercent !== null || worstCase !== "unstated";
}

export const acceptedSummarySchema = strategySummarySchema.extend({
  ...WIDER_FIELDS,
  lossLimits: acceptedLossLimits.optional().catch(undefined),
});
export type StrategySummary = z.infer<typeof acceptedSummarySchema>;

/**
 * A strategy as the contract defines it. `Strategy` also includes values outside the contract that the site accepts.
 */
export const strategySchema = strategySummarySchema
  .extend({
    minimum: z.object({
      marginRupees: z.int().nonnegative().meta({ description: "Margin or purchase value the broker blocks" }),
      bufferRupees: z.int().nonnegative().meta({ description: "Reserve for losses and margin increases" }),
    }),
    entryWindow: z.object({ from: clockTime, to: clockTime }),
    exitWindow: z.object({ from: clockTime, to: clockTime }),
    tradeFrequency: sentence,
    instruments: z.array(instrumentSchema).min(1).max(60),
    rating: z
      .object({
        method: z.string().max(20),
        recordTo: isoDay.nullable().meta({
          description: "Last day of the backtest behind the risk level; null: structure and stress test only",
        }),
      })
      .optional()
      .meta({ description: "How the risk level was computed; omitted if the provider does not state it" }),
    leverage: z
      .number()
      .positive()
      .max(20)
      .meta({ description: "Largest exposure divided by the capital used" }),
    fee: z.object({ monthlyRupees: z.int().nonnegative(), note: sentence }),
    lossLimits: lossLimitsSchema,
    exchangeAlgoIds: z
      .array(z.object({ exchange: z.enum(["NSE", "BSE"]), id: z.string().min(1).max(40) }))
      .min(1),
    researchReport: z.boolean(),
    versions: z
      .array(
        z.object({
          version: versionSchema,
          since: isoDay,
          until: isoDay.nullable().meta({ description: "Its last day; null for the current version" }),
          change: sentence
            .nullable()
            .meta({ description: "Change of its logic; null for the first version" }),
        }),
      )
      .min(1)
      .meta({ description: "Newest first; each change of logic is a version with its own record" }),
    howItWorks: z.array(sentence).min(2).max(10),
    whatCouldGoWrong: z.array(sentence).min(2).max(10),
    faqs: z.array(faqSchema).min(1).max(20),
    simulated: z.boolean().meta({ description: "True when this record comes from a sandbox" }),
  })
  .meta({ id: "Strategy" });

export const lenientStrategySchema = strategySchema.extend({
  ...WIDER_FIELDS,
  minimum: z.object({ marginRupees: acceptedMinimumOrZero, bufferRupees: acceptedMinimumOrZero }),
  leverage: numeric(z.number().positive().max(20)),
  fee: z.object({ monthlyRupees: acceptedMinimumOrZero, note: sentence }),
  rating: strategySchema.shape.rating.catch(undefined),
  lossLimits: acceptedLossLimits.nullish().transform((limits) => limits ?? NO_LOSS_LIMITS),
});
export type Strategy = z.infer<typeof lenientStrategySchema>;

export const managerSchema = managerRefSchema
  .extend({
    about: z.array(sentence).min(1).max(6),
    city: z.string().min(1).max(60),
    activeSince: isoDay,
    listed: z.boolean().meta({ description: "Shown in the Popular Managers group of the Discover menu" }),
    complianceOfficer: z.string().min(1).max(80),
    grievanceEmail: z.email(),
    strategyCount: z
      .int()
      .nonnegative()
      .meta({ description: "Number of open, closed and suspended algos, without withdrawn ones" }),
    withdrawnCount: z.int().nonnegative(),
    deployedCount: z.int().nonnegative(),
  })
  .meta({ id: "Manager" });
export type Manager = z.infer<typeof managerSchema>;
