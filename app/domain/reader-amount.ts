// The user's amount in whole rupees. Pages state all figures for this amount. It is rounded to steps, so that at most a
// few hundred variants of a page are cached.
import { parseRupees } from "./parse-rupees.ts";

/** Amount for users who have not chosen one. */
export const READER_AMOUNT_DEFAULT = 100_000;
export const READER_AMOUNT_MIN = 5_000;
export const READER_AMOUNT_MAX = 10_000_000;

/** Rounding steps: amounts less than `below` rupees are rounded to multiples of `step` rupees. */
const STEPS = [
  { below: 500_000, step: 5_000 },
  { below: 2_500_000, step: 25_000 },
  { below: READER_AMOUNT_MAX, step: 500_000 },
] as const;

/** Returns the nearest possible amount. */
export function roundAmount(rupees: number): number {
  const held = Math.min(READER_AMOUNT_MAX, Math.max(READER_AMOUNT_MIN, rupees));
  const step = STEPS.find(({ below }) => held < below)?.step ?? 1;
  return Math.round(held / step) * step;
}

/** Parses the amount in a cookie or an address, which must be digits. Null for any other text. */
export function readAmountDigits(text: string | null | undefined): number | null {
  return text != null && /^\d{1,12}$/.test(text) ? roundAmount(Number(text)) : null;
}

/** Largest amount that an address may contain. */
const ADDRESS_AMOUNT_MAX = 1_000_000_000;

/**
 * Returns the amount in an address, in whole rupees. Null if the address has no valid amount. It is not rounded to a
 * step, because each address has its own cache entry.
 */
export function readAddressAmount(text: string | null): number | null {
  const rupees = text === null ? null : parseRupees(text.slice(0, 30));
  return rupees === null ? null : Math.min(ADDRESS_AMOUNT_MAX, Math.max(READER_AMOUNT_MIN, rupees));
}
