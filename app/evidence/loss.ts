// What a reader's own amount can lose by an algo's stated limits. Rules only, no performance: percentages of the amount
// that is actually put to work, in whole rupees.
import type { Strategy } from "../contract/base-api/strategy.ts";

export type LossStatement = {
  /** Whole multiples of the minimum amount that the sum allows; 0 when it allows none. */
  multiples: number;
  workingRupees: number;
  idleRupees: number;
  perTradeRupees: number | null;
  perDayRupees: number | null;
};

/**
 * Rupees that an algo would use of a reader's amount: the largest multiple of its minimum, and at least the minimum.
 * Every rupee figure of a record is stated for it, on cards, in rows and on the algo's page.
 */
export function amountAtWork(minAmountRupees: number, amountRupees: number): number {
  return Math.max(1, Math.floor(amountRupees / minAmountRupees)) * minAmountRupees;
}

/** Percentages are of `workingRupees`, rounded up so that rounding never makes a loss smaller. */
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

export const WORST_CASE_SENTENCES: Record<Strategy["lossLimits"]["worstCase"], string> = {
  capped:
    "The loss of a position is fixed when it is opened. It cannot be more than was set aside for it, and it can be all of that.",
  unstated: "The provider does not state how large the loss of a position can get.",
  gap: "Stops are orders, not promises. If the price jumps past one, the loss is larger than stated here. A holding can lose most of its value.",
  open: "Options are sold without cover. In a violent move the loss can be larger than the stops say, and larger than the amount you put in.",
};
