// Limits over all of a client's algos of one mode: a daily loss limit and a trailing profit lock. The provider enforces
// them. Limits are whole rupees, results whole paise.
import { z } from "zod";
import { DEPLOYMENT_MODES, RISK_LIMIT_RUPEES_MAX } from "./deployment.ts";

const rupees = z.int().positive().max(RISK_LIMIT_RUPEES_MAX);

/** Kinds of account limits. A reached limit blocks new positions for the rest of the day. */
export const ACCOUNT_LIMIT_KINDS = ["loss_per_day", "profit_lock"] as const;
export type AccountLimitKind = (typeof ACCOUNT_LIMIT_KINDS)[number];

export const profitLockSchema = z
  .strictObject({
    fromRupees: rupees.meta({ description: "The lock starts when today's P&L reaches this profit" }),
    giveBackRupees: rupees.meta({
      description: "Largest fall from today's highest P&L once the lock has started",
    }),
  })
  .refine(
    ({ fromRupees, giveBackRupees }) => giveBackRupees <= fromRupees,
    "giveBackRupees at most fromRupees",
  );
export type ProfitLock = z.infer<typeof profitLockSchema>;

const limits = {
  lossPerDayRupees: rupees.nullable(),
  profitLock: profitLockSchema.nullable(),
};

export const accountLimitsChangeSchema = z
  .strictObject({ mode: z.enum(DEPLOYMENT_MODES), ...limits })
  .meta({ id: "AccountLimitsChange" });
export type AccountLimitsChange = z.infer<typeof accountLimitsChangeSchema>;

const modeLimitsSchema = z.object({
  ...limits,
  todayPaise: z
    .int()
    .nullable()
    .meta({ description: "Today's P&L of all algos of this mode; null while a price is missing" }),
  peakPaise: z.int().nullable().meta({ description: "Highest P&L today since the profit lock was set" }),
  floorPaise: z
    .int()
    .nullable()
    .meta({ description: "P&L at which the profit lock closes the positions; null until it has started" }),
  reached: z
    .object({ kind: z.enum(ACCOUNT_LIMIT_KINDS), at: z.iso.datetime() })
    .nullable()
    .meta({
      description:
        "The limit that was reached today. Algos of this mode open no new positions until tomorrow",
    }),
});
export type ModeLimits = z.infer<typeof modeLimitsSchema>;

export const accountLimitsSchema = z
  .object({ live: modeLimitsSchema, paper: modeLimitsSchema, asOf: z.iso.datetime() })
  .meta({ id: "AccountLimits" });
export type AccountLimits = z.infer<typeof accountLimitsSchema>;
