// Share positions in equal parts of the available rupees, and the price moves of shares.
import {
  cachePerCloses,
  isHeldOvernight,
  type OrderLeg,
  type PositionGroup,
  type RuleContext,
} from "../rules/rule.ts";
import type { Parameters, Position } from "./playbook.ts";
import { availableRupees } from "./sizing.ts";
import type { StructureLeg } from "./structure.ts";

/** Share of the available rupees that is reserved for charges. */
const CHARGES_SHARE = 0.02;

export const SHARE_LEG: StructureLeg = { kind: "share", side: "buy", strike: null, expiry: null };

export function shareLeg(context: RuleContext, key: string, quantity: number): OrderLeg | null {
  const instrument = context.view.share(key);
  if (instrument === null || quantity === 0) return null;
  return { instrument, quantity, product: isHeldOvernight(context.plan) ? "CNC" : "INTRADAY" };
}

/**
 * Splits the available rupees into `parts` equal parts and returns the shares that one part buys; null when it buys
 * none.
 */
export function sharePart(
  context: RuleContext,
  key: string,
  parts: number,
  exposureTimes = 1,
): OrderLeg | null {
  const rupees = availableRupees(context) * exposureTimes * (1 - CHARGES_SHARE);
  return shareLeg(context, key, Math.floor(rupees / parts / context.view.spot(key)));
}

export const sharePosition: Position<Parameters> = {
  legs: () => [SHARE_LEG],
  sides: ["CE"],
  open(context, key, { maxPositions = 1, exposureTimes }) {
    const leg = sharePart(context, key, maxPositions, exposureTimes);
    return leg && { legs: [leg] };
  },
};

/** Returns the largest position: the `parts` watched shares with the most expensive equal parts. */
export function largestShares(context: RuleContext, parts: number): OrderLeg[][] {
  const rupees = ({ instrument, quantity }: OrderLeg) => quantity * context.view.price(instrument);
  const legs = context.plan.watched
    .flatMap((key) => sharePart(context, key, parts) ?? [])
    .sort((a, b) => rupees(b) - rupees(a))
    .slice(0, parts);
  return legs.length === 0 ? [] : [legs];
}

/** Returns the result of a one-leg group in percent of its entry price, positive for a gain. */
export function movedPercent(group: PositionGroup): number {
  const [leg] = group.legs;
  if (leg === undefined || leg.entryRupees === 0) return 0;
  return Math.sign(leg.quantity) * (leg.nowRupees / leg.entryRupees - 1) * 100;
}

/** Returns the change of a share less the change of the index over `sessions` sessions, in percent. */
export function movedBeyondIndex(context: RuleContext, key: string, sessions: number): number {
  return changePercent(context, key, sessions) - changePercent(context, "IDX_I:13", sessions);
}

function changePercent({ view }: RuleContext, key: string, sessions: number): number {
  return percentOfCloses(view.closes(key, sessions + 1));
}
const percentOfCloses = cachePerCloses((closes) => {
  const [first = 1] = closes;
  return ((closes.at(-1) ?? first) / first - 1) * 100;
});
