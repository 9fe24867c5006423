// Holds one lot of a share and sells a call against it each month.
import {
  closeAll,
  type Decision,
  isEntryTime,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { daysToExpiry, optionLeg } from "./option-positions.ts";
import { isStopped, numbersOf, type Playbook, read } from "./playbook.ts";
import { shareLeg } from "./share-positions.ts";

const DEFAULTS = { callPercent: 4, rollDays: 7 };

/** The call of the first month that is not about to be rolled. */
function callLeg(context: RuleContext, p: typeof DEFAULTS): WantedLeg | null {
  const { plan, view, multiplier } = context;
  const [key = ""] = plan.watched;
  const expiry = view.expiries(key).find(({ daysLeft }) => daysLeft > p.rollDays);
  const step = view.strikeStep(key);
  const strike = Math.round((view.spot(key) * (1 + p.callPercent / 100)) / step) * step;
  const call = expiry && view.contract(key, expiry, strike, "CE");
  return call ? optionLeg(call, -multiplier) : null;
}

const rule: Rule = (context) => {
  const { plan, groups } = context;
  const [key = ""] = plan.watched;
  const p = numbersOf(context, DEFAULTS);
  if (!isEntryTime(context)) return [];
  const decisions: Decision[] = [];
  const shareGroup = groups.find(({ tag }) => tag === "shares");
  const callGroup = groups.find(({ tag }) => tag === "call");
  if (callGroup !== undefined && daysToExpiry(context, callGroup) <= p.rollDays)
    decisions.push(closeAll(callGroup, "In the days before expiry the call is bought back."));
  if (isStopped(context.capitalRupees, context.balanceRupees)) return decisions;
  const call = callLeg(context, p);
  if (call === null) return decisions;
  if (shareGroup === undefined) {
    const leg = shareLeg(context, key, -call.quantity);
    if (leg !== null)
      decisions.push({ do: "open", tag: "shares", legs: [leg], reason: "One lot for delivery." });
  } else if (callGroup === undefined)
    decisions.push({
      do: "open",
      tag: "call",
      legs: [call],
      reason: `A call about ${p.callPercent}% above the market.`,
    });
  return decisions;
};

export const coveredCall: Playbook = {
  kind: "Equity Options",
  tags: ["Equity", "Options", "Selling", "Hedged", "Long-Term"],
  worstCase: "gap",
  holdingPeriod: { Delivery: "Months, call renewed monthly" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Holds a lot of ${s.traded} and sells a call against it each month: income in still markets, a smaller cushion in falling ones.`,
      howItWorks: [
        `It buys one lot of ${s.traded} for delivery; the shares lie in your demat account and are pledged for the call's margin.`,
        `It sells a call about ${r.callPercent}% above the market in the nearest month that is more than ${r.rollDays} days away.`,
        `With ${r.rollDays} days or fewer to expiry the call is bought back, whether it has been reached or not, and the next month's is sold, between ${r.from} and ${r.to}.`,
      ],
      whatCouldGoWrong: [
        "The shares can fall by far more than a year of calls brings in. This is a shareholding first.",
        "In a strong rise the gain above the call is given up or bought back at a cost.",
        "Stock options settle by delivery: a call that cannot be closed hands the shares over.",
      ],
      tradeFrequency: "One call a month.",
      faqs: [
        {
          question: "Do I keep the dividends?",
          answer: "Yes. The shares are yours and dividends come to your bank account.",
        },
        {
          question: "Do I need to pledge?",
          answer:
            "Yes, once, by the depository's own page. Without it the call would ask for margin in cash.",
        },
      ],
    };
  },
  structure(rules) {
    const { callPercent } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [
        { kind: "share", side: "buy", strike: null, expiry: null },
        { kind: "call", side: "sell", strike: { by: "percent", percent: callPercent }, expiry: "month" },
      ],
      isOneOf: false,
      isCovered: true,
      largestLoss: null,
      positionsAtMost: 1,
    };
  },
  rule,
  positions(context) {
    const call = callLeg(context, numbersOf(context, DEFAULTS));
    const shares = call && shareLeg(context, context.plan.watched[0] ?? "", -call.quantity);
    return call && shares ? [[shares, call]] : [];
  },
};
