// Holds one lot of a share and sells a call against it each month.

import {
  closeAll,
  type Decision,
  groupResult,
  isEntryTime,
  type OrderLeg,
  openPosition,
  type PositionGroup,
  type RuleContext,
} from "../../rules/rule.ts";
import { daysToExpiry, expiryFrom, findContract, optionLeg } from "../option-position.ts";
import { customPlaybook, resolveParameters } from "../playbook.ts";
import { SHARE_LEG, shareLeg } from "../share-position.ts";
import { isStopped } from "../sizing.ts";
import { sell } from "../structure.ts";

const DEFAULTS = { callPercent: 4, rollDays: 7 };

const coveringCall = (percent: number) => sell("call", { by: "percent", percent }, "month");

/** Returns the call of the first month that is not about to be rolled. */
function callLeg(context: RuleContext, { rollDays, callPercent }: typeof DEFAULTS): OrderLeg | null {
  const [key = ""] = context.plan.watched;
  const expiry = expiryFrom(context, key, rollDays + 1);
  const call = expiry && findContract(context, key, coveringCall(callPercent), expiry);
  return call ? optionLeg(call, -context.multiplier) : null;
}

/**
 * True if today's call could not be sold because losses on earlier calls have reduced the balance below the shares'
 * cost.
 */
function isUncovered({ groups, today, balanceRupees }: RuleContext, shares: PositionGroup): boolean {
  const remainingRupees = groups.reduce((rupees, group) => rupees - groupResult(group), balanceRupees);
  const cost = shares.legs.reduce((sum, { quantity, entryRupees }) => sum + quantity * entryRupees, 0);
  return today.opened.includes("call") && remainingRupees < cost;
}

export const coveredCall = customPlaybook(
  {
    kind: "Equity Options",
    tags: ["Equity", "Options", "Selling", "Hedged", "Long-Term"],
    worstCase: "gap",
    holdingPeriod: { Delivery: "Months, call renewed monthly" },
    defaults: DEFAULTS,
    direction: "rise",
    prose: (s, r) => ({
      summary: `Holds a lot of ${s.traded} and sells calls ${r.callPercent}% above.`,
      howItWorks: [
        `It buys one lot of ${s.traded} for delivery; the shares are held in your demat account and pledged for the call's margin.`,
        `It sells a call about ${r.callPercent}% above the market in the nearest month that is more than ${r.rollDays} days away.`,
        `With ${r.rollDays} days or fewer to expiry the call is bought back, in or out of the money, and the next month's call is sold, between ${r.from} and ${r.to}.`,
      ],
      whatCouldGoWrong: [
        "The shares can fall by far more than the premiums of a year. Most of the risk is that of the shares.",
        "In a strong rise the gain above the call's strike is lost, or the call is bought back at a loss.",
        "Calls bought back at a loss can use up the cash that remains next to the shares. The shares are then sold, and the algo starts again when the amount suffices.",
        "Stock options settle by delivery: if a call cannot be closed, the shares may have to be delivered.",
      ],
      tradeFrequency: "One call a month.",
      faqs: {
        "Do I keep the dividends?": "Yes. The shares are yours and dividends come to your bank account.",
        "Do I need to pledge?":
          "Yes, once, on the depository's own page. Without the pledge the call needs margin in cash.",
      },
    }),
  },
  ({ callPercent }) => [SHARE_LEG, coveringCall(callPercent)],
  (context) => {
    const { groups } = context;
    const [key = ""] = context.plan.watched;
    const numbers = resolveParameters(context, DEFAULTS);
    if (!isEntryTime(context)) return [];
    const decisions: Decision[] = [];
    const shares = groups.find(({ tag }) => tag === "shares");
    const call = groups.find(({ tag }) => tag === "call");
    if (call !== undefined && daysToExpiry(context, call) <= numbers.rollDays)
      decisions.push(closeAll(call, "In the days before expiry the call is bought back."));
    const newCall = isStopped(context) ? null : callLeg(context, numbers);
    if (newCall === null) return decisions;
    // The algo tries to open each position at most once a session.
    const { opened, lastClosedMs } = context.today;
    if (shares === undefined) {
      const leg = shareLeg(context, key, -newCall.quantity);
      const isDue = !opened.includes("shares") && lastClosedMs < context.view.openMs;
      if (leg !== null && isDue) decisions.push(openPosition("shares", [leg], "One lot for delivery."));
    } else if (call === undefined) {
      if (isUncovered(context, shares))
        decisions.push(closeAll(shares, "The amount left does not cover the shares and a call."));
      else if (!opened.includes("call"))
        decisions.push(
          openPosition("call", [newCall], `A call about ${numbers.callPercent}% above the market.`),
        );
    }
    return decisions;
  },
  (context) => {
    const call = callLeg(context, resolveParameters(context, DEFAULTS));
    const shares = call && shareLeg(context, context.plan.watched[0] ?? "", -call.quantity);
    return call && shares ? [[shares, call]] : [];
  },
);
