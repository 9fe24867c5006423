// Sells a call and a put away from the market, uncovered, with a stop on each side: earns what implied volatility asks above the real one
// and pays it back on violent days.
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
import { atItsEnd, expiryFrom, expiryWords, optionLeg, stoppedSides } from "./option-positions.ts";
import {
  COSTS,
  GAP_RISK,
  lotsByExposure,
  numbersOf,
  OVERNIGHT,
  type Playbook,
  read,
  SOLD_OPTIONS,
  workingRupees,
} from "./playbook.ts";

const DEFAULTS = {
  delta: 0.15,
  legStopPercent: 100,
  takePercent: 80,
  minDaysLeft: 0,
  maxDaysLeft: 9,
  exposureTimes: 4.5,
};

type Strangle = Pick<typeof DEFAULTS, "delta" | "exposureTimes">;

/** A call and a put by delta, as many lots as the exposure says. */
export function strangleLegs(
  context: RuleContext,
  key: string,
  expiry: Expiry,
  p: Strangle,
): WantedLeg[] | null {
  const { view } = context;
  const call = view.byDelta(key, expiry, "CE", p.delta);
  const put = view.byDelta(key, expiry, "PE", p.delta);
  if (call === null || put === null) return null;
  const lots = lotsByExposure(context, view.spot(key) * call.lotSize, p.exposureTimes);
  return lots === 0 ? null : [optionLeg(call, -lots), optionLeg(put, -lots)];
}

const rule: Rule = (context) => {
  const { plan, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const ended = atItsEnd(context, group);
    if (ended.length > 0) return ended;
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
  const expiry = expiryFrom(context, key, p.minDaysLeft);
  if (expiry === undefined || expiry.daysLeft > p.maxDaysLeft) return managed;
  const legs = strangleLegs(context, key, expiry, p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: "strangle",
      legs,
      reason: `Sold at about ${p.delta} delta each, ${expiryWords(expiry.daysLeft)}.`,
    },
  ];
};

export const strangleSelling: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Selling"],
  worstCase: "open",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 6 days", Scalping: "1 to 3 hours" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    return {
      summary: `Sells a call and a put of ${s.watched} away from the market, at about ${r.delta} delta each, and manages each side by a stop.`,
      howItWorks: [
        `Between ${r.from} and ${r.to} it picks the call and the put whose delta is nearest to ${r.delta} and sells both, in the nearest expiry with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
        `The size is the whole number of lots nearest to ${r.exposureTimes} times the capital, at least one.`,
        `A side that has risen ${r.legStopPercent}% is bought back; the other stays. What is left is closed when ${r.takePercent}% of the premium is earned.`,
        isSwing
          ? `At the latest it is closed by ${r.exitTo} on the last session before expiry (${s.expiry?.day}).`
          : `Everything is bought back between ${r.exitFrom} and ${r.exitTo}.`,
      ],
      whatCouldGoWrong: [
        SOLD_OPTIONS,
        isSwing ? OVERNIGHT : GAP_RISK,
        "The premium is small and comes often; the loss is large and comes seldom. A good year says little about the next bad day.",
        COSTS,
      ],
      tradeFrequency: isSwing ? "One to three positions an expiry." : "At most one position a day.",
      faqs: [
        {
          question: "What is delta here?",
          answer: `Roughly the share of the index's move that the option follows. ${r.delta} means an option some way from the market, cheap and usually worthless at expiry, until it is not.`,
        },
        {
          question: "Is the other side covered?",
          answer:
            "No. These are sold options without a bought hedge, which is why the risk is stated as it is.",
        },
      ],
    };
  },
  structure(rules) {
    const { delta } = read(rules, DEFAULTS);
    return {
      direction: "still",
      legs: [
        { kind: "call", side: "sell", strike: { by: "delta", delta }, expiry: "nearest" },
        { kind: "put", side: "sell", strike: { by: "delta", delta }, expiry: "nearest" },
      ],
      isOneOf: false,
      isCovered: false,
      largestLoss: null,
      positionsAtMost: 1,
    };
  },
  rule,
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    const [key = ""] = context.plan.watched;
    const expiry = expiryFrom(context, key, p.minDaysLeft);
    const legs = expiry && strangleLegs(context, key, expiry, p);
    return legs ? [legs] : [];
  },
};
