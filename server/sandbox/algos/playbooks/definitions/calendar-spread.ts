// Sells an option of the near expiry and buys the next expiry's option at the same strike. The near option loses time
// value faster, so the spread gains while the market hardly moves.

import { closeAll } from "../../rules/rule.ts";
import { dayBeforeExpiry, endOfDay, soldLegs } from "../exits.ts";
import { formatDaysToExpiry } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { lotsByExposure, lotsByLoss } from "../sizing.ts";
import { atTheMoney, buy, sell } from "../structure.ts";
import { GAP_RISK, OVERNIGHT_RISK, TRADING_COSTS } from "../text.ts";

/** Assumed loss when the price leaves the strike, as a share of the position's cost. */
const LOST_SHARE = 0.5;

export const calendarSpread = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "gap",
  holdingPeriod: { Swing: "1 to 6 days", Delivery: "1 to 4 weeks" },
  defaults: {
    maxDaysLeft: 7,
    minDaysLeft: 2,
    movePercent: 2,
    maxTrades: 1,
    riskPercent: 10,
    exposureTimes: 16,
  },
  direction: "still",
  prose: (s, r) => ({
    summary: `Sells the ${s.watched} expiry ${r.maxDaysLeft} days out, buys the next.`,
    howItWorks: [
      `When the near contract has ${r.minDaysLeft} to ${r.maxDaysLeft} days left, it buys a call and a put of the next expiry between ${r.from} and ${r.to}. It sells those of the near expiry. All have the strike nearest to ${s.watched}.`,
      `If the price moves ${r.movePercent}% from the strike, the position is closed. A new one may be opened at the new level, at most ${r.maxTrades === 1 ? "one" : r.maxTrades} a day.`,
      `The size is chosen so that half of the position's cost is about ${r.riskPercent}% of the capital. The index value that it represents is at most about ${r.exposureTimes} times the capital. The position is closed by ${r.exitTo} on the last session before the near expiry.`,
    ],
    whatCouldGoWrong: [
      "A drop in implied volatility hurts the bought side more than the sold side, even if the price does not move.",
      OVERNIGHT_RISK,
      GAP_RISK,
      TRADING_COSTS,
    ],
    tradeFrequency: "One to three positions an expiry.",
    faqs: {
      "Is the loss limited?":
        "In practice, the cost of the position and its stop-loss limit the loss. In a price gap the two expiries move differently, so the limit is not exact.",
      "Which expiry determines the margin?":
        "The near expiry. On its last day the benefit of the hedge ends, which is why the position is closed the day before.",
    },
  }),
  position: {
    legs: () => [
      sell("call", atTheMoney),
      sell("put", atTheMoney),
      buy("call", atTheMoney, "next"),
      buy("put", atTheMoney, "next"),
    ],
    lots({ context, key, contracts, costRupees, numbers }) {
      const [near, , next] = contracts;
      // The exchange can change the lot size between two expiries, which would leave part of the sold option uncovered.
      if (!near || !next || near.lotSize !== next.lotSize) return 0;
      return Math.min(
        lotsByLoss(context, costRupees * next.lotSize * LOST_SHARE, numbers.riskPercent),
        lotsByExposure(context, context.view.spot(key) * next.lotSize, numbers.exposureTimes),
      );
    },
  },
  exits: [
    (group, { plan, view }, { movePercent }) => {
      const strike = soldLegs(group)[0]?.instrument.option?.strikeRupees ?? group.spotAtOpen;
      return Math.abs(view.spot(plan.watched[0] ?? "") / strike - 1) * 100 >= movePercent
        ? closeAll(group, `Price moved ${movePercent}% from the strike.`)
        : null;
    },
    endOfDay,
    dayBeforeExpiry,
  ],
  candidates: ({ plan }) => plan.watched,
  signal: ({ today }) => ({
    tag: `calendar ${today.opened.length + 1}`,
    reason: ({ legs, expiry }) =>
      `Near contract: ${formatDaysToExpiry(expiry?.daysLeft ?? 0)}, strike ${legs[0]?.instrument.option?.strikeRupees}.`,
  }),
});
