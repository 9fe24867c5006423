// Buys shares that have fallen against the index: part of a share's own fall comes back within days. Held over days, or for a day or a
// part of it where the fall is large enough to pay for the trade.
import {
  closeAll,
  type Decision,
  isEntryTime,
  isExitTime,
  isHeldOvernight,
  mean,
  type Rule,
  type RuleContext,
} from "../rules/rule.ts";
import { isClosingTime } from "./option-positions.ts";
import { COSTS, GAP_RISK, numbersOf, OVERNIGHT, type Playbook, read } from "./playbook.ts";
import { dearestShares, movedBeyondIndex, movedPercent, openShares, sharesFor } from "./share-positions.ts";

const DEFAULTS = {
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
};
const MINUTE_MS = 60_000;

function managed(context: RuleContext, p: typeof DEFAULTS): Decision[] {
  const { plan, view, groups } = context;
  return groups.flatMap((group): Decision[] => {
    const moved = movedPercent(group);
    if (moved <= -p.stopPercent)
      return [closeAll(group, `The stop ${p.stopPercent}% under entry was reached.`)];
    if (moved >= p.targetPercent) return [closeAll(group, `${p.targetPercent}% above entry.`)];
    if (isHeldOvernight(plan)) {
      const isLast = view.session - group.openedSession >= p.maxSessions - 1 && isClosingTime(context);
      return isLast ? [closeAll(group, `${p.maxSessions} sessions.`)] : [];
    }
    if (view.atMs - group.openedAtMs >= p.patienceMinutes * MINUTE_MS)
      return [closeAll(group, `${p.patienceMinutes} minutes.`)];
    return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
  });
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const p = numbersOf(context, DEFAULTS);
  const decisions = managed(context, p);
  let room = Math.min(p.maxPositions - groups.length, p.maxTrades - today.opened.length);
  if (room <= 0 || !isEntryTime(context)) return decisions;
  const fallen = plan.watched
    .filter((key) => !today.opened.includes(key) && !groups.some(({ tag }) => tag === key))
    .map((key) => ({ key, moved: movedBeyondIndex(context, key, p.lookbackDays) }))
    .filter(({ moved }) => moved <= -p.movePercent)
    .sort((a, b) => a.moved - b.moved);
  for (const { key, moved } of fallen) {
    if (room <= 0) break;
    if (p.trendDays > 0 && view.spot(key) < mean(view.closes(key, p.trendDays))) continue;
    const quantity = sharesFor(context, key, p.maxPositions, p.exposureTimes);
    const reason = `Fell ${(-moved).toFixed(1)}% more than the index in ${p.lookbackDays} sessions.`;
    const opened = openShares(context, key, quantity, reason);
    room -= opened.length;
    decisions.push(...opened);
  }
  return decisions;
};

export const equityReversion: Playbook = {
  kind: "Equity",
  tags: ["Equity"],
  worstCase: "gap",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 12 days", Scalping: "10 minutes to 3 hours" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    const end = isSwing
      ? `after ${r.maxSessions} sessions`
      : product === "Scalping"
        ? `after ${r.patienceMinutes} minutes, at the latest at ${r.exitFrom}`
        : `at ${r.exitFrom} the same day`;
    return {
      summary: `Trades ${s.traded}: buys after an unusually large fall against the index and sells on the way back.`,
      howItWorks: [
        `A share that has fallen at least ${r.movePercent}% more than the Nifty 50 over the last ${r.lookbackDays} sessions${r.trendDays > 0 ? `, but is still above its ${r.trendDays}-day average,` : ""} is bought between ${r.from} and ${r.to}, the largest fall first.`,
        `It is sold ${r.targetPercent}% above entry, or ${end}.`,
        `A stop stands ${r.stopPercent}% under entry. At most ${r.maxPositions} ${r.maxPositions === 1 ? "share is" : "shares are"} held at once and ${r.maxTrades} bought a day, in equal parts, together at most ${r.exposureTimes === 1 ? "the capital" : `${r.exposureTimes} times the capital`}.`,
      ],
      whatCouldGoWrong: [
        "What has fallen can go on falling. The rule buys before it is known which kind of fall it is.",
        isSwing ? OVERNIGHT : GAP_RISK,
        "Gains are many and small, losses few and large. A run of good weeks proves little.",
        COSTS,
      ],
      tradeFrequency: isSwing
        ? "Two to ten trades a month."
        : `At most ${r.maxTrades} a day, many days none.`,
      faqs: [
        {
          question: "Does it average down?",
          answer: "No. One entry a share, one stop, one exit.",
        },
        { question: "Is it long only?", answer: "Yes." },
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
