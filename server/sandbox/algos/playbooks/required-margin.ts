// What an algo's largest position blocks: the amount that its page, the order window and its minimum amount are made from. Computed by
// the broker's one margin function, at the prices that its orders would be sent with.
import { marginInTurn } from "../../broker/margin.ts";
import { OrderPricing } from "../../broker/pricing.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { Plan } from "../catalogue/plans.ts";
import { algoClock } from "../rules/algo-clock.ts";
import { MarketViews } from "../rules/market-view.ts";
import { minuteOf, type WantedLeg } from "../rules/rule.ts";
import { POSITIONS } from "./playbooks.ts";

export type RequiredMargin = {
  /** The most that the legs block while they are sent one after the other, hedges counted; paise. */
  marginPaise: number;
  /** Brokerage, taxes and charges of the orders that open them; paise. */
  chargesPaise: number;
  /** All legs of the position that blocks most. */
  legs: WantedLeg[];
};

/**
 * The margin of the largest position that the plan's rules open at an instant, whatever signal comes. For one multiple and its minimum
 * amount, unless said otherwise. Null when nothing that it would trade is listed then, or the amount buys none of it.
 */
export function requiredMargin(options: {
  plan: Plan;
  market: SandboxMarket;
  atMs: number;
  multiplier?: number;
  capitalRupees?: number;
}): RequiredMargin | null {
  const { plan, market, atMs, multiplier = 1 } = options;
  const { capitalRupees = multiplier * plan.minAmountRupees } = options;
  const clock = algoClock({ atMs, hours: null, startedAtMs: atMs, entryMinute: minuteOf(plan.rules.from) });
  const positions = POSITIONS[plan.playbook]({
    plan,
    view: new MarketViews(market).at(atMs, clock),
    groups: [],
    today: { opened: [], lossesInARow: 0, lastClosedMs: 0 },
    capitalRupees,
    balanceRupees: capitalRupees,
    multiplier,
  });
  const pricing = new OrderPricing(market, () => atMs);
  let most: RequiredMargin | null = null;
  for (const legs of positions) {
    if (legs.length === 0) continue;
    const orders = pricing.legOrders(legs);
    const marginPaise = marginInTurn([], orders, pricing.now());
    if (most !== null && marginPaise <= most.marginPaise) continue;
    const chargesPaise = orders.reduce((sum, order) => sum + order.chargesPaise, 0);
    most = { marginPaise, chargesPaise, legs };
  }
  return most;
}
