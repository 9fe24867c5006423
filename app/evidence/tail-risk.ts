// Tail risk of a record, and its dependence on the benchmark. Pure; shares are fractions.
import { quantile } from "./bootstrap.ts";
import { mean } from "./statistics.ts";

/**
 * Returns the historical value at risk (the loss exceeded on a share of days) and the expected shortfall (mean of those
 * losses). Losses are positive.
 */
export function tailLosses(
  returns: readonly number[],
  share: number,
): { valueAtRisk: number; expectedShortfall: number } | null {
  if (returns.length < 1 / share) return null;
  const sorted = [...returns].sort((a, b) => a - b);
  const worst = sorted.slice(0, Math.max(1, Math.floor(sorted.length * share)));
  return { valueAtRisk: -quantile(sorted, share), expectedShortfall: -mean(worst) };
}

/** Returns beta by least squares and Pearson's correlation of daily returns. Null for a constant benchmark. */
export function computeBeta(
  returns: readonly number[],
  benchmark: readonly number[],
): { beta: number; correlation: number | null } | null {
  if (returns.length !== benchmark.length || returns.length < 2) return null;
  const [own, other] = [mean(returns), mean(benchmark)];
  let product = 0;
  let squareOwn = 0;
  let squareOther = 0;
  for (const [index, value] of returns.entries()) {
    const a = value - own;
    const b = (benchmark[index] ?? 0) - other;
    product += a * b;
    squareOwn += a * a;
    squareOther += b * b;
  }
  if (squareOther === 0) return null;
  return {
    beta: product / squareOther,
    correlation: squareOwn === 0 ? null : product / Math.sqrt(squareOwn * squareOther),
  };
}
