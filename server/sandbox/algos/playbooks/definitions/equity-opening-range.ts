// Opening-range breakout, intraday: buys strong shares that break out on high volume. A round trip costs about 0.1 %,
// so trades are rare.

import { MINUTE_MS } from "../../../../../app/domain/time.ts";
import { averageClose, closeAll } from "../../rules/rule.ts";
import { endOfDay } from "../exits.ts";
import { definePlaybook } from "../playbook.ts";
import { movedBeyondIndex, movedPercent } from "../share-position.ts";
import { CHOPPY_MARKET, GAP_RISK, TRADING_COSTS } from "../text.ts";

export const equityOpeningRange = definePlaybook({
  kind: "Equity",
  tags: ["Equity", "Intraday"],
  worstCase: "gap",
  holdingPeriod: { Intraday: "Minutes to hours, same day" },
  defaults: {
    rangeMinutes: 30,
    trendDays: 100,
    lookbackDays: 5,
    movePercent: 2,
    volumeMultiple: 1.2,
    stopPercent: 1.5,
    targetMultiple: 2,
    maxPositions: 2,
    maxTrades: 1,
    exposureTimes: 2,
  },
  direction: "rise",
  prose: (s, r) => ({
    summary: `Buys breakouts of the first ${r.rangeMinutes} minutes in ${s.traded}.`,
    howItWorks: [
      `Candidates among ${s.traded} are above their ${r.trendDays}-day average and have fallen at least ${r.movePercent}% more than the Nifty 50 over ${r.lookbackDays} sessions: strong shares that have paused.`,
      `A candidate that rises above the high of its first ${r.rangeMinutes} minutes on at least ${r.volumeMultiple} times its usual volume of that time of day is bought, between ${r.from} and ${r.to}.`,
      `At most ${r.maxTrades} a day and ${r.maxPositions} at once, of equal size, together at most ${r.exposureTimes} times the capital.`,
      `The stop is ${r.stopPercent}% from entry; at a gain of ${r.targetMultiple} times the risk, half is sold and the stop moves to the entry price. The rest is sold at ${r.exitFrom}.`,
    ],
    whatCouldGoWrong: [
      CHOPPY_MARKET,
      GAP_RISK,
      "A share locked in its circuit cannot be sold that day; the position is then held overnight against its rule.",
      TRADING_COSTS,
    ],
    tradeFrequency: `At most ${r.maxTrades} a day, many days none.`,
    faqs: {
      "Does it sell shares I do not have?": "No. It only buys, and sells what it bought the same day.",
      "What margin is used?": `The broker's intraday margin. Positions together are at most ${r.exposureTimes} times the capital, even if the broker would lend more.`,
    },
  }),
  position: "shares",
  exits: [
    endOfDay,
    (group, _, { stopPercent, targetMultiple }) => {
      const moved = movedPercent(group);
      if (group.isReduced) return moved <= 0 ? closeAll(group, "The stop at entry was reached.") : null;
      if (moved <= -stopPercent) return closeAll(group, `The stop of ${stopPercent}% was reached.`);
      const quantity = Math.abs(group.legs[0]?.quantity ?? 0);
      if (moved < stopPercent * targetMultiple || quantity < 2) return null;
      return {
        do: "close",
        group: group.id,
        share: 0.5,
        reason: `${targetMultiple} times the risk: half is taken.`,
      };
    },
  ],
  signal(context, { rangeMinutes, lookbackDays, movePercent, trendDays, volumeMultiple }, key) {
    const { view } = context;
    const rangeEndMs = view.openMs + rangeMinutes * MINUTE_MS;
    if (view.atMs < rangeEndMs) return null;
    const spot = view.spot(key);
    if (movedBeyondIndex(context, key, lookbackDays) > -movePercent) return null;
    if (spot <= Math.max(...view.minutes(key, view.openMs, rangeEndMs))) return null;
    if (spot < averageClose(view, key, trendDays)) return null;
    const volume = view.volumeRatio(key);
    if (volume < volumeMultiple) return null;
    return {
      reason: `Rose above its first ${rangeMinutes} minutes on ${volume.toFixed(1)} times its usual volume.`,
    };
  },
});
