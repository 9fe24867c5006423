// Rules that trade shares: breakouts within the day and over weeks, falls bought back to average, short pullbacks, baskets
// held by rank, and shares held under options.
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import {
  closeAll,
  type Decision,
  deviation,
  type Group,
  isEntryTime,
  isExitTime,
  isHeldOvernight,
  mean,
  type Positions,
  type Rule,
  type RuleContext,
  type WantedLeg,
} from "./rule.ts";

const MINUTE_MS = 60_000;

/** Whole shares for an equal part of the money; 0 when one share costs more than the part. */
function shares(context: RuleContext, key: string, parts: number): number {
  return Math.floor((context.capitalRupees * 0.98) / parts / context.view.spot(key));
}

function shareLeg(context: RuleContext, key: string, quantity: number): WantedLeg | null {
  const instrument = context.view.share(key);
  if (instrument === null || quantity === 0) return null;
  return { instrument, quantity, product: isHeldOvernight(context.plan) ? "CNC" : "INTRADAY" };
}

function openShares(context: RuleContext, key: string, quantity: number, reason: string): Decision[] {
  const leg = shareLeg(context, key, quantity);
  return leg === null ? [] : [{ do: "open", tag: key, legs: [leg], reason }];
}

/** The result of a one-leg group in percent of its entry, in its own direction. */
function movedPercent(group: Group): number {
  const [leg] = group.legs;
  if (leg === undefined || leg.entryRupees === 0) return 0;
  return Math.sign(leg.quantity) * (leg.nowRupees / leg.entryRupees - 1) * 100;
}

export const equityOpeningRange: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const { rangeMinutes = 15, stopPercent = 0.8, targetMultiple = 2, maxTrades = 4 } = plan.rules;
  const decisions = groups.flatMap((group): Decision[] => {
    const moved = movedPercent(group);
    if (isExitTime(context)) return [closeAll(group, "The day's exit time.")];
    if (moved <= (group.isReduced ? 0 : -stopPercent))
      return [
        closeAll(
          group,
          group.isReduced ? "The stop at entry was reached." : `The stop of ${stopPercent}% was reached.`,
        ),
      ];
    const quantity = Math.abs(group.legs[0]?.quantity ?? 0);
    if (!group.isReduced && moved >= stopPercent * targetMultiple && quantity >= 2)
      return [
        {
          do: "close",
          group: group.id,
          share: 0.5,
          reason: `${targetMultiple} times the risk: half is taken.`,
        },
      ];
    return [];
  });
  if (!isEntryTime(context)) return decisions;
  let room = maxTrades - groups.length;
  for (const key of plan.watched) {
    if (room <= 0) break;
    if (today.opened.includes(key)) continue;
    const range = view.minutes(key, view.openMs, view.openMs + rangeMinutes * MINUTE_MS);
    const spot = view.spot(key);
    const side = spot > Math.max(...range) ? 1 : spot < Math.min(...range) ? -1 : 0;
    if (side === 0 || view.volumeRatio(key) <= 1) continue;
    const opened = openShares(
      context,
      key,
      side * shares(context, key, maxTrades),
      `Broke ${side > 0 ? "above" : "below"} its first ${rangeMinutes} minutes on more than its usual volume.`,
    );
    room -= opened.length;
    decisions.push(...opened);
  }
  return decisions;
};

export const equityReversion: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const { lookbackDays = 10, targetMultiple = 2, stopPercent = 1, maxTrades = 5 } = plan.rules;
  const isSwing = isHeldOvernight(plan);
  const average = (key: string) =>
    isSwing ? mean(view.closes(key, 5)) : mean(view.minutes(key, view.openMs, view.atMs));
  const decisions = groups.flatMap((group): Decision[] => {
    if (movedPercent(group) <= -stopPercent)
      return [closeAll(group, `The stop ${stopPercent}% under entry was reached.`)];
    if (view.spot(group.tag) >= average(group.tag)) return [closeAll(group, "Back at its average.")];
    if (!isSwing) return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
    return view.session - group.openedSession >= 6 ? [closeAll(group, "Six sessions.")] : [];
  });
  if (!isEntryTime(context)) return decisions;
  let room = Math.min(maxTrades - groups.length, (isSwing ? 2 : 1) * maxTrades - today.opened.length);
  for (const key of plan.watched) {
    if (room <= 0) break;
    if (groups.some(({ tag }) => tag === key) || (isSwing && today.opened.includes(key))) continue;
    let isFallen: boolean;
    if (isSwing) {
      const closes = view.closes(key, 200);
      const last = closes.at(-1) ?? 0;
      isFallen = last > mean(closes) && last <= Math.min(...closes.slice(-lookbackDays));
    } else {
      const minutes = view.minutes(key, view.openMs, view.atMs);
      isFallen = minutes.length >= 10 && view.spot(key) < mean(minutes) - targetMultiple * deviation(minutes);
    }
    if (!isFallen) continue;
    const opened = openShares(
      context,
      key,
      shares(context, key, Math.min(maxTrades, plan.watched.length)),
      isSwing
        ? `At its lowest in ${lookbackDays} days, above its 200-day average.`
        : `${targetMultiple} standard deviations under the day's average.`,
    );
    room -= opened.length;
    decisions.push(...opened);
  }
  return decisions;
};

const SCALP_WITHOUT_PROGRESS_MS = 8 * MINUTE_MS;
const LEAN = 1.5;

export const equityScalp: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const { rangeMinutes = 5, targetMultiple = 1.5, stopPercent = 0.2, maxTrades = 40 } = plan.rules;
  const decisions = groups.flatMap((group): Decision[] => {
    const moved = movedPercent(group);
    if (moved <= -stopPercent) return [closeAll(group, `The stop of ${stopPercent}% was reached.`)];
    if (moved >= stopPercent * targetMultiple) return [closeAll(group, "The target was reached.")];
    if (view.atMs - group.openedAtMs > SCALP_WITHOUT_PROGRESS_MS)
      return [closeAll(group, "No progress in eight minutes.")];
    return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
  });
  if (!isEntryTime(context) || groups.length > 0 || today.opened.length >= maxTrades) return decisions;
  for (const key of plan.watched) {
    const instrument = view.share(key);
    if (instrument === null) continue;
    const minutes = view.minutes(key, view.atMs - rangeMinutes * view.barMs, view.atMs);
    const spot = view.spot(key);
    const trend = Math.sign((minutes.at(-1) ?? spot) - (minutes[0] ?? spot));
    const extreme = trend > 0 ? Math.max(...minutes) : Math.min(...minutes);
    const pullbackTicks = (Math.abs(extreme - spot) * 100) / instrument.tickPaise;
    const { bids, asks } = view.bestFive(key);
    const leans = trend > 0 ? bids >= LEAN * asks : asks >= LEAN * bids;
    if (trend === 0 || pullbackTicks < 2 || pullbackTicks > 5 || !leans) continue;
    return [
      ...decisions,
      ...openShares(
        context,
        key,
        trend * shares(context, key, 1),
        `A pullback of ${pullbackTicks.toFixed(0)} ticks while the book leans ${trend > 0 ? "up" : "down"}.`,
      ),
    ];
  }
  return decisions;
};

export const equityBreakout: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const { lookbackDays = 55, stopPercent = 8, maxTrades = 6 } = plan.rules;
  const decisions = groups.flatMap((group): Decision[] => {
    const [leg] = group.legs;
    if (leg === undefined) return [];
    const closes = view.closes(group.tag, 21);
    const range = mean(closes.slice(1).map((close, index) => Math.abs(close - (closes[index] ?? close))));
    const stopAt = Math.max(leg.entryRupees * (1 - stopPercent / 100), group.bestRupees - 3 * range);
    return leg.nowRupees <= stopAt ? [closeAll(group, "The trailing stop was reached.")] : [];
  });
  if (!isEntryTime(context)) return decisions;
  let room = maxTrades - groups.length;
  for (const key of plan.watched) {
    if (room <= 0) break;
    if (today.opened.includes(key) || groups.some(({ tag }) => tag === key)) continue;
    const closes = view.closes(key, lookbackDays);
    if ((closes.at(-1) ?? 0) < Math.max(...closes)) continue;
    const opened = openShares(
      context,
      key,
      shares(context, key, maxTrades),
      `Closed at the highest of ${lookbackDays} days.`,
    );
    room -= opened.length;
    decisions.push(...opened);
  }
  return decisions;
};

const HALF_YEAR_DAYS = 126;
const MONTH_DAYS = 21;
/** One that is held stays while it ranks within this many more than are held. */
const RANK_GRACE = 5;

/** Return over six months, the latest month left out; for steady shares, the least restless first. */
function ranked(context: RuleContext): string[] {
  const { plan, view } = context;
  const isSteady = plan.rules.lookbackDays === 63;
  const scored = plan.watched.map((key) => {
    const closes = view.closes(key, HALF_YEAR_DAYS + MONTH_DAYS);
    const returns = closes.slice(1).map((close, index) => close / (closes[index] ?? close) - 1);
    const past = closes.at(-1 - MONTH_DAYS) ?? 1;
    return { key, score: isSteady ? -deviation(returns) : past / (closes[0] ?? past) };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ key }) => key);
}

export const equityBasket: Rule = (context) => {
  const { plan, view, groups } = context;
  const { holdings = 10, lookbackDays = MONTH_DAYS } = plan.rules;
  if (!isEntryTime(context)) return [];
  const period = (month: number) => (lookbackDays === 63 ? Math.floor(month / 3) : month);
  const openedIn = Math.max(-1, ...groups.map((group) => Number(group.tag.split(" ")[1] ?? -1)));
  const isDue = openedIn === -1 || period(openedIn) !== period(view.month);
  if (!isDue) return [];
  const order = ranked(context);
  const keep = new Set(order.slice(0, holdings + RANK_GRACE));
  const decisions: Decision[] = [];
  const held = new Set<string>();
  for (const group of groups) {
    const [key = ""] = group.tag.split(" ");
    if (keep.has(key)) held.add(key);
    else decisions.push(closeAll(group, "It has dropped out of the best."));
  }
  for (const key of order) {
    if (held.size >= holdings) break;
    if (held.has(key)) continue;
    const leg = shareLeg(context, key, shares(context, key, holdings));
    // A share that costs more than its part is passed by, and the next one taken.
    if (leg === null) continue;
    held.add(key);
    decisions.push({
      do: "open",
      tag: `${key} ${view.month}`,
      legs: [leg],
      reason: `Among the best ${holdings} by rank.`,
    });
  }
  return decisions;
};

/** Days before expiry in which options under a holding are rolled. */
const ROLL_WITHIN_DAYS = 7;

function rollDue(context: RuleContext, group: Group): boolean {
  const today = Math.floor((context.view.atMs + 19_800_000) / 86_400_000);
  const day = group.legs[0]?.instrument.option?.expiryDay ?? today;
  return isEntryTime(context) && day - today <= ROLL_WITHIN_DAYS;
}

/** The call above the market that is not about to expire. */
function callOn({ plan, view }: RuleContext): MarketInstrument | null {
  const [key = ""] = plan.watched;
  const { stopPercent = 4 } = plan.rules;
  const expiry = view.expiries(key).find(({ daysLeft }) => daysLeft > ROLL_WITHIN_DAYS);
  const step = view.strikeStep(key);
  const strike = Math.round((view.spot(key) * (1 + stopPercent / 100)) / step) * step;
  return expiry === undefined ? null : view.contract(key, expiry, strike, "CE");
}

function soldCall({ multiplier }: RuleContext, call: MarketInstrument): WantedLeg {
  return { instrument: call, quantity: -call.lotSize * multiplier, product: "MARGIN" };
}

export const coveredCall: Rule = (context) => {
  const { plan, groups } = context;
  const [key = ""] = plan.watched;
  const { stopPercent = 4 } = plan.rules;
  const decisions: Decision[] = [];
  const shareGroup = groups.find(({ tag }) => tag === "shares");
  const callGroup = groups.find(({ tag }) => tag === "call");
  if (callGroup !== undefined && rollDue(context, callGroup))
    decisions.push(closeAll(callGroup, "In the last week before expiry the call is bought back."));
  if (!isEntryTime(context)) return decisions;
  const call = callOn(context);
  if (call === null) return decisions;
  const quantity = call.lotSize * context.multiplier;
  if (shareGroup === undefined) {
    const leg = shareLeg(context, key, quantity);
    if (leg !== null)
      decisions.push({ do: "open", tag: "shares", legs: [leg], reason: "One lot for delivery." });
  } else if (callGroup === undefined)
    decisions.push({
      do: "open",
      tag: "call",
      legs: [soldCall(context, call)],
      reason: `A call about ${stopPercent}% above the market.`,
    });
  return decisions;
};

/** The fund under a protected index: units of the Nifty fund. */
const FUND_KEY = "NSE_EQ:10576";
/** The rest is kept for puts. */
const FUND_SHARE = 0.85;

function fundLeg(context: RuleContext): WantedLeg | null {
  const units = Math.floor((context.capitalRupees * FUND_SHARE) / context.view.spot(FUND_KEY));
  return shareLeg(context, FUND_KEY, units);
}

/** Puts below the market, as many lots as come nearest to what the fund is worth. */
function putUnder({ plan, view, capitalRupees }: RuleContext): WantedLeg | null {
  const [key = ""] = plan.watched;
  const { stopPercent = 4 } = plan.rules;
  const expiry = view
    .expiries(key)
    .find(({ daysLeft, isMonthly }) => isMonthly && daysLeft > ROLL_WITHIN_DAYS);
  const step = view.strikeStep(key);
  const strike = Math.round((view.spot(key) * (1 - stopPercent / 100)) / step) * step;
  const option = expiry === undefined ? null : view.contract(key, expiry, strike, "PE");
  if (option === null) return null;
  const lots = Math.max(1, Math.round((capitalRupees * FUND_SHARE) / (view.spot(key) * option.lotSize)));
  return { instrument: option, quantity: lots * option.lotSize, product: "MARGIN" };
}

export const protectedIndex: Rule = (context) => {
  const { plan, groups } = context;
  const { stopPercent = 4 } = plan.rules;
  const decisions: Decision[] = [];
  const fund = groups.find(({ tag }) => tag === "fund");
  const put = groups.find(({ tag }) => tag === "put");
  if (put !== undefined && rollDue(context, put))
    decisions.push(closeAll(put, "In the last week before expiry the put is rolled."));
  if (!isEntryTime(context)) return decisions;
  if (fund === undefined) {
    const leg = fundLeg(context);
    return leg === null
      ? decisions
      : [
          ...decisions,
          { do: "open", tag: "fund", legs: [leg], reason: "Units of the fund for the amount deployed." },
        ];
  }
  if (put !== undefined) return decisions;
  const leg = putUnder(context);
  if (leg === null) return decisions;
  return [
    ...decisions,
    {
      do: "open",
      tag: "put",
      legs: [leg],
      reason: `A put about ${stopPercent}% below the market.`,
    },
  ];
};

/** Of `parts` equal parts of the money, each in one of the dearest shares: those of which the least is left over. */
function dearestShares(context: RuleContext, parts: number): WantedLeg[][] {
  const { plan, view } = context;
  return [
    [...plan.watched]
      .filter((key) => shares(context, key, parts) > 0)
      .sort((a, b) => view.spot(b) - view.spot(a))
      .slice(0, parts)
      .flatMap((key) => shareLeg(context, key, shares(context, key, parts)) ?? []),
  ];
}

export const equityOpeningRangePositions: Positions = (context) =>
  dearestShares(context, context.plan.rules.maxTrades ?? 4);
export const equityReversionPositions: Positions = (context) =>
  dearestShares(context, Math.min(context.plan.rules.maxTrades ?? 5, context.plan.watched.length));
export const equityScalpPositions: Positions = (context) => dearestShares(context, 1);
export const equityBreakoutPositions: Positions = (context) =>
  dearestShares(context, context.plan.rules.maxTrades ?? 6);
export const equityBasketPositions: Positions = (context) =>
  dearestShares(context, context.plan.rules.holdings ?? 10);

/** The shares with the call sold on them. */
export const coveredCallPositions: Positions = (context) => {
  const call = callOn(context);
  if (call === null) return [];
  const shareLegs = shareLeg(context, context.plan.watched[0] ?? "", call.lotSize * context.multiplier);
  return shareLegs === null ? [] : [[shareLegs, soldCall(context, call)]];
};

/** The fund with the puts under it. */
export const protectedIndexPositions: Positions = (context) => {
  const fund = fundLeg(context);
  const put = putUnder(context);
  return fund === null || put === null ? [] : [[fund, put]];
};
