// Buys a spread in the direction of the trend, with the bought option in the money. The sold option loses more time
// value than the bought one, so holding the spread costs little. The largest gain and the largest loss are fixed.

import { closeAll, costToClose, groupPremium, mean } from "../../rules/rule.ts";
import { dayBeforeExpiry, endOfDay, lastSession } from "../exits.ts";
import { definePlaybook } from "../playbook.ts";
import { lotsByLoss } from "../sizing.ts";
import { buy, pointsBeyond, sell } from "../structure.ts";
import { CAPPED_LOSS, CHOPPY_MARKET, OVERNIGHT_RISK, TRADING_COSTS } from "../text.ts";

export const debitSpread = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Buying", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days" },
  defaults: {
    trendDays: 50,
    lookbackDays: 5,
    widthPoints: 200,
    stopPercent: 60,
    targetPercent: 85,
    maxSessions: 6,
    minDaysLeft: 6,
    riskPercent: 8,
  },
  direction: "either",
  prose: (s, r, isOvernight) => ({
    summary: `Buys ${s.watched} spreads along the ${r.trendDays}-day trend.`,
    howItWorks: [
      `Between ${r.from} and ${r.to} it buys a call spread if ${s.watched} is above its ${r.trendDays}-day average but no higher than ${r.lookbackDays} days ago. It buys a put spread if ${s.watched} is below the average but no lower than ${r.lookbackDays} days ago.`,
      `The spread is ${r.widthPoints} points wide, with the market price in the middle, in an expiry at least ${r.minDaysLeft} days away. The size is chosen so that the stop costs about ${r.riskPercent}% of the capital.`,
      `It closes the spread when ${r.stopPercent}% of the cost is lost, when it is worth ${r.targetPercent}% of the width, or by ${r.exitTo} ${isOvernight ? `on session ${r.maxSessions}` : "the same day"}.`,
    ],
    whatCouldGoWrong: [
      CAPPED_LOSS,
      CHOPPY_MARKET,
      "The gain is capped too: a very large move earns no more than the width.",
      isOvernight ? OVERNIGHT_RISK : TRADING_COSTS,
    ],
    tradeFrequency: "Two to five trades a month.",
    faqs: {
      "Why sell an option against the bought one?":
        "It lowers the cost and slows time decay. In exchange the gain ends at the sold strike.",
      "How much is at risk in one trade?": "At most the cost of the spread, and charges.",
    },
  }),
  position: {
    // The bought strike is as far in the money as the sold strike is out of the money.
    legs: ({ widthPoints }, strikeStepPoints) => [
      buy("call", { by: "money", steps: Math.round(widthPoints / strikeStepPoints / 2) }),
      sell("call", pointsBeyond(0, widthPoints)),
    ],
    lots: ({ context, contracts, costRupees, numbers }) =>
      costRupees >= numbers.widthPoints * (numbers.targetPercent / 100)
        ? 0
        : lotsByLoss(
            context,
            costRupees * (contracts[0]?.lotSize ?? 0) * (numbers.stopPercent / 100),
            numbers.riskPercent,
          ),
    sides: ["CE", "PE"],
  },
  exits: [
    (group, _, { stopPercent, targetPercent, widthPoints }) => {
      const worth = -costToClose(group);
      const units = Math.max(0, ...group.legs.map(({ quantity }) => quantity));
      if (worth <= -groupPremium(group) * (1 - stopPercent / 100))
        return closeAll(group, `${stopPercent}% of the cost is lost.`);
      if (worth < (targetPercent / 100) * widthPoints * units) return null;
      return closeAll(group, `Worth ${targetPercent}% of the width.`);
    },
    endOfDay,
    lastSession,
    dayBeforeExpiry,
  ],
  /** Signals in the direction of the trend after some days against it. */
  signal({ view }, { trendDays, lookbackDays }, key) {
    const closes = view.closes(key, trendDays);
    const last = closes.at(-1) ?? 0;
    const before = closes.at(-1 - lookbackDays) ?? last;
    const isAbove = last >= mean(closes);
    if (isAbove ? last > before : last < before) return null;
    const reason = `${isAbove ? "Above" : "Below"} its ${trendDays}-day average after ${lookbackDays} days against it.`;
    return isAbove ? { tag: "CE", side: "CE", reason } : { tag: "PE", side: "PE", reason };
  },
});
