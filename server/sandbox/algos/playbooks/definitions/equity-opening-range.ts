// Buys strong shares that leave their first range upwards on volume, for the day. Costs of shares within a day are about a tenth of a
// percent a trade, so it takes few.
import {
  closeAll,
  type Decision,
  isEntryTime,
  isExitTime,
  mean,
  type Rule,
  type RuleContext,
} from "../rules/rule.ts";
import { CHOP, COSTS, GAP_RISK, numbersOf, type Playbook, read } from "./playbook.ts";
import { dearestShares, movedBeyondIndex, movedPercent, openShares, sharesFor } from "./share-positions.ts";

const DEFAULTS = {
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
};
const MINUTE_MS = 60_000;

function managed(context: RuleContext, p: typeof DEFAULTS): Decision[] {
  return context.groups.flatMap((group): Decision[] => {
    const moved = movedPercent(group);
    if (isExitTime(context)) return [closeAll(group, "The day's exit time.")];
    if (moved <= (group.isReduced ? 0 : -p.stopPercent))
      return [
        closeAll(
          group,
          group.isReduced ? "The stop at entry was reached." : `The stop of ${p.stopPercent}% was reached.`,
        ),
      ];
    const quantity = Math.abs(group.legs[0]?.quantity ?? 0);
    if (group.isReduced || moved < p.stopPercent * p.targetMultiple || quantity < 2) return [];
    const reason = `${p.targetMultiple} times the risk: half is taken.`;
    return [{ do: "close", group: group.id, share: 0.5, reason }];
  });
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const p = numbersOf(context, DEFAULTS);
  const decisions = managed(context, p);
  let room = Math.min(p.maxPositions - groups.length, p.maxTrades - today.opened.length);
  const rangeEndMs = view.openMs + p.rangeMinutes * MINUTE_MS;
  if (room <= 0 || !isEntryTime(context) || view.atMs < rangeEndMs) return decisions;
  for (const key of plan.watched) {
    if (room <= 0) break;
    if (today.opened.includes(key)) continue;
    const spot = view.spot(key);
    if (movedBeyondIndex(context, key, p.lookbackDays) > -p.movePercent) continue;
    if (spot <= Math.max(...view.minutes(key, view.openMs, rangeEndMs))) continue;
    if (spot < mean(view.closes(key, p.trendDays)) || view.volumeRatio(key) < p.volumeMultiple) continue;
    const quantity = sharesFor(context, key, p.maxPositions, p.exposureTimes);
    const reason = `Rose above its first ${p.rangeMinutes} minutes on ${view.volumeRatio(key).toFixed(1)} times its usual volume.`;
    const opened = openShares(context, key, quantity, reason);
    room -= opened.length;
    decisions.push(...opened);
  }
  return decisions;
};

export const equityOpeningRange: Playbook = {
  kind: "Equity",
  tags: ["Equity", "Intraday"],
  worstCase: "gap",
  holdingPeriod: { Intraday: "Minutes to hours, same day" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Buys ${s.traded} when a strong share that has paused rises out of its first ${r.rangeMinutes} minutes, and is flat by ${r.exitTo}.`,
      howItWorks: [
        `Candidates among ${s.traded} are above their ${r.trendDays}-day average and have fallen at least ${r.movePercent}% more than the Nifty 50 over ${r.lookbackDays} sessions: strong shares that have paused.`,
        `One that rises above the high of its first ${r.rangeMinutes} minutes on at least ${r.volumeMultiple} times its usual volume of that time of day is bought, between ${r.from} and ${r.to}.`,
        `At most ${r.maxTrades} a day and ${r.maxPositions} at once, of equal size, together at most ${r.exposureTimes} times the capital.`,
        `The stop is ${r.stopPercent}% from entry; at ${r.targetMultiple} times the risk half is taken and the stop moves to entry. The rest is sold at ${r.exitFrom}.`,
      ],
      whatCouldGoWrong: [
        CHOP,
        GAP_RISK,
        "A share locked in its circuit cannot be sold that day; the position is then held overnight against its rule.",
        COSTS,
      ],
      tradeFrequency: `At most ${r.maxTrades} a day, many days none.`,
      faqs: [
        {
          question: "Does it sell shares I do not have?",
          answer: "No. It only buys, and sells what it bought the same day.",
        },
        {
          question: "What margin is used?",
          answer: `The broker's intraday margin. Positions together are at most ${r.exposureTimes} times the capital, whatever the broker would lend.`,
        },
      ],
    };
  },
  structure(rules) {
    const { maxPositions } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [{ kind: "share", side: "buy", strike: null, expiry: null }],
      isOneOf: false,
      isCovered: true,
      largestLoss: null,
      positionsAtMost: maxPositions,
    };
  },
  rule,
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    return dearestShares(context, p.maxPositions, p.exposureTimes);
  },
};
