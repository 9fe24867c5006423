// Address and messages of the order socket between the relay and a signed-in browser: JSON arrays in text frames. A
// change contains only the fields that its notification shows; pages reload the order from the server.
import type { Order, OrderStatus } from "../base-api/order.ts";

export const ORDERS_PATH = "/orders";
export const ORDERS_SUBPROTOCOL = "orders.v1";

/** Fields of a changed order that a notification shows. */
export type OrderChange = Pick<
  Order,
  "id" | "symbol" | "side" | "quantity" | "averagePaise" | "status" | "reason"
> & { filled: Order["filledQuantity"] };

export type OrdersServerMessage =
  /**
   * First frame: epoch of the sequence, the client's latest sequence number, and the end of the session in epoch ms.
   */
  | ["h", epoch: string, sequence: number, endsAt: number]
  | ["o", sequence: number, OrderChange]
  /** Changes before this number may have been lost: reload the list. */
  | ["r", sequence: number]
  /** Whether the provider's order socket is open. */
  | ["u", isUp: 0 | 1];

/**
 * First message of the browser: the last epoch and sequence number that it received. Initially an empty epoch and 0.
 */
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
