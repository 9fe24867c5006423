// Open interest. The value at each close is a function of the contract's life cycle and moneyness. During a session it
// moves from the value at the last close to the value at this close. The previous open interest is therefore the value
// at the end of the last session.
import type { MarketFactors } from "./factors.ts";
import { accruedShare } from "./market-model.ts";
import { hash, normal, uniform } from "./seeded-noise.ts";

export type OpenInterestParameters = {
  seed: number;
  lotSize: number;
  /** Lots at the peak of open interest. */
  fullLots: number;
  /** Ordinal of the expiry day. */
  expiry: number;
};

/** Number of trading days over which positions build up. */
const BUILD_UP_DAYS = 22;
/** Share of the open interest that remains on the last day. */
const LAST_DAY_SHARE = 0.7;

/** Returns the open interest in units at the end of a session. */
export function openInterestAfter(
  { seed, lotSize, fullLots, expiry }: OpenInterestParameters,
  ordinal: number,
): number {
  const daysToExpiry = Math.max(0, expiry - ordinal);
  const built = 0.12 + 0.88 * Math.exp(-((daysToExpiry / BUILD_UP_DAYS) ** 1.5));
  const noise = 0.82 + 0.24 * uniform(seed, ordinal, 91) + 0.12 * uniform(seed, Math.floor(ordinal / 5), 92);
  const lots = Math.round(fullLots * built * noise * (daysToExpiry === 0 ? LAST_DAY_SHARE : 1));
  return Math.max(1, lots) * lotSize;
}

/** Returns the open interest during a session, when the share `passed` of it has elapsed. */
export function openInterestBetween(before: number, after: number, lotSize: number, passed: number): number {
  const lots = Math.round((before + (after - before) * accruedShare(passed)) / lotSize);
  return Math.max(1, lots) * lotSize;
}

export function contractSeed(seed: number, key: string): number {
  let mixed = seed;
  for (let place = 0; place < key.length; place += 1) mixed = hash(mixed, key.charCodeAt(place), place);
  return mixed;
}

/** Parameters of half the logarithm of the put-call ratio: its dependence on the last week's return, and its noise. */
const PUT_CALL_RATIO = { trend: 0.16, week: 0.025, noise: 0.06 } as const;
const WEEK_DAYS = 5;
const NOISE_DAYS = 3;

/**
 * Returns the factor on the open interest of calls or puts. After a rise more puts than calls are open, and after a
 * fall fewer, because option sellers follow the market.
 */
export function putCallFactor(
  factors: MarketFactors,
  seed: number,
  side: "CE" | "PE",
  ordinal: number,
): number {
  let week = 0;
  for (let day = Math.max(0, ordinal - WEEK_DAYS + 1); day <= ordinal; day += 1) {
    const { overnight, session } = factors.market(day);
    week += overnight + session;
  }
  const noise = PUT_CALL_RATIO.noise * normal(seed, Math.floor(ordinal / NOISE_DAYS), 95);
  return Math.exp(
    (side === "PE" ? 1 : -1) * (PUT_CALL_RATIO.trend * Math.tanh(week / PUT_CALL_RATIO.week) + noise),
  );
}
