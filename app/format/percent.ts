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

/** Formats a ratio with two decimals: 1.234 as "1.23", −0.5 as "−0.50". */
export function formatRatio(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return `${value < 0 && Number(text) !== 0 ? MINUS : ""}${text}`;
}
