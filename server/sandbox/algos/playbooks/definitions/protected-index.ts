// Holds an index fund with a bought put as protection, and sells a call above the market to pay for part of the put.

import {
  closeAll,
  type Decision,
  isEntryTime,
  type OrderLeg,
  openPosition,
  type RuleContext,
} from "../../rules/rule.ts";
import { daysToExpiry, findContract, optionLeg } from "../option-position.ts";
import { customPlaybook, resolveParameters } from "../playbook.ts";
import { SHARE_LEG, shareLeg } from "../share-position.ts";
import { isStopped } from "../sizing.ts";
import { buy, sell } from "../structure.ts";

const DEFAULTS = { putPercent: 7, callPercent: 4, fundPercent: 88, rollDays: 7 };

/** An exchange-traded Nifty 50 fund. */
const FUND_KEY = "NSE_EQ:10576";

const collar = ({ putPercent, callPercent }: { putPercent: number; callPercent: number }) => [
  buy("put", { by: "percent", percent: putPercent }, "month"),
  sell("call", { by: "percent", percent: callPercent }, "month"),
];

function fundLeg(context: RuleContext, { fundPercent }: typeof DEFAULTS): OrderLeg | null {
  const rupees = (context.capitalRupees * fundPercent) / 100;
  return shareLeg(context, FUND_KEY, Math.floor(rupees / context.view.spot(FUND_KEY)));
}

/** Returns a put and a call of the first month that is not about to be rolled, for the value of the fund. */
function collarLegs(context: RuleContext, units: number, numbers: typeof DEFAULTS): OrderLeg[] | null {
  const { plan, view } = context;
  const [key = ""] = plan.watched;
  const expiry = view
    .expiries(key)
    .find(({ daysLeft, isMonthly }) => isMonthly && daysLeft > numbers.rollDays);
  const [put, call] = collar(numbers).map((leg) => expiry && findContract(context, key, leg, expiry));
  if (!put || !call) return null;
  const lots = Math.max(1, Math.round((units * view.spot(FUND_KEY)) / (view.spot(key) * put.lotSize)));
  return [optionLeg(put, lots), optionLeg(call, -lots)];
}

export const protectedIndex = customPlaybook(
  {
    kind: "Index Options",
    tags: ["Index", "Options", "Hedged", "Buying", "Long-Term"],
    worstCase: "gap",
    holdingPeriod: { Delivery: "Months, options renewed monthly" },
    defaults: DEFAULTS,
    direction: "rise",
    prose: (s, r) => ({
      summary: `Holds an index fund under a ${s.watched} put.`,
      howItWorks: [
        `It buys units of an exchange-traded Nifty 50 fund for ${r.fundPercent}% of the amount deployed.`,
        `For each month it buys a put about ${r.putPercent}% below the market and sells a call about ${r.callPercent}% above it, in the number of lots nearest to the fund's value.`,
        `With ${r.rollDays} days or fewer to expiry both are rolled to the next month, between ${r.from} and ${r.to}.`,
      ],
      whatCouldGoWrong: [
        "Protection costs money each month. In years with a slow rise, this cost may be the only difference from simply holding the fund.",
        `The put limits losses only below its strike: you bear the first ${r.putPercent}% or so of a fall each month.`,
        "If the index rises above the sold call's strike, gains beyond it are lost for that month. Fund and options are bought in whole lots, so they never match exactly.",
      ],
      tradeFrequency: "One roll a month; the fund itself is bought once.",
      faqs: {
        "Are the fund units mine?":
          "Yes, they are held in your own demat account. Stopping the algo leaves them there.",
        "Why is the minimum amount high?":
          "One put covers a whole lot of the index, so the fund holding has to be about as large.",
      },
    }),
  },
  (numbers) => [{ ...SHARE_LEG, kind: "fund" }, ...collar(numbers)],
  (context) => {
    const { groups } = context;
    const numbers = resolveParameters(context, DEFAULTS);
    if (!isEntryTime(context)) return [];
    const decisions: Decision[] = [];
    const fund = groups.find(({ tag }) => tag === "fund");
    const held = groups.find(({ tag }) => tag === "collar");
    if (held !== undefined && daysToExpiry(context, held) <= numbers.rollDays)
      decisions.push(closeAll(held, "In the days before expiry the put and the call are rolled."));
    if (isStopped(context)) return decisions;
    if (fund === undefined) {
      const leg = fundLeg(context, numbers);
      if (leg !== null)
        decisions.push(openPosition("fund", [leg], "Units of the fund for the amount deployed."));
      return decisions;
    }
    const legs = held === undefined ? collarLegs(context, fund.legs[0]?.quantity ?? 0, numbers) : null;
    const { putPercent, callPercent } = numbers;
    const reason = `A put about ${putPercent}% below the market, a call about ${callPercent}% above it.`;
    return legs === null ? decisions : [...decisions, openPosition("collar", legs, reason)];
  },
  (context) => {
    const numbers = resolveParameters(context, DEFAULTS);
    const fund = fundLeg(context, numbers);
    const legs = fund && collarLegs(context, fund.quantity, numbers);
    return fund && legs ? [[fund, ...legs]] : [];
  },
);
