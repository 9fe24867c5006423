// The margin of an algo's largest position, computed by the broker's margin function at the prices of the orders. The
// algo's page, the order window and the minimum amount use this figure.
import { computePeakMargin } from "../../broker/margin.ts";
import { OrderPricing } from "../../broker/pricing.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { Plan } from "../catalogue/plans.ts";
import { algoClock } from "../rules/algo-clock.ts";
import { MarketViews } from "../rules/market-view.ts";
import { type OrderLeg, parseMinute } from "../rules/rule.ts";
import { getPlaybook } from "./playbooks.ts";

export type RequiredMargin = {
  /** Largest margin while the legs are sent one after the other, with the benefit of hedges; paise. */
  marginPaise: number;
  /** Brokerage, taxes and charges of the opening orders; paise. */
  chargesPaise: number;
  /** All legs of the position with the largest margin. */
  legs: OrderLeg[];
};

/**
 * Returns the largest margin that any signal of the plan can require at `atMs`, by default at the minimum amount. Null
 * when no contract is listed at that time, or the amount is too small for one contract.
 */
export function computeRequiredMargin(options: {
  plan: Plan;
  market: SandboxMarket;
  atMs: number;
  multiplier?: number;
  capitalRupees?: number;
}): RequiredMargin | null {
  const { plan, market, atMs, multiplier = 1 } = options;
  const { capitalRupees = multiplier * plan.minAmountRupees } = options;
  const clock = algoClock({
    atMs,
    hours: null,
    startedAtMs: atMs,
    entryMinute: parseMinute(plan.rules.from),
  });
  const positions = getPlaybook(plan).positions({
    plan,
    view: new MarketViews(market).at(atMs, clock),
    groups: [],
    today: { opened: [], passed: [], lossesInARow: 0, lastClosedMs: 0 },
    capitalRupees,
    balanceRupees: capitalRupees,
    multiplier,
  });
  const pricing = new OrderPricing(market, () => atMs);
  let most: RequiredMargin | null = null;
  for (const legs of positions) {
    if (legs.length === 0) continue;
    const orders = pricing.legOrders(legs);
    const marginPaise = computePeakMargin([], orders, pricing.now());
    if (most !== null && marginPaise <= most.marginPaise) continue;
    const chargesPaise = orders.reduce((sum, order) => sum + order.chargesPaise, 0);
    most = { marginPaise, chargesPaise, legs };
  }
  return most;
}
