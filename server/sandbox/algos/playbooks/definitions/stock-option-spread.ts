// Sells hedged put spreads on shares that have fallen sharply against the index: part of such a fall comes back, and options are dear
// after it.
import {
  closeAll,
  costToClose,
  type Decision,
  isEntryTime,
  isHeldOvernight,
  premiumOf,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { atItsEnd, expiryFrom, isClosingTime, optionLeg } from "./option-positions.ts";
import { CAPPED, COSTS, lotsByLoss, numbersOf, type Playbook, read } from "./playbook.ts";
import { movedBeyondIndex } from "./share-positions.ts";

const DEFAULTS = {
  movePercent: 4,
  lookbackDays: 5,
  delta: 0.4,
  widthSteps: 4,
  takePercent: 60,
  legStopPercent: 200,
  maxSessions: 10,
  maxPositions: 3,
  minDaysLeft: 9,
  riskPercent: 6,
};

/** The hedge first; as many lots as the largest loss allows. */
function spreadLegs(context: RuleContext, key: string, p: typeof DEFAULTS): WantedLeg[] | null {
  const { view } = context;
  const expiry = expiryFrom(context, key, p.minDaysLeft);
  const near = expiry && view.byDelta(key, expiry, "PE", p.delta);
  if (!expiry || !near?.option) return null;
  const width = p.widthSteps * view.strikeStep(key);
  const far = view.contract(key, expiry, near.option.strikeRupees - width, "PE");
  const premium = far === null ? 0 : view.price(near) - view.price(far);
  if (far === null || premium <= 0) return null;
  const lots = lotsByLoss(context, (width - premium) * near.lotSize, p.riskPercent);
  return lots === 0 ? null : [optionLeg(far, lots), optionLeg(near, -lots)];
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    const premium = premiumOf(group);
    const cost = costToClose(group);
    if (premium > 0 && cost <= premium * (1 - p.takePercent / 100))
      return [closeAll(group, `${p.takePercent}% of the premium is earned.`)];
    if (premium > 0 && cost >= premium * (p.legStopPercent / 100))
      return [closeAll(group, `Closing would cost ${p.legStopPercent}% of the premium.`)];
    const isLast = view.session - group.openedSession >= p.maxSessions - 1 && isClosingTime(context);
    if (isHeldOvernight(plan) && isLast) return [closeAll(group, `${p.maxSessions} sessions.`)];
    return atItsEnd(context, group);
  });
  if (!isEntryTime(context) || groups.length >= p.maxPositions || today.opened.length > 0) return managed;
  for (const key of plan.watched) {
    if (groups.some(({ tag }) => tag === key)) continue;
    const moved = movedBeyondIndex(context, key, p.lookbackDays);
    if (moved > -p.movePercent) continue;
    const legs = spreadLegs(context, key, p);
    if (legs === null) continue;
    return [
      ...managed,
      {
        do: "open",
        tag: key,
        legs,
        reason: `Fell ${(-moved).toFixed(1)}% more than the index in ${p.lookbackDays} sessions.`,
      },
    ];
  }
  return managed;
};

export const stockOptionSpread: Playbook = {
  kind: "Equity Options",
  tags: ["Equity", "Options", "Selling", "Hedged"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 12 days" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    return {
      summary: `Sells hedged put spreads on ${s.traded} after a share has fallen sharply against the index, when part of the fall often comes back.`,
      howItWorks: [
        `A share that has fallen at least ${r.movePercent}% more than the Nifty 50 over ${r.lookbackDays} sessions is a candidate, between ${r.from} and ${r.to}.`,
        `A put at about ${r.delta} delta is sold and one ${r.widthSteps} strikes further down is bought first, with at least ${r.minDaysLeft} days to expiry. The size is chosen so that the largest loss is about ${r.riskPercent}% of the capital.`,
        `It is closed when ${r.takePercent}% of the premium is earned, when closing would cost ${r.legStopPercent}% of it, or ${isSwing ? `on session ${r.maxSessions}` : `at ${r.exitFrom} the same day`}.`,
        `At most ${r.maxPositions} positions are open at one time, one share each.`,
      ],
      whatCouldGoWrong: [
        CAPPED,
        "Results, orders of a court or a block sale move a single share further than any average says.",
        "What has fallen can go on falling; the rule sells before it is known which kind of fall it is.",
        COSTS,
      ],
      tradeFrequency: "One to six spreads a month over all shares.",
      faqs: [
        {
          question: "Does it trade over company results?",
          answer:
            "It does not look at dates of results. The bought put is what limits the loss of a surprise.",
        },
        { question: "How many shares at once?", answer: `At most ${r.maxPositions}.` },
      ],
    };
  },
  structure(rules) {
    const { delta, widthSteps, maxPositions } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [
        { kind: "put", side: "sell", strike: { by: "delta", delta }, expiry: "month" },
        { kind: "put", side: "buy", strike: { by: "steps", fromLeg: 0, steps: widthSteps }, expiry: "month" },
      ],
      isOneOf: false,
      isCovered: true,
      largestLoss: { by: "steps", steps: widthSteps },
      positionsAtMost: maxPositions,
    };
  },
  rule,
  /** As many as are held at once, the widest. */
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    const width = ([leg]: WantedLeg[]) =>
      leg?.instrument.option
        ? context.view.strikeStep(leg.instrument.option.underlyingKey) * leg.quantity
        : 0;
    const all = context.plan.watched.flatMap((key) => {
      const legs = spreadLegs(context, key, p);
      return legs === null ? [] : [legs];
    });
    const widest = all.sort((a, b) => width(b) - width(a)).slice(0, p.maxPositions);
    return widest.length === 0 ? [] : [widest.flat()];
  },
};
