// Possible loss of the user's amount by an algo's stated limits. It depends on rules only, not on performance:
// percentages of the used amount, in whole rupees.
import type { Strategy } from "../contract/base-api/strategy.ts";

export type LossStatement = {
  /** Whole multiples of the minimum amount within the sum; 0 if it is too small. */
  multiples: number;
  workingRupees: number;
  idleRupees: number;
  perTradeRupees: number | null;
  perDayRupees: number | null;
};

/**
 * Rupees of the user's amount that an algo would use: the largest multiple of its minimum, and at least the minimum.
 * All rupee figures of a record refer to it, on cards, in rows and on the algo's page.
 */
export function amountAtWork(minAmountRupees: number, amountRupees: number): number {
  return Math.max(1, Math.floor(amountRupees / minAmountRupees)) * minAmountRupees;
}

/** Percentages of `workingRupees`, rounded up so that a loss is never understated. */
export function lossStatement(
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
