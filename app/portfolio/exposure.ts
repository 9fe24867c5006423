// Total of the positions at their last prices.
import type { HeldPosition } from "../wire/portfolio.ts";

export type Exposure = {
  /** Quantity times last price of long positions, in paise; an option counts with its premium. */
  longPaise: number;
  /** The same of short positions, as a positive sum. */
  shortPaise: number;
  /** Unrealised P&L; null if one of them is unknown. */
  openPaise: number | null;
  /** Positions without a last price, which are in neither sum. */
  unpriced: number;
};

export function exposureOf(
  positions: readonly Pick<HeldPosition, "quantity" | "lastPaise" | "openResultPaise">[],
): Exposure {
  const sum: Exposure = { longPaise: 0, shortPaise: 0, openPaise: 0, unpriced: 0 };
  for (const { quantity, lastPaise, openResultPaise } of positions) {
    sum.openPaise =
      sum.openPaise === null || openResultPaise === null ? null : sum.openPaise + openResultPaise;
    if (lastPaise === null) sum.unpriced += 1;
    else if (quantity > 0) sum.longPaise += quantity * lastPaise;
    else sum.shortPaise -= quantity * lastPaise;
  }
  return sum;
}
