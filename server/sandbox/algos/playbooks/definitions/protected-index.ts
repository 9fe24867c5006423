// Holds an index fund under a bought put, and sells a call far above to pay for part of it.
import {
  closeAll,
  type Decision,
  type Group,
  isEntryTime,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { daysToExpiry, optionLeg } from "./option-positions.ts";
import { isStopped, numbersOf, type Playbook, read } from "./playbook.ts";
import { shareLeg } from "./share-positions.ts";

/** The fund under a protected index: units of the Nifty fund. */
const FUND_KEY = "NSE_EQ:10576";
const DEFAULTS = { putPercent: 7, callPercent: 4, fundPercent: 88, rollDays: 7 };

function isRollDue(context: RuleContext, group: Group, rollDays: number): boolean {
  return isEntryTime(context) && daysToExpiry(context, group) <= rollDays;
}

function fundLeg(context: RuleContext, p: typeof DEFAULTS): WantedLeg | null {
  const rupees = (context.capitalRupees * p.fundPercent) / 100;
  return shareLeg(context, FUND_KEY, Math.floor(rupees / context.view.spot(FUND_KEY)));
}

/** A put and a call of the first month that is not about to be rolled, lots to the fund's value. */
function collarLegs(context: RuleContext, units: number, p: typeof DEFAULTS): WantedLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const expiry = view.expiries(key).find(({ daysLeft, isMonthly }) => isMonthly && daysLeft > p.rollDays);
  if (expiry === undefined) return null;
  const step = view.strikeStep(key);
  const at = (percent: number) => Math.round((view.spot(key) * (1 + percent / 100)) / step) * step;
  const put = view.contract(key, expiry, at(-p.putPercent), "PE");
  const call = view.contract(key, expiry, at(p.callPercent), "CE");
  if (put === null || call === null) return null;
  const held = units * view.spot(FUND_KEY);
  const lots = Math.max(1, Math.round(held / (view.spot(key) * put.lotSize)));
  return [optionLeg(put, lots), optionLeg(call, -lots)];
}

const rule: Rule = (context) => {
  const { groups, capitalRupees, balanceRupees } = context;
  const p = numbersOf(context, DEFAULTS);
  const fund = groups.find(({ tag }) => tag === "fund");
  const collar = groups.find(({ tag }) => tag === "collar");
  if (!isEntryTime(context)) return [];
  const decisions: Decision[] = [];
  if (collar !== undefined && isRollDue(context, collar, p.rollDays))
    decisions.push(closeAll(collar, "In the days before expiry the put and the call are rolled."));
  if (isStopped(capitalRupees, balanceRupees)) return decisions;
  if (fund === undefined) {
    const leg = fundLeg(context, p);
    if (leg !== null)
      decisions.push({
        do: "open",
        tag: "fund",
        legs: [leg],
        reason: "Units of the fund for the amount deployed.",
      });
    return decisions;
  }
  const legs = collar === undefined ? collarLegs(context, fund.legs[0]?.quantity ?? 0, p) : null;
  if (legs !== null)
    decisions.push({
      do: "open",
      tag: "collar",
      legs,
      reason: `A put about ${p.putPercent}% below the market, a call about ${p.callPercent}% above it.`,
    });
  return decisions;
};

export const protectedIndex: Playbook = {
  kind: "Index Options",
  tags: ["Index", "Options", "Hedged", "Buying", "Long-Term"],
  worstCase: "gap",
  holdingPeriod: { Delivery: "Months, options renewed monthly" },
  defaults: DEFAULTS,
  prose(s, rules) {
    const r = read(rules, DEFAULTS);
    return {
      summary: `Holds an index fund and keeps a bought put on ${s.watched} under it, paid for in part by a call sold above: a long position with a floor.`,
      howItWorks: [
        `It buys units of an exchange-traded Nifty 50 fund for ${r.fundPercent}% of the amount deployed.`,
        `For each month it buys a put about ${r.putPercent}% below the market and sells a call about ${r.callPercent}% above it, as many lots as come nearest to the fund's value.`,
        `With ${r.rollDays} days or fewer to expiry both are rolled to the next month, between ${r.from} and ${r.to}.`,
      ],
      whatCouldGoWrong: [
        "Protection costs money each month. In years that rise slowly it may be the whole difference to simply holding the fund.",
        `Down to the floor the loss is yours: about ${r.putPercent}% a month before the put helps.`,
        "If the sold call is reached, gains above it are given up for that month. Fund and options are bought in whole lots, so they never match exactly.",
      ],
      tradeFrequency: "One roll a month; the fund itself is bought once.",
      faqs: [
        {
          question: "Are the fund units mine?",
          answer: "Yes, they lie in your own demat account. Stopping the algo leaves them there.",
        },
        {
          question: "Why is the minimum amount high?",
          answer: "One put covers a whole lot of the index, so the fund holding has to be about as large.",
        },
      ],
    };
  },
  structure(rules) {
    const { putPercent, callPercent } = read(rules, DEFAULTS);
    return {
      direction: "rise",
      legs: [
        { kind: "fund", side: "buy", strike: null, expiry: null },
        { kind: "put", side: "buy", strike: { by: "percent", percent: putPercent }, expiry: "month" },
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
    const p = numbersOf(context, DEFAULTS);
    const fund = fundLeg(context, p);
    const collar = fund && collarLegs(context, fund.quantity, p);
    return fund && collar ? [[fund, ...collar]] : [];
  },
};
