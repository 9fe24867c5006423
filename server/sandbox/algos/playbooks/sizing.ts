// Position sizes: the rupees that are available after losses, and the whole lots or shares that they buy.
import type { RuleContext } from "../rules/rule.ts";

/** Above the first loss (percent of the capital) positions are halved; above the second, trading stops. */
export const PROTECTION = { halveAtLossPercent: 15, stopAtLossPercent: 40 } as const;

/** Smallest fraction of a lot that is rounded up to one lot; a smaller one is not traded. */
const MIN_LOT_FRACTION = 0.3;

type CapitalState = Pick<RuleContext, "capitalRupees" | "balanceRupees">;

/** True if the losses have reached the limit at which trading stops. */
export function isStopped({ capitalRupees, balanceRupees }: CapitalState): boolean {
  return balanceRupees <= capitalRupees * (1 - PROTECTION.stopAtLossPercent / 100);
}

/** Returns the rupees available for positions: the balance up to the capital, halved or zero after losses. */
export function availableRupees(money: CapitalState): number {
  if (isStopped(money)) return 0;
  const { capitalRupees, balanceRupees } = money;
  const isHalved = balanceRupees <= capitalRupees * (1 - PROTECTION.halveAtLossPercent / 100);
  return Math.min(capitalRupees, balanceRupees) * (isHalved ? 0.5 : 1);
}

/** True if losses have reduced the rupees available for positions. */
export function isReduced(money: CapitalState): boolean {
  return availableRupees(money) < money.capitalRupees;
}

/** Returns a copy of the context without losses. */
export function ignoreLosses(context: RuleContext): RuleContext {
  return { ...context, balanceRupees: context.capitalRupees };
}

function roundLots(lots: number): number {
  return lots < MIN_LOT_FRACTION ? 0 : Math.max(1, Math.floor(lots + 0.25));
}

/** Returns the lots whose combined loss is `riskPercent` of the available rupees. */
export function lotsByLoss(context: RuleContext, lossPerLotRupees: number, riskPercent: number): number {
  if (lossPerLotRupees <= 0) return 0;
  return roundLots((availableRupees(context) * riskPercent) / 100 / lossPerLotRupees);
}

/** Returns the lots whose underlying is worth the available rupees multiplied by `exposureTimes`. */
export function lotsByExposure(context: RuleContext, lotValueRupees: number, exposureTimes: number): number {
  return roundLots((availableRupees(context) * exposureTimes) / lotValueRupees);
}
