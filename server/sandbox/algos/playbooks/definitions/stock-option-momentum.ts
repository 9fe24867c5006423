// Buys calls on shares that rise out of their range on volume. Strong shares tend to continue, and a call cannot lose
// more than its price.

import { MINUTE_MS } from "../../../../../app/domain/time.ts";
import { averageClose, highestClose, isHeldOvernight } from "../../rules/rule.ts";
import { endOfDay, lastSession, trailingStop } from "../exits.ts";
import { lotsByStop } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { buy } from "../structure.ts";
import { OVERNIGHT_RISK, TIME_DECAY, TRADING_COSTS } from "../text.ts";

export const stockOptionMomentum = definePlaybook({
  kind: "Equity Options",
  tags: ["Equity", "Options", "Buying"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 12 days", Scalping: "10 minutes to 3 hours" },
  defaults: {
    rangeMinutes: 30,
    lookbackDays: 55,
    trendDays: 100,
    volumeMultiple: 1.2,
    stepsIn: 3,
    stopPercent: 40,
    targetMultiple: 2.5,
    maxSessions: 10,
    maxPositions: 2,
    maxTrades: 1,
    minDaysLeft: 9,
    spreadPercent: 2,
    riskPercent: 4,
    exposureTimes: 4,
  },
  direction: "rise",
  prose(s, r, isOvernight) {
    const range = isOvernight ? `${r.lookbackDays}-day` : `${r.rangeMinutes}-minute`;
    return {
      summary: `Buys calls on ${s.traded} at ${range} breakouts.`,
      howItWorks: [
        `It watches ${s.traded} between ${r.from} and ${r.to}. A rise above the ${range} range counts only above the ${r.trendDays}-day average and with at least ${r.volumeMultiple} times its usual volume of that time of day.`,
        `A call ${r.stepsIn} strikes in the money is bought in the nearest month with at least ${r.minDaysLeft} days left, if its bid and ask are within ${r.spreadPercent}% of each other. The size is chosen so that the stop costs about ${r.riskPercent}% of the capital, and the value of the shares behind one call is at most about ${r.exposureTimes} times the capital.`,
        `The stop is ${r.stopPercent}% of the premium. Once the gain equals the risk, the stop follows the price; at a gain of ${r.targetMultiple} times the risk half is sold, or all of a single lot. ${isOvernight ? `The trade ends at the latest on session ${r.maxSessions} by ${r.exitTo}.` : `Everything is closed at ${r.exitFrom}.`}`,
        `No more than ${r.maxPositions} positions are open at one time, and no more than ${r.maxTrades} opened a day.`,
      ],
      whatCouldGoWrong: [
        TIME_DECAY,
        "Options on single shares are less liquid than index options: closing can cost more than opening.",
        isOvernight ? OVERNIGHT_RISK : TRADING_COSTS,
        "Stock options settle by delivery. Positions are closed well before expiry, but a suspended share cannot be closed.",
      ],
      tradeFrequency: isOvernight
        ? "One to five trades a month."
        : `At most ${r.maxTrades} a day, many days none.`,
      faqs: {
        "How are the shares chosen?": `From ${s.traded}, by the breakout, the volume and the spread of their option prices. This page lists all of these shares.`,
        "Does it buy puts?":
          "No. Shares rise more than they fall over the years; a bought put loses time value and trades against that rise.",
      },
    };
  },
  position: {
    legs: ({ stepsIn }) => [buy("call", { by: "money", steps: stepsIn }, "month")],
    lots(sizing) {
      const [call] = sizing.contracts;
      const isTooWide = call && sizing.context.view.spread(call) * 100 > sizing.numbers.spreadPercent;
      return isTooWide ? 0 : lotsByStop(sizing);
    },
  },
  exits: [trailingStop, endOfDay, lastSession],
  signal({ view, plan }, numbers, key) {
    const { lookbackDays, rangeMinutes, trendDays, volumeMultiple } = numbers;
    const isSwing = isHeldOvernight(plan);
    const rangeEndMs = view.openMs + rangeMinutes * MINUTE_MS;
    if (!isSwing && view.atMs < rangeEndMs) return null;
    const highest = isSwing
      ? highestClose(view.closes(key, lookbackDays))
      : Math.max(...view.minutes(key, view.openMs, rangeEndMs));
    const spot = view.spot(key);
    if (spot <= highest || spot < averageClose(view, key, trendDays)) return null;
    const volume = view.volumeRatio(key);
    if (volume < volumeMultiple) return null;
    const brokenRange = isSwing ? `${lookbackDays}-day` : `${rangeMinutes}-minute`;
    return { reason: `Broke its ${brokenRange} range on ${volume.toFixed(1)} times its usual volume.` };
  },
});
