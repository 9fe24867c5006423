// Sells a hedged put spread while the index is above its average: the premium for the time, the trend for the direction.
import {
  closeAll,
  costToClose,
  type Decision,
  type Expiry,
  isEntryTime,
  isHeldOvernight,
  mean,
  premiumOf,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { atItsEnd, expiryFrom, optionLeg, sold } from "./option-positions.ts";
import {
  CAPPED,
  COSTS,
  GAP_RISK,
  lotsByLoss,
  numbersOf,
  OVERNIGHT,
  type Playbook,
  read,
} from "./playbook.ts";

const DEFAULTS = {
  trendDays: 50,
  widthPoints: 300,
  delta: 0.3,
  takePercent: 75,
  minDaysLeft: 3,
  maxDaysLeft: 9,
  riskPercent: 15,
};

/** The hedge first; as many lots as the largest loss allows. */
function spreadLegs(context: RuleContext, expiry: Expiry, p: typeof DEFAULTS): WantedLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const near = view.byDelta(key, expiry, "PE", p.delta);
  if (!near?.option) return null;
  const far = view.contract(key, expiry, near.option.strikeRupees - p.widthPoints, "PE");
  if (far === null) return null;
  const premium = view.price(near) - view.price(far);
  const lots = lotsByLoss(context, (p.widthPoints - premium) * near.lotSize, p.riskPercent);
  return lots === 0 || premium <= 0 ? null : [optionLeg(far, lots), optionLeg(near, -lots)];
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const option = sold(group)[0]?.instrument.option;
    if (option && view.spot(key) <= option.strikeRupees)
      return [closeAll(group, "The sold strike was touched.")];
    const premium = premiumOf(group);
    if (premium > 0 && costToClose(group) <= premium * (1 - p.takePercent / 100))
      return [closeAll(group, `${p.takePercent}% of the premium is earned.`)];
    return atItsEnd(context, group);
  });
  if (groups.length > 0 || today.opened.length > 0 || !isEntryTime(context)) return managed;
  const expiry = expiryFrom(context, key, p.minDaysLeft);
  if (expiry === undefined || expiry.daysLeft > p.maxDaysLeft) return managed;
  const closes = view.closes(key, p.trendDays);
  if ((closes.at(-1) ?? 0) < mean(closes)) return managed;
  const legs = spreadLegs(context, expiry, p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: "spread",
      legs,
      reason: `Closed above its ${p.trendDays}-day average.`,
    },
  ];
};

export const creditSpread: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Delivery: "1 to 4 weeks" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    return {
      summary: `Sells a hedged put spread on ${s.watched}, ${r.widthPoints} points wide, while the index is above its ${r.trendDays}-day average.`,
      howItWorks: [
        `After a close above the ${r.trendDays}-day average of ${s.watched} a put spread is sold between ${r.from} and ${r.to}; below the average nothing is. The expiry is the nearest with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
        `The hedge ${r.widthPoints} points away is bought first, then the near option at about ${r.delta} delta is sold. The size is chosen so that the largest loss is about ${r.riskPercent}% of the capital.`,
        `It closes when ${s.watched} touches the sold strike, when ${r.takePercent}% of the premium is earned, or by ${r.exitTo} ${isSwing ? "on the last session before expiry" : "the same day"}.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        "Premium received is small against the width at risk: one full loss takes back several gains.",
        isSwing ? OVERNIGHT : GAP_RISK,
        COSTS,
      ],
      tradeFrequency: isSwing ? "One to three spreads an expiry." : "At most one spread a day.",
      faqs: [
        {
          question: "What does hedged mean here?",
          answer:
            "A further option of the same kind is held against the sold one. Whatever the market does, the loss ends at the width between them.",
        },
        {
          question: "Does it sell call spreads?",
          answer:
            "No. Indices rise more than they fall over the years, and puts are the dearer side. Below the average it waits.",
        },
      ],
    };
  },
  structure(rules) {
    const { delta, widthPoints } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [
        { kind: "put", side: "sell", strike: { by: "delta", delta }, expiry: "nearest" },
        {
          kind: "put",
          side: "buy",
          strike: { by: "points", fromLeg: 0, points: widthPoints },
          expiry: "nearest",
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
    const p = numbersOf(context, DEFAULTS);
    const expiry = expiryFrom(context, context.plan.watched[0] ?? "", p.minDaysLeft);
    if (expiry === undefined) return [];
    const legs = spreadLegs(context, expiry, p);
    return legs === null ? [] : [legs];
  },
};
