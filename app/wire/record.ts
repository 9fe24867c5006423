// A strategy's record as the base API answers it: one evidence class, day by day, never edited, each day sealed to the one before by
// a hash. Sums are whole paise. Whether any of it may be shown is not decided here.
import { z } from "zod";
import { idSchema, versionSchema } from "./strategy.ts";

/** Never joined: rules over past prices; the rules followed day by day without money; the same with money. */
export const EVIDENCE_CLASSES = ["backtest", "paper", "live"] as const;
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

/** Which record is meant; the present version's backtest where nothing is said. */
export const recordChoiceSchema = z.strictObject({
  evidence: z.enum(EVIDENCE_CLASSES).default("backtest"),
  version: versionSchema.optional(),
});
export type RecordChoice = { evidence: EvidenceClass; version?: string | undefined };

export const MISS_KINDS = ["refused", "away"] as const;
export const missedSignalSchema = z
  .object({
    at: z.iso.datetime(),
    kind: z.enum(MISS_KINDS).meta({
      description: "refused: an order was not taken; away: the algo could not reach the exchange",
    }),
    reason: z.string(),
  })
  .meta({ id: "MissedSignal" });
export type MissedSignal = z.infer<typeof missedSignalSchema>;

const paise = z.int();
const costLines = {
  brokeragePaise: paise,
  transactionTaxPaise: paise,
  exchangePaise: paise,
  regulatorPaise: paise,
  stampDutyPaise: paise,
  gstPaise: paise,
  slippagePaise: paise,
};
export const costLinesSchema = z.object(costLines).meta({ id: "CostLines" });
export type CostLines = z.infer<typeof costLinesSchema>;

export const recordDaySchema = z
  .object({
    day: z.iso.date(),
    netPaise: paise.meta({ description: "Made in all by the end of the day, costs and fees taken off" }),
    grossPaise: paise,
    feePaise: paise.nonnegative(),
    marginPaise: paise.nonnegative(),
    trades: z.int().nonnegative().meta({ description: "Positions opened so far" }),
    benchmark: z.number().positive(),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description:
          "SHA-256 of the hash before, a line feed, and the day's other fields as a JSON array in this order",
      }),
  })
  .meta({ id: "RecordDay" });
export type RecordDay = z.infer<typeof recordDaySchema>;

export const strategyRecordSchema = z
  .object({
    strategyId: idSchema,
    version: z.string(),
    evidence: z.enum(EVIDENCE_CLASSES),
    simulated: z.boolean(),
    state: z.enum(["ready", "being_made"]),
    capitalRupees: z.int().positive(),
    benchmark: z.string(),
    method: z.array(z.string()).meta({ description: "How it was made, in sentences" }),
    costs: costLinesSchema.meta({ description: "Of all trades together" }),
    genesis: z.string().meta({ description: "The hash before the first day" }),
    days: z.array(recordDaySchema),
    trades: z.int().nonnegative(),
    missed: z
      .array(missedSignalSchema)
      .meta({ description: "Entries that the rules wanted and that were not made; none in a backtest" }),
    madeAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "StrategyRecord" });
export type StrategyRecord = z.infer<typeof strategyRecordSchema>;

export const recordListingSchema = z
  .object({
    version: versionSchema,
    evidence: z.enum(EVIDENCE_CLASSES),
    state: z.enum(["ready", "being_made"]),
    from: z.iso.date(),
    to: z.iso.date().meta({ description: "The last day it is to have; of a present one, yesterday" }),
  })
  .meta({ id: "RecordListing" });
export type RecordListing = z.infer<typeof recordListingSchema>;
export const recordListSchema = z
  .object({ items: z.array(recordListingSchema).meta({ description: "The newest version first" }) })
  .meta({ id: "RecordList" });

export const recordTradeSchema = z
  .object({
    number: z.int().positive(),
    openedAt: z.iso.datetime(),
    closedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Null: open at the end of the record, valued at its last price" }),
    legs: z.array(
      z.object({
        symbol: z.string(),
        side: z.enum(["BUY", "SELL"]),
        quantity: z.int().positive(),
        entryPaise: paise,
        exitPaise: paise.nullable(),
      }),
    ),
    grossPaise: paise,
    costs: costLinesSchema,
    netPaise: paise,
    favourablePaise: paise,
    adversePaise: paise,
    marginPaise: paise,
    entryReason: z.string(),
    exitReason: z.string(),
  })
  .meta({ id: "RecordTrade" });
export type RecordTrade = z.infer<typeof recordTradeSchema>;

export const recordTradesSchema = z
  .object({ items: z.array(recordTradeSchema).meta({ description: "Oldest first" }) })
  .meta({ id: "RecordTrades" });
export type RecordTrades = z.infer<typeof recordTradesSchema>;

/** What a day's hash is of, beside the hash before. */
export function dayLine(day: Omit<RecordDay, "hash">): string {
  return JSON.stringify([
    day.day,
    day.netPaise,
    day.grossPaise,
    day.feePaise,
    day.marginPaise,
    day.trades,
    day.benchmark,
  ]);
}
