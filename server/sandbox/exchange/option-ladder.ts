// Prices of one expiry's options in whole ticks, free of arbitrage even after rounding. Rounding each price separately
// would break convexity in the wings. Instead the differences between adjacent strikes are rounded, from the wing
// inwards. Rounded differences keep their order, so their sums are monotone and convex in the strike.
import { fastNormalCumulative, normalCumulative } from "./option-pricing.ts";
import { computeVariance, type Smile } from "./volatility-surface.ts";

/** Minimum number of strikes on each side of the middle. */
const MIN_STRIKES_EACH_WAY = 26;
/**
 * Reach of a ladder on each side of the middle, as a share of the middle. It covers the listed strikes and a day's
 * movement. `ladderTicks` prices the strikes further out.
 */
const REACH = 0.14;
/** Maximum number of strikes of a ladder, for shared buffers. */
const MAX_STRIKES = 400;
/** Beyond this many standard deviations an option is worth nothing, or no more than its intrinsic value. */
const MAX_DEVIATIONS = 5;

/** Pricing parameters of one expiry at one minute. */
export type ExpirySlice = {
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
  /** Number of strikes on each side of the middle. */
  eachWay: number;
  tickRupees: number;
  /** Natural logarithm of each strike of the ladder, lowest first. */
  logStrikes: Float64Array;
};

/** Returns a grid around the underlying's last close. */
export function strikeGrid(closeRupees: number, stepRupees: number, tickRupees: number): StrikeGrid {
  const middle = Math.round(closeRupees / stepRupees);
  const strikesInReach = Math.max(MIN_STRIKES_EACH_WAY, Math.ceil(middle * REACH));
  const eachWay = Math.min(Math.floor((MAX_STRIKES - 1) / 2), strikesInReach);
  const strikes = countStrikes({ eachWay });
  const logStrikes = Float64Array.from({ length: strikes }, (_, place) =>
    Math.log((middle - eachWay + place) * stepRupees),
  );
  return { stepRupees, middle, eachWay, tickRupees, logStrikes };
}

/** Returns the number of strikes of a ladder. */
export function countStrikes({ eachWay }: Pick<StrikeGrid, "eachWay">): number {
  return 2 * eachWay + 1;
}

/** Returns the discounted call price in rupees, unrounded. */
export function callPrice(slice: ExpirySlice, spot: number, strike: number): number {
  const forward = spot * slice.carry;
  return priceCall(slice, forward, strike, Math.log(strike) - Math.log(forward));
}

/** Computes the result of `callPrice` from the forward; `k` is the logarithm of strike over forward. */
function priceCall(slice: ExpirySlice, forward: number, strike: number, k: number): number {
  const { discount } = slice;
  const deviation = computeDeviation(slice, k);
  const d1 = deviation / 2 - k / deviation;
  if (d1 < -MAX_DEVIATIONS) return 0;
  const d2 = d1 - deviation;
  if (d2 > MAX_DEVIATIONS) return discount * (forward - strike);
  return discount * (forward * fastNormalCumulative(d1) - strike * fastNormalCumulative(d2));
}

/**
 * Returns the standard deviation of the underlying's logarithm until expiry; `k` is the logarithm of strike over
 * forward.
 */
function computeDeviation({ smile }: ExpirySlice, k: number): number {
  const x = smile.phi * k;
  const { correlation } = smile;
  const root = Math.sqrt((x + correlation) * (x + correlation) + 1 - correlation * correlation);
  return Math.sqrt((smile.theta / 2) * (1 + correlation * x + root));
}

export function putPrice(slice: ExpirySlice, spot: number, strike: number): number {
  return Math.max(0, callPrice(slice, spot, strike) - slice.discount * (spot * slice.carry - strike));
}

/** Returns the call's delta at the strike's volatility, as `computeGreeks` defines it. The put's is one less. */
export function callDelta({ carry, smile, years }: ExpirySlice, spot: number, strike: number): number {
  const variance = computeVariance(smile, Math.log(strike / (spot * carry))) / years;
  const volatility = Math.sqrt(variance);
  // Interest accrues over calendar time, variance over trading time.
  const rate = Math.log(carry) / years;
  const d1 =
    (Math.log(spot / strike) + (rate + (volatility * volatility) / 2) * years) /
    (volatility * Math.sqrt(years));
  return normalCumulative(d1);
}

/** Fills `into` with the ticks of every call and put of the ladder: calls first, lowest strike first. */
export function fillLadder(slice: ExpirySlice, spot: number, grid: StrikeGrid, into: Int32Array): void {
  const { stepRupees, middle, tickRupees, eachWay, logStrikes } = grid;
  const { discount } = slice;
  const bottom = middle - eachWay;
  const strikes = countStrikes(grid);
  const forward = slice.carry * spot;
  const logForward = Math.log(forward);
  const [from, to] = strikesWithTimeValue(slice, spot, grid);
  let above = 0;
  let ticks = 0;
  for (let place = strikes - 1; place >= 0; place -= 1) {
    const strike = (bottom + place) * stepRupees;
    const call =
      strike <= 0
        ? discount * forward
        : place >= to
          ? 0
          : place < from
            ? discount * (forward - strike)
            : priceCall(slice, forward, strike, (logStrikes[place] ?? 0) - logForward);
    ticks += Math.round((call - above) / tickRupees);
    above = call;
    into[place] = Math.max(1, ticks);
    prices[place] = Math.max(0, call - discount * (forward - strike));
  }
  let below = 0;
  ticks = 0;
  for (let place = 0; place < strikes; place += 1) {
    const put = prices[place] ?? 0;
    ticks += Math.round((put - below) / tickRupees);
    below = put;
    into[strikes + place] = Math.max(1, ticks);
  }
}
const prices = new Float64Array(MAX_STRIKES);

/**
 * Returns the ladder index of the first strike with a put that is not worthless, and of the first strike with a
 * worthless call.
 */
function strikesWithTimeValue(
  slice: ExpirySlice,
  spot: number,
  grid: StrikeGrid,
): [from: number, to: number] {
  const { stepRupees, middle, eachWay, logStrikes } = grid;
  const logForward = Math.log(spot * slice.carry);
  const firstWith = (isBeyond: (d1: number, deviation: number) => boolean) => {
    let [low, high] = [0, countStrikes(grid)];
    while (low < high) {
      const place = (low + high) >> 1;
      const strike = (middle - eachWay + place) * stepRupees;
      const k = strike <= 0 ? Number.NEGATIVE_INFINITY : (logStrikes[place] ?? 0) - logForward;
      const deviation = strike <= 0 ? 1 : computeDeviation(slice, k);
      if (isBeyond(deviation / 2 - k / deviation, deviation)) high = place;
      else low = place + 1;
    }
    return low;
  };
  return [
    firstWith((d1, deviation) => d1 - deviation <= MAX_DEVIATIONS),
    firstWith((d1) => d1 < -MAX_DEVIATIONS),
  ];
}

/**
 * Fills one side of a ladder up to a column. Values are ticks plus one, because zero marks a price that is not computed
 * yet. `row` is the ladder's offset in `ticks`. The prices equal those of `fillLadder`. Beyond the first strike worth
 * less than half a tick every difference rounds to zero, so the sum starts there.
 */
export function fillLadderSide(
  slice: ExpirySlice,
  spot: number,
  { stepRupees, middle, tickRupees, eachWay, logStrikes }: StrikeGrid,
  column: number,
  ticks: Int32Array,
  row: number,
): void {
  const strikes = countStrikes({ eachWay });
  const isCall = column < strikes;
  const inwards = isCall ? -1 : 1;
  // Puts start at the lowest positive strike.
  const wing = isCall ? strikes - 1 : strikes + Math.max(0, eachWay + 1 - middle);
  const lowest = isCall ? 0 : strikes;
  const forward = spot * slice.carry;
  const logForward = Math.log(forward);
  let place = column;
  for (;;) {
    const strike = (middle - eachWay + place - lowest) * stepRupees;
    const call = priceCall(slice, forward, strike, (logStrikes[place - lowest] ?? 0) - logForward);
    const price = isCall ? call : Math.max(0, call - slice.discount * (forward - strike));
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
const worth = new Float64Array(2 * MAX_STRIKES);

/**
 * Returns the price of one option in ticks. Within the ladder it equals the ladder's price. Beyond the ladder's ends,
 * the rounded differences are summed outwards.
 */
export function ladderTicks(
  slice: ExpirySlice,
  spot: number,
  grid: StrikeGrid,
  side: "CE" | "PE",
  steps: number,
): number {
  const { stepRupees, middle, tickRupees, eachWay } = grid;
  const price = side === "CE" ? callPrice : putPrice;
  const outer = side === "CE" ? middle + eachWay : Math.max(1, middle - eachWay);
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
