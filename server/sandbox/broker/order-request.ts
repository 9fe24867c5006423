// Requests to the broker.
import type { Order, OrderType } from "../../../app/contract/base-api/order.ts";
import type { OrderFault } from "../../../app/contract/trading-api/faults.ts";
import type { RejectCause } from "../../../app/contract/trading-api/vocabulary.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { OrderRow } from "./order-rows.ts";
import type { Position } from "./position.ts";

export type PlaceRequest = Pick<
  Order,
  "deploymentId" | "side" | "product" | "quantity" | "validity" | "intent" | "correlationId"
> & {
  clientId: string;
  account: string;
  leg: string | null;
  instrument: MarketInstrument;
  /** Null for an order at the market, which becomes a limit order with price protection. */
  limitPaise: number | null;
  /** The order is sent once this price has traded. */
  triggerPaise?: number | null;
  /** Limit on the margin of the deployment's own positions. Null for no limit. */
  capPaise: number | null;
  /** Preassigned id, when the client has received it already. */
  id?: string;
  /** Additional fields of the trading API. */
  api?: {
    type: OrderType;
    triggerPaise: number | null;
    isAfterMarket: boolean;
    /** Fault that the sandbox commits on purpose. */
    fault: OrderFault | null;
    document: string;
  };
};

/** A request with its state, as the checks before acceptance need it. */
export type OrderToCheck = PlaceRequest & {
  /** The order to change or release; it does not count as a waiting order. */
  changed?: OrderRow;
  isAfterMarket?: boolean;
};

/** New terms of an open order. */
export type OrderTerms = Pick<Order, "quantity" | "type" | "validity"> &
  Required<Pick<PlaceRequest, "limitPaise" | "triggerPaise">> &
  Pick<NonNullable<PlaceRequest["api"]>, "fault" | "document">;

export type NetPosition = Position;

/** Why an order is rejected: the cause as a code, and a sentence for the client. */
export type Rejection = { cause: RejectCause; text: string };
