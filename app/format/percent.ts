// Formats percentages and ratios with a typographic minus sign. A change always has a plus or minus sign.

const MINUS = "\u2212";

/** Formats 0.1234 as "+12.3%" and −0.05 as "−5.0%". */
export function formatChange(share: number, decimals = 1): string {
  const text = (Math.abs(share) * 100).toFixed(decimals);
  const isZero = Number(text) === 0;
  return `${isZero ? "" : share < 0 ? MINUS : "+"}${text}%`;
}

/** Formats a share: 0.4 → "40.0%". A positive share has no sign. */
export function formatShare(share: number, decimals = 1): string {
  const text = (Math.abs(share) * 100).toFixed(decimals);
  return `${share < 0 && Number(text) !== 0 ? MINUS : ""}${text}%`;
}

/**
 * Returns a brand's replacement for a text function. It accepts the same argument: a value or a record of values. A
 * single value fills every `{name}`, because the build may rename the original function's parameter.
 */
export function formatRatio(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return `${value < 0 && Number(text) !== 0 ? MINUS : ""}${text}`;
}
