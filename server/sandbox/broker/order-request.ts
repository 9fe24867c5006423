// Order requests to the broker.
import type { Order, OrderType } from "../../../app/contract/base-api/order.ts";
import type { OrderFault } from "../../../app/contract/trading-api/faults.ts";
import type { RejectCause } from "../../../app/contract/trading-api/vocabulary.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { OrderRow } from "./order-rows.ts";

export type PlaceRequest = Pick<
  Order,
  "deploymentId" | "side" | "product" | "quantity" | "validity" | "intent" | "correlationId"
> & {
  clientId: string;
  account: string;
  leg: string | null;
  instrument: MarketInstrument;
  /** Null for a market order, which becomes a limit order with price protection. */
  limitPaise: number | null;
  /** Trigger price. The order is sent once this price has traded. */
  triggerPaise?: number | null;
  /** The order is rejected if the deployment's margin would exceed this amount; null for no limit. */
  capPaise: number | null;
  /** Order id that was assigned in advance, if the client has already received it. */
  id?: string;
  /** Fields that only the trading API sets. */
  api?: {
    type: OrderType;
    triggerPaise: number | null;
    isAfterMarket: boolean;
    /** Fault to simulate. */
    fault: OrderFault | null;
    document: string;
  };
};

/** A new or changed order, as the broker checks it before acceptance. */
export type OrderToCheck = PlaceRequest & {
  /** The existing order if it is changed or released. Its reserved funds do not count against it. */
  changed?: OrderRow;
  isAfterMarket?: boolean;
};

/** New terms for an open order. */
export type OrderTerms = Pick<Order, "quantity" | "type" | "validity"> &
  Required<Pick<PlaceRequest, "limitPaise" | "triggerPaise">> &
  Pick<NonNullable<PlaceRequest["api"]>, "fault" | "document">;

/** Reason of a rejection: a code, and a sentence for the client. */
export type Rejection = { cause: RejectCause; text: string };

/** Returns an existing order with new terms, in the form that the broker's checks require. */
export function buildOrderToCheck(
  row: OrderRow,
  instrument: MarketInstrument,
  terms: Pick<OrderTerms, "quantity" | "limitPaise" | "triggerPaise">,
): OrderToCheck {
  return {
    clientId: row.client_id,
    account: row.account,
    deploymentId: row.deployment_id,
    leg: row.leg,
    instrument,
    side: row.side,
    product: row.product,
    quantity: terms.quantity,
    limitPaise: terms.limitPaise,
    triggerPaise: terms.triggerPaise,
    validity: row.validity,
    intent: row.intent,
    correlationId: row.correlation_id,
    capPaise: null,
    changed: row,
    isAfterMarket: row.is_after_market === 1,
  };
}

/** Returns why a changed order cannot have this total quantity; null if it can. */
export const filledFault = ({ filled }: OrderRow, quantity: number): string | null =>
  quantity > filled
    ? null
    : `The quantity must be the total quantity of the order and more than the ${filled} that are filled.`;
