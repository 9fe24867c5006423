// Buys an index option for some minutes when the index moves much faster than its own pace. There is little to be earned within minutes
// beside the cost of the trade, so it waits for rare bursts.
import { closeAll, type Decision, isEntryTime, isExitTime, mean, type Rule, travel } from "../rules/rule.ts";
import { boughtCall, boughtLegs, manageBought } from "./opening-range-buying.ts";
import { CHOP, COSTS, DECAY, numbersOf, type Playbook, read } from "./playbook.ts";

const DEFAULTS = {
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
};
const MINUTE_MS = 60_000;

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const [leg] = group.legs;
    if (leg === undefined) return [];
    if (isExitTime(context)) return [closeAll(group, "The day's exit time.")];
    const isStuck = view.atMs - group.openedAtMs >= p.patienceMinutes * MINUTE_MS;
    return isStuck && leg.nowRupees <= leg.entryRupees
      ? [closeAll(group, `No progress in ${p.patienceMinutes} minutes.`)]
      : manageBought(group, p);
  });
  const isResting = today.lossesInARow >= 1 && view.atMs - today.lastClosedMs < p.pauseMinutes * MINUTE_MS;
  if (groups.length > 0 || !isEntryTime(context) || isResting || today.opened.length >= p.maxTrades)
    return managed;
  const minutes = view.minutes(key, view.atMs - p.rangeMinutes * MINUTE_MS - view.barMs, view.atMs);
  const usual = travel(minutes.slice(0, -1)) / Math.max(1, minutes.length - 2);
  const move = view.spot(key) - view.spotAt(key, view.atMs - view.barMs);
  if (minutes.length < 4 || move <= p.paceMultiple * usual) return managed;
  if (view.spot(key) < mean(view.closes(key, p.trendDays))) return managed;
  const legs = boughtLegs(context, key, "CE", p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: `scalp ${today.opened.length + 1}`,
      legs,
      reason: `A rise of ${move.toFixed(1)} points against a usual ${usual.toFixed(1)}, above its ${p.trendDays}-day average.`,
    },
  ];
};

export const momentumScalp: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Buying"],
  worstCase: "capped",
  holdingPeriod: { Scalping: "5 minutes to 3 hours" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Buys ${s.traded} for a short while when ${s.watched} moves much faster than its own recent pace, with a small stop.`,
      howItWorks: [
        `It compares the latest move of ${s.watched} with the average of such moves over the last ${r.rangeMinutes} minutes.`,
        `A rise of more than ${r.paceMultiple} times that average, above the ${r.trendDays}-day average, buys the call ${r.stepsIn} strikes in the money, in an expiry at least ${r.minDaysLeft} ${r.minDaysLeft === 1 ? "day" : "days"} away.`,
        `The size is chosen so that the stop of ${r.stopPercent}% of the premium costs about ${r.riskPercent}% of the capital, at most about ${r.exposureTimes} times the capital of the index; the stop follows the price once the trade is ahead by as much, and at ${r.targetMultiple} times the risk half is taken, or all of a single lot.`,
        `Without progress in ${r.patienceMinutes} minutes the trade is closed where it stands. At most ${r.maxTrades} a day between ${r.from} and ${r.to}; after a loss it waits ${r.pauseMinutes} minutes. Everything is closed at ${r.exitFrom}.`,
      ],
      whatCouldGoWrong: [
        COSTS,
        "Speed is needed at both ends. If orders are filled late, the move that the trade was for has already happened.",
        CHOP,
        DECAY,
      ],
      tradeFrequency: `At most ${r.maxTrades} a day, most days none.`,
      faqs: [
        {
          question: "Does it need me to watch?",
          answer: "No. Entries and exits are sent by the algo. You can pause or stop it at any time.",
        },
        {
          question: "Why are the charges so visible here?",
          answer:
            "Because a scalp aims at little, and charges are a large part of little. Read the cost lines before the others.",
        },
      ],
    };
  },
  structure(rules) {
    const { stepsIn } = read(rules, DEFAULTS);
    const strike = { by: "money", steps: stepsIn } as const;
    return {
      direction: "rise",
      legs: [{ kind: "call", side: "buy", strike, expiry: "nearest" }],
      isOneOf: false,
      isCovered: true,
      largestLoss: { by: "paid" },
      positionsAtMost: 1,
    };
  },
  rule,
  positions: boughtCall(DEFAULTS),
};
