// Sells the near expiry and buys the next at the same strike: the near one ages faster. Lives from a still market.
import {
  closeAll,
  type Decision,
  type Expiry,
  isEntryTime,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { atItsEnd, expiryFrom, expiryWords, optionLeg, sold, strikeAt } from "./option-positions.ts";
import {
  COSTS,
  GAP_RISK,
  lotsByExposure,
  lotsByLoss,
  numbersOf,
  OVERNIGHT,
  type Playbook,
  read,
} from "./playbook.ts";

const DEFAULTS = {
  maxDaysLeft: 7,
  minDaysLeft: 2,
  movePercent: 2,
  maxTrades: 1,
  riskPercent: 10,
  exposureTimes: 16,
};
/** Of what the position costs, what is taken to be lost when price leaves the strike. */
const LOST_SHARE = 0.5;

/** The next expiry first; as many lots as half of the cost allows. */
function calendarLegs(context: RuleContext, near: Expiry, p: typeof DEFAULTS): WantedLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const next = view.expiries(key).find(({ day }) => day > near.day);
  if (next === undefined) return null;
  const strike = strikeAt(context, key, "CE");
  const [nextCall, nextPut, nearCall, nearPut] = [
    view.contract(key, next, strike, "CE"),
    view.contract(key, next, strike, "PE"),
    view.contract(key, near, strike, "CE"),
    view.contract(key, near, strike, "PE"),
  ];
  if (!nextCall || !nextPut || !nearCall || !nearPut) return null;
  const cost = view.price(nextCall) + view.price(nextPut) - view.price(nearCall) - view.price(nearPut);
  const lots = Math.min(
    lotsByLoss(context, cost * nextCall.lotSize * LOST_SHARE, p.riskPercent),
    lotsByExposure(context, view.spot(key) * nextCall.lotSize, p.exposureTimes),
  );
  // A lot that has been revised between the two expiries leaves a part open.
  if (lots === 0 || nextCall.lotSize !== nearCall.lotSize) return null;
  return [
    optionLeg(nextCall, lots),
    optionLeg(nextPut, lots),
    optionLeg(nearCall, -lots),
    optionLeg(nearPut, -lots),
  ];
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const strike = sold(group)[0]?.instrument.option?.strikeRupees ?? group.spotAtOpen;
    return Math.abs(view.spot(key) / strike - 1) * 100 >= p.movePercent
      ? [closeAll(group, `Price moved ${p.movePercent}% from the strike.`)]
      : atItsEnd(context, group);
  });
  if (groups.length > 0 || today.opened.length >= p.maxTrades || !isEntryTime(context)) return managed;
  const near = view
    .expiries(key)
    .find(({ daysLeft }) => daysLeft >= p.minDaysLeft && daysLeft <= p.maxDaysLeft);
  const legs = near && calendarLegs(context, near, p);
  if (!near || !legs) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: `calendar ${today.opened.length + 1}`,
      legs,
      reason: `Near contract: ${expiryWords(near.daysLeft)}, strike ${legs[0]?.instrument.option?.strikeRupees}.`,
    },
  ];
};

export const calendarSpread: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Selling", "Hedged"],
  worstCase: "gap",
  holdingPeriod: { Swing: "1 to 6 days", Delivery: "1 to 4 weeks" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Sells the near ${s.watched} expiry and buys the next at the same strike: earns from the near one ageing faster, and suffers when price walks away.`,
      howItWorks: [
        `When the near contract has ${r.minDaysLeft} to ${r.maxDaysLeft} days left it buys the next expiry's call and put, between ${r.from} and ${r.to}, and sells the near ones at the strike nearest to ${s.watched}.`,
        `If price moves ${r.movePercent}% from the strike the position is closed; a new one may be opened at the new level, ${r.maxTrades === 1 ? "one" : r.maxTrades} a day.`,
        `The size is chosen so that half of its cost is about ${r.riskPercent}% of the capital, and the index that it stands for at most about ${r.exposureTimes} times the capital. It is closed by ${r.exitTo} on the last session before the near expiry.`,
      ],
      whatCouldGoWrong: [
        "A drop in implied volatility hurts the bought side more than the sold side, even if price stands still.",
        OVERNIGHT,
        GAP_RISK,
        COSTS,
      ],
      tradeFrequency: "One to three positions an expiry.",
      faqs: [
        {
          question: "Is the loss limited?",
          answer:
            "In practice by the cost of the position and its stop. At a jump the two expiries do not move alike, so the limit is not exact.",
        },
        {
          question: "Which expiry do the margins follow?",
          answer:
            "The near one. On its last day the benefit of the hedge ends, which is why the position is closed the day before.",
        },
      ],
    };
  },
  structure: () => ({
    direction: "still",
    legs: [
      { kind: "call", side: "sell", strike: { by: "money", steps: 0 }, expiry: "nearest" },
      { kind: "put", side: "sell", strike: { by: "money", steps: 0 }, expiry: "nearest" },
      { kind: "call", side: "buy", strike: { by: "money", steps: 0 }, expiry: "next" },
      { kind: "put", side: "buy", strike: { by: "money", steps: 0 }, expiry: "next" },
    ],
    isOneOf: false,
    isCovered: true,
    largestLoss: null,
    positionsAtMost: 1,
  }),
  rule,
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    const near = expiryFrom(context, context.plan.watched[0] ?? "", p.minDaysLeft);
    const legs = near && calendarLegs(context, near, p);
    return legs ? [legs] : [];
  },
};
