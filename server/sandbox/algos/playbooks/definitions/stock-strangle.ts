// Sells an out-of-the-money call and put on the share whose options are the most expensive compared with its price
// moves. The options are not hedged.

import { cachePerCloses, closeAll, deviation, isHeldOvernight, type RuleContext } from "../../rules/rule.ts";
import { dayBeforeExpiry, endOfDay, legStop, premiumEarned } from "../exits.ts";
import {
  atTheMoneyStrike,
  daysToExpiry,
  expiryFrom,
  formatDaysToExpiry,
  lotsByExposureTimes,
} from "../option-position.ts";
import { definePlaybook } from "../playbook.ts";
import { sell } from "../structure.ts";
import { GAP_RISK, OVERNIGHT_RISK, SOLD_OPTIONS, TRADING_COSTS } from "../text.ts";

type Window = { lookbackDays: number; minDaysLeft: number; maxDaysLeft: number };

/** Returns the yearly volatility of a share from its daily closes. */
const realisedVolatility = cachePerCloses((closes) => {
  const returns = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)));
  return deviation(returns) * Math.sqrt(252);
});

/**
 * Returns implied over realised volatility. An at-the-money straddle is worth 0.8 times the volatility times the square
 * root of the time in years (Brenner and Subrahmanyam, 1988).
 */
function impliedOverRealised(context: RuleContext, key: string, window: Window): number {
  const { view } = context;
  const expiry = expiryFrom(context, key, window.minDaysLeft);
  if (expiry === undefined || expiry.daysLeft > window.maxDaysLeft) return 0;
  const strike = atTheMoneyStrike(context, key);
  const pair = (["CE", "PE"] as const).map((side) => view.contract(key, expiry, strike, side));
  const price = pair.reduce((sum, contract) => sum + (contract === null ? 0 : view.price(contract)), 0);
  const years = Math.max(1, expiry.daysLeft) / 365;
  const implied = price / view.spot(key) / (0.8 * Math.sqrt(years));
  return implied / Math.max(0.01, realisedVolatility(view.closes(key, window.lookbackDays)));
}

export const stockStrangle = definePlaybook({
  kind: "Equity Options",
  tags: ["Equity", "Options", "Selling"],
  worstCase: "open",
  holdingPeriod: { Intraday: "Hours, same day", Swing: "3 to 25 days", Scalping: "1 to 3 hours" },
  defaults: {
    delta: 0.15,
    legStopPercent: 100,
    takePercent: 70,
    lookbackDays: 21,
    minDaysLeft: 14,
    maxDaysLeft: 40,
    rollDays: 6,
    exposureTimes: 2.5,
  },
  direction: "still",
  prose: (s, r, isOvernight) => ({
    summary: `Sells ${r.delta}-delta calls and puts on ${s.traded}.`,
    howItWorks: [
      `Between ${r.from} and ${r.to} it ranks ${s.traded} by the implied volatility of their options relative to the shares' volatility over ${r.lookbackDays} days, in the month with ${r.minDaysLeft} to ${r.maxDaysLeft} days left.`,
      `On the share with the highest ratio it sells a call and a put at about ${r.delta} delta, the whole number of lots nearest to ${r.exposureTimes} times the capital and at least one.`,
      `A side that has risen ${r.legStopPercent}% is bought back. The rest is closed when ${r.takePercent}% of the premium is earned, or ${isOvernight ? `with ${r.rollDays} days to expiry` : `at ${r.exitFrom}`}.`,
    ],
    whatCouldGoWrong: [
      SOLD_OPTIONS,
      "A single share is not diversified: one announcement moves the whole position.",
      isOvernight ? OVERNIGHT_RISK : GAP_RISK,
      isOvernight
        ? "Margins on stock options rise towards expiry and may be raised without notice."
        : TRADING_COSTS,
    ],
    tradeFrequency: isOvernight ? "One to two positions a month." : "At most one position a day.",
    faqs: {
      "Why one share at a time?":
        "To limit the loss of a market surprise, which would hit two such positions together.",
      "Is there a hedge?": "No. That is why the risk level and the minimum amount are high.",
    },
  }),
  position: {
    legs: ({ delta }) => [
      sell("call", { by: "delta", delta }, "month"),
      sell("put", { by: "delta", delta }, "month"),
    ],
    lots: lotsByExposureTimes,
  },
  exits: [
    endOfDay,
    dayBeforeExpiry,
    (group, context, { rollDays }) =>
      isHeldOvernight(context.plan) && daysToExpiry(context, group) <= rollDays
        ? closeAll(group, `${formatDaysToExpiry(rollDays)}.`)
        : null,
    premiumEarned,
    legStop,
  ],
  candidates(context, numbers) {
    const [richest] = context.plan.watched
      .map((key) => ({ key, value: impliedOverRealised(context, key, numbers) }))
      .sort((a, b) => b.value - a.value);
    return richest === undefined || richest.value === 0 ? [] : [richest.key];
  },
  signal: (context, numbers, key) => ({
    tag: "strangle",
    reason: () =>
      `Its options ask ${impliedOverRealised(context, key, numbers).toFixed(2)} times what it has moved; sold at about ${numbers.delta} delta each.`,
  }),
});
