// Sells an out-of-the-money call and put, uncovered, with a stop on each leg. It earns the difference between implied
// and realised volatility, and has losses on days with large moves.

import { dayBeforeExpiry, endOfDay, legStop, premiumEarned } from "../exits.ts";
import { formatDaysToExpiry, lotsByExposureTimes } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { sell } from "../structure.ts";
import { GAP_RISK, OVERNIGHT_RISK, SOLD_OPTIONS, TRADING_COSTS } from "../text.ts";

export const strangleSelling = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Selling"],
  worstCase: "open",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Scalping: "1 to 3 hours" },
  defaults: {
    delta: 0.15,
    legStopPercent: 100,
    takePercent: 80,
    minDaysLeft: 0,
    maxDaysLeft: 9,
    exposureTimes: 4.5,
  },
  direction: "still",
  prose: (s, r, isOvernight) => ({
    summary: `Sells ${s.watched} calls and puts near ${r.delta} delta.`,
    howItWorks: [
      `Between ${r.from} and ${r.to} it picks the call and the put whose delta is nearest to ${r.delta} and sells both, in the nearest expiry with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
      `The size is the whole number of lots nearest to ${r.exposureTimes} times the capital, at least one.`,
      `A side that has risen ${r.legStopPercent}% is bought back; the other stays. The remaining position is closed when ${r.takePercent}% of the premium is earned.`,
      isOvernight
        ? `At the latest it is closed by ${r.exitTo} on the last session before expiry (${s.expiry?.day}).`
        : `Everything is bought back between ${r.exitFrom} and ${r.exitTo}.`,
    ],
    whatCouldGoWrong: [
      SOLD_OPTIONS,
      isOvernight ? OVERNIGHT_RISK : GAP_RISK,
      "Gains are small and frequent; losses are large and rare. A good year says little about the next bad day.",
      TRADING_COSTS,
    ],
    tradeFrequency: isOvernight ? "One to three positions an expiry." : "At most one position a day.",
    faqs: {
      "What is delta here?": `Roughly the share of the index's move that the option follows. An option at ${r.delta} is out of the money, cheap and usually worthless at expiry, but not always.`,
      "Are the sold options covered?": "No. They have no bought hedge, which is why the risk level is high.",
    },
  }),
  position: {
    legs: ({ delta }) => [sell("call", { by: "delta", delta }), sell("put", { by: "delta", delta })],
    lots: lotsByExposureTimes,
  },
  exits: [endOfDay, dayBeforeExpiry, premiumEarned, legStop],
  signal: (_, { delta }) => ({
    tag: "strangle",
    reason: ({ expiry }) =>
      `Sold at about ${delta} delta each, ${formatDaysToExpiry(expiry?.daysLeft ?? 0)}.`,
  }),
});
