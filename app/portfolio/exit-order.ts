// Parses the form that closes a position: the quantity that may be entered, and the order or a message per field.
import type { HeldPosition, NewOrder } from "../contract/base-api/portfolio.ts";
import { parseRupees } from "../domain/parse-rupees.ts";
import { formatCount } from "../format/rupees.ts";
import { exitText as text } from "./books-text.ts";

export type TypedExit = { quantity: string; price: string };
export type ExitFaults = { quantity?: string; price?: string };

/**
 * Returns the number of units that no pending order closes. An order for a running algo's position always closes all
 * units.
 */
export function closableQuantity({ heldBy, quantity, pendingExitQuantity = 0 }: HeldPosition): number {
  const held = Math.abs(quantity);
  return heldBy === "algo" ? held : Math.max(0, held - pendingExitQuantity);
}

export function fullExit(position: HeldPosition): TypedExit {
  return { quantity: String(Math.abs(position.quantity)), price: "" };
}

/**
 * Parses the form into an order, or returns a message per invalid field. Prices are rupees with up to two decimals.
 * Quantities above `most` are invalid.
 */
export function readOrder(
  position: HeldPosition,
  typed: TypedExit,
  most = closableQuantity(position),
): { order: NewOrder } | { faults: ExitFaults } {
  const faults: ExitFaults = {};
  const quantity = Number(typed.quantity.replaceAll(",", ""));
  const isInLots = Number.isInteger(quantity) && quantity >= 1 && quantity % position.lotSize === 0;
  if (!isInLots || quantity > most) faults.quantity = quantityFault(position, isInLots ? quantity : null);
  let pricePaise: number | null = null;
  if (typed.price.trim() !== "") {
    pricePaise = /^\d{1,8}(?:\.\d{1,2})?$/.test(typed.price.replaceAll(",", "").trim())
      ? Math.round(Number(typed.price.replaceAll(",", "")) * 100)
      : parseRupees("");
    if (pricePaise === null || pricePaise < 1) faults.price = text.priceFault;
  }
  if (Object.keys(faults).length > 0) return { faults };
  return { order: { ref: position.ref, side: position.quantity > 0 ? "SELL" : "BUY", quantity, pricePaise } };
}

/** Returns the message for an invalid quantity; `quantity` is null if it is not a whole number of lots. */
function quantityFault(position: HeldPosition, quantity: number | null): string {
  const held = Math.abs(position.quantity);
  const most = closableQuantity(position);
  if (quantity !== null && quantity <= held)
    return text.alreadySent({ pending: formatCount(held - most), most: formatCount(most) });
  return text.quantityFault({
    most: formatCount(most),
    lots: position.lotSize === 1 ? "" : text.inLots(position.lotSize),
  });
}
