// Sells a call and a put far from the market on one share, where options ask most over what the share has moved. Uncovered.
import {
  closeAll,
  costToClose,
  type Decision,
  deviation,
  isEntryTime,
  isHeldOvernight,
  premiumOf,
  type Rule,
  type RuleContext,
} from "../rules/rule.ts";
import {
  atItsEnd,
  daysToExpiry,
  expiryFrom,
  expiryWords,
  stoppedSides,
  strikeAt,
} from "./option-positions.ts";
import {
  COSTS,
  GAP_RISK,
  numbersOf,
  OVERNIGHT,
  type Playbook,
  read,
  SOLD_OPTIONS,
  workingRupees,
} from "./playbook.ts";
import { strangleLegs } from "./strangle-selling.ts";

const DEFAULTS = {
  delta: 0.15,
  legStopPercent: 100,
  takePercent: 70,
  lookbackDays: 21,
  minDaysLeft: 14,
  maxDaysLeft: 40,
  rollDays: 6,
  exposureTimes: 2.5,
};

/** How much a share has moved of late: a year's volatility from daily closes. */
function realised(context: RuleContext, key: string, days: number): number {
  const closes = context.view.closes(key, days);
  return (
    deviation(closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)))) *
    Math.sqrt(252)
  );
}

/** What options ask over what the share has moved: the pair at the money is worth 0.8 volatility roots of time (Brenner and Subrahmanyam, 1988). */
function richness(context: RuleContext, key: string, p: typeof DEFAULTS): number {
  const { view } = context;
  const expiry = expiryFrom(context, key, p.minDaysLeft);
  if (expiry === undefined || expiry.daysLeft > p.maxDaysLeft) return 0;
  const strike = strikeAt(context, key, "CE");
  const pair = (["CE", "PE"] as const).map((side) => view.contract(key, expiry, strike, side));
  const price = pair.reduce((sum, contract) => sum + (contract === null ? 0 : view.price(contract)), 0);
  const years = Math.max(1, expiry.daysLeft) / 365;
  return (
    price / view.spot(key) / (0.8 * Math.sqrt(years)) / Math.max(0.01, realised(context, key, p.lookbackDays))
  );
}

const rule: Rule = (context) => {
  const { plan, groups, today } = context;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const ended = atItsEnd(context, group);
    if (ended.length > 0) return ended;
    if (isHeldOvernight(plan) && daysToExpiry(context, group) <= p.rollDays)
      return [closeAll(group, `${expiryWords(p.rollDays)}.`)];
    const premium = premiumOf(group);
    if (premium > 0 && costToClose(group) <= premium * (1 - p.takePercent / 100))
      return [closeAll(group, `${p.takePercent}% of the premium is earned.`)];
    const stopped = stoppedSides(group, p.legStopPercent);
    return stopped.length === 0
      ? []
      : [
          {
            do: "close",
            group: group.id,
            only: stopped.map(({ instrument }) => instrument.key),
            reason: `The side rose ${p.legStopPercent}%.`,
          },
        ];
  });
  if (groups.length > 0 || today.opened.length > 0 || !isEntryTime(context) || workingRupees(context) === 0)
    return managed;
  const [richest] = plan.watched
    .map((key) => ({ key, value: richness(context, key, p) }))
    .sort((a, b) => b.value - a.value);
  const expiry = richest && expiryFrom(context, richest.key, p.minDaysLeft);
  if (!richest || !expiry || richest.value === 0) return managed;
  const legs = strangleLegs(context, richest.key, expiry, p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: "strangle",
      legs,
      reason: `Its options ask ${richest.value.toFixed(2)} times what it has moved; sold at about ${p.delta} delta each.`,
    },
  ];
};

export const stockStrangle: Playbook = {
  kind: "Equity Options",
  tags: ["Equity", "Options", "Selling"],
  worstCase: "open",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "3 to 25 days", Scalping: "1 to 3 hours" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    return {
      summary: `Sells a call and a put far from the market on ${s.traded}, one share at a time, with a stop on each side.`,
      howItWorks: [
        `Between ${r.from} and ${r.to} it ranks ${s.traded} by how much their options ask over how much the shares have moved in ${r.lookbackDays} days, in the month with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
        `On the richest one it sells a call and a put at about ${r.delta} delta, the whole number of lots nearest to ${r.exposureTimes} times the capital and at least one.`,
        `A side that has risen ${r.legStopPercent}% is bought back. The rest is closed when ${r.takePercent}% of the premium is earned, or ${isSwing ? `with ${r.rollDays} days to expiry` : `at ${r.exitFrom}`}.`,
      ],
      whatCouldGoWrong: [
        SOLD_OPTIONS,
        "One share is one company: there is no index to average the surprise away.",
        isSwing ? OVERNIGHT : GAP_RISK,
        isSwing ? "Margins on stock options rise towards expiry and may be raised without notice." : COSTS,
      ],
      tradeFrequency: isSwing ? "One to two positions a month." : "At most one position a day.",
      faqs: [
        {
          question: "Why one share at a time?",
          answer:
            "So that one surprise is one loss. Two positions of this kind tend to be surprised together.",
        },
        {
          question: "Is there a hedge?",
          answer: "No. The risk label says so, and so does the minimum amount.",
        },
      ],
    };
  },
  structure(rules) {
    const { delta } = read(rules, DEFAULTS);
    return {
      direction: "still",
      legs: [
        { kind: "call", side: "sell", strike: { by: "delta", delta }, expiry: "month" },
        { kind: "put", side: "sell", strike: { by: "delta", delta }, expiry: "month" },
      ],
      isOneOf: false,
      isCovered: false,
      largestLoss: null,
      positionsAtMost: 1,
    };
  },
  rule,
  /** Of any of the shares. */
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    return context.plan.watched.flatMap((key) => {
      const expiry = expiryFrom(context, key, p.minDaysLeft);
      const legs = expiry && strangleLegs(context, key, expiry, p);
      return legs ? [legs] : [];
    });
  },
};
