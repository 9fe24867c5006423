// Order faults that the sandbox simulates on request. The fault is stored in the order's document.
import type { OrderFault } from "../../../app/contract/trading-api/faults.ts";
import { REJECT_CAUSES } from "../../../app/contract/trading-api/vocabulary.ts";
import type { Book } from "../exchange/market-depth.ts";
import type { Rejection } from "./order-request.ts";
import type { OrderRow } from "./order-rows.ts";

export function readOrderFault({ api }: Pick<OrderRow, "api">): OrderFault | null {
  return api?.includes('"fault":{') ? (JSON.parse(api) as { fault: OrderFault }).fault : null;
}

/** Returns the rejection of an order with a `reject` fault, otherwise null. */
export function injectedRejection(fault: OrderFault | null): Rejection | null {
  return fault?.kind === "reject"
    ? { cause: fault.cause, text: `${REJECT_CAUSES[fault.cause]} The sandbox rejects this order on purpose.` }
    : null;
}

/**
 * Returns the quantity that a simulated partial fill still has to fill, in whole lots. A partial fill never reaches the
 * order's quantity.
 */
export function partialFillUnits(
  row: Pick<OrderRow, "quantity" | "filled">,
  requestedQuantity: number | null,
  lotSize: number,
): number {
  const inLots = (units: number) => Math.floor(units / lotSize) * lotSize;
  const part = Math.min(inLots(requestedQuantity ?? row.quantity / 2), row.quantity - lotSize);
  return Math.max(0, part - row.filled);
}

/**
 * Returns the price of a fill that ignores the market depth: the better of the best opposite price and the order's
 * limit.
 */
export function priceWithoutDepth(row: Pick<OrderRow, "side" | "price_paise">, { bids, asks }: Book): number {
  const best = (row.side === "BUY" ? asks : bids)[0]?.pricePaise ?? row.price_paise;
  return row.side === "BUY" ? Math.min(best, row.price_paise) : Math.max(best, row.price_paise);
}
