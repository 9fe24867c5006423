// Shares as this site writes them: a printed sign where it matters, the true minus, and "not known" never as zero.

const MINUS = "\u2212";

/** 0.1234 → "+12.3%", −0.05 → "−5.0%". */
export function formatChange(share: number, decimals = 1): string {
  const text = (Math.abs(share) * 100).toFixed(decimals);
  const isZero = Number(text) === 0;
  return `${isZero ? "" : share < 0 ? MINUS : "+"}${text}%`;
}

/** Without a sign unless it is below zero: 0.4 → "40.0%". */
export function formatShare(share: number, decimals = 1): string {
  const text = (Math.abs(share) * 100).toFixed(decimals);
  return `${share < 0 && Number(text) !== 0 ? MINUS : ""}${text}%`;
}

/** Ratios: two decimals, true minus. */
export function formatRatio(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return `${value < 0 && Number(text) !== 0 ? MINUS : ""}${text}`;
}
