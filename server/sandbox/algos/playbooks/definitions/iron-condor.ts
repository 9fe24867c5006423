// Sells a call spread and a put spread around the market, wide enough that the costs of eight fills are a small part of
// the premium.

import { dayBeforeExpiry, endOfDay, premiumEarned, premiumStop } from "../exits.ts";
import { lotsByWidth } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { buy, pointsBeyond, sell } from "../structure.ts";
import { CAPPED_LOSS, GAP_RISK, OVERNIGHT_RISK, TRADING_COSTS } from "../text.ts";

export const ironCondor = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Scalping: "1 to 4 hours" },
  defaults: {
    widthPoints: 400,
    delta: 0.2,
    legStopPercent: 200,
    takePercent: 65,
    quietPercent: 0.8,
    minDaysLeft: 3,
    maxDaysLeft: 9,
    riskPercent: 20,
  },
  direction: "still",
  prose: (s, r, isOvernight) => ({
    summary: `Sells ${r.widthPoints}-point ${s.watched} spreads on both sides, ${r.maxDaysLeft === 0 ? "on expiry day" : `${r.maxDaysLeft} days out`}.`,
    howItWorks: [
      `Between ${r.from} and ${r.to}, when the index is within ${r.quietPercent}% of its last close, it looks for the nearest expiry with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
      `The hedges are bought first: a call and a put ${r.widthPoints} points further out. Then the near call and put are sold at about ${r.delta} delta. The size is chosen so that the largest loss is about ${r.riskPercent}% of the capital.`,
      `All legs are closed together when closing would cost ${r.legStopPercent}% of the premium received, or when ${r.takePercent}% of it is earned.`,
      isOvernight
        ? `At the latest it is closed by ${r.exitTo} on the last session before expiry (${s.expiry?.day}).`
        : `At the latest it is closed by ${r.exitTo} on the day it was opened.`,
    ],
    whatCouldGoWrong: [
      CAPPED_LOSS,
      isOvernight ? OVERNIGHT_RISK : GAP_RISK,
      "Four legs are four fills. In a fast market one fill may be late, and until then the position is incomplete.",
      TRADING_COSTS,
    ],
    tradeFrequency: isOvernight
      ? "One or two condors an expiry."
      : "At most one condor a day, on quiet days.",
    faqs: {
      "What is the most that one condor can lose?": `The width of one side (${r.widthPoints} points a unit) less the premium received, plus charges. Both sides cannot lose in full together.`,
      "Why buy the hedges first?":
        "The margin is then that of a hedged position, and no sold leg is ever without its hedge.",
    },
  }),
  position: {
    legs: ({ delta, widthPoints }) => [
      sell("call", { by: "delta", delta }),
      sell("put", { by: "delta", delta }),
      buy("call", pointsBeyond(0, widthPoints)),
      buy("put", pointsBeyond(1, widthPoints)),
    ],
    lots: (sizing) => lotsByWidth(sizing, sizing.numbers.widthPoints),
  },
  exits: [premiumStop, premiumEarned, endOfDay, dayBeforeExpiry],
  signal({ view }, { quietPercent, widthPoints, delta }, key) {
    const moved = Math.abs(view.spot(key) / (view.closes(key, 1)[0] ?? view.spot(key)) - 1) * 100;
    if (moved > quietPercent) return null;
    return { tag: "condor", reason: `A condor ${widthPoints} points wide at about ${delta} delta.` };
  },
});
