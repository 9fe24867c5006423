// Implied volatility of all options on one underlying: one arbitrage-free surface, after Gatheral and Jacquier's SSVI
// ("Arbitrage-free SVI volatility surfaces", Quantitative Finance 14, 2014). At-the-money variance follows the market's
// volatility state and reverts to its long-run level. Total variance never decreases with time to expiry, and the smile
// is skewed to the downside.
import {
  CRASH_VARIANCE,
  DAYS_PER_YEAR,
  MARKET_MODEL,
  meanVariance,
  PREMIA,
  toVolatility,
} from "./market-model.ts";

/**
 * Correlation and steepness of the smile. Steepness times (1 + |correlation|) is at most 2, so that butterflies cost
 * more than zero.
 */
const SHAPES = {
  index: { correlation: -0.42, steepness: 0.6 },
  share: { correlation: -0.25, steepness: 0.9 },
} as const;
const REVERTS_SLOW = -Math.log(MARKET_MODEL.slowVolatility.persistence) * DAYS_PER_YEAR;
const REVERTS_FAST = -Math.log(MARKET_MODEL.fastVolatility.persistence) * DAYS_PER_YEAR;
const FAST = MARKET_MODEL.fastVolatility.deviation;
const LONG_RUN = meanVariance(0, Math.hypot(MARKET_MODEL.slowVolatility.deviation, FAST));

export type SurfaceParameters = {
  kind: "index" | "share";
  beta: number;
  /** Typical daily variance in addition to the market's. */
  otherDailyVariance: number;
};

/**
 * Yearly variances: `long` is the long-run level, `now` the current level, `slow` the current level without the fast
 * component. `night` is the variance of one night's crashes.
 */
export type VarianceState = { long: number; slow: number; now: number; night: number };

export function varianceState(
  terms: SurfaceParameters,
  baseDaily: number,
  slow: number,
  fast: number,
): VarianceState {
  const premium = terms.kind === "index" ? PREMIA.impliedOverExpected : PREMIA.impliedOverExpectedShare;
  const scale = DAYS_PER_YEAR * premium * premium;
  const market = terms.beta * terms.beta * baseDaily * baseDaily * scale;
  const other = terms.otherDailyVariance * scale;
  const follows = 2 * MARKET_MODEL.ownVolatility.followsMarket;
  return {
    long: market * LONG_RUN + other,
    slow: market * meanVariance(slow, FAST) + other * Math.exp(follows * slow),
    now: market * toVolatility(slow + fast) ** 2 + other * Math.exp(follows * (slow + fast)),
    night: terms.beta * terms.beta * CRASH_VARIANCE * premium * premium,
  };
}

/** Returns the at-the-money variance over the next `years` of trading time and `nights`. */
export function totalVariance(
  { long, slow, now, night }: VarianceState,
  years: number,
  nights: number,
): number {
  return (
    night * nights +
    long * years +
    ((slow - long) * (1 - Math.exp(-REVERTS_SLOW * years))) / REVERTS_SLOW +
    ((now - slow) * (1 - Math.exp(-REVERTS_FAST * years))) / REVERTS_FAST
  );
}

export type Smile = { theta: number; phi: number; correlation: number };

export function buildSmile(kind: SurfaceParameters["kind"], theta: number): Smile {
  const { correlation, steepness } = SHAPES[kind];
  return { theta, phi: steepness / Math.sqrt(theta * (1 + theta)), correlation };
}

/** Returns the total variance of a strike; `k` is the logarithm of strike over forward. */
export function computeVariance({ theta, phi, correlation }: Smile, k: number): number {
  const x = phi * k;
  const root = Math.sqrt((x + correlation) * (x + correlation) + 1 - correlation * correlation);
  return (theta / 2) * (1 + correlation * x + root);
}
