// What rules on shares have in common: equal parts of what is at work, and how far a position has moved.
import {
  type Decision,
  type Group,
  isHeldOvernight,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";
import { workingRupees } from "./playbook.ts";

/** Left free for charges. */
const FREE_SHARE = 0.02;

/** Whole shares for one of so many equal parts of what is at work, times the exposure; 0 when one costs more than its part. */
export function sharesFor(context: RuleContext, key: string, parts: number, exposureTimes = 1): number {
  const rupees = workingRupees(context) * exposureTimes * (1 - FREE_SHARE);
  return Math.floor(rupees / parts / context.view.spot(key));
}

export function shareLeg(context: RuleContext, key: string, quantity: number): WantedLeg | null {
  const instrument = context.view.share(key);
  if (instrument === null || quantity === 0) return null;
  return { instrument, quantity, product: isHeldOvernight(context.plan) ? "CNC" : "INTRADAY" };
}

export function openShares(context: RuleContext, key: string, quantity: number, reason: string): Decision[] {
  const leg = shareLeg(context, key, quantity);
  return leg === null ? [] : [{ do: "open", tag: key, legs: [leg], reason }];
}

/** The result of a one-leg group in percent of its entry, in its own direction. */
export function movedPercent(group: Group): number {
  const [leg] = group.legs;
  if (leg === undefined || leg.entryRupees === 0) return 0;
  return Math.sign(leg.quantity) * (leg.nowRupees / leg.entryRupees - 1) * 100;
}

/** Percent by which a share has moved over so many sessions beyond the index. */
export function movedBeyondIndex(context: RuleContext, key: string, sessions: number): number {
  return changePercent(context, key, sessions) - changePercent(context, "IDX_I:13", sessions);
}

function changePercent({ view }: RuleContext, key: string, sessions: number): number {
  const closes = view.closes(key, sessions + 1);
  const [first = 1] = closes;
  return ((closes.at(-1) ?? first) / first - 1) * 100;
}

/** The shares of which one equal part costs most, as many as are held at once. */
export function dearestShares(context: RuleContext, parts: number, exposureTimes = 1): WantedLeg[][] {
  const legs = context.plan.watched
    .flatMap((key) => shareLeg(context, key, sharesFor(context, key, parts, exposureTimes)) ?? [])
    .sort(
      (a, b) => b.quantity * context.view.price(b.instrument) - a.quantity * context.view.price(a.instrument),
    )
    .slice(0, parts);
  return legs.length === 0 ? [] : [legs];
}
