// Buys an index option for some minutes when the index moves much faster than usual. Costs consume most of the gain of
// such short trades, so trades are rare.

import { MINUTE_MS } from "../../../../../app/domain/time.ts";
import { averageClose, closeAll, pathLength } from "../../rules/rule.ts";
import { endOfDay, trailingStop } from "../exits.ts";
import { lotsByStop } from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { buy } from "../structure.ts";
import { CHOPPY_MARKET, TIME_DECAY, TRADING_COSTS } from "../text.ts";

export const momentumScalp = definePlaybook({
  kind: "Index Options",
  tags: ["Index", "Options", "Buying"],
  worstCase: "capped",
  holdingPeriod: { Scalping: "5 minutes to 3 hours" },
  defaults: {
    rangeMinutes: 60,
    paceMultiple: 4,
    trendDays: 50,
    stepsIn: 2,
    stopPercent: 10,
    targetMultiple: 2,
    patienceMinutes: 30,
    pauseMinutes: 60,
    maxTrades: 1,
    minDaysLeft: 1,
    riskPercent: 1.5,
    exposureTimes: 12,
  },
  direction: "rise",
  prose: (s, r) => ({
    summary: `Buys ${s.traded} briefly when ${s.watched} moves fast.`,
    howItWorks: [
      `It compares the latest move of ${s.watched} with the average of such moves over the last ${r.rangeMinutes} minutes.`,
      `A rise of more than ${r.paceMultiple} times that average, above the ${r.trendDays}-day average, buys the call ${r.stepsIn} strikes in the money, in an expiry at least ${r.minDaysLeft} ${r.minDaysLeft === 1 ? "day" : "days"} away.`,
      `The size is chosen so that the stop of ${r.stopPercent}% of the premium costs about ${r.riskPercent}% of the capital, for an index value of at most about ${r.exposureTimes} times the capital. Once the gain equals the risk, the stop follows the price; at a gain of ${r.targetMultiple} times the risk half is sold, or all of a single lot.`,
      `Without progress in ${r.patienceMinutes} minutes the trade is closed at the current price. At most ${r.maxTrades} a day between ${r.from} and ${r.to}; after a loss it waits ${r.pauseMinutes} minutes. Everything is closed at ${r.exitFrom}.`,
    ],
    whatCouldGoWrong: [
      TRADING_COSTS,
      "Entry and exit must be fast. If orders are filled late, the expected move may already be over.",
      CHOPPY_MARKET,
      TIME_DECAY,
    ],
    tradeFrequency: `At most ${r.maxTrades} a day, most days none.`,
    faqs: {
      "Do I have to watch it?":
        "No. Entries and exits are sent by the algo. You can pause or stop it at any time.",
      "Why are the charges so visible here?":
        "Because a scalp aims at a small gain, of which charges are a large part. Read the costs first.",
    },
  }),
  position: {
    legs: ({ stepsIn }) => [buy("call", { by: "money", steps: stepsIn })],
    lots: lotsByStop,
  },
  exits: [
    endOfDay,
    (group, { view }, { patienceMinutes }) => {
      const [leg] = group.legs;
      const isStuck = view.atMs - group.openedAtMs >= patienceMinutes * MINUTE_MS;
      return leg && isStuck && leg.nowRupees <= leg.entryRupees
        ? closeAll(group, `No progress in ${patienceMinutes} minutes.`)
        : null;
    },
    trailingStop,
  ],
  candidates: ({ plan }) => plan.watched,
  signal({ view, today }, { rangeMinutes, paceMultiple, trendDays, pauseMinutes }, key) {
    if (today.lossesInARow >= 1 && view.atMs - today.lastClosedMs < pauseMinutes * MINUTE_MS) return null;
    const minutes = view.minutes(key, view.atMs - rangeMinutes * MINUTE_MS - view.barMs, view.atMs);
    const usual = pathLength(minutes.slice(0, -1)) / Math.max(1, minutes.length - 2);
    const move = view.spot(key) - view.spotAt(key, view.atMs - view.barMs);
    if (minutes.length < 4 || move <= paceMultiple * usual) return null;
    if (view.spot(key) < averageClose(view, key, trendDays)) return null;
    return {
      tag: `scalp ${today.opened.length + 1}`,
      reason: `A rise of ${move.toFixed(1)} points against a usual ${usual.toFixed(1)}, above its ${trendDays}-day average.`,
    };
  },
});
