// Sells at-the-money options and buys the wings on expiry day, to earn the time value of the last hours.

import { closeAll } from "../../rules/rule.ts";
import { dayBeforeExpiry, endOfDay, premiumEarned } from "../exits.ts";
import { definePlaybook } from "../playbook.ts";
import { lotsByLoss } from "../sizing.ts";
import { atTheMoney, buy, pointsBeyond, sell } from "../structure.ts";
import { CAPPED_LOSS, TRADING_COSTS } from "../text.ts";

export const expiryFly = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, expiry day only", Scalping: "1 to 2 hours, expiry day only" },
  defaults: { widthPoints: 250, movePercent: 0.6, takePercent: 70, maxTrades: 1, riskPercent: 12 },
  direction: "still",
  prose(s, r) {
    const again =
      r.maxTrades === 1
        ? "it is not opened again that day"
        : `it may be opened again around the new level, ${r.maxTrades} times a day in total, until ${r.to}`;
    return {
      summary: `Sells ${s.watched} on expiry day, with ${r.widthPoints}-point wings.`,
      howItWorks: [
        `On the day its nearest contract expires (now ${s.expiry?.day}; the exchange has changed this day in the past), from ${r.from}, it buys the wings and then sells the call and the put at the middle strike.`,
        `If ${s.watched} moves ${r.movePercent}% from its level at the opening of the position, all legs are closed; ${again}. All legs are also closed when ${r.takePercent}% of the premium is earned.`,
        `The size is chosen so that the width of a wing is about ${r.riskPercent}% of the capital; the largest loss is this width less the premium. The position is closed by ${r.exitTo}; nothing is carried into settlement.`,
      ],
      whatCouldGoWrong: [
        CAPPED_LOSS,
        "In the last hours, a small index move causes a large move of the option price. The stop can be reached within seconds.",
        "All gains and losses occur on one day a week: a series of bad expiries lasts for weeks.",
        TRADING_COSTS,
      ],
      tradeFrequency: `${r.maxTrades === 1 ? "One position" : `At most ${r.maxTrades} positions`} on each expiry day.`,
      faqs: {
        "What does it do on other days?":
          "Nothing. The amount stays free in your account, though margin rules on expiry morning may block it early.",
        "Why not wait for settlement?":
          "The settlement value is an average that nobody can trade. Closing earlier fixes the result at traded prices.",
      },
    };
  },
  position: {
    legs: ({ widthPoints }) => [
      sell("call", atTheMoney, "today"),
      sell("put", atTheMoney, "today"),
      buy("call", pointsBeyond(0, widthPoints), "today"),
      buy("put", pointsBeyond(1, widthPoints), "today"),
    ],
    lots: ({ context, contracts, numbers }) =>
      lotsByLoss(context, numbers.widthPoints * (contracts[0]?.lotSize ?? 0), numbers.riskPercent),
    daysLeft: { min: 0, max: 0 },
  },
  exits: [
    (group, { plan, view }, { movePercent }) =>
      Math.abs(view.spot(plan.watched[0] ?? "") / group.spotAtOpen - 1) * 100 >= movePercent
        ? closeAll(group, `Moved ${movePercent}% from the middle.`)
        : null,
    premiumEarned,
    endOfDay,
    dayBeforeExpiry,
  ],
  candidates: ({ plan }) => plan.watched,
  signal: ({ today }, { widthPoints }) => ({
    tag: `fly ${today.opened.length + 1}`,
    reason: ({ legs }) =>
      `Expiry day: the middle is ${legs[2]?.instrument.option?.strikeRupees}, the wings ${widthPoints} points out.`,
  }),
});
