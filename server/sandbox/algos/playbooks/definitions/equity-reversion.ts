// Buys shares that fell against the index, because part of such a fall is often recovered within days. Swing algos hold
// a position for some days. Intraday algos sell on the same day, and require a fall large enough to cover the costs.

import { averageClose, closeAll } from "../../rules/rule.ts";
import { endOfDay, lastSession, timeLimit } from "../exits.ts";
import { definePlaybook, untradedKeys } from "../playbook.ts";
import { movedBeyondIndex, movedPercent } from "../share-position.ts";
import { GAP_RISK, OVERNIGHT_RISK, TRADING_COSTS } from "../text.ts";

export const equityReversion = definePlaybook({
  kind: "Equity",
  tags: ["Equity"],
  worstCase: "gap",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 12 days", Scalping: "10 minutes to 3 hours" },
  defaults: {
    lookbackDays: 5,
    movePercent: 4,
    trendDays: 0,
    stopPercent: 8,
    targetPercent: 4,
    maxSessions: 8,
    patienceMinutes: 360,
    maxPositions: 4,
    maxTrades: 2,
    exposureTimes: 1,
  },
  direction: "rise",
  prose(s, r, isOvernight, product) {
    const end = isOvernight
      ? `after ${r.maxSessions} sessions`
      : product === "Scalping"
        ? `after ${r.patienceMinutes} minutes, at the latest at ${r.exitFrom}`
        : `at ${r.exitFrom} the same day`;
    return {
      summary: `Buys ${s.traded} after a ${r.movePercent}% fall against the index${isOvernight ? "" : ", intraday"}.`,
      howItWorks: [
        `A share that has fallen at least ${r.movePercent}% more than the Nifty 50 over the last ${r.lookbackDays} sessions${r.trendDays > 0 ? `, but is still above its ${r.trendDays}-day average,` : ""} is bought between ${r.from} and ${r.to}, the largest fall first.`,
        `It is sold ${r.targetPercent}% above entry, or ${end}.`,
        `The stop is ${r.stopPercent}% below entry. At most ${r.maxPositions} ${r.maxPositions === 1 ? "share is" : "shares are"} held at once and ${r.maxTrades} bought a day, in equal parts, together at most ${r.exposureTimes === 1 ? "the capital" : `${r.exposureTimes} times the capital`}.`,
      ],
      whatCouldGoWrong: [
        "A share that has fallen can continue to fall. The rule cannot tell a short dip from a lasting decline.",
        isOvernight ? OVERNIGHT_RISK : GAP_RISK,
        "Gains are many and small, losses few and large. A series of good weeks proves little.",
        TRADING_COSTS,
      ],
      tradeFrequency: isOvernight
        ? "Two to ten trades a month."
        : `At most ${r.maxTrades} a day, many days none.`,
      faqs: {
        "Does it average down?": "No. One entry a share, one stop, one exit.",
        "Is it long only?": "Yes.",
      },
    };
  },
  position: "shares",
  exits: [
    (group, _, { stopPercent, targetPercent }) => {
      const moved = movedPercent(group);
      if (moved <= -stopPercent) return closeAll(group, `The stop ${stopPercent}% under entry was reached.`);
      return moved >= targetPercent ? closeAll(group, `${targetPercent}% above entry.`) : null;
    },
    lastSession,
    timeLimit,
    endOfDay,
  ],
  /** Shares that fell enough, with the largest falls first. */
  candidates: (context, { lookbackDays, movePercent }) =>
    untradedKeys(context)
      .map((key) => ({ key, moved: movedBeyondIndex(context, key, lookbackDays) }))
      .filter(({ moved }) => moved <= -movePercent)
      .sort((a, b) => a.moved - b.moved)
      .map(({ key }) => key),
  signal(context, { lookbackDays, trendDays }, key) {
    const { view } = context;
    if (trendDays > 0 && view.spot(key) < averageClose(view, key, trendDays)) return null;
    const moved = movedBeyondIndex(context, key, lookbackDays);
    return { reason: `Fell ${(-moved).toFixed(1)}% more than the index in ${lookbackDays} sessions.` };
  },
});
