// Joins a rise in a share for part of a day when volume and the order book agree. Little is to be earned within minutes beside the
// costs, so it waits for what is rare.
import { closeAll, type Decision, isEntryTime, isExitTime, mean, type Rule } from "../rules/rule.ts";
import { COSTS, numbersOf, type Playbook, read } from "./playbook.ts";
import { dearestShares, movedPercent, openShares, sharesFor } from "./share-positions.ts";

const DEFAULTS = {
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
};
const MINUTE_MS = 60_000;

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const p = numbersOf(context, DEFAULTS);
  const decisions = groups.flatMap((group): Decision[] => {
    const moved = movedPercent(group);
    if (moved <= -p.stopPercent) return [closeAll(group, `The stop of ${p.stopPercent}% was reached.`)];
    if (moved >= p.stopPercent * p.targetMultiple) return [closeAll(group, "The target was reached.")];
    if (view.atMs - group.openedAtMs >= p.patienceMinutes * MINUTE_MS)
      return [closeAll(group, `${p.patienceMinutes} minutes.`)];
    return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
  });
  if (!isEntryTime(context) || groups.length > 0 || today.opened.length >= p.maxTrades) return decisions;
  for (const key of plan.watched) {
    const spot = view.spot(key);
    const rise = (spot / view.spotAt(key, view.atMs - p.rangeMinutes * MINUTE_MS) - 1) * 100;
    if (rise < p.movePercent || view.volumeRatio(key) < p.volumeMultiple) continue;
    if (p.trendDays > 0 && spot < mean(view.closes(key, p.trendDays))) continue;
    const { bids, asks } = view.bestFive(key);
    if (bids < p.leanMultiple * asks) continue;
    const quantity = sharesFor(context, key, 1, p.exposureTimes);
    const reason = `Up ${rise.toFixed(2)}% in ${p.rangeMinutes} minutes on ${view.volumeRatio(key).toFixed(1)} times its usual volume, with the bids ahead.`;
    return [...decisions, ...openShares(context, key, quantity, reason)];
  }
  return decisions;
};

export const equityScalp: Playbook = {
  kind: "Equity",
  tags: ["Equity", "Intraday"],
  worstCase: "gap",
  holdingPeriod: { Scalping: "5 minutes to 3 hours" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Joins sharp rises in ${s.traded} when volume and the order book agree, for a part of the day.`,
      howItWorks: [
        `A share above its ${r.trendDays}-day average that has risen ${r.movePercent}% within ${r.rangeMinutes} minutes, on at least ${r.volumeMultiple} times its usual volume of that time of day, is a candidate.`,
        `The best bids of its book must hold at least ${r.leanMultiple} times what the best asks hold.`,
        `The stop is ${r.stopPercent}%, the target ${r.targetMultiple} times as far; the trade ends after ${r.patienceMinutes} minutes at the latest.`,
        `At most ${r.maxTrades} a day between ${r.from} and ${r.to}, one share at a time for ${r.exposureTimes === 1 ? "the capital" : `${r.exposureTimes} times the capital`}; everything is closed at ${r.exitFrom}.`,
      ],
      whatCouldGoWrong: [
        COSTS,
        "The order book can be made to lean by orders that are never meant to trade.",
        "A sharp rise draws in others: the fill may be at the top of it.",
      ],
      tradeFrequency: `At most ${r.maxTrades} a day, most days none.`,
      faqs: [
        {
          question: "How much of a trade are the charges?",
          answer:
            "A large part of an average gain. That is normal for this kind and a reason to be careful with it.",
        },
        {
          question: "Does it sell short?",
          answer: "No. It only buys, and sells what it bought the same day.",
        },
      ],
    };
  },
  structure: () => ({
    direction: "rise",
    legs: [{ kind: "share", side: "buy", strike: null, expiry: null }],
    isOneOf: false,
    isCovered: true,
    largestLoss: null,
    positionsAtMost: 1,
  }),
  rule,
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    return dearestShares(context, 1, p.exposureTimes);
  },
};
