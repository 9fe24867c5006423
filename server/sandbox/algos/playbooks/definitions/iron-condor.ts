// Sells a call and a put spread around the market. Wide enough, and in enough lots, that eight fills are a small part of the premium.
import {
  closeAll,
  costToClose,
  type Decision,
  type Expiry,
  isEntryTime,
  isHeldOvernight,
  premiumOf,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { atItsEnd, expiryFrom, optionLeg } from "./option-positions.ts";
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
  widthPoints: 400,
  delta: 0.2,
  legStopPercent: 200,
  takePercent: 65,
  quietPercent: 0.8,
  minDaysLeft: 3,
  maxDaysLeft: 9,
  riskPercent: 20,
};

/** Hedges first; as many lots as the largest loss allows. */
function condorLegs(context: RuleContext, expiry: Expiry, p: typeof DEFAULTS): WantedLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const nearCall = view.byDelta(key, expiry, "CE", p.delta);
  const nearPut = view.byDelta(key, expiry, "PE", p.delta);
  if (!nearCall?.option || !nearPut?.option) return null;
  const farCall = view.contract(key, expiry, nearCall.option.strikeRupees + p.widthPoints, "CE");
  const farPut = view.contract(key, expiry, nearPut.option.strikeRupees - p.widthPoints, "PE");
  if (farCall === null || farPut === null) return null;
  const premium = view.price(nearCall) + view.price(nearPut) - view.price(farCall) - view.price(farPut);
  const lots = lotsByLoss(context, (p.widthPoints - premium) * nearCall.lotSize, p.riskPercent);
  return lots === 0
    ? null
    : [
        optionLeg(farCall, lots),
        optionLeg(farPut, lots),
        optionLeg(nearCall, -lots),
        optionLeg(nearPut, -lots),
      ];
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const premium = premiumOf(group);
    const cost = costToClose(group);
    if (premium > 0 && cost >= premium * (p.legStopPercent / 100))
      return [closeAll(group, `Closing would cost ${p.legStopPercent}% of the premium.`)];
    if (premium > 0 && cost <= premium * (1 - p.takePercent / 100))
      return [closeAll(group, `${p.takePercent}% of the premium is earned.`)];
    return atItsEnd(context, group);
  });
  if (groups.length > 0 || today.opened.length > 0 || !isEntryTime(context)) return managed;
  const moved = Math.abs(view.spot(key) / (view.closes(key, 1)[0] ?? view.spot(key)) - 1) * 100;
  const expiry = expiryFrom(context, key, p.minDaysLeft);
  if (moved > p.quietPercent || expiry === undefined || expiry.daysLeft > p.maxDaysLeft) return managed;
  const legs = condorLegs(context, expiry, p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: "condor",
      legs,
      reason: `A condor ${p.widthPoints} points wide at about ${p.delta} delta.`,
    },
  ];
};

export const ironCondor: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Scalping: "1 to 4 hours" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    return {
      summary: `Sells a call spread and a put spread on ${s.watched}, ${r.widthPoints} points wide each, so that the largest loss is known before the first order.`,
      howItWorks: [
        `Between ${r.from} and ${r.to}, when the index is within ${r.quietPercent}% of its last close, it looks for the nearest expiry with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
        `The hedges are bought first: a call and a put ${r.widthPoints} points further out. Then the near call and put are sold at about ${r.delta} delta. The size is chosen so that the largest loss is about ${r.riskPercent}% of the capital.`,
        `All legs are closed together when closing would cost ${r.legStopPercent}% of the premium received, and when ${r.takePercent}% of it is earned.`,
        isSwing
          ? `At the latest it is closed by ${r.exitTo} on the last session before expiry (${s.expiry?.day}).`
          : `At the latest it is closed by ${r.exitTo} on the day it was opened.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        isSwing ? OVERNIGHT : GAP_RISK,
        "Four legs are four fills. In a fast market one may be late, and for that moment the position is not the one that was meant.",
        COSTS,
      ],
      tradeFrequency: isSwing ? "One or two condors an expiry." : "At most one condor a day, on quiet days.",
      faqs: [
        {
          question: "What is the most that one condor can lose?",
          answer: `The width of one side (${r.widthPoints} points a unit) less the premium received, plus charges. Both sides cannot lose in full together.`,
        },
        {
          question: "Why buy the hedges first?",
          answer:
            "The margin is then asked on the hedged position, and there is never a moment with an open sold leg.",
        },
      ],
    };
  },
  structure(rules) {
    const { delta, widthPoints } = read(rules, DEFAULTS);
    return {
      direction: "still",
      legs: [
        { kind: "call", side: "sell", strike: { by: "delta", delta }, expiry: "nearest" },
        { kind: "put", side: "sell", strike: { by: "delta", delta }, expiry: "nearest" },
        {
          kind: "call",
          side: "buy",
          strike: { by: "points", fromLeg: 0, points: widthPoints },
          expiry: "nearest",
        },
        {
          kind: "put",
          side: "buy",
          strike: { by: "points", fromLeg: 1, points: widthPoints },
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
    const legs = expiry && condorLegs(context, expiry, p);
    return legs ? [legs] : [];
  },
};
