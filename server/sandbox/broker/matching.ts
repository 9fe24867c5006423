// Fills an order from the market's simulated depth: level by level, within its limit, and never twice from the same
// quantity. Pure except for the record of used quantities.
import type { OrderSide } from "../../../app/contract/base-api/order.ts";
import type { Book } from "../exchange/market-depth.ts";

export type Fill = { quantity: number; pricePaise: number };

/** The quantity that a fill uses at a price level is available again after this time. */
const REFILLED_AFTER_MS = 3_000;

export class UsedDepth {
  readonly #taken = new Map<string, { quantity: number; at: number }>();

  left(key: string, side: OrderSide, pricePaise: number, quantity: number, nowMs: number): number {
    const used = this.#taken.get(`${key} ${side} ${pricePaise}`);
    if (used === undefined || nowMs - used.at >= REFILLED_AFTER_MS) return quantity;
    return Math.max(0, quantity - used.quantity);
  }

  take(key: string, side: OrderSide, pricePaise: number, quantity: number, nowMs: number): void {
    const name = `${key} ${side} ${pricePaise}`;
    const before = this.#taken.get(name);
    const isRecent = before !== undefined && nowMs - before.at < REFILLED_AFTER_MS;
    this.#taken.set(name, { quantity: quantity + (isRecent ? before.quantity : 0), at: nowMs });
    if (this.#taken.size > 10_000)
      for (const [old, { at }] of this.#taken) if (nowMs - at >= REFILLED_AFTER_MS) this.#taken.delete(old);
  }
}

/**
 * Returns fills of up to `quantity` against the other side of the book, at `limitPaise` or better, best price first.
 * Fills are whole lots.
 */
export function matchOrder(
  order: { key: string; side: OrderSide; quantity: number; limitPaise: number; lotSize: number },
  book: Book,
  used: UsedDepth,
  nowMs: number,
): Fill[] {
  const fills: Fill[] = [];
  let remaining = order.quantity;
  const levels = order.side === "BUY" ? book.asks : book.bids;
  for (const level of levels) {
    const isBeyond =
      order.side === "BUY" ? level.pricePaise > order.limitPaise : level.pricePaise < order.limitPaise;
    if (isBeyond || remaining <= 0) break;
    const there = used.left(order.key, order.side, level.pricePaise, level.quantity, nowMs);
    const quantity = Math.min(remaining, Math.floor(there / order.lotSize) * order.lotSize);
    if (quantity <= 0) continue;
    used.take(order.key, order.side, level.pricePaise, quantity, nowMs);
    fills.push({ quantity, pricePaise: level.pricePaise });
    remaining -= quantity;
  }
  return fills;
}

/** A market order of an algo or a square-off is repriced after this time. The interval doubles with each repricing. */
const REPRICED_AFTER_MS = 10_000;
const REPRICINGS_MAX = 12;

/** True if a market order has rested long enough to be repriced. */
export function isDueForRepricing(
  order: { modifications: number; updatedAt: number },
  nowMs: number,
): boolean {
  if (order.modifications >= REPRICINGS_MAX) return false;
  return nowMs - order.updatedAt > REPRICED_AFTER_MS * 2 ** order.modifications;
}

/**
 * Price protection: a market order is filled up to this distance from the best price. The unfilled quantity becomes a
 * limit order.
 */
const PROTECTION_SHARE = { share: 0.01, option: 0.05 } as const;
const PROTECTION_TICKS = { share: 5, option: 20 } as const;

/** Returns the limit price of a market order; null if the opposite side is empty. */
export function protectedLimit(
  side: OrderSide,
  book: Book,
  tickPaise: number,
  kind: "share" | "option",
): number | null {
  const best = (side === "BUY" ? book.asks : book.bids)[0];
  if (best === undefined) return null;
  const distance = Math.max(best.pricePaise * PROTECTION_SHARE[kind], PROTECTION_TICKS[kind] * tickPaise);
  const limit = side === "BUY" ? best.pricePaise + distance : best.pricePaise - distance;
  return Math.max(tickPaise, Math.round(limit / tickPaise) * tickPaise);
}
