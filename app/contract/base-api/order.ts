// Orders, trades and positions in the base API. Prices and sums are whole paise; times are ISO. Order types, statuses
// and products have the same values as in the trading API.
import { z } from "zod";
import { EXCHANGE_SEGMENTS, ORDER_STATUSES } from "../../domain/vocabulary.ts";

export const ORDER_SIDES = ["BUY", "SELL"] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];
export const ORDER_PRODUCTS = ["CNC", "INTRADAY", "MARGIN", "MTF"] as const;
export type OrderProduct = (typeof ORDER_PRODUCTS)[number];
export const ORDER_TYPES = ["LIMIT", "MARKET", "STOP_LOSS", "STOP_LOSS_MARKET"] as const;
export type OrderType = (typeof ORDER_TYPES)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** True if an order with this status can no longer change. */
export function isFinal(status: OrderStatus): boolean {
  return status === "TRADED" || status === "REJECTED" || status === "CANCELLED" || status === "EXPIRED";
}

const paise = z.int();
const orderId = z.string().regex(/^\d{6,24}$/);

export const orderSchema = z
  .object({
    id: orderId,
    deploymentId: z.uuid().nullable(),
    correlationId: z.string().max(30).nullable(),
    exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
    securityId: z.string().max(20),
    symbol: z.string().max(80),
    side: z.enum(ORDER_SIDES),
    product: z.enum(ORDER_PRODUCTS),
    type: z.enum(ORDER_TYPES),
    validity: z.enum(["DAY", "IOC"]),
    quantity: z.int().positive(),
    filledQuantity: z.int().nonnegative(),
    pricePaise: paise.nonnegative().meta({ description: "Limit price; 0 for none" }),
    averagePaise: z.number().nonnegative().nullable().meta({ description: "Null until something is filled" }),
    chargesPaise: paise.nonnegative(),
    status: z.enum(ORDER_STATUSES),
    reason: z.string().max(300).nullable().meta({ description: "Reason for the rejection or cancellation" }),
    intent: z.string().max(300).nullable().meta({ description: "The algo's reason for sending it" }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof orderSchema>;

export const tradeSchema = z
  .object({
    id: z.string().max(40),
    orderId,
    deploymentId: z.uuid().nullable(),
    exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
    securityId: z.string().max(20),
    symbol: z.string().max(80),
    side: z.enum(ORDER_SIDES),
    quantity: z.int().positive(),
    pricePaise: paise.positive(),
    chargesPaise: paise.nonnegative(),
    at: z.iso.datetime(),
  })
  .meta({ id: "Trade" });
export type Trade = z.infer<typeof tradeSchema>;

export const positionSchema = z
  .object({
    exchangeSegment: z.enum(EXCHANGE_SEGMENTS),
    securityId: z.string().max(20),
    symbol: z.string().max(80),
    quantity: z.int().meta({ description: "Negative for a sold position" }),
    averagePaise: z.number().nonnegative(),
    lastPaise: paise.nonnegative().nullable(),
    openResultPaise: paise.nullable().meta({ description: "Unrealised P&L; null while there is no price" }),
  })
  .meta({ id: "Position" });
export type Position = z.infer<typeof positionSchema>;

/** A change of an order. `sequence` numbers all order changes of a client without gaps. */
export const orderEventSchema = z
  .object({ sequence: z.int().positive(), order: orderSchema })
  .meta({ id: "OrderEvent" });
export type OrderEvent = z.infer<typeof orderEventSchema>;

export const orderEventsSchema = z
  .object({
    items: z.array(orderEventSchema),
    latest: z.int().nonnegative().meta({ description: "The client's newest sequence number" }),
  })
  .meta({ id: "OrderEvents" });
export type OrderEvents = z.infer<typeof orderEventsSchema>;

export const orderPageSchema = z
  .object({
    items: z.array(orderSchema).meta({ description: "Newest first" }),
    nextCursor: z.string().nullable(),
    latest: z.int().nonnegative().meta({ description: "The client's newest sequence number" }),
  })
  .meta({ id: "OrderPage" });

export const tradePageSchema = z
  .object({
    items: z.array(tradeSchema).meta({ description: "Newest first" }),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "TradePage" });
