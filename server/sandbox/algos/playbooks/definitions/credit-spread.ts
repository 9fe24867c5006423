// Sells a hedged put spread while the index is above its average. The trend determines the direction, and the premium
// is earned as time passes.

import { closeAll, mean } from "../../rules/rule.ts";
import { dayBeforeExpiry, endOfDay, premiumEarned, soldLegs } from "../exits.ts";
import { lotsByWidth } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { buy, pointsBeyond, sell } from "../structure.ts";
import { CAPPED_LOSS, GAP_RISK, OVERNIGHT_RISK, TRADING_COSTS } from "../text.ts";

export const creditSpread = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Delivery: "1 to 4 weeks" },
  defaults: {
    trendDays: 50,
    widthPoints: 300,
    delta: 0.3,
    takePercent: 75,
    minDaysLeft: 3,
    maxDaysLeft: 9,
    riskPercent: 15,
  },
  direction: "rise",
  prose: (s, r, isOvernight) => ({
    summary: `Sells ${s.watched} put spreads above the ${r.trendDays}-day average.`,
    howItWorks: [
      `After a close above the ${r.trendDays}-day average of ${s.watched} a put spread is sold between ${r.from} and ${r.to}; below the average nothing is sold. The expiry is the nearest with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
      `The hedge ${r.widthPoints} points away is bought first, then the near option at about ${r.delta} delta is sold. The size is chosen so that the largest loss is about ${r.riskPercent}% of the capital.`,
      `It closes when ${s.watched} touches the sold strike, when ${r.takePercent}% of the premium is earned, or by ${r.exitTo} ${isOvernight ? "on the last session before expiry" : "the same day"}.`,
    ],
    whatCouldGoWrong: [
      CAPPED_LOSS,
      "The premium is small compared with the largest loss: one full loss cancels several gains.",
      isOvernight ? OVERNIGHT_RISK : GAP_RISK,
      TRADING_COSTS,
    ],
    tradeFrequency: isOvernight ? "One to three spreads an expiry." : "At most one spread a day.",
    faqs: {
      "What does hedged mean here?":
        "An option of the same kind, further out of the money, is held against the sold one. The distance between the two strikes limits the loss, however far the market moves.",
      "Does it sell call spreads?":
        "No. Indices rise more than they fall over the years, and puts cost more than calls. Below the average it waits.",
    },
  }),
  position: {
    legs: ({ delta, widthPoints }) => [
      sell("put", { by: "delta", delta }),
      buy("put", pointsBeyond(0, widthPoints)),
    ],
    lots: (sizing) => lotsByWidth(sizing, sizing.numbers.widthPoints),
  },
  exits: [
    (group, { plan, view }) => {
      const option = soldLegs(group)[0]?.instrument.option;
      const isTouched = option && view.spot(plan.watched[0] ?? "") <= option.strikeRupees;
      return isTouched ? closeAll(group, "The sold strike was touched.") : null;
    },
    premiumEarned,
    endOfDay,
    dayBeforeExpiry,
  ],
  signal({ view }, { trendDays }, key) {
    const closes = view.closes(key, trendDays);
    if ((closes.at(-1) ?? 0) < mean(closes)) return null;
    return { tag: "spread", reason: `Closed above its ${trendDays}-day average.` };
  },
});
