// What rules on options have in common: which expiry and strike, when a position ends, and which of its sides have run away. Where a
// position is hedged the bought legs stand first, and are bought first.
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import {
  closeAll,
  type Decision,
  type Expiry,
  type Group,
  type HeldLeg,
  isExitTime,
  isHeldOvernight,
  minuteOf,
  type RuleContext,
  type WantedLeg,
} from "../rules/rule.ts";

const DAY_MS = 86_400_000;
const IST_MS = 19_800_000;
/** A position that ends by the clock is closed within so many minutes before it. */
const CLOSING_MINUTES = 15;

export function optionLeg(instrument: MarketInstrument, lots: number): WantedLeg {
  return { instrument, quantity: lots * instrument.lotSize, product: "MARGIN" };
}

/** The nearest expiry that is at least so many days away. */
export function expiryFrom(context: RuleContext, key: string, minDays: number): Expiry | undefined {
  return context.view.expiries(key).find(({ daysLeft }) => daysLeft >= minDays);
}

export function daysToExpiry(context: RuleContext, group: Group): number {
  const today = Math.floor((context.view.atMs + IST_MS) / DAY_MS);
  return expiryDayOf(group) - today;
}

/** Whether the last look before the time of exit has come. */
export function isClosingTime({ plan, view }: RuleContext): boolean {
  return view.minute >= minuteOf(plan.rules.exitTo) - CLOSING_MINUTES;
}

/** The end that every position has: the day's for intraday, the eve of its nearest expiry for the others. */
export function atItsEnd(context: RuleContext, group: Group): Decision[] {
  if (!isHeldOvernight(context.plan))
    return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
  return isEve(context, group) ? [closeAll(group, "The day before expiry.")] : [];
}

/** The last session before its nearest option expires, which a holiday may put two days before. */
function isEve(context: RuleContext, group: Group): boolean {
  const key = group.legs.find(({ instrument }) => instrument.option)?.instrument.option?.underlyingKey;
  const day = expiryDayOf(group);
  const expiry = context.view.expiries(key ?? "").find((one) => one.day === day);
  if (expiry === undefined || expiry.sessionsLeft <= 0) return true;
  return expiry.sessionsLeft === 1 && isClosingTime(context);
}

/** Of the leg that expires first. */
function expiryDayOf(group: Group): number {
  return Math.min(...group.legs.flatMap(({ instrument }) => instrument.option?.expiryDay ?? []));
}

export const sold = (group: Group): HeldLeg[] => group.legs.filter(({ quantity }) => quantity < 0);

/** Sides whose price has risen by `percent` since they were sold. */
export function stoppedSides(group: Group, percent: number): HeldLeg[] {
  return sold(group).filter(({ nowRupees, entryRupees }) => nowRupees >= entryRupees * (1 + percent / 100));
}

/** The strike nearest to the market, or so many steps into the money. */
export function strikeAt(context: RuleContext, key: string, side: "CE" | "PE", stepsIn = 0): number {
  const step = context.view.strikeStep(key);
  const middle = Math.round(context.view.spot(key) / step) * step;
  return middle + (side === "CE" ? -1 : 1) * stepsIn * step;
}

/** As reasons of signals say it: "1 day to expiry", "12 days to expiry". */
export function expiryWords(days: number): string {
  return `${days} ${days === 1 ? "day" : "days"} to expiry`;
}
