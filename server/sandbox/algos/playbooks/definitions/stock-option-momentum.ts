// Buys calls on shares that break upwards out of their range on volume: strong shares go on a little, and a call's loss is its price.
import {
  closeAll,
  type Decision,
  isEntryTime,
  isExitTime,
  isHeldOvernight,
  mean,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { boughtLegs, manageBought } from "./opening-range-buying.ts";
import { isClosingTime } from "./option-positions.ts";
import { COSTS, DECAY, numbersOf, OVERNIGHT, type Playbook, read } from "./playbook.ts";

const DEFAULTS = {
  rangeMinutes: 30,
  lookbackDays: 55,
  trendDays: 100,
  volumeMultiple: 1.2,
  stepsIn: 3,
  stopPercent: 40,
  targetMultiple: 2.5,
  maxSessions: 10,
  maxPositions: 2,
  maxTrades: 1,
  minDaysLeft: 9,
  spreadPercent: 2,
  riskPercent: 4,
  exposureTimes: 4,
};
type Numbers = typeof DEFAULTS;
const MINUTE_MS = 60_000;

function hasBroken(context: RuleContext, key: string, p: Numbers): boolean {
  const { view, plan } = context;
  const spot = view.spot(key);
  const range = isHeldOvernight(plan)
    ? view.closes(key, p.lookbackDays)
    : view.minutes(key, view.openMs, view.openMs + p.rangeMinutes * MINUTE_MS);
  if (spot <= Math.max(...range) || spot < mean(view.closes(key, p.trendDays))) return false;
  return view.volumeRatio(key) >= p.volumeMultiple;
}

const rule: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const p = numbersOf(context, DEFAULTS);
  const isSwing = isHeldOvernight(plan);
  const decisions = groups.flatMap((group): Decision[] => {
    const stopped = manageBought(group, p);
    if (stopped.length > 0) return stopped;
    if (!isSwing) return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
    const isLast = view.session - group.openedSession >= p.maxSessions - 1 && isClosingTime(context);
    return isLast ? [closeAll(group, `${p.maxSessions} sessions.`)] : [];
  });
  let room = Math.min(p.maxPositions - groups.length, p.maxTrades - today.opened.length);
  const isRangeOver = isSwing || view.atMs >= view.openMs + p.rangeMinutes * MINUTE_MS;
  if (room <= 0 || !isEntryTime(context) || !isRangeOver) return decisions;
  for (const key of plan.watched) {
    if (room <= 0) break;
    if (today.opened.includes(key) || groups.some(({ tag }) => tag === key)) continue;
    if (!hasBroken(context, key, p)) continue;
    const legs = boughtLegs(context, key, "CE", p);
    const [leg] = legs ?? [];
    if (!legs || !leg || view.spread(leg.instrument) * 100 > p.spreadPercent) continue;
    room -= 1;
    decisions.push({
      do: "open",
      tag: key,
      legs,
      reason: `Broke its ${isSwing ? `${p.lookbackDays}-day` : `${p.rangeMinutes}-minute`} range on ${view.volumeRatio(key).toFixed(1)} times its usual volume.`,
    });
  }
  return decisions;
};

export const stockOptionMomentum: Playbook = {
  kind: "Equity Options",
  tags: ["Equity", "Options", "Buying"],
  worstCase: "capped",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "1 to 12 days", Scalping: "10 minutes to 3 hours" },
  defaults: DEFAULTS,
  prose(s, rules, product) {
    const r = read(rules, DEFAULTS);
    const isSwing = isHeldOvernight({ product });
    const range = isSwing ? `${r.lookbackDays}-day` : `${r.rangeMinutes}-minute`;
    return {
      summary: `Buys calls on ${s.traded} when a share above its ${r.trendDays}-day average rises out of its ${range} range on more than its usual volume.`,
      howItWorks: [
        `It watches ${s.traded} between ${r.from} and ${r.to}. A rise above the ${range} range counts only above the ${r.trendDays}-day average and with at least ${r.volumeMultiple} times its usual volume of that time of day.`,
        `A call ${r.stepsIn} strikes in the money is bought in the nearest month with at least ${r.minDaysLeft} days left, if its bid and ask are within ${r.spreadPercent}% of each other. The size is chosen so that the stop costs about ${r.riskPercent}% of the capital, and shares of at most about ${r.exposureTimes} times the capital stand behind one call.`,
        `The stop is ${r.stopPercent}% of the premium and follows the price once the trade is ahead by as much; at ${r.targetMultiple} times the risk half is taken, or all of a single lot. ${isSwing ? `The trade ends at the latest on session ${r.maxSessions} by ${r.exitTo}.` : `Everything is closed at ${r.exitFrom}.`}`,
        `No more than ${r.maxPositions} positions are open at one time, and no more than ${r.maxTrades} opened a day.`,
      ],
      whatCouldGoWrong: [
        DECAY,
        "Options on single shares are thinner than on the index: getting out can cost more than getting in.",
        isSwing ? OVERNIGHT : COSTS,
        "Stock options settle by delivery. Positions are closed well before expiry, but a suspended share cannot be closed.",
      ],
      tradeFrequency: isSwing
        ? "One to five trades a month."
        : `At most ${r.maxTrades} a day, many days none.`,
      faqs: [
        {
          question: "How are the shares chosen?",
          answer: `From ${s.traded}, by the break, the volume and the width of their option prices. The list on this page is the whole universe.`,
        },
        {
          question: "Does it buy puts?",
          answer:
            "No. Shares rise more than they fall over the years; a put pays for time and goes against that.",
        },
      ],
    };
  },
  structure(rules) {
    const { maxPositions, stepsIn } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [{ kind: "call", side: "buy", strike: { by: "money", steps: stepsIn }, expiry: "month" }],
      isOneOf: false,
      isCovered: true,
      largestLoss: { by: "paid" },
      positionsAtMost: maxPositions,
    };
  },
  rule,
  /** As many shares' calls as are held at once, the dearest of them. */
  positions(context) {
    const p = numbersOf(context, DEFAULTS);
    const cost = ([leg]: WantedLeg[]) =>
      leg === undefined ? 0 : context.view.price(leg.instrument) * leg.quantity;
    const all = context.plan.watched.flatMap((key) => {
      const legs = boughtLegs(context, key, "CE", p);
      return legs === null ? [] : [legs];
    });
    const dearest = all.sort((a, b) => cost(b) - cost(a)).slice(0, p.maxPositions);
    return dearest.length === 0 ? [] : [dearest.flat()];
  },
};
