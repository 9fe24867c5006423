// Sells the at-the-money call and put for one day close to expiry, when implied volatility usually exceeds realised
// volatility most. The legs are uncovered: a stop on each leg is the only protection.

import { closeAll, groupResult, parseMinute } from "../../rules/rule.ts";
import { closeRisenLegs, endOfDay, soldLegs } from "../exits.ts";
import { formatDaysToExpiry, lotsByExposureTimes } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { atTheMoney, sell } from "../structure.ts";
import { GAP_RISK, SOLD_OPTIONS, TRADING_COSTS } from "../text.ts";

/** A straddle is sold at most this long after the entry time. */
const MAX_DELAY_MINUTES = 30;

export const straddleSelling = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Selling"],
  worstCase: "open",
  holdingPeriod: { Intraday: "Hours, same day" },
  defaults: { legStopPercent: 40, maxDaysLeft: 4, exposureTimes: 5, stopPercent: 2.5 },
  direction: "still",
  prose: (s, r) => ({
    summary: `Sells ${s.watched} at the money, stops at ${r.legStopPercent}%.`,
    howItWorks: [
      `At ${r.from} it sells one call and one put of ${s.watched} at the strike nearest to the index, on days with at most ${r.maxDaysLeft} days left to the nearest expiry.`,
      `The size is the whole number of lots nearest to ${r.exposureTimes} times the capital, at least one.`,
      `Each leg has its own stop ${r.legStopPercent}% above the price at which it was sold. When one leg is stopped, the stop of the other leg moves to its entry price.`,
      `Both are closed when together they have lost ${r.stopPercent}% of the capital, or between ${r.exitFrom} and ${r.exitTo}.`,
    ],
    whatCouldGoWrong: [
      SOLD_OPTIONS,
      "A move in one direction can stop the first leg and a reversal the second: both then lose on one day.",
      GAP_RISK,
      TRADING_COSTS,
    ],
    tradeFrequency: `One straddle a day, on days with at most ${r.maxDaysLeft} days to expiry.`,
    faqs: {
      "Is anything held overnight?": "No. Both legs are bought back the same day, at any price.",
      "Why is the minimum amount so much larger than the premium?":
        "The exchange blocks margin for sold options. The minimum is that margin and a buffer for days when it rises.",
    },
  }),
  position: {
    legs: () => [sell("call", atTheMoney), sell("put", atTheMoney)],
    lots: lotsByExposureTimes,
  },
  exits: [
    (group, { capitalRupees }, { stopPercent }) =>
      groupResult(group) <= (-capitalRupees * stopPercent) / 100
        ? closeAll(group, `The loss limit of ${stopPercent}% for both legs was reached.`)
        : null,
    endOfDay,
    (group, _, { legStopPercent }) =>
      // When one leg is closed, the other leg's stop moves to its entry price.
      soldLegs(group).length === 1
        ? closeRisenLegs(group, 0, "The stop at its entry was reached.")
        : closeRisenLegs(group, legStopPercent, `The leg's stop of ${legStopPercent}% was reached.`),
  ],
  isEntryTime: ({ plan, view }) =>
    view.minute >= parseMinute(plan.rules.from) &&
    view.minute < parseMinute(plan.rules.from) + MAX_DELAY_MINUTES,
  signal: (_, { from }) => ({
    tag: "straddle",
    reason: ({ legs, expiry }) =>
      `Sold at ${from}, strike ${legs[0]?.instrument.option?.strikeRupees}, ${formatDaysToExpiry(expiry?.daysLeft ?? 0)}.`,
  }),
});
