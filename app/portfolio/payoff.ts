// Payoff of open option legs on one underlying and expiry, by the underlying's price at expiry. Pure. Prices are
// rupees, results rupees before charges. The payoff is piecewise linear, so values at the strikes are exact.

export type PayoffLeg = {
  strike: number;
  side: "CALL" | "PUT";
  /** Quantity in units. Negative for a sold leg. */
  quantity: number;
  /** Average price at which the position was opened. */
  average: number;
};

export type Payoff = {
  /** Results at prices of the underlying: at both ends of the chart and at every strike. */
  points: { price: number; result: number }[];
  /** Largest loss and gain. Null if unlimited. */
  most: { loss: number | null; gain: number | null };
  /** Prices of the underlying at which the result is zero, lowest first. */
  breakEvens: number[];
};

/** Margin of the chart beyond the outermost strike or the current price, as a fraction of the current price. */
const MARGIN = 0.03;

export function computeResult(legs: readonly PayoffLeg[], price: number): number {
  return legs.reduce((sum, { strike, side, quantity, average }) => {
    const worth = Math.max(0, side === "CALL" ? price - strike : strike - price);
    return sum + quantity * (worth - average);
  }, 0);
}

/** Computes the payoff. Null if there are no legs. `spot` is the current price of the underlying. */
export function computePayoff(legs: readonly PayoffLeg[], spot: number): Payoff | null {
  if (legs.length === 0) return null;
  const strikes = [...new Set(legs.map(({ strike }) => strike))].sort((a, b) => a - b);
  const prices = [...strikes, spot];
  const [low, high] = [Math.min(...prices) * (1 - MARGIN), Math.max(...prices) * (1 + MARGIN)];
  const points = [low, ...strikes, high].map((price) => ({ price, result: computeResult(legs, price) }));
  // Above the highest strike only calls change in value, so only their quantities decide whether loss or gain is
  // unlimited.
  const slopeAbove = legs.reduce((sum, { side, quantity }) => sum + (side === "CALL" ? quantity : 0), 0);
  const corners = [0, ...strikes].map((price) => computeResult(legs, price));
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
