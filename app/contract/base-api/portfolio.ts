// A client's account: totals, P&L by day, positions, orders, statements by financial year, and the event log. Sums are
// whole paise, times are ISO, days are in IST. Unknown values are null, never zero.
import { z } from "zod";
import { ACTORS } from "../../domain/deployment-states.ts";
import { DEPLOYMENT_MODES, deploymentTermsSchema, guardsSchema, MULTIPLIER_MAX } from "./deployment.ts";
import { pageSize } from "./operation.ts";
import { ORDER_PRODUCTS, ORDER_SIDES, type Order, orderSchema, positionSchema } from "./order.ts";

const paise = z.int();
const unknownPaise = paise.nullable();

export const totalsSchema = z
  .object({
    todayPaise: unknownPaise.meta({
      description: "Today's P&L, net of charges and fees; null without a price",
    }),
    realisedTodayPaise: paise.meta({
      description: "P&L of positions closed today, net of today's charges and fees",
    }),
    unrealisedPaise: unknownPaise.meta({ description: "P&L of open positions against their average price" }),
    totalPaise: unknownPaise.meta({ description: "Net P&L since the first trade" }),
    chargesTodayPaise: paise.nonnegative(),
    tradesToday: z.int().nonnegative(),
    running: z.int().nonnegative().meta({ description: "Algos that are active, paused or closing" }),
    availablePaise: paise.meta({ description: "Available margin" }),
    usedPaise: paise
      .nonnegative()
      .meta({ description: "Used margin: positions, pending orders, deliveries" }),
  })
  .meta({ id: "PortfolioTotals" });
export type Totals = z.infer<typeof totalsSchema>;

/** A point of the P&L curve: time in epoch ms, and the result in paise. */
export const pnlPointSchema = z.tuple([z.int().positive(), paise]);

export const portfolioSchema = z
  .object({
    asOf: z.iso.datetime(),
    live: totalsSchema,
    paper: totalsSchema,
    days: z
      .array(z.object({ day: z.iso.date(), livePaise: paise.nullable(), paperPaise: paise.nullable() }))
      .meta({
        description: "P&L by day, oldest first, today last; null without an algo of that mode",
      }),
    today: z
      .object({ live: z.array(pnlPointSchema), paper: z.array(pnlPointSchema) })
      .meta({ description: "Today's P&L minute by minute" }),
    curves: z
      .array(z.object({ deploymentId: z.uuid(), points: z.array(pnlPointSchema).max(200) }))
      .meta({ description: "Net P&L of each deployment since its start, thinned" }),
  })
  .meta({ id: "Portfolio" });
export type Portfolio = z.infer<typeof portfolioSchema>;

/** Id of a position: `own` or the id of the deployment that holds it, then instrument and product. */
export const positionRefSchema = z.string().regex(/^(?:own|[0-9a-f-]{36}):[A-Z_]+:\w{1,20}:[A-Z]+$/);

export const heldPositionSchema = positionSchema
  .extend({
    ref: positionRefSchema,
    product: z.enum(ORDER_PRODUCTS),
    mode: z.enum(DEPLOYMENT_MODES),
    deploymentId: z.uuid().nullable(),
    strategyName: z.string().nullable(),
    heldBy: z.enum(["algo", "handed_over", "own"]).meta({
      description:
        "algo: a running algo manages it; handed_over: it was left by an ended algo; own: the client's orders",
    }),
    realisedTodayPaise: paise,
    marginPaise: paise
      .nonnegative()
      .meta({ description: "Margin of the position alone; hedges lower the sum" }),
    lotSize: z.int().positive(),
    pendingExitQuantity: z.int().nonnegative().optional().meta({
      description:
        "Units in pending orders of the client that close the position. Omitted if the provider does not count them",
    }),
  })
  .meta({ id: "HeldPosition" });
export type HeldPosition = z.infer<typeof heldPositionSchema>;
export const heldPositionsSchema = z
  .object({ items: z.array(heldPositionSchema), asOf: z.iso.datetime() })
  .meta({ id: "HeldPositions" });

/** An order that a client places for a position. `ref` is the position's id. */
export const newOrderSchema = z.strictObject({
  ref: positionRefSchema,
  side: orderSchema.shape.side,
  quantity: orderSchema.shape.quantity.max(1_000_000),
  pricePaise: z
    .int()
    .positive()
    .max(100_000_000_00)
    .nullable()
    .meta({ description: "Limit price; null: at market" }),
});
export type NewOrder = Pick<Order, "side" | "quantity"> & {
  ref: string;
  /** Null for a market order. */
  pricePaise: number | null;
};

export const chargeLinesSchema = z
  .object({
    brokeragePaise: paise.nonnegative(),
    transactionTaxPaise: paise.nonnegative(),
    exchangePaise: paise.nonnegative(),
    regulatorPaise: paise.nonnegative(),
    stampDutyPaise: paise.nonnegative(),
    depositoryPaise: paise.nonnegative(),
    gstPaise: paise.nonnegative(),
    totalPaise: paise.nonnegative(),
  })
  .meta({ id: "ChargeLines" });
export type ChargeLines = z.infer<typeof chargeLinesSchema>;

export const orderPreviewSchema = z
  .object({
    symbol: z.string(),
    side: z.enum(ORDER_SIDES),
    quantity: z.int().positive(),
    pricePaise: paise
      .positive()
      .meta({ description: "The limit price, or the price limit of a market order" }),
    lastPaise: paise.nonnegative().nullable(),
    marginPaise: paise.meta({ description: "Additional margin; negative if margin is released" }),
    availablePaise: paise,
    shortfallPaise: paise.nonnegative(),
    charges: chargeLinesSchema,
    refusal: z
      .string()
      .nullable()
      .meta({ description: "Reason why it would be rejected now; null: it would be accepted" }),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "OrderPreview" });
export type OrderPreview = z.infer<typeof orderPreviewSchema>;

export const sentOrdersSchema = z.object({ items: z.array(orderSchema) }).meta({ id: "SentOrders" });
export const squareOffSchema = z.strictObject({ refs: z.array(positionRefSchema).min(1).max(100) });

export const statementQuerySchema = z.object({
  year: z
    .string()
    .regex(/^20\d{2}-\d{2}$/, 'a financial year such as "2026-27"')
    .refine((year) => Number(year.slice(5)) === (Number(year.slice(0, 4)) + 1) % 100, {
      error: "the second year must follow the first",
    })
    .optional(),
});
const statementLineSchema = z.object({
  name: z.string(),
  deploymentId: z.uuid().nullable(),
  trades: z.int().nonnegative(),
  realisedPaise: paise.meta({ description: "Realised P&L before charges, average cost" }),
  chargesPaise: paise.nonnegative(),
  feesPaise: paise.nonnegative(),
  netPaise: paise,
});
export const statementSchema = z
  .object({
    year: z.string(),
    years: z.array(z.string()).meta({
      description:
        "The current financial year and all from the first live trade or fee to the last, newest first",
    }),
    from: z.iso.date(),
    to: z.iso.date(),
    trades: z.int().nonnegative(),
    turnoverPaise: paise.nonnegative(),
    realisedPaise: paise,
    charges: chargeLinesSchema.extend({
      otherPaise: paise
        .nonnegative()
        .meta({ description: "Charges of settlements that are not split by line" }),
    }),
    feesPaise: paise.nonnegative(),
    netPaise: paise,
    items: z.array(statementLineSchema),
    months: z.array(
      z.object({
        month: z.string(),
        realisedPaise: paise,
        chargesPaise: paise,
        feesPaise: paise,
        netPaise: paise,
      }),
    ),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "Statement" });
export type Statement = z.infer<typeof statementSchema>;
export type StatementQuery = z.infer<typeof statementQuerySchema>;

/** Kinds of account events. Clients choose their notifications by kind. */
export const EVENT_CLASSES = ["order", "reject", "limit", "manager", "state"] as const;
export type EventClass = (typeof EVENT_CLASSES)[number];

export const accountEventSchema = z.object({
  id: z.string().max(60),
  at: z.iso.datetime(),
  class: z.enum(EVENT_CLASSES),
  mode: z.enum(DEPLOYMENT_MODES),
  deploymentId: z.uuid().nullable(),
  strategyName: z.string().nullable(),
  what: z.string().meta({ description: "An order status or a deployment event" }),
  by: z.enum(ACTORS).nullable(),
  order: z
    .object({
      id: z.string(),
      side: z.enum(ORDER_SIDES),
      quantity: z.int().positive(),
      filled: z.int().nonnegative(),
      symbol: z.string(),
      averagePaise: z.number().nullable(),
    })
    .nullable(),
  reason: z.string().nullable(),
});
export type AccountEvent = z.infer<typeof accountEventSchema>;
export const eventsQuerySchema = z.object({
  deployment: z.uuid().optional(),
  mode: z.enum(DEPLOYMENT_MODES).optional(),
  class: z.enum(EVENT_CLASSES).optional(),
  before: z
    .string()
    .regex(/^\d{1,16}\.[od]\d{1,24}$/, "a cursor from an earlier response")
    .optional(),
  limit: pageSize,
});
export const accountEventsSchema = z
  .object({
    items: z.array(accountEventSchema).meta({ description: "Newest first" }),
    nextCursor: z.string().nullable(),
    asOf: z.iso.datetime(),
  })
  .meta({ id: "AccountEvents" });
export type AccountEvents = z.infer<typeof accountEventsSchema>;

/** New terms of a running deployment, with the consent text. */
export const termsChangeSchema = z.strictObject({
  multiplier: z.int().positive().max(MULTIPLIER_MAX),
  guards: guardsSchema,
  consent: z.strictObject({ text: z.string().min(1).max(12_000), textVersion: z.string().min(1).max(20) }),
});
export type TermsChange = z.infer<typeof termsChangeSchema>;

/** Terms of a planned deployment. The client requests their current margin and cost. */
export const basketRequestSchema = z.strictObject({
  strategyId: z.string().max(80),
  version: z.string().max(10),
  terms: deploymentTermsSchema,
});
export type BasketRequest = z.infer<typeof basketRequestSchema>;
