// Exits that several playbooks share. Each closes all or part of a group, or returns null to hold it.
import { MINUTE_MS } from "../../../../app/domain/time.ts";
import {
  closeAll,
  costToClose,
  type Decision,
  groupPremium,
  type HeldLeg,
  isExitTime,
  isHeldOvernight,
  type PositionGroup,
  parseMinute,
  type RuleContext,
} from "../rules/rule.ts";
import { firstExpiryDay } from "./option-position.ts";
import type { Exit } from "./playbook.ts";

/** Overnight positions are closed at most this many minutes before the exit time. */
const CLOSING_MINUTES = 15;

function isClosingTime({ plan, view }: RuleContext): boolean {
  return view.minute >= parseMinute(plan.rules.exitTo) - CLOSING_MINUTES;
}

/** Closes an intraday position at the exit time. */
export const endOfDay: Exit<object> = (group, context) =>
  !isHeldOvernight(context.plan) && isExitTime(context) ? closeAll(group, "The day's exit time.") : null;

/**
 * Closes an overnight position on the last session before its first option expires. Because of holidays, that session
 * can be several days earlier.
 */
export const dayBeforeExpiry: Exit<object> = (group, context) => {
  if (!isHeldOvernight(context.plan)) return null;
  const key = group.legs.find(({ instrument }) => instrument.option)?.instrument.option?.underlyingKey;
  const day = firstExpiryDay(group);
  const expiry = context.view.expiries(key ?? "").find((one) => one.day === day);
  const isEve =
    expiry === undefined || expiry.sessionsLeft <= 0 || (expiry.sessionsLeft === 1 && isClosingTime(context));
  return isEve ? closeAll(group, "The day before expiry.") : null;
};

/** Closes an overnight position after `maxSessions` sessions. */
export const lastSession: Exit<{ maxSessions: number }> = (group, context, { maxSessions }) =>
  isHeldOvernight(context.plan) &&
  context.view.session - group.openedSession >= maxSessions - 1 &&
  isClosingTime(context)
    ? closeAll(group, `${maxSessions} sessions.`)
    : null;

/** Closes an intraday position after `patienceMinutes`. */
export const timeLimit: Exit<{ patienceMinutes: number }> = (group, context, { patienceMinutes }) =>
  !isHeldOvernight(context.plan) && context.view.atMs - group.openedAtMs >= patienceMinutes * MINUTE_MS
    ? closeAll(group, `${patienceMinutes} minutes.`)
    : null;

/** Closes a sold position once `takePercent` of its premium is earned. */
export const premiumEarned: Exit<{ takePercent: number }> = (group, _, { takePercent }) => {
  const premium = groupPremium(group);
  return premium > 0 && costToClose(group) <= premium * (1 - takePercent / 100)
    ? closeAll(group, `${takePercent}% of the premium is earned.`)
    : null;
};

/** Closes a sold position when buying it back costs `legStopPercent` of its premium. */
export const premiumStop: Exit<{ legStopPercent: number }> = (group, _, { legStopPercent }) => {
  const premium = groupPremium(group);
  return premium > 0 && costToClose(group) >= premium * (legStopPercent / 100)
    ? closeAll(group, `Closing would cost ${legStopPercent}% of the premium.`)
    : null;
};

export const soldLegs = (group: PositionGroup): HeldLeg[] =>
  group.legs.filter(({ quantity }) => quantity < 0);

/** Closes the sold legs whose price rose by `percent` since the entry. Returns null when there is no such leg. */
export function closeRisenLegs(group: PositionGroup, percent: number, reason: string): Decision | null {
  const risen = soldLegs(group).filter(
    ({ nowRupees, entryRupees }) => nowRupees >= entryRupees * (1 + percent / 100),
  );
  if (risen.length === 0) return null;
  return { do: "close", group: group.id, only: risen.map(({ instrument }) => instrument.key), reason };
}

export const legStop: Exit<{ legStopPercent: number }> = (group, _, { legStopPercent }) =>
  closeRisenLegs(group, legStopPercent, `The side rose ${legStopPercent}%.`);

/**
 * Stop of a bought option. The stop trails the best price once the gain equals the stop distance. Half of the position
 * is sold at the target.
 */
export const trailingStop: Exit<{ stopPercent: number; targetMultiple: number }> = (
  group,
  _,
  { stopPercent, targetMultiple },
) => {
  const [leg] = group.legs;
  if (leg === undefined) return null;
  const stop = stopPercent / 100;
  const isAhead = group.bestRupees >= leg.entryRupees * (1 + stop);
  const stopAt = isAhead ? group.bestRupees - leg.entryRupees * stop : leg.entryRupees * (1 - stop);
  if (leg.nowRupees <= stopAt)
    return closeAll(
      group,
      isAhead
        ? "The stop that follows the price was reached."
        : `The stop ${stopPercent}% under the price paid was reached.`,
    );
  if (group.isReduced || leg.nowRupees < leg.entryRupees * (1 + stop * targetMultiple)) return null;
  const reason = `${targetMultiple} times the amount at risk was reached`;
  return leg.quantity >= 2 * leg.instrument.lotSize
    ? { do: "close", group: group.id, share: 0.5, reason: `${reason}: half is sold.` }
    : closeAll(group, `${reason}.`);
};
