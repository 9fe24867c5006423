// What the relay and a signed-in browser say to one another about orders: address, messages. JSON arrays in text
// frames. A change is small; what a page shows of it is read again from the server.
import type { OrderStatus } from "./order.ts";

export const ORDERS_PATH = "/orders";
export const ORDERS_SUBPROTOCOL = "orders.v1";

/** One change of one order, enough to say it in a sentence. */
export type OrderChange = {
  id: string;
  symbol: string;
  side: "BUY" | "SELL";
  quantity: number;
  filled: number;
  averagePaise: number | null;
  status: OrderStatus;
  reason: string | null;
};

export type OrdersServerMessage =
  /** After the greeting: the numbering's name, the client's newest number, when the session ends (epoch ms). */
  | ["h", epoch: string, sequence: number, endsAt: number]
  | ["o", sequence: number, OrderChange]
  /** Something may be missing before this number: reload the list. */
  | ["r", sequence: number]
  /** Whether the provider's socket is open. */
  | ["u", isUp: 0 | 1];

/** The first message: what the browser knows; an empty epoch and 0 for nothing. */
export type OrdersClientMessage = ["s", epoch: string, sequence: number];

export const ORDER_WORDS: Record<OrderStatus, string> = {
  TRANSIT: "On its way",
  PENDING: "Waiting",
  PART_TRADED: "Partly filled",
  TRADED: "Filled",
  REJECTED: "Rejected",
  CANCELLED: "Cancelled",
  EXPIRED: "Expired",
};
