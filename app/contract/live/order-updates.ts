// Address and messages of the order socket between the relay and a signed-in browser: JSON arrays in text frames. A
// message contains only the fields that a notification shows; the page reloads the full order from the server.
import type { Order, OrderStatus } from "../base-api/order.ts";

export const ORDERS_PATH = "/orders";
export const ORDERS_SUBPROTOCOL = "orders.v1";

/** Fields of a changed order that the browser's notification shows. */
export type OrderChange = Pick<
  Order,
  "id" | "symbol" | "side" | "quantity" | "averagePaise" | "status" | "reason"
> & { filled: Order["filledQuantity"] };

export type OrdersServerMessage =
  /**
   * First frame: id of the sequence numbering, the client's latest sequence number, and the end of the session in epoch
   * ms.
   */
  | ["h", epoch: string, sequence: number, endsAt: number]
  | ["o", sequence: number, OrderChange]
  /** Changes before this number may have been lost, so the browser must reload the list of orders. */
  | ["r", sequence: number]
  /** `isUp` is 1 while the provider's order socket is open. */
  | ["u", isUp: 0 | 1];

/**
 * First message of the browser: id of the sequence numbering, and the last sequence number that the browser received.
 * Initially empty and 0.
 */
export type OrdersClientMessage = ["s", epoch: string, sequence: number];

export const ORDER_STATUS_LABELS: Record<OrderStatus, string> = {
  TRANSIT: "In transit",
  PENDING: "Pending",
  PART_TRADED: "Partly filled",
  TRADED: "Filled",
  REJECTED: "Rejected",
  CANCELLED: "Cancelled",
  EXPIRED: "Expired",
};
