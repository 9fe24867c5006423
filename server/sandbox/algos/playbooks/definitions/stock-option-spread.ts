// Sells hedged put spreads on shares that fell sharply against the index: part of such a fall is often recovered, and
// options are expensive after it.

import { dayBeforeExpiry, endOfDay, lastSession, premiumEarned, premiumStop } from "../exits.ts";
import { lotsByWidth } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { movedBeyondIndex } from "../share-position.ts";
import { buy, sell } from "../structure.ts";
import { CAPPED_LOSS, TRADING_COSTS } from "../text.ts";

export const stockOptionSpread = definePlaybook({
  kind: "Equity Options",
  tags: ["Equity", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 12 days" },
  defaults: {
    movePercent: 4,
    lookbackDays: 5,
    delta: 0.4,
    widthSteps: 4,
    takePercent: 60,
    legStopPercent: 200,
    maxSessions: 10,
    maxPositions: 3,
    minDaysLeft: 9,
    riskPercent: 6,
  },
  direction: "rise",
  prose: (s, r, isOvernight) => ({
    summary: `Sells put spreads on ${s.traded} after a ${r.movePercent}% fall.`,
    howItWorks: [
      `A share that has fallen at least ${r.movePercent}% more than the Nifty 50 over ${r.lookbackDays} sessions is a candidate, between ${r.from} and ${r.to}.`,
      `A put at about ${r.delta} delta is sold and one ${r.widthSteps} strikes further down is bought first, with at least ${r.minDaysLeft} days to expiry. The size is chosen so that the largest loss is about ${r.riskPercent}% of the capital.`,
      `It is closed when ${r.takePercent}% of the premium is earned, when closing would cost ${r.legStopPercent}% of it, or ${isOvernight ? `on session ${r.maxSessions}` : `at ${r.exitFrom} the same day`}.`,
      `At most ${r.maxPositions} positions are open at one time, one share each.`,
    ],
    whatCouldGoWrong: [
      CAPPED_LOSS,
      "Results, court orders or block deals can move a single share far more than its average move.",
      "A share that has fallen can continue to fall; the rule cannot tell a short dip from a lasting decline.",
      TRADING_COSTS,
    ],
    tradeFrequency: "One to six spreads a month over all shares.",
    faqs: {
      "Does it trade through company results?":
        "Yes, it ignores result dates. The bought put limits the loss of a surprise.",
      "How many shares at once?": `At most ${r.maxPositions}.`,
    },
  }),
  position: {
    legs: ({ delta, widthSteps }) => [
      sell("put", { by: "delta", delta }, "month"),
      buy("put", { by: "steps", fromLeg: 0, steps: widthSteps }, "month"),
    ],
    lots: (sizing) =>
      lotsByWidth(sizing, sizing.numbers.widthSteps * sizing.context.view.strikeStep(sizing.key)),
    weight: ({ view }, [leg]) =>
      leg?.instrument.option ? view.strikeStep(leg.instrument.option.underlyingKey) * leg.quantity : 0,
  },
  exits: [premiumEarned, premiumStop, lastSession, endOfDay, dayBeforeExpiry],
  signal(context, { lookbackDays, movePercent }, key) {
    const moved = movedBeyondIndex(context, key, lookbackDays);
    if (moved > -movePercent) return null;
    return { reason: `Fell ${(-moved).toFixed(1)}% more than the index in ${lookbackDays} sessions.` };
  },
});
