// Buys a spread that is in the money on its near side, with the trend: what the sold option loses by waiting is more than what the bought
// one does, so time is no enemy, and both ends are known.
import {
  closeAll,
  costToClose,
  type Decision,
  type Expiry,
  isEntryTime,
  isExitTime,
  isHeldOvernight,
  mean,
  premiumOf,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { atItsEnd, expiryFrom, isClosingTime, optionLeg, strikeAt } from "./option-positions.ts";
import { CAPPED, CHOP, COSTS, lotsByLoss, numbersOf, OVERNIGHT, type Playbook, read } from "./playbook.ts";

const DEFAULTS = {
  trendDays: 50,
  lookbackDays: 5,
  widthPoints: 200,
  stopPercent: 60,
  targetPercent: 85,
  maxSessions: 6,
  minDaysLeft: 6,
  riskPercent: 8,
};

/** The market in the middle; as many lots as the stop allows. */
function spreadLegs(
  context: RuleContext,
  expiry: Expiry,
  side: "CE" | "PE",
  p: typeof DEFAULTS,
): WantedLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const nearStrike = strikeAt(context, key, side, Math.round(p.widthPoints / view.strikeStep(key) / 2));
  const near = view.contract(key, expiry, nearStrike, side);
  const far = view.contract(key, expiry, nearStrike + (side === "CE" ? p.widthPoints : -p.widthPoints), side);
  if (near === null || far === null) return null;
  const cost = view.price(near) - view.price(far);
  const lots = lotsByLoss(context, cost * near.lotSize * (p.stopPercent / 100), p.riskPercent);
  if (lots === 0 || cost >= p.widthPoints * (p.targetPercent / 100)) return null;
  return [optionLeg(near, lots), optionLeg(far, -lots)];
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const paid = -premiumOf(group);
    const worth = -costToClose(group);
    const units = Math.max(0, ...group.legs.map(({ quantity }) => quantity));
    if (worth <= paid * (1 - p.stopPercent / 100))
      return [closeAll(group, `${p.stopPercent}% of the cost is lost.`)];
    if (worth >= (p.targetPercent / 100) * p.widthPoints * units)
      return [closeAll(group, `Worth ${p.targetPercent}% of the width.`)];
    if (!isHeldOvernight(plan)) return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
    const isLast = view.session - group.openedSession >= p.maxSessions - 1 && isClosingTime(context);
    return isLast ? [closeAll(group, `${p.maxSessions} sessions.`)] : atItsEnd(context, group);
  });
  if (groups.length > 0 || today.opened.length > 0 || !isEntryTime(context)) return managed;
  const closes = view.closes(key, p.trendDays);
  const last = closes.at(-1) ?? 0;
  const before = closes.at(-1 - p.lookbackDays) ?? last;
  const isAbove = last >= mean(closes);
  // With the trend, after a pause against it.
  const side = isAbove && last <= before ? "CE" : !isAbove && last >= before ? "PE" : null;
  const expiry = expiryFrom(context, key, p.minDaysLeft);
  if (side === null || expiry === undefined) return managed;
  const legs = spreadLegs(context, expiry, side, p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: side,
      legs,
      reason: `${side === "CE" ? "Above" : "Below"} its ${p.trendDays}-day average after ${p.lookbackDays} days against it.`,
    },
  ];
};

export const debitSpread: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Buying", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    return {
      summary: `Buys a call or put spread on ${s.watched} with its ${r.trendDays}-day trend, after a pause: a directional position with both ends known.`,
      howItWorks: [
        `Above its ${r.trendDays}-day average and no higher than ${r.lookbackDays} days ago, it buys a call spread between ${r.from} and ${r.to}; below the average and no lower than ${r.lookbackDays} days ago, a put spread.`,
        `The spread is ${r.widthPoints} points wide with the market in its middle, in an expiry at least ${r.minDaysLeft} days away. The size is chosen so that the stop costs about ${r.riskPercent}% of the capital.`,
        `It leaves when ${r.stopPercent}% of the cost is lost, when it is worth ${r.targetPercent}% of the width, or by ${r.exitTo} ${isSwing ? `on session ${r.maxSessions}` : "the same day"}.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        CHOP,
        "The gain is capped too: a very large move earns no more than the width.",
        isSwing ? OVERNIGHT : COSTS,
      ],
      tradeFrequency: "Two to five trades a month.",
      faqs: [
        {
          question: "Why sell an option against the bought one?",
          answer:
            "It lowers the cost and slows the daily loss of value. In exchange the gain ends at the sold strike.",
        },
        {
          question: "How much is at risk in one trade?",
          answer: "What the spread costs, and charges. Nothing beyond it.",
        },
      ],
    };
  },
  structure(rules) {
    const { widthPoints } = read(rules, DEFAULTS);
    return {
      direction: "either",
      legs: [
        {
          kind: "call",
          side: "buy",
          strike: { by: "money", steps: Math.round(widthPoints / 100) },
          expiry: "nearest",
        },
        {
          kind: "call",
          side: "sell",
          strike: { by: "points", fromLeg: 0, points: widthPoints },
          expiry: "nearest",
        },
      ],
      isOneOf: false,
      isCovered: true,
      largestLoss: { by: "paid" },
      positionsAtMost: 1,
    };
  },
  rule,
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    const expiry = expiryFrom(context, context.plan.watched[0] ?? "", p.minDaysLeft);
    if (expiry === undefined) return [];
    return (["CE", "PE"] as const).flatMap((side) => {
      const legs = spreadLegs(context, expiry, side, p);
      return legs === null ? [] : [legs];
    });
  },
};
