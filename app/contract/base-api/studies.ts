// Studies of an algo's backtest, which repeat it under other conditions: other costs, other bar lengths, each parameter
// a fifth lower or higher, and more capital filled against the market depth. They are computed after the records and
// sealed like them. Sums are whole paise.
import { z } from "zod";
import { recordTextsSchema } from "./disclosure-texts.ts";
import { idSchema, versionSchema } from "./strategy.ts";

export const STUDY_KINDS = ["costs", "bars", "parameter", "capacity"] as const;
export type StudyKind = (typeof STUDY_KINDS)[number];

const textWithoutControls = z.string().regex(/^\P{Cc}*$/u, "text without control characters");

export const studyResultSchema = z
  .object({
    kind: z.enum(STUDY_KINDS),
    name: textWithoutControls
      .max(80)
      .meta({ description: "Name of a changed parameter; a number if the logic is not disclosed" }),
    percent: z.int().positive().meta({
      description:
        "Percent of the backtest's costs, bar length, parameter or capital; 100 is the backtest itself",
    }),
    value: textWithoutControls.max(40).meta({
      description: "The parameter's value, or the minutes of a bar; empty if not disclosed",
    }),
    capitalPaise: z.int().positive(),
    netPaise: z.int().meta({ description: "Net P&L to the last day" }),
    maxDrawdownPpm: z.int().nonnegative().meta({ description: "Max drawdown in millionths of the capital" }),
    trades: z.int().nonnegative(),
  })
  .meta({ id: "StudyResult" });
export type StudyResult = z.infer<typeof studyResultSchema>;

export const strategyStudiesSchema = z
  .object({
    strategyId: idSchema,
    version: versionSchema,
    state: z.enum(["ready", "being_made", "none"]).meta({
      description: "none: the provider computes no studies of this algo",
    }),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable().meta({ description: "The last day of the backtests that were compared" }),
    results: z.array(studyResultSchema).max(200),
    making: z
      .object({ done: z.int().nonnegative(), total: z.int().nonnegative() })
      .nullable()
      .meta({ description: "Progress while studies of any algo are being computed" }),
    madeAt: z.iso.datetime().nullable(),
    texts: recordTextsSchema.meta({ description: "Texts to be shown with the results" }),
    seal: z
      .object({
        format: z.literal(2),
        keyId: z.string().regex(/^[0-9a-f]{16}$/),
        signature: z
          .base64()
          .meta({ description: "Ed25519 signature of the lines that the seal format defines" }),
      })
      .nullable(),
  })
  .meta({ id: "StrategyStudies" });
export type StrategyStudies = z.infer<typeof strategyStudiesSchema>;
