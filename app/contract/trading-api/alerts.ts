// Conditional triggers: a condition on a share or an index, and up to fifteen orders that are sent when it is met.
import { z } from "zod";
import { EXAMPLE_ORDER } from "./examples.ts";
import { tradingOperations } from "./operation.ts";
import { pageQuery } from "./paging.ts";
import {
  API_ORDER_TYPES,
  count,
  dhanClientId,
  exchangeSegment,
  isoDate,
  productType,
  quantity,
  securityId,
  textField,
  transactionType,
  validity,
} from "./vocabulary.ts";

export const COMPARISONS = [
  "TECHNICAL_WITH_VALUE",
  "TECHNICAL_WITH_INDICATOR",
  "TECHNICAL_WITH_CLOSE",
  "PRICE_WITH_VALUE",
] as const;
export const INDICATORS = [
  ...(["SMA", "EMA"] as const).flatMap((kind) =>
    ([5, 10, 20, 50, 100, 200] as const).map((length) => `${kind}_${length}` as const),
  ),
  "BB_UPPER",
  "BB_LOWER",
  "RSI_14",
  "ATR_14",
  "STOCHASTIC",
  "STOCHRSI_14",
  "MACD_26",
  "MACD_12",
  "MACD_HIST",
] as const;
export type Indicator = (typeof INDICATORS)[number];
export const OPERATORS = [
  "CROSSING_UP",
  "CROSSING_DOWN",
  "CROSSING_ANY_SIDE",
  "GREATER_THAN",
  "LESS_THAN",
  "GREATER_THAN_EQUAL",
  "LESS_THAN_EQUAL",
  "EQUAL",
  "NOT_EQUAL",
] as const;
export type AlertOperator = (typeof OPERATORS)[number];
export const TIME_FRAMES = ["DAY", "ONE_MIN", "FIVE_MIN", "FIFTEEN_MIN"] as const;
export type TimeFrame = (typeof TIME_FRAMES)[number];
export const ALERT_STATUSES = ["ACTIVE", "TRIGGERED", "EXPIRED", "CANCELLED"] as const;
export const ALERT_ORDERS_MAX = 15;

/** Prices of an alert's orders are text in the API. A fraction of a paisa is rejected; trailing zeros are accepted. */
const priceText = (description: string) =>
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,2}0{0,2})?$/, "rupees as text with at most two decimals, such as 1650.25")
    .meta({ description, example: "950.00" });
const indicatorName = z.enum(INDICATORS).meta({
  description:
    "The indicator: simple or exponential average of the given number of bars, Bollinger bands of 20 bars and 2 deviations, RSI, ATR and stochastics of 14 bars, MACD of 12, 26 and 9",
  example: "SMA_20",
});

const conditionFields = {
  comparisonType: z.enum(COMPARISONS).meta({
    description:
      "Comparison: an indicator with a number, with another indicator or with the close, or the price with a number",
    example: "PRICE_WITH_VALUE",
  }),
  exchangeSegment: z.enum(["NSE_EQ", "BSE_EQ", "IDX_I"]).meta({
    description: "Segment of the watched instrument: shares and indices only",
    example: "NSE_EQ",
  }),
  securityId: securityId.meta({ description: "Security id of the watched instrument, 1 to 20 digits" }),
  indicatorName: indicatorName.optional().meta({
    description: "The indicator on the left side. Required for TECHNICAL_…, omitted for PRICE_WITH_VALUE",
  }),
  timeFrame: z.enum(TIME_FRAMES).optional().meta({
    description: "Length of the bars that indicators are computed from. If omitted: DAY",
    example: "DAY",
  }),
  operator: z.enum(OPERATORS).meta({
    description:
      "Comparison of the left and the right side. CROSSING_… also requires the opposite at the last check",
    example: "CROSSING_UP",
  }),
  comparingIndicatorName: indicatorName.optional().meta({
    description: "The indicator on the right side. Required for TECHNICAL_WITH_INDICATOR, omitted otherwise",
  }),
  expDate: isoDate.optional().meta({
    description: "Last day of the trigger, YYYY-MM-DD, in IST. If omitted: one year from now, the maximum",
    example: "2027-11-20",
  }),
  frequency: z.literal("ONCE").optional().meta({
    description: "ONCE: it is sent once and ends. If omitted: ONCE",
    example: "ONCE",
  }),
  userNote: z.string().max(200).optional().meta({
    description: "A note of your own, at most 200 characters. If omitted: none",
    example: "Breakout",
  }),
};

export const alertConditionSchema = z
  .strictObject({
    ...conditionFields,
    comparingValue: z.number().min(-1_000_000_000).max(1_000_000_000).optional().meta({
      description:
        "The number on the right side: rupees for a price. Required for …_WITH_VALUE, omitted otherwise",
      example: 1100,
    }),
  })
  .meta({ id: "AlertCondition", description: "Watched instrument and condition" });

export const alertOrderSchema = z
  .strictObject({
    transactionType,
    exchangeSegment,
    productType,
    orderType: z
      .enum(API_ORDER_TYPES)
      .meta({ description: "Type of the order that is sent", example: "LIMIT" }),
    validity,
    securityId,
    quantity,
    price: priceText(
      "Limit price in rupees, as text. Omitted, or 0, for MARKET and STOP_LOSS_MARKET",
    ).optional(),
    discQuantity: z
      .string()
      .regex(/^\d{1,8}$/, "digits")
      .optional()
      .meta({
        description: "Units shown in the market depth, as text. If omitted: all of them",
        example: "0",
      }),
    triggerPrice: priceText(
      "Trigger in rupees, as text. Required for stop orders, omitted otherwise",
    ).optional(),
  })
  .meta({ id: "AlertOrder" });

const orders = z.array(alertOrderSchema).min(1).max(ALERT_ORDERS_MAX).meta({
  description:
    "Orders that are sent together when the condition is met, 1 to 15. They do not depend on each other",
});
const alertId = z
  .string()
  .regex(/^\d{6,24}$/, "the digits that placing returned")
  .meta({
    description: "Id of the trigger as returned by placing, stored as text",
    example: "71261120000001",
  });
const alertStatus = z.enum(ALERT_STATUSES).meta({
  description:
    "ACTIVE while it waits, TRIGGERED once its orders were sent, EXPIRED after expDate, CANCELLED by you",
  example: "ACTIVE",
});

export const placeAlertSchema = z
  .strictObject({ dhanClientId, condition: alertConditionSchema, orders })
  .meta({ id: "PlaceAlert" });
export const modifyAlertSchema = z
  .strictObject({
    dhanClientId,
    alertId: alertId.optional().meta({ description: "The same id as in the path. If omitted: no effect" }),
    condition: alertConditionSchema,
    orders: orders.optional().meta({ description: "The new orders, 1 to 15. If omitted: unchanged" }),
  })
  .meta({ id: "ModifyAlert" });
export type PlaceAlert = z.infer<typeof placeAlertSchema>;
export type ModifyAlert = z.infer<typeof modifyAlertSchema>;
export type AlertCondition = z.infer<typeof alertConditionSchema>;

export const alertResponseSchema = z.object({ alertId, alertStatus }).meta({ id: "AlertAnswer" });
export const alertSchema = z
  .object({
    alertId,
    alertStatus,
    createdTime: textField("When it was placed: ISO 8601 in UTC, with Z", "2026-11-20T04:30:00.000Z"),
    triggeredTime: textField("When its orders were sent", "2026-11-20T05:12:31.000Z").nullable().meta({
      description: "When its orders were sent: ISO 8601 in UTC, with Z. Null if they were not sent",
    }),
    lastPrice: textField(
      "Last price of the watched instrument in rupees, as text; after the trigger, the price at that time",
      "1002.35",
    ),
    condition: z
      .object({
        ...conditionFields,
        comparingValue: textField("The number on the right side, as text", "1100")
          .optional()
          .meta({ description: "The number on the right side, as text. Omitted if there is none" }),
      })
      .meta({ description: "The condition as placed, with defaults for omitted fields" }),
    orders,
    orderCount: count("Number of orders that were sent when the condition was met; 0 before", 0),
  })
  .meta({ id: "Alert" });

const alertPathSchema = z.object({ alertId });
const CONDITION = {
  comparisonType: "PRICE_WITH_VALUE",
  exchangeSegment: "NSE_EQ",
  securityId: "1333",
  operator: "CROSSING_UP",
  comparingValue: "{highPrice}",
  timeFrame: "DAY",
  frequency: "ONCE",
  userNote: "Breakout",
} as const;

export const ALERT_OPERATIONS = tradingOperations("conditional-trigger", {
  placeAlert: {
    method: "post",
    path: "/alerts/orders",
    summary: "Place a conditional trigger",
    purpose:
      "Watches a share or an index and sends the orders when the condition is met. A condition compares the price with a number, or an indicator with a number, another indicator or the close.",
    limit: "order",
    body: placeAlertSchema,
    answer: alertResponseSchema,
    example: { body: { condition: CONDITION, orders: [EXAMPLE_ORDER] } },
  },
  modifyAlert: {
    method: "put",
    path: "/alerts/orders/{alertId}",
    summary: "Replace the condition and the orders",
    purpose: "Replaces the complete condition. Omitted orders do not change. The trigger must be ACTIVE.",
    limit: "order",
    pathParameters: alertPathSchema,
    body: modifyAlertSchema,
    answer: alertResponseSchema,
    example: {
      path: { alertId: "{alertId}" },
      body: {
        condition: { ...CONDITION, comparingValue: "{highPrice}", userNote: "Breakout, changed" },
        orders: [EXAMPLE_ORDER],
      },
    },
  },
  getAlert: {
    path: "/alerts/orders/{alertId}",
    summary: "Read one conditional trigger",
    purpose: "Returns the state, the last price of the watched instrument, the condition and the orders.",
    pathParameters: alertPathSchema,
    answer: alertSchema,
    example: { path: { alertId: "{alertId}" } },
  },
  listAlerts: {
    path: "/alerts/orders",
    summary: "List conditional triggers",
    purpose: "Returns waiting triggers, and all that were placed today.",
    query: pageQuery,
    answer: z.array(alertSchema),
  },
  cancelAlert: {
    method: "delete",
    path: "/alerts/orders/{alertId}",
    summary: "Cancel a conditional trigger",
    purpose: "Ends the trigger; its orders are not sent. The trigger must be ACTIVE.",
    limit: "order",
    pathParameters: alertPathSchema,
    answer: alertResponseSchema,
    example: { path: { alertId: "{alertId}" } },
  },
});
