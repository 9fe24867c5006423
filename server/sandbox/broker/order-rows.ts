// Orders and trades as rows of the store and as API objects.

import { isFinal, type Order, type OrderStatus, type Trade } from "../../../app/contract/base-api/order.ts";
import type { RejectCause } from "../../../app/contract/trading-api/vocabulary.ts";
import { splitInstrumentKey } from "../../../app/domain/instrument-key.ts";

export type OrderRow = {
  id: string;
  client_id: string;
  account: string;
  deployment_id: string | null;
  leg: string | null;
  instrument: string;
  symbol: string;
  side: Order["side"];
  product: Order["product"];
  type: Order["type"];
  validity: Order["validity"];
  quantity: number;
  filled: number;
  value_paise: number;
  price_paise: number;
  charges_paise: number;
  status: OrderStatus;
  reason: string | null;
  /** Set only for REJECTED orders; null for rejections before causes were stored. */
  reject_cause: RejectCause | null;
  intent: string | null;
  correlation_id: string | null;
  /** The order waits until this price has traded. Null for an order without a trigger price, and after the trigger. */
  trigger_paise: number | null;
  /** 0: normal order. 1: waits for the market to open. 2: was sent at the open. */
  is_after_market: 0 | 1 | 2;
  modifications: number;
  /** Data of the trading API, as JSON; null for orders of algos. */
  api: string | null;
  created_at: number;
  updated_at: number;
};

/** Fields of an order that is booked as already filled, without the market. */
export type BookedOrder = Pick<
  OrderRow,
  | "client_id"
  | "account"
  | "deployment_id"
  | "leg"
  | "instrument"
  | "symbol"
  | "side"
  | "product"
  | "quantity"
  | "price_paise"
  | "intent"
>;

export type TradeRow = Omit<BookedOrder, "intent"> &
  Pick<OrderRow, "charges_paise"> & { number: number; order_id: string; at: number };

/** Columns of an order without the fields that only the trading API sets. */
export const PLAIN_ORDER = {
  reject_cause: null,
  trigger_paise: null,
  is_after_market: 0,
  modifications: 0,
  api: null,
} as const;

export function isOpen(row: Pick<OrderRow, "status">): boolean {
  return !isFinal(row.status);
}

export function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    correlationId: row.correlation_id,
    ...splitInstrumentKey(row.instrument),
    symbol: row.symbol,
    side: row.side,
    product: row.product,
    type: row.type,
    validity: row.validity,
    quantity: row.quantity,
    filledQuantity: row.filled,
    pricePaise: row.price_paise,
    averagePaise: row.filled === 0 ? null : row.value_paise / row.filled,
    chargesPaise: row.charges_paise,
    status: row.status,
    reason: row.reason,
    intent: row.intent,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export function toTrade(row: TradeRow): Trade {
  return {
    id: String(row.number),
    orderId: row.order_id,
    deploymentId: row.deployment_id,
    ...splitInstrumentKey(row.instrument),
    symbol: row.symbol,
    side: row.side,
    quantity: row.quantity,
    pricePaise: row.price_paise,
    chargesPaise: row.charges_paise,
    at: new Date(row.at).toISOString(),
  };
}
