// Prices of one expiry's options in whole ticks, free of arbitrage even after rounding. Rounding each price separately
// would break convexity in the wings. Instead the differences between adjacent strikes are rounded, from the wing
// inwards. Rounded differences keep their order, so their sums are monotone and convex in the strike.
import { normalCumulative } from "./option-pricing.ts";
import { type Smile, varianceAt } from "./volatility-surface.ts";

/** Strikes on each side of the middle that are summed from the wing. Strikes further out are added outwards. */
export const LADDER_EACH_WAY = 26;
export const LADDER_STRIKES = 2 * LADDER_EACH_WAY + 1;
/** A price beyond this many standard deviations is zero. */
const NOTHING_BEYOND = 8;

/** Pricing parameters of one expiry at one minute. */
export type Slice = {
  /** Ratio of forward to spot. */
  carry: number;
  discount: number;
  smile: Smile;
  /** Trading time to expiry, years. */
  years: number;
};

export type StrikeGrid = {
  stepRupees: number;
  /** Middle strike of the ladder, in strike steps. */
  middle: number;
  tickRupees: number;
};

/** Discounted call price in rupees, unrounded. */
export function callPrice({ carry, discount, smile }: Slice, spot: number, strike: number): number {
  const forward = spot * carry;
  const k = Math.log(strike / forward);
  const x = smile.phi * k;
  const { correlation } = smile;
  const root = Math.sqrt((x + correlation) * (x + correlation) + 1 - correlation * correlation);
  const deviation = Math.sqrt((smile.theta / 2) * (1 + correlation * x + root));
  const d1 = deviation / 2 - k / deviation;
  if (d1 < -NOTHING_BEYOND) return 0;
  return discount * (forward * normalCumulative(d1) - strike * normalCumulative(d1 - deviation));
}

export function putPrice(slice: Slice, spot: number, strike: number): number {
  return Math.max(0, callPrice(slice, spot, strike) - slice.discount * (spot * slice.carry - strike));
}

/** Delta of the call, as in `greeksOf` at the strike's volatility; the put's is one less. */
export function callDelta({ carry, smile, years }: Slice, spot: number, strike: number): number {
  const variance = varianceAt(smile, Math.log(strike / (spot * carry))) / years;
  const volatility = Math.sqrt(variance);
  // Interest accrues over calendar time, variance over trading time.
  const rate = Math.log(carry) / years;
  const d1 =
    (Math.log(spot / strike) + (rate + (volatility * volatility) / 2) * years) /
    (volatility * Math.sqrt(years));
  return normalCumulative(d1);
}

/** Ticks of every call and put of the ladder: calls first, lowest strike first. */
export function ladder(slice: Slice, spot: number, grid: StrikeGrid, into: Int32Array): void {
  const { stepRupees, middle, tickRupees } = grid;
  const bottom = middle - LADDER_EACH_WAY;
  const forward = slice.discount * slice.carry * spot;
  let above = 0;
  let ticks = 0;
  for (let place = LADDER_STRIKES - 1; place >= 0; place -= 1) {
    const strike = (bottom + place) * stepRupees;
    const call = strike <= 0 ? forward : callPrice(slice, spot, strike);
    ticks += Math.round((call - above) / tickRupees);
    above = call;
    into[place] = Math.max(1, ticks);
    prices[place] = Math.max(0, call - forward + slice.discount * strike);
  }
  let below = 0;
  ticks = 0;
  for (let place = 0; place < LADDER_STRIKES; place += 1) {
    const put = prices[place] ?? 0;
    ticks += Math.round((put - below) / tickRupees);
    below = put;
    into[LADDER_STRIKES + place] = Math.max(1, ticks);
  }
}
const prices = new Float64Array(LADDER_STRIKES);

/**
 * Fills one side of a ladder up to a column, with ticks plus one, because zero marks a price that is not computed yet.
 * `row` is the ladder's offset in `ticks`. The prices equal those of `ladder`: beyond the first strike worth less than
 * half a tick every difference rounds to zero, so the sum starts there.
 */
export function ladderUpTo(
  slice: Slice,
  spot: number,
  { stepRupees, middle, tickRupees }: StrikeGrid,
  column: number,
  ticks: Int32Array,
  row: number,
): void {
  const isCall = column < LADDER_STRIKES;
  const inwards = isCall ? -1 : 1;
  // Puts start at the lowest positive strike.
  const wing = isCall ? LADDER_STRIKES - 1 : LADDER_STRIKES + Math.max(0, LADDER_EACH_WAY + 1 - middle);
  const first = middle - LADDER_EACH_WAY - (isCall ? 0 : LADDER_STRIKES);
  let place = column;
  for (;;) {
    const strike = (first + place) * stepRupees;
    const price = isCall ? callPrice(slice, spot, strike) : putPrice(slice, spot, strike);
    worth[place] = price;
    if (price < tickRupees / 2) {
      ticks[row + place] = 1;
      break;
    }
    if (place === wing) {
      ticks[row + place] = Math.round(price / tickRupees) + 1;
      break;
    }
    if (place !== column && ticks[row + place] !== 0) break;
    place -= inwards;
  }
  let sum = ticks[row + place] ?? 1;
  let before = worth[place] ?? 0;
  while (place !== column) {
    place += inwards;
    const next = worth[place] ?? 0;
    sum += Math.round((next - before) / tickRupees);
    before = next;
    ticks[row + place] = sum;
  }
}
const worth = new Float64Array(2 * LADDER_STRIKES);

/** Ticks of one option. Within the ladder they equal the ladder's; beyond its ends the outward steps are added. */
export function ladderTicks(
  slice: Slice,
  spot: number,
  grid: StrikeGrid,
  side: "CE" | "PE",
  steps: number,
): number {
  const { stepRupees, middle, tickRupees } = grid;
  const price = side === "CE" ? callPrice : putPrice;
  const outer = side === "CE" ? middle + LADDER_EACH_WAY : Math.max(1, middle - LADDER_EACH_WAY);
  const inwards = side === "CE" ? -1 : 1;
  let before = price(slice, spot, outer * stepRupees);
  let ticks = Math.round(before / tickRupees);
  const isBeyond = (steps - outer) * inwards < 0;
  const direction = isBeyond ? -inwards : inwards;
  for (let at = outer; at !== steps; ) {
    at += direction;
    const next = price(slice, spot, at * stepRupees);
    ticks += isBeyond ? -Math.round((before - next) / tickRupees) : Math.round((next - before) / tickRupees);
    before = next;
    if (isBeyond && ticks <= 1) return 1;
  }
  return Math.max(1, ticks);
}
