// Sells the call and the put at the money for a day, close to expiry, where what implied volatility asks above the real one is largest
// against the costs of four fills. Uncovered: stops on each side are all that stands against a violent day.
import {
  closeAll,
  type Decision,
  type Expiry,
  minuteOf,
  type Rule,
  type RuleContext,
  resultOf,
  type WantedLeg,
} from "../rules/rule.ts";
import {
  atItsEnd,
  expiryFrom,
  expiryWords,
  optionLeg,
  sold,
  stoppedSides,
  strikeAt,
} from "./option-positions.ts";
import {
  COSTS,
  GAP_RISK,
  lotsByExposure,
  numbersOf,
  type Playbook,
  read,
  SOLD_OPTIONS,
  workingRupees,
} from "./playbook.ts";

const DEFAULTS = { legStopPercent: 40, maxDaysLeft: 4, exposureTimes: 5, stopPercent: 2.5 };
/** After the time of entry a straddle is still sold for so long. */
const LATE_MINUTES = 30;

function straddleLegs(context: RuleContext, expiry: Expiry, p: typeof DEFAULTS): WantedLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const strike = strikeAt(context, key, "CE");
  const call = view.contract(key, expiry, strike, "CE");
  const put = view.contract(key, expiry, strike, "PE");
  if (call === null || put === null) return null;
  const lots = lotsByExposure(context, view.spot(key) * call.lotSize, p.exposureTimes);
  return lots === 0 ? null : [optionLeg(call, -lots), optionLeg(put, -lots)];
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const managed = groups.flatMap((group): Decision[] => {
    if (resultOf(group) <= (-context.capitalRupees * p.stopPercent) / 100)
      return [closeAll(group, `The loss limit of ${p.stopPercent}% for both legs was reached.`)];
    const ended = atItsEnd(context, group);
    if (ended.length > 0) return ended;
    // With one leg gone, the other's stop stands at its entry.
    const isAlone = sold(group).length === 1;
    const stopped = stoppedSides(group, isAlone ? 0 : p.legStopPercent);
    if (stopped.length === 0) return [];
    return [
      {
        do: "close",
        group: group.id,
        only: stopped.map(({ instrument }) => instrument.key),
        reason: isAlone
          ? "The stop at its entry was reached."
          : `The leg's stop of ${p.legStopPercent}% was reached.`,
      },
    ];
  });
  const isTime = view.minute >= minuteOf(p.from) && view.minute < minuteOf(p.from) + LATE_MINUTES;
  if (groups.length > 0 || today.opened.length > 0 || !isTime || workingRupees(context) === 0) return managed;
  const expiry = expiryFrom(context, key, 0);
  if (expiry === undefined || expiry.daysLeft > p.maxDaysLeft) return managed;
  const legs = straddleLegs(context, expiry, p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: "straddle",
      legs,
      reason: `Sold at ${p.from}, strike ${legs[0]?.instrument.option?.strikeRupees}, ${expiryWords(expiry.daysLeft)}.`,
    },
  ];
};

export const straddleSelling: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Selling"],
  worstCase: "open",
  holdingPeriod: { Intraday: "Hours, same day" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Sells the at-the-money call and put of ${s.watched} at ${r.from} in the last ${r.maxDaysLeft} days before expiry and buys each back when it has risen ${r.legStopPercent}%, or at ${r.exitFrom}.`,
      howItWorks: [
        `At ${r.from} it sells one call and one put of ${s.watched} at the strike nearest to the index, on days with at most ${r.maxDaysLeft} days left to the nearest expiry.`,
        `The size is the whole number of lots nearest to ${r.exposureTimes} times the capital, at least one.`,
        `Each leg has its own stop ${r.legStopPercent}% above the price at which it was sold. When one leg is stopped, the stop of the other moves to its entry.`,
        `Both are closed when together they have lost ${r.stopPercent}% of the capital, or between ${r.exitFrom} and ${r.exitTo}.`,
      ],
      whatCouldGoWrong: [
        SOLD_OPTIONS,
        "A move one way stops the first leg and a turn stops the second: both lose on one day.",
        GAP_RISK,
        COSTS,
      ],
      tradeFrequency: `One straddle a day, on days with at most ${r.maxDaysLeft} days to expiry.`,
      faqs: [
        {
          question: "Is anything held overnight?",
          answer: "No. Both legs are bought back the same day, whatever they cost by then.",
        },
        {
          question: "Why is the minimum amount so much larger than the premium?",
          answer:
            "The exchange blocks margin for sold options. The minimum is that margin and a buffer for days when it rises.",
        },
      ],
    };
  },
  structure: () => ({
    direction: "still",
    legs: [
      { kind: "call", side: "sell", strike: { by: "money", steps: 0 }, expiry: "nearest" },
      { kind: "put", side: "sell", strike: { by: "money", steps: 0 }, expiry: "nearest" },
    ],
    isOneOf: false,
    isCovered: false,
    largestLoss: null,
    positionsAtMost: 1,
  }),
  rule,
  positions(context) {
    const expiry = expiryFrom(context, context.plan.watched[0] ?? "", 0);
    const legs = expiry && straddleLegs(context, expiry, numbersOf(context, DEFAULTS));
    return legs ? [legs] : [];
  },
};
