// Possible loss of the user's amount under an algo's stated stops, in whole rupees. It depends only on the algo's
// rules, not on its performance.
import type { Strategy } from "../contract/base-api/strategy.ts";

export type LossStatement = {
  /** Number of whole minimum amounts within the user's amount. 0 if the amount is below the minimum. */
  multiples: number;
  workingRupees: number;
  idleRupees: number;
  perTradeRupees: number | null;
  perDayRupees: number | null;
};

/**
 * Returns the rupees that an algo would use: the largest multiple of its minimum amount within the user's amount, but
 * at least one minimum. All rupee figures of records refer to this amount.
 */
export function amountAtWork(minAmountRupees: number, amountRupees: number): number {
  return Math.max(1, Math.floor(amountRupees / minAmountRupees)) * minAmountRupees;
}

/** Computes the losses at the stops, rounded up so that a loss is never understated. */
export function buildLossStatement(
  strategy: Pick<Strategy, "minAmountRupees" | "lossLimits">,
  amountRupees: number,
): LossStatement {
  const multiples = Math.floor(amountRupees / strategy.minAmountRupees);
  const workingRupees = multiples * strategy.minAmountRupees;
  const share = (percent: number | null) =>
    percent === null ? null : Math.ceil((workingRupees * percent) / 100);
  return {
    multiples,
    workingRupees,
    idleRupees: amountRupees - workingRupees,
    perTradeRupees: share(strategy.lossLimits.perTradePercent),
    perDayRupees: share(strategy.lossLimits.perDayPercent),
  };
}
