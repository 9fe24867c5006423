// Buys a share for part of a day when its price, its volume and its order book all indicate a rise. Costs consume most
// of the gain of such short trades, so trades are rare.

import { MINUTE_MS } from "../../../../../app/domain/time.ts";
import { averageClose, closeAll } from "../../rules/rule.ts";
import { endOfDay, timeLimit } from "../exits.ts";
import { definePlaybook } from "../playbook.ts";
import { movedPercent } from "../share-position.ts";
import { TRADING_COSTS } from "../text.ts";

export const equityScalp = definePlaybook({
  kind: "Equity",
  tags: ["Equity", "Intraday"],
  worstCase: "gap",
  holdingPeriod: { Scalping: "5 minutes to 3 hours" },
  defaults: {
    rangeMinutes: 30,
    trendDays: 100,
    movePercent: 0.8,
    volumeMultiple: 2,
    leanMultiple: 1.3,
    stopPercent: 0.8,
    targetMultiple: 1.5,
    patienceMinutes: 90,
    maxTrades: 1,
    exposureTimes: 1,
  },
  direction: "rise",
  prose: (s, r) => ({
    summary: `Trades sharp rises in ${s.traded} for minutes.`,
    howItWorks: [
      `A share above its ${r.trendDays}-day average that has risen ${r.movePercent}% within ${r.rangeMinutes} minutes, on at least ${r.volumeMultiple} times its usual volume of that time of day, is a candidate.`,
      `The quantity at its best bids must be at least ${r.leanMultiple} times the quantity at its best asks.`,
      `The stop is ${r.stopPercent}%, the target ${r.targetMultiple} times as far; the trade ends after ${r.patienceMinutes} minutes at the latest.`,
      `At most ${r.maxTrades} a day between ${r.from} and ${r.to}, one share at a time for ${r.exposureTimes === 1 ? "the capital" : `${r.exposureTimes} times the capital`}; everything is closed at ${r.exitFrom}.`,
    ],
    whatCouldGoWrong: [
      TRADING_COSTS,
      "Others can distort the order book with orders that they never intend to fill.",
      "A sharp rise attracts other buyers: the fill may be at its highest price.",
    ],
    tradeFrequency: `At most ${r.maxTrades} a day, most days none.`,
    faqs: {
      "How much of a trade are the charges?":
        "A large part of an average gain. That is normal for scalping, and a reason for care.",
      "Does it sell short?": "No. It only buys, and sells what it bought the same day.",
    },
  }),
  position: "shares",
  exits: [
    (group, _, { stopPercent, targetMultiple }) => {
      const moved = movedPercent(group);
      if (moved <= -stopPercent) return closeAll(group, `The stop of ${stopPercent}% was reached.`);
      return moved >= stopPercent * targetMultiple ? closeAll(group, "The target was reached.") : null;
    },
    timeLimit,
    endOfDay,
  ],
  candidates: ({ plan }) => plan.watched,
  signal({ view }, { rangeMinutes, movePercent, volumeMultiple, trendDays, leanMultiple }, key) {
    const spot = view.spot(key);
    const rise = (spot / view.spotAt(key, view.atMs - rangeMinutes * MINUTE_MS) - 1) * 100;
    if (rise < movePercent || (trendDays > 0 && spot < averageClose(view, key, trendDays))) return null;
    const volume = view.volumeRatio(key);
    if (volume < volumeMultiple) return null;
    const { bids, asks } = view.bestFive(key);
    if (bids < leanMultiple * asks) return null;
    return {
      reason: `Up ${rise.toFixed(2)}% in ${rangeMinutes} minutes on ${volume.toFixed(1)} times its usual volume, with the bids ahead.`,
    };
  },
});
