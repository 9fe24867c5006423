// What open option legs of one underlying and one expiry come to at that expiry, by the underlying's price. Pure; prices are rupees, results
// rupees before charges. Sums are exact at the corners, since each leg is a straight line between strikes.

export type PayoffLeg = {
  strike: number;
  side: "CALL" | "PUT";
  /** Below zero: sold. */
  quantity: number;
  /** Average price of the position. */
  average: number;
};

export type Payoff = {
  /** Price of the underlying and the result there: the ends of the drawing and every strike. */
  points: { price: number; result: number }[];
  /** Null: it has no limit. */
  most: { loss: number | null; gain: number | null };
  /** Prices of the underlying at which nothing is made or lost, lowest first. */
  breakEvens: number[];
};

/** Drawn on each side of the outermost strike and the present price, as a share of the price. */
const MARGIN = 0.03;

export function resultAt(legs: readonly PayoffLeg[], price: number): number {
  return legs.reduce((sum, { strike, side, quantity, average }) => {
    const worth = Math.max(0, side === "CALL" ? price - strike : strike - price);
    return sum + quantity * (worth - average);
  }, 0);
}

/** Null without legs. `spot` is the present price of the underlying. */
export function payoffOf(legs: readonly PayoffLeg[], spot: number): Payoff | null {
  if (legs.length === 0) return null;
  const strikes = [...new Set(legs.map(({ strike }) => strike))].sort((a, b) => a - b);
  const prices = [...strikes, spot];
  const [low, high] = [Math.min(...prices) * (1 - MARGIN), Math.max(...prices) * (1 + MARGIN)];
  const points = [low, ...strikes, high].map((price) => ({ price, result: resultAt(legs, price) }));
  // Above the highest strike only calls change; a share cannot fall below zero.
  const slopeAbove = legs.reduce((sum, { side, quantity }) => sum + (side === "CALL" ? quantity : 0), 0);
  const corners = [0, ...strikes].map((price) => resultAt(legs, price));
  return {
    points,
    most: {
      loss: slopeAbove < 0 ? null : Math.min(...corners),
      gain: slopeAbove > 0 ? null : Math.max(...corners),
    },
    breakEvens: crossings(points),
  };
}

function crossings(points: Payoff["points"]): number[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (before === undefined || before.result * point.result >= 0) return [];
    const share = -before.result / (point.result - before.result);
    return [before.price + share * (point.price - before.price)];
  });
}
