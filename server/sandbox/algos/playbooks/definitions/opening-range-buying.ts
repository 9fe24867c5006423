// Buys an index option that is in the money when the index leaves its first range with its trend. In the money because such an option
// moves with the index and loses little by waiting; with the trend because a rise is what the market pays for in the long run.

import type { Positions, Rule, RuleContext, WantedLeg } from "../rules/rule.ts";
import {
  closeAll,
  type Decision,
  type Group,
  isEntryTime,
  isExitTime,
  isHeldOvernight,
  mean,
} from "../rules/rule.ts";
import { expiryFrom, isClosingTime, optionLeg, strikeAt } from "./option-positions.ts";
import {
  CHOP,
  COSTS,
  DECAY,
  lotsByExposure,
  lotsByLoss,
  numbersOf,
  OVERNIGHT,
  type Playbook,
  read,
} from "./playbook.ts";

const DEFAULTS = {
  rangeMinutes: 30,
  narrowPercent: 0.5,
  trendDays: 50,
  /** Strikes into the money. */
  stepsIn: 3,
  stopPercent: 20,
  targetMultiple: 2,
  maxTrades: 1,
  maxSessions: 1,
  minDaysLeft: 1,
  riskPercent: 2,
  exposureTimes: 12,
};
const MINUTE_MS = 60_000;

/** The stop under the price paid, which follows once the trade is ahead by as much; half is sold at a multiple of the risk. */
export function manageBought(
  group: Group,
  { stopPercent, targetMultiple }: { stopPercent: number; targetMultiple: number | null },
): Decision[] {
  const [leg] = group.legs;
  if (leg === undefined) return [];
  const stop = stopPercent / 100;
  const isAhead = group.bestRupees >= leg.entryRupees * (1 + stop);
  const stopAt = isAhead ? group.bestRupees - leg.entryRupees * stop : leg.entryRupees * (1 - stop);
  if (leg.nowRupees <= stopAt)
    return [
      closeAll(
        group,
        isAhead
          ? "The stop that follows the price was reached."
          : `The stop ${stopPercent}% under the price paid was reached.`,
      ),
    ];
  const targetAt = leg.entryRupees * (1 + stop * (targetMultiple ?? Number.POSITIVE_INFINITY));
  const isWorthHalving = leg.quantity >= 2 * leg.instrument.lotSize;
  if (!group.isReduced && leg.nowRupees >= targetAt)
    return [
      isWorthHalving
        ? {
            do: "close",
            group: group.id,
            share: 0.5,
            reason: `${targetMultiple} times the amount at risk was reached: half is sold.`,
          }
        : closeAll(group, `${targetMultiple} times the amount at risk was reached.`),
    ];
  return [];
}

type Bought = Pick<
  typeof DEFAULTS,
  "minDaysLeft" | "stepsIn" | "stopPercent" | "riskPercent" | "exposureTimes"
>;

/** One side, as many lots as the stop allows. */
export function boughtLegs(
  context: RuleContext,
  key: string,
  side: "CE" | "PE",
  p: Bought,
): WantedLeg[] | null {
  const { view } = context;
  const expiry = expiryFrom(context, key, p.minDaysLeft);
  const option = expiry && view.contract(key, expiry, strikeAt(context, key, side, p.stepsIn), side);
  if (!option) return null;
  const stopped = view.price(option) * option.lotSize * (p.stopPercent / 100);
  const lots = Math.min(
    lotsByLoss(context, stopped, p.riskPercent),
    lotsByExposure(context, view.spot(key) * option.lotSize, p.exposureTimes),
  );
  return lots === 0 ? null : [optionLeg(option, lots)];
}

/** The call that a signal buys. */
export function boughtCall(defaults: Bought): Positions {
  return (context) => {
    const legs = boughtLegs(context, context.plan.watched[0] ?? "", "CE", numbersOf(context, defaults));
    return legs === null ? [] : [legs];
  };
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  const isSwing = isHeldOvernight(plan);
  const managed = groups.flatMap((group): Decision[] => {
    const stopped = manageBought(group, p);
    if (stopped.length > 0) return stopped;
    if (!isSwing) return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
    const isLast = view.session - group.openedSession >= p.maxSessions - 1 && isClosingTime(context);
    return isLast ? [closeAll(group, `${p.maxSessions} sessions.`)] : [];
  });
  if (groups.length > 0 || today.opened.length >= p.maxTrades || !isEntryTime(context)) return managed;
  const rangeEndMs = view.openMs + p.rangeMinutes * MINUTE_MS;
  if (view.atMs < rangeEndMs) return managed;
  const range = view.minutes(key, view.openMs, rangeEndMs);
  const [high, low] = [Math.max(...range), Math.min(...range)];
  const spot = view.spot(key);
  const isNarrow = ((high - low) / low) * 100 <= p.narrowPercent;
  if (spot <= high || !isNarrow || spot < mean(view.closes(key, p.trendDays))) return managed;
  const legs = boughtLegs(context, key, "CE", p);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: "call",
      legs,
      reason: `Above the high of its first ${p.rangeMinutes} minutes, and above its ${p.trendDays}-day average.`,
    },
  ];
};

export const openingRangeBuying: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Buying"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Minutes to hours, same day", Swing: "1 to 3 days" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = product === "Swing";
    return {
      summary: `Buys calls on ${s.watched} when it rises out of the narrow range of its first ${r.rangeMinutes} minutes, above its ${r.trendDays}-day average${isSwing ? "" : `, and is flat by ${r.exitTo}`}.`,
      howItWorks: [
        `It notes the high and the low of ${s.watched} over the first ${r.rangeMinutes} minutes of the session. A range wider than ${r.narrowPercent}% of the index is left alone.`,
        `Between ${r.from} and ${r.to} a price above the high buys a call, if the index is above its ${r.trendDays}-day average. The strike is ${r.stepsIn} steps in the money, in the nearest expiry that is at least ${r.minDaysLeft} ${r.minDaysLeft === 1 ? "day" : "days"} away.`,
        `At most ${r.maxTrades} a day. The size is chosen so that the stop costs about ${r.riskPercent}% of the capital, and the index that it stands for is at most about ${r.exposureTimes} times the capital. The stop stands ${r.stopPercent}% below the premium paid and follows the price once the trade is ahead by as much.`,
        `At ${r.targetMultiple} times the amount at risk half is sold, or all of it when only one lot is held; the rest leaves on the stop or ${isSwing ? `after ${r.maxSessions} sessions` : `at ${r.exitFrom}`}.`,
      ],
      whatCouldGoWrong: [
        DECAY,
        CHOP,
        isSwing
          ? OVERNIGHT
          : "On expiry day premiums move fast: the fill may be some way from the price that gave the signal.",
        COSTS,
      ],
      tradeFrequency: `At most ${r.maxTrades} a day; none on days without a break or against the trend.`,
      faqs: [
        {
          question: "Why does it buy options in the money?",
          answer: `They follow the index more closely and lose less while nothing happens. They cost more, which is part of why the minimum amount is what it is.`,
        },
        {
          question: "Can I lose more than the premium?",
          answer:
            "No. Only options are bought, so the most that a trade can lose is what was paid for it and the charges.",
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
