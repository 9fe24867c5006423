// Buys an in-the-money index call when the index rises above its opening range in the direction of its trend. Such an
// option follows the index closely and loses little time value.

import { MINUTE_MS } from "../../../../../app/domain/time.ts";
import { averageClose } from "../../rules/rule.ts";
import { endOfDay, lastSession, trailingStop } from "../exits.ts";
import { lotsByStop } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { buy } from "../structure.ts";
import { CHOPPY_MARKET, OVERNIGHT_RISK, TIME_DECAY, TRADING_COSTS } from "../text.ts";

export const openingRangeBuying = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Buying"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Minutes to hours, same day", Swing: "1 to 3 days" },
  defaults: {
    rangeMinutes: 30,
    narrowPercent: 0.5,
    trendDays: 50,
    /** Number of strikes that the bought option is in the money. */
    stepsIn: 3,
    stopPercent: 20,
    targetMultiple: 2,
    maxTrades: 1,
    maxSessions: 1,
    minDaysLeft: 1,
    riskPercent: 2,
    exposureTimes: 12,
  },
  direction: "rise",
  prose: (s, r, isOvernight) => ({
    summary: `Buys ${s.watched} calls after a narrow first ${r.rangeMinutes} minutes${isOvernight ? "; held overnight" : ""}.`,
    howItWorks: [
      `It records the high and the low of ${s.watched} over the first ${r.rangeMinutes} minutes of the session. If the range is wider than ${r.narrowPercent}% of the index, it does not trade that day.`,
      `Between ${r.from} and ${r.to} a price above the high buys a call, if the index is above its ${r.trendDays}-day average. The strike is ${r.stepsIn} steps in the money, in the nearest expiry that is at least ${r.minDaysLeft} ${r.minDaysLeft === 1 ? "day" : "days"} away.`,
      `At most ${r.maxTrades} a day. The size is chosen so that the stop costs about ${r.riskPercent}% of the capital, and the index value that it represents is at most about ${r.exposureTimes} times the capital. The stop is ${r.stopPercent}% below the premium paid. Once the gain equals the risk, the stop follows the price.`,
      `At a gain of ${r.targetMultiple} times the amount at risk half is sold, or all of a single lot; the rest is sold at the stop or ${isOvernight ? `after ${r.maxSessions} sessions` : `at ${r.exitFrom}`}.`,
    ],
    whatCouldGoWrong: [
      TIME_DECAY,
      CHOPPY_MARKET,
      isOvernight
        ? OVERNIGHT_RISK
        : "On expiry day premiums move fast: the fill price may differ much from the price at the signal.",
      TRADING_COSTS,
    ],
    tradeFrequency: `At most ${r.maxTrades} a day; none on days without a break or against the trend.`,
    faqs: {
      "Why does it buy options in the money?": `They follow the index more closely and lose less time value. They cost more, which raises the minimum amount.`,
      "Can I lose more than the premium?":
        "No. Only options are bought, so the most that a trade can lose is what was paid for it and the charges.",
    },
  }),
  position: {
    legs: ({ stepsIn }) => [buy("call", { by: "money", steps: stepsIn })],
    lots: lotsByStop,
  },
  exits: [trailingStop, endOfDay, lastSession],
  candidates: ({ plan }) => plan.watched,
  signal({ view }, { rangeMinutes, narrowPercent, trendDays }, key) {
    const rangeEndMs = view.openMs + rangeMinutes * MINUTE_MS;
    if (view.atMs < rangeEndMs) return null;
    const range = view.minutes(key, view.openMs, rangeEndMs);
    const [high, low] = [Math.max(...range), Math.min(...range)];
    const spot = view.spot(key);
    const isNarrow = ((high - low) / low) * 100 <= narrowPercent;
    if (spot <= high || !isNarrow || spot < averageClose(view, key, trendDays)) return null;
    return {
      tag: "call",
      reason: `Above the high of its first ${rangeMinutes} minutes, and above its ${trendDays}-day average.`,
    };
  },
});
