// Computes a position from its trades: quantity, cost of the open quantity and realised result. Costs are average costs
// in whole paise. Pure functions.
import type { OrderProduct, OrderSide } from "../../../app/contract/base-api/order.ts";

export type NetPosition = {
  instrument: string;
  symbol: string;
  product: OrderProduct;
  /** Signed quantity; negative for a short position. */
  quantity: number;
  /** Cost of the open quantity; negative for a short position. */
  costPaise: number;
  /** Signed cash flow of all trades before charges: amounts received minus amounts paid. */
  cashPaise: number;
  chargesPaise: number;
  /** Realised result before charges. */
  realisedPaise: number;
  lastAt: number;
  /** Position at the start of the day, and the trades since then. */
  day: DayPart;
};

export type DayPart = {
  quantity: number;
  costPaise: number;
  realisedPaise: number;
  bought: { quantity: number; valuePaise: number };
  sold: { quantity: number; valuePaise: number };
};

export function emptyPosition(instrument: string, symbol: string, product: OrderProduct): NetPosition {
  return {
    instrument,
    symbol,
    product,
    quantity: 0,
    costPaise: 0,
    cashPaise: 0,
    chargesPaise: 0,
    realisedPaise: 0,
    lastAt: 0,
    day: startOfDay(0, 0),
  };
}

export function startOfDay(quantity: number, costPaise: number): DayPart {
  return {
    quantity,
    costPaise,
    realisedPaise: 0,
    bought: { quantity: 0, valuePaise: 0 },
    sold: { quantity: 0, valuePaise: 0 },
  };
}

export function applyTrade(
  position: NetPosition,
  trade: { side: OrderSide; quantity: number; pricePaise: number; chargesPaise: number; at: number },
): void {
  const { side, quantity, pricePaise } = trade;
  const sign = side === "BUY" ? 1 : -1;
  const part = side === "BUY" ? position.day.bought : position.day.sold;
  part.quantity += quantity;
  part.valuePaise += quantity * pricePaise;
  position.cashPaise -= sign * quantity * pricePaise;
  position.chargesPaise += trade.chargesPaise;
  position.lastAt = Math.max(position.lastAt, trade.at);
  const closed = Math.sign(position.quantity) === -sign ? Math.min(quantity, Math.abs(position.quantity)) : 0;
  if (closed > 0) {
    const cost = computeCost(position, closed);
    const realised = -sign * closed * pricePaise - cost;
    position.realisedPaise += realised;
    position.day.realisedPaise += realised;
    position.costPaise -= cost;
  }
  position.costPaise += sign * (quantity - closed) * pricePaise;
  position.quantity += sign * quantity;
}

/** Moves part of a position to another product at cost, without a realised result. `quantity` is positive. */
export function applyTransfer(from: NetPosition, to: NetPosition, quantity: number, at: number): void {
  const cost = computeCost(from, quantity);
  const sign = Math.sign(from.quantity);
  from.quantity -= sign * quantity;
  from.costPaise -= cost;
  const closed = Math.sign(to.quantity) === -sign ? Math.min(quantity, Math.abs(to.quantity)) : 0;
  // If the other product has an opposite position, that position is closed at the cost of the moved quantity.
  if (closed > 0) {
    const offsetCost = computeCost(to, closed);
    const share = closed === quantity ? cost : Math.round((cost * closed) / quantity);
    to.realisedPaise -= offsetCost + share;
    to.day.realisedPaise -= offsetCost + share;
    to.costPaise -= offsetCost;
    to.costPaise += cost - share;
  } else to.costPaise += cost;
  to.quantity += sign * quantity;
  from.lastAt = Math.max(from.lastAt, at);
  to.lastAt = Math.max(to.lastAt, at);
}

/** Returns the signed cost of a part of the open quantity; the parts add up exactly to the total. */
export function computeCost(position: Pick<NetPosition, "quantity" | "costPaise">, quantity: number): number {
  const held = Math.abs(position.quantity);
  return quantity === held ? position.costPaise : Math.round(position.costPaise * (quantity / held));
}
