// Parameters of the sandbox's market and their sources: volatility, clustering, correlation and the premia that can be
// earned. `npm run report:market` measures the result.

/** Incremented when the same seed yields other prices. Records of an earlier version are then invalid. */
export const TAPE_VERSION = 5;

/** Trading days per year, used to scale volatilities. */
export const DAYS_PER_YEAR = 250;
const perDay = (yearly: number) => yearly / Math.sqrt(DAYS_PER_YEAR);

export const MARKET_MODEL = {
  /** Volatility of the index without jumps over 2022 to 2026. India's large-cap index has 12 to 16 % a year. */
  indexDaily: perDay(0.125),
  /**
   * Share of a day's variance, without jumps and crashes, that falls between close and open. Including them, it is 25
   * to 35 %, as for NIFTY.
   */
  overnightShare: 0.24,
  /**
   * Logarithm of volatility as a slow and a fast component (Corsi 2009; Engle and Lee 1999). Each has a standard
   * deviation, a daily persistence, and a leverage: the negative correlation of its shocks with returns (Black 1976).
   */
  slowVolatility: { deviation: 0.36, persistence: 0.988, leverage: 0.55 },
  fastVolatility: { deviation: 0.33, persistence: 0.9, leverage: 0.75 },
  /**
   * Market-wide jumps: frequency and standard deviation (Barndorff-Nielsen and Shephard 2004 find one day in 20 to 50).
   */
  intradayJump: { perDay: 0.03, deviation: 0.0055 },
  overnightJump: { perDay: 0.02, deviation: 0.009 },
  /**
   * Market-wide falls between a close and the next open, when nobody can trade: frequency, mean and standard deviation
   * of their size. Most of the premium for variance pays for such falls (Bollerslev and Todorov, "Tails, Fears, and
   * Risk Premia", Journal of Finance 66, 2011).
   */
  overnightCrash: { perDay: 0.011, mean: 0.028, deviation: 0.01 },
  /** Daily volatility of a sector in addition to the market's, for a load of 1. */
  sectorDaily: perDay(0.115),
  /** News of a single share, mostly results after hours: frequency, and size as a multiple of its daily volatility. */
  news: { perDay: 0.016, times: 3.9 },
  ownVolatility: { deviation: 0.28, persistence: 0.94, followsMarket: 0.45 },
  /** Largest daily move as a logarithm, within the price band of 20 %. */
  largestDay: 0.17,
} as const;

/**
 * Premia per year, or per day if the name ends in "PerDay". `tests/reports/market-references.ts` names their sources.
 */
export const PREMIA = {
  /** Expected yearly return of the market in addition to the yield of cash. */
  equityYearly: 0.055,
  cashYearly: 0.065,
  /** Ratio of implied to expected volatility. */
  impliedOverExpected: 1.09,
  impliedOverExpectedShare: 1.08,
  /**
   * Standard deviation of a share's expected excess return as a ratio of its own yearly volatility, and its half-life
   * in days. Because it is a ratio, indices with a low volatility do not drift apart.
   */
  momentum: { yearlyRatio: 0.5, halfLifeDays: 126 },
  /** Share of an instrument's own return over the last week that reverses each day. */
  reversalPerDay: 0.012,
  /** Share of the opening gap that the session reverses. */
  gapReversal: 0.03,
} as const;

/** Daily drift of the index that the prices contain. */
export const MARKET_DRIFT_DAILY = (PREMIA.equityYearly + PREMIA.cashYearly) / DAYS_PER_YEAR;

/** Expected square of a night's crash, and the daily drift that offsets its mean. */
export const CRASH_VARIANCE =
  MARKET_MODEL.overnightCrash.perDay *
  (MARKET_MODEL.overnightCrash.mean ** 2 + MARKET_MODEL.overnightCrash.deviation ** 2);
export const CRASH_DRIFT = MARKET_MODEL.overnightCrash.perDay * MARKET_MODEL.overnightCrash.mean;

/** Lower bound of volatility as a share of its usual level. */
const MIN_VOLATILITY = 0.42;
const STEEPNESS = 1.3;

/** Returns volatility divided by its usual level; `state` is approximately the logarithm of the result. */
export function toVolatility(state: number): number {
  return MIN_VOLATILITY + (1 - MIN_VOLATILITY) * Math.exp(STEEPNESS * state);
}

/** Returns the mean squared volatility when the state is normally distributed around `middle`. */
export function meanVariance(middle: number, deviation: number): number {
  const first = (1 - MIN_VOLATILITY) * Math.exp(STEEPNESS * middle);
  const spread = (STEEPNESS * deviation) ** 2;
  return (
    MIN_VOLATILITY ** 2 +
    2 * MIN_VOLATILITY * first * Math.exp(spread / 2) +
    first ** 2 * Math.exp(2 * spread)
  );
}

const OPENING_DECAY = 0.08;
const CLOSING_DECAY = 0.07;
/** Unnormalised integral of trading intensity over a session. */
const cumulativeIntensity = (x: number) =>
  0.6 * x +
  1.6 * OPENING_DECAY * (1 - Math.exp(-x / OPENING_DECAY)) +
  0.9 * CLOSING_DECAY * (Math.exp(-(1 - x) / CLOSING_DECAY) - Math.exp(-1 / CLOSING_DECAY));
const TOTAL_INTENSITY = cumulativeIntensity(1);

/**
 * Returns the share of a session's usual variance and volume that has accrued after the fraction `x` of its time. It
 * accrues fastest near the open and the close.
 */
export function accruedShare(x: number): number {
  return cumulativeIntensity(Math.min(1, Math.max(0, x))) / TOTAL_INTENSITY;
}

const shares = new Map<number, Float64Array>();

/** Returns each minute's usual share of a session's variance and volume; the shares sum to 1. */
export function minuteShares(minutes: number): Float64Array {
  let known = shares.get(minutes);
  if (known === undefined) {
    known = new Float64Array(minutes);
    for (let minute = 0; minute < minutes; minute += 1)
      known[minute] = accruedShare((minute + 1) / minutes) - accruedShare(minute / minutes);
    shares.set(minutes, known);
  }
  return known;
}
