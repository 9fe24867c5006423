// One evaluation of an algo: sessions, the algo's own limits, its rule, and the resulting positions. It is the same for
// a deployment at the broker and for a record over history. Order routing and capital are the responsibility of the
// account.

import { getPlaybook } from "../playbooks/playbooks.ts";
import { PROTECTION } from "../playbooks/sizing.ts";
import { type Decision, groupResult, type RuleContext } from "../rules/rule.ts";
import type { AlgoMemory, StoredGroup } from "./positions.ts";

export type OpenDecision = Extract<Decision, { do: "open" }>;
/** A signal that is skipped because the capital is too small. */
export type SkippedSignal = Extract<Decision, { do: "open" | "pass" }>;
/** The part of a group to close. If all fields are omitted, the complete group is closed. */
export type GroupPart = { share?: number; only?: readonly string[]; reason?: string };

/** The account that an algo trades for: the account of a deployment at the broker, or the account of a record. */
export type StepAccount = {
  mayOpen(): boolean;
  /** Returns the reason why the capital is too small for a position; null if it is large enough. */
  shortOfCapital(decision: OpenDecision): string | null;
  skipSignal(signal: SkippedSignal, why: string): void;
  /** Sends the orders that open a stored group. If an order is rejected, the group is marked for closing. */
  open(group: StoredGroup, decision: OpenDecision): void;
  /** Closes a group or a part of it. Returns true if the order was sent. */
  close(group: StoredGroup, part: GroupPart): boolean;
};

const BUYS_NO_LOT = `the capital in use after losses is less than one lot. Above a loss of ${PROTECTION.halveAtLossPercent}%, half of the balance is used.`;

/** Clears the entries, missed signals and rejected exits of the last session. */
export function beginSession(memory: AlgoMemory, session: number): void {
  if (memory.session === session) return;
  Object.assign(memory, { session, opened: [], passed: [], lossesInARow: 0 });
  for (const group of memory.groups) Object.assign(group, { refusedExits: 0, nextExitAtMs: 0 });
}

/** Finds a stored group. Rules usually receive groups in stored order, so the index `place` is tried first. */
function findStoredGroup({ groups }: AlgoMemory, id: string, place: number): StoredGroup | undefined {
  const there = groups[place];
  return there?.id === id ? there : groups.find((stored) => stored.id === id);
}

/** Updates the best price of each group, which trailing stops use. */
export function updateBestPrices(memory: AlgoMemory, context: RuleContext): void {
  const { groups } = context;
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index];
    const stored = group && findStoredGroup(memory, group.id, index);
    if (stored) stored.bestRupees = Math.max(stored.bestRupees, group.legs[0]?.nowRupees ?? 0);
  }
}

/** Marks groups for closing that have reached the algo's own loss limit per trade. */
export function enforceTradeLimit(memory: AlgoMemory, { plan, groups, capitalRupees }: RuleContext): void {
  if (plan.perTradePercent === null) return;
  const limit = (capitalRupees * plan.perTradePercent) / 100;
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index];
    const stored = group && findStoredGroup(memory, group.id, index);
    if (stored && stored.closing === null && groupResult(group) <= -limit)
      stored.closing = `The algo's own loss limit for one trade, ${plan.perTradePercent}% of the capital.`;
  }
}

/**
 * Returns a message if the algo's own daily loss limit has just been reached, after marking all positions for closing;
 * otherwise null.
 */
export function enforceDayLimit(
  memory: AlgoMemory,
  { plan, capitalRupees }: RuleContext,
  day: number,
  dayPaise: number,
): string | null {
  if (plan.perDayPercent === null || memory.dayStopped === day) return null;
  if (dayPaise > -capitalRupees * plan.perDayPercent) return null;
  memory.dayStopped = day;
  const reason = `The algo's own loss limit for the day, ${plan.perDayPercent}% of the capital.`;
  for (const group of memory.groups) group.closing ??= reason;
  return reason;
}

/** Executes the decisions of the rule, and then closes the groups marked for closing. */
export function followRule(context: RuleContext, memory: AlgoMemory, account: StepAccount): void {
  const { groups } = context;
  const isOpen = ({ id }: { id: string }, index: number) =>
    findStoredGroup(memory, id, index)?.closing === null;
  const isSame = context.today === memory && (groups.length === 0 || groups.every(isOpen));
  const decisions = getPlaybook(context.plan).rule(
    isSame ? context : { ...context, groups: groups.filter(isOpen), today: memory },
  );
  for (const decision of decisions) {
    if (decision.do === "open") {
      if (account.mayOpen()) openGroup(context, memory, account, decision);
      continue;
    }
    if (decision.do === "pass") {
      if (!account.mayOpen()) continue;
      memory.passed.push(decision.tag);
      account.skipSignal(decision, BUYS_NO_LOT);
      continue;
    }
    const group = memory.groups.find(({ id }) => id === decision.group);
    if (group === undefined || group.closing !== null) continue;
    const closesAll = decision.share === undefined && decision.only === undefined;
    if (closesAll) group.closing = decision.reason;
    // The group is closed immediately, so that the next position can use the released capital.
    const isSent = account.close(group, decision);
    if (decision.share !== undefined && isSent) group.isReduced = true;
  }
}

/** Closes the marked groups; a rejected order is retried at the next evaluation. */
export function closeMarkedGroups(memory: AlgoMemory, account: StepAccount): void {
  if (memory.groups.length === 0 || memory.groups.every(({ closing }) => closing === null)) return;
  for (const group of memory.groups.filter(({ closing }) => closing !== null)) account.close(group, {});
}

/** Removes a group that has no positions left, and updates the losing streak. */
export function removeFinishedGroup(
  memory: AlgoMemory,
  group: StoredGroup,
  resultPaise: number,
  atMs: number,
): void {
  memory.groups = memory.groups.filter((other) => other !== group);
  memory.lossesInARow = resultPaise < 0 ? memory.lossesInARow + 1 : 0;
  memory.lastClosedMs = atMs;
}

function openGroup(
  context: RuleContext,
  memory: AlgoMemory,
  account: StepAccount,
  decision: OpenDecision,
): void {
  memory.opened.push(decision.tag);
  const short = account.shortOfCapital(decision);
  if (short !== null) {
    account.skipSignal(decision, short);
    return;
  }
  const group: StoredGroup = {
    id: `g${memory.nextGroup}`,
    tag: decision.tag,
    openedAtMs: context.view.atMs,
    openedSession: context.view.session,
    spotAtOpen: context.view.spot(context.plan.watched[0] ?? ""),
    bestRupees: 0,
    isReduced: false,
    closing: null,
    legs: decision.legs.map((leg) => ({
      instrument: leg.instrument.key,
      product: leg.product,
      wanted: leg.quantity,
    })),
  };
  memory.nextGroup += 1;
  memory.groups.push(group);
  memory.tradesToday += 1;
  account.open(group, decision);
}
