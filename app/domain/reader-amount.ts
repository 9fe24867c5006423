// The user's amount in whole rupees. Every rupee figure of a page is stated for it. It is stepped, so that at most a
// few hundred variants of a page are cached.
import { parseRupees } from "./parse-rupees.ts";

/** For readers who have not chosen one. */
export const READER_AMOUNT_DEFAULT = 100_000;
export const READER_AMOUNT_MIN = 5_000;
export const READER_AMOUNT_MAX = 10_000_000;

/** Up to `below` rupees amounts stand this many rupees apart. */
const STEPS = [
  { below: 500_000, step: 5_000 },
  { below: 2_500_000, step: 25_000 },
  { below: READER_AMOUNT_MAX, step: 500_000 },
] as const;

/** Number of amounts, which limits the pages cached for one address. */
export const READER_AMOUNTS = STEPS.reduce(
  ({ count, from }, { below, step }) => ({ count: count + (below - from) / step, from: below }),
  { count: 1, from: READER_AMOUNT_MIN as number },
).count;

/** The nearest amount there is. */
export function steppedAmount(rupees: number): number {
  const held = Math.min(READER_AMOUNT_MAX, Math.max(READER_AMOUNT_MIN, rupees));
  const step = STEPS.find(({ below }) => held < below)?.step ?? 1;
  return Math.round(held / step) * step;
}

/** What a cookie or an address holds: whole rupees in digits. Null when it is anything else. */
export function readAmountDigits(text: string | null | undefined): number | null {
  return text != null && /^\d{1,12}$/.test(text) ? steppedAmount(Number(text)) : null;
}

/** Largest amount that an address may name. */
const ADDRESS_AMOUNT_MAX = 1_000_000_000;

/**
 * The amount that an address names, in whole rupees; null for none. It is not stepped, because every panel of a page states the same amount
 * and each address is cached by itself anyway.
 */
export function readAddressAmount(text: string | null): number | null {
  const rupees = text === null ? null : parseRupees(text.slice(0, 30));
  return rupees === null ? null : Math.min(ADDRESS_AMOUNT_MAX, Math.max(READER_AMOUNT_MIN, rupees));
}
