// On expiry day: sells the middle and buys the wings, for the last hours of what implied volatility asks above the real one.
import {
  closeAll,
  costToClose,
  type Decision,
  type Expiry,
  isEntryTime,
  premiumOf,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { atItsEnd, expiryFrom, optionLeg, strikeAt } from "./option-positions.ts";
import { CAPPED, COSTS, lotsByLoss, numbersOf, type Playbook, read } from "./playbook.ts";

const DEFAULTS = { widthPoints: 250, movePercent: 0.6, takePercent: 70, maxTrades: 1, riskPercent: 12 };

/** Wings first; as many lots as the width of a wing allows. */
function flyLegs(context: RuleContext, expiry: Expiry, p: typeof DEFAULTS): WantedLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const middle = strikeAt(context, key, "CE");
  const farCall = view.contract(key, expiry, middle + p.widthPoints, "CE");
  const farPut = view.contract(key, expiry, middle - p.widthPoints, "PE");
  const call = view.contract(key, expiry, middle, "CE");
  const put = view.contract(key, expiry, middle, "PE");
  if (farCall === null || farPut === null || call === null || put === null) return null;
  const lots = lotsByLoss(context, p.widthPoints * call.lotSize, p.riskPercent);
  return lots === 0
    ? null
    : [optionLeg(farCall, lots), optionLeg(farPut, lots), optionLeg(call, -lots), optionLeg(put, -lots)];
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    if (Math.abs(view.spot(key) / group.spotAtOpen - 1) * 100 >= p.movePercent)
      return [closeAll(group, `Moved ${p.movePercent}% from the middle.`)];
    const premium = premiumOf(group);
    if (premium > 0 && costToClose(group) <= premium * (1 - p.takePercent / 100))
      return [closeAll(group, `${p.takePercent}% of the premium is earned.`)];
    return atItsEnd(context, group);
  });
  if (groups.length > 0 || today.opened.length >= p.maxTrades || !isEntryTime(context)) return managed;
  const expiry = expiryFrom(context, key, 0);
  if (expiry?.daysLeft !== 0) return managed;
  const legs = flyLegs(context, expiry, p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: `fly ${today.opened.length + 1}`,
      legs,
      reason: `Expiry day: the middle is ${legs[2]?.instrument.option?.strikeRupees}, the wings ${p.widthPoints} points out.`,
    },
  ];
};

export const expiryFly: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, expiry day only", Scalping: "1 to 2 hours, expiry day only" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    const again =
      r.maxTrades === 1
        ? "it is not opened again that day"
        : `it may be opened again around the new level, ${r.maxTrades} times a day in total, until ${r.to}`;
    return {
      summary: `On expiry day only: sells the at-the-money call and put of ${s.watched} with wings ${r.widthPoints} points out, for the last hours of their value.`,
      howItWorks: [
        `On the day its nearest contract expires (${s.expiry?.day} now; the exchange has changed the day before), from ${r.from}, the wings are bought and then the middle is sold.`,
        `If ${s.watched} moves ${r.movePercent}% from where it was opened, all is closed; ${again}. It is closed too when ${r.takePercent}% of the premium is earned.`,
        `The size is chosen so that the width of a wing is about ${r.riskPercent}% of the capital; the largest loss is less by the premium. It is closed by ${r.exitTo}; nothing is carried into settlement.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        "In the last hours a small move of the index is a large move of the option. The stop is hit in seconds, not minutes.",
        "Everything is earned or lost on one day a week: a run of bad expiries is a long time.",
        COSTS,
      ],
      tradeFrequency: `${r.maxTrades === 1 ? "One position" : `At most ${r.maxTrades} positions`} on each expiry day.`,
      faqs: [
        {
          question: "What does it do on other days?",
          answer:
            "Nothing. The amount stays free in your account, though margin rules on expiry morning may block it early.",
        },
        {
          question: "Why not wait for settlement?",
          answer:
            "The settlement value is an average that nobody can trade. Closing before it keeps the result in the order book.",
        },
      ],
    };
  },
  structure(rules) {
    const { widthPoints } = read(rules, DEFAULTS);
    return {
      direction: "still",
      legs: [
        { kind: "call", side: "sell", strike: { by: "money", steps: 0 }, expiry: "today" },
        { kind: "put", side: "sell", strike: { by: "money", steps: 0 }, expiry: "today" },
        {
          kind: "call",
          side: "buy",
          strike: { by: "points", fromLeg: 0, points: widthPoints },
          expiry: "today",
        },
        {
          kind: "put",
          side: "buy",
          strike: { by: "points", fromLeg: 1, points: widthPoints },
          expiry: "today",
        },
      ],
      isOneOf: false,
      isCovered: true,
      largestLoss: { by: "width", points: widthPoints },
      positionsAtMost: 1,
    };
  },
  rule,
  positions(context) {
    const expiry = expiryFrom(context, context.plan.watched[0] ?? "", 0);
    const legs = expiry && flyLegs(context, expiry, numbersOf(context, DEFAULTS));
    return legs ? [legs] : [];
  },
};
