// Buys shares at a new high and holds them until a wide trailing stop is reached.

import { cachePerCloses, closeAll, highestClose, mean } from "../../rules/rule.ts";
import { definePlaybook } from "../playbook.ts";
import { OVERNIGHT_RISK, TRADING_COSTS } from "../text.ts";

/** Returns the average absolute change from one close to the next. */
const averageChange = cachePerCloses((closes) =>
  mean(closes.slice(1).map((close, index) => Math.abs(close - (closes[index] ?? close)))),
);

export const equityBreakout = definePlaybook({
  kind: "Equity",
  tags: ["Equity", "Swing"],
  worstCase: "gap",
  holdingPeriod: { Swing: "1 to 20 weeks" },
  defaults: {
    lookbackDays: 55,
    stopPercent: 10,
    rangeMultiple: 8,
    rangeDays: 20,
    maxPositions: 5,
    maxTrades: 2,
  },
  direction: "rise",
  prose: (s, r) => ({
    summary: `Buys ${r.lookbackDays}-day highs of ${s.traded} with a trailing stop.`,
    howItWorks: [
      `After a close at its ${r.lookbackDays}-day high, the share is bought in the next session between ${r.from} and ${r.to}.`,
      `The first stop is ${r.stopPercent}% below entry; it then follows the highest price at ${r.rangeMultiple} times the average daily change of ${r.rangeDays} days.`,
      `At most ${r.maxPositions} ${r.maxPositions === 1 ? "holding" : "holdings of equal weight"} and ${r.maxTrades} bought a day; when all are held, new signals are skipped.`,
    ],
    whatCouldGoWrong: [
      "Most breakouts fail. The gains come from the few that succeed, which may be weeks apart.",
      OVERNIGHT_RISK,
      "Shares that rise together fall together: several stops on one day are likely.",
      TRADING_COSTS,
    ],
    tradeFrequency: r.maxPositions === 1 ? "One to six trades a year." : "One to four trades a month.",
    faqs: {
      "Does it sell short?": "No. In falling markets it holds cash.",
      "Do I need DDPI?":
        "Yes, or a TPIN for each sale: shares held overnight are in your demat account and must be released when they are sold.",
    },
  }),
  position: "shares",
  exits: [
    (group, { view }, { stopPercent, rangeDays, rangeMultiple }) => {
      const [leg] = group.legs;
      if (leg === undefined) return null;
      const closes = view.closes(group.tag, rangeDays + 1);
      const range = averageChange(closes);
      const stopAt = Math.max(
        leg.entryRupees * (1 - stopPercent / 100),
        group.bestRupees - rangeMultiple * range,
      );
      return leg.nowRupees <= stopAt ? closeAll(group, "The trailing stop was reached.") : null;
    },
  ],
  signal({ view }, { lookbackDays }, key) {
    const closes = view.closes(key, lookbackDays);
    if ((closes.at(-1) ?? 0) < highestClose(closes)) return null;
    return { reason: `Closed at the highest of ${lookbackDays} days.` };
  },
});
