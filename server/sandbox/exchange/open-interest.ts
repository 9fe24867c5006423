// Open interest: each evening's a function of the contract's life and place, and during a session on its way from the last evening's to
// this one's. So there is one open interest, and the previous one is what it was when the last session ended.
import type { MarketFactors } from "./factors.ts";
import { pace } from "./market-model.ts";
import { hash, normal, uniform } from "./seeded-noise.ts";

export type OpenInterestTerms = {
  seed: number;
  lotSize: number;
  /** Lots at its fullest. */
  fullLots: number;
  /** Ordinal of the expiry day. */
  expiry: number;
};

/** Contracts are built up over this many trading days. */
const BUILT_UP_OVER = 22;
/** On the last day part of it is closed. */
const LAST_DAY_SHARE = 0.7;

/** Contracts open after the session of an ordinal, in units. */
export function openInterestAfter(
  { seed, lotSize, fullLots, expiry }: OpenInterestTerms,
  ordinal: number,
): number {
  const left = Math.max(0, expiry - ordinal);
  const built = 0.12 + 0.88 * Math.exp(-((left / BUILT_UP_OVER) ** 1.5));
  const noise = 0.82 + 0.24 * uniform(seed, ordinal, 91) + 0.12 * uniform(seed, Math.floor(ordinal / 5), 92);
  const lots = Math.round(fullLots * built * noise * (left === 0 ? LAST_DAY_SHARE : 1));
  return Math.max(1, lots) * lotSize;
}

/** On the way from one evening's to the next one's, after `passed` of the session. */
export function openInterestBetween(before: number, after: number, lotSize: number, passed: number): number {
  const lots = Math.round((before + (after - before) * pace(passed)) / lotSize);
  return Math.max(1, lots) * lotSize;
}

export function contractSeed(seed: number, key: string): number {
  let mixed = seed;
  for (let place = 0; place < key.length; place += 1) mixed = hash(mixed, key.charCodeAt(place), place);
  return mixed;
}

/** Half of the logarithm of the put-call ratio: its dependence on the last week's return, and its noise. */
const SIDES = { trend: 0.16, week: 0.025, noise: 0.06 } as const;
const WEEK_DAYS = 5;
const NOISE_DAYS = 3;

/** More puts than calls are open after a rise, and fewer after a fall: those who sell them follow the market. */
export function sideTilt(factors: MarketFactors, seed: number, side: "CE" | "PE", ordinal: number): number {
  let week = 0;
  for (let day = Math.max(0, ordinal - WEEK_DAYS + 1); day <= ordinal; day += 1) {
    const { overnight, session } = factors.market(day);
    week += overnight + session;
  }
  const noise = SIDES.noise * normal(seed, Math.floor(ordinal / NOISE_DAYS), 95);
  return Math.exp((side === "PE" ? 1 : -1) * (SIDES.trend * Math.tanh(week / SIDES.week) + noise));
}
