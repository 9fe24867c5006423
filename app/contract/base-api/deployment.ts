// A deployment: one trader runs one version of an algo, on paper or live, under terms that the trader consented to.
// Terms are whole rupees, results whole paise. Unknown values are null, never zero.
import { z } from "zod";
import { ACTORS, DEPLOYMENT_STATES, TRADER_ACTIONS } from "../../domain/deployment-states.ts";
import { ORDER_SIDES, orderSchema, positionSchema } from "./order.ts";
import { idSchema } from "./strategy.ts";

export const MULTIPLIER_MAX = 50;
export const RISK_LIMIT_TRADES_MAX = 500;
export const RISK_LIMIT_RUPEES_MAX = 100_000_000;
export const CONSENT_TEXT_CHARS = 12_000;
export const NOTE_CHARS = 200;
export const SCHEDULE_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
export type ScheduleDay = (typeof SCHEDULE_DAYS)[number];

export const DEPLOYMENT_MODES = ["paper", "live"] as const;
export type DeploymentMode = (typeof DEPLOYMENT_MODES)[number];

const rupees = z.int().positive().max(RISK_LIMIT_RUPEES_MAX);
const versionText = z.string().regex(/^\d+\.\d+$/);

export const guardsSchema = z.strictObject({
  lossPerDayRupees: rupees.nullable(),
  lossInAllRupees: rupees.nullable(),
  tradesPerDay: z.int().positive().max(RISK_LIMIT_TRADES_MAX).nullable(),
});
export type Guards = z.infer<typeof guardsSchema>;

/** Terms of a deployment that the trader chooses. */
export const deploymentTermsSchema = z.strictObject({
  mode: z.enum(DEPLOYMENT_MODES),
  multiplier: z.int().positive().max(MULTIPLIER_MAX),
  startOn: z.iso.date(),
  days: z.array(z.enum(SCHEDULE_DAYS)).min(1).max(7),
  guards: guardsSchema,
});
export type DeploymentTerms = z.infer<typeof deploymentTermsSchema>;

export const newDeploymentSchema = z
  .strictObject({
    strategyId: idSchema,
    version: versionText,
    terms: deploymentTermsSchema,
    consent: z
      .strictObject({
        text: z.string().min(1).max(CONSENT_TEXT_CHARS),
        textVersion: z.string().min(1).max(20),
        riskDisclosureVersion: z.string().min(1).max(20).nullable(),
      })
      .nullable()
      .meta({
        description:
          "Null starts a paper deployment at once, without an order window; a live deployment needs a consent",
      }),
  })
  .refine(({ consent, terms }) => consent !== null || terms.mode === "paper", {
    path: ["consent"],
    message: "a live deployment needs a consent",
  });
export type NewDeployment = z.infer<typeof newDeploymentSchema>;

export const newVersionConsentSchema = z.strictObject({
  version: versionText,
  text: z.string().min(1).max(CONSENT_TEXT_CHARS),
  textVersion: z.string().min(1).max(20),
});
export type NewVersionConsent = z.infer<typeof newVersionConsentSchema>;

export const actionSchema = z.strictObject({
  verb: z.enum(TRADER_ACTIONS),
  note: z.string().trim().max(NOTE_CHARS).nullable(),
});
export type DeploymentAction = z.infer<typeof actionSchema>;

const consentRecordSchema = z.object({
  version: versionText,
  textVersion: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  acceptedAt: z.iso.datetime(),
  riskDisclosureVersion: z.string().nullable(),
});

export const resultSchema = z.object({
  dayPaise: z.int().nullable(),
  totalPaise: z.int().nullable(),
  chargesPaise: z.int().nonnegative(),
  feesPaise: z.int().nonnegative().meta({ description: "The manager's fees, GST included" }),
  tradesToday: z.int().nonnegative().meta({
    description: "Fills of today, counted as in the portfolio, the statement and the list of trades",
  }),
  openedToday: z
    .int()
    .nonnegative()
    .optional()
    .meta({ description: "Positions opened today, which count towards the daily limit of trades" }),
  asOf: z.iso.datetime(),
});

export const deploymentSchema = z
  .object({
    id: z.uuid(),
    strategyId: idSchema,
    strategyName: z.string(),
    managerId: idSchema,
    version: versionText,
    terms: deploymentTermsSchema,
    capitalRupees: z.int().positive(),
    state: z.enum(DEPLOYMENT_STATES),
    exitTo: z.enum(["paused", "stopped"]).nullable(),
    since: z.iso.datetime(),
    by: z.enum(ACTORS),
    reason: z.string().nullable(),
    createdAt: z.iso.datetime(),
    consent: consentRecordSchema,
    newVersion: versionText.nullable().meta({ description: "A newer version that needs consent" }),
    basket: z
      .object({ ref: z.string().regex(/^[\w-]{20,80}$/), expiresAt: z.iso.datetime() })
      .nullable()
      .meta({ description: "Token for opening the order window; null if no order awaits confirmation" }),
    result: resultSchema.nullable().meta({ description: "Null until it has traded" }),
    nextActions: z.array(z.enum(TRADER_ACTIONS)),
    outlook: z.string().nullable().meta({ description: "Its position and next action, in one line" }),
  })
  .meta({ id: "Deployment" });
export type Deployment = z.infer<typeof deploymentSchema>;

export const deploymentEventSchema = z.object({
  at: z.iso.datetime(),
  what: z.string(),
  state: z.enum(DEPLOYMENT_STATES),
  by: z.enum(ACTORS),
  reason: z.string().nullable(),
  note: z.string().nullable(),
});
export type DeploymentRecord = z.infer<typeof deploymentEventSchema>;

export const deploymentDetailSchema = deploymentSchema
  .extend({
    positions: z.array(positionSchema),
    openOrders: z.array(orderSchema),
    events: z.array(deploymentEventSchema).meta({ description: "The audit trail, oldest first" }),
    fees: z
      .array(z.object({ at: z.iso.datetime(), amountPaise: z.int().positive() }))
      .meta({ description: "The manager's booked fees, oldest first" }),
    consentText: z.string(),
    simulated: z.boolean(),
  })
  .meta({ id: "DeploymentDetail" });
export type DeploymentDetail = z.infer<typeof deploymentDetailSchema>;

export const deploymentListSchema = z
  .object({
    items: z.array(deploymentSchema).meta({ description: "Running deployments first, then newest first" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "DeploymentList" });

export const basketLegSchema = z.object({
  symbol: z.string(),
  side: z.enum(ORDER_SIDES),
  quantity: z.int().positive(),
  product: z.string(),
  pricePaise: z.int().positive(),
});
export type BasketLeg = z.infer<typeof basketLegSchema>;

/** Orders that a deployment would send now, with their margin and cost. */
export const basketSchema = z
  .object({
    legs: z.array(basketLegSchema),
    marginPaise: z
      .int()
      .nonnegative()
      .meta({ description: "Margin of its largest position at today's prices" }),
    ordersMarginPaise: z.int().nonnegative().meta({ description: "Margin of these orders" }),
    chargesPaise: z.int().nonnegative().meta({ description: "Charges of these orders" }),
    roundTripChargesPaise: z.int().nonnegative().optional().meta({
      description: "Charges of these orders and of the orders that would close them now",
    }),
    availablePaise: z.int(),
    note: z.string().nullable(),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "Basket" });
export type Basket = z.infer<typeof basketSchema>;

/** Effect of an action on a deployment: the orders that it would cancel and send. */
export const previewSchema = z
  .object({
    verb: z.enum(TRADER_ACTIONS),
    cancels: z.array(orderSchema),
    sends: z.array(basketLegSchema),
    chargesPaise: z.int().nonnegative().optional().meta({ description: "Charges of the orders to be sent" }),
  })
  .meta({ id: "ActionPreview" });
export type ActionPreview = z.infer<typeof previewSchema>;

export const killSwitchSchema = z
  .object({
    isActive: z.boolean(),
    since: z.iso.datetime().nullable(),
    liftableFrom: z.iso
      .datetime()
      .nullable()
      .meta({ description: "The earliest time at which it can be lifted" }),
  })
  .meta({ id: "KillSwitch" });
export type KillSwitch = z.infer<typeof killSwitchSchema>;
export const killSwitchChangeSchema = z.strictObject({
  killSwitchStatus: z.enum(["ACTIVATE", "DEACTIVATE"]),
});

export const fundsSchema = z
  .object({
    balancePaise: z.int(),
    blockedPaise: z.int().nonnegative(),
    availablePaise: z.int(),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "Funds" });
export type Funds = z.infer<typeof fundsSchema>;

export const riskAcknowledgementSchema = z
  .object({ version: z.string().nullable(), at: z.iso.datetime().nullable() })
  .meta({ id: "RiskAcknowledgement" });
export type RiskAcknowledgement = z.infer<typeof riskAcknowledgementSchema>;
export const newRiskAcknowledgementSchema = z.strictObject({ version: z.string().min(1).max(20) });

/** Differences between the deployed version of an algo and its new version. */
export const versionDifferenceSchema = z
  .object({
    from: versionText,
    to: versionText,
    changes: z.array(z.object({ what: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
  })
  .meta({ id: "VersionDifference" });
export type VersionDifference = z.infer<typeof versionDifferenceSchema>;
