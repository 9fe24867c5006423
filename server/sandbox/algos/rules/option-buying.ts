// Rules that buy options, or spreads that are paid for: breakouts of a range, bursts of movement, multi-day breakouts.
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import {
  closeAll,
  costToClose,
  type Decision,
  type Expiry,
  type Group,
  isEntryTime,
  isExitTime,
  isHeldOvernight,
  type Positions,
  premiumOf,
  type Rule,
  type RuleContext,
  travel,
  type WantedLeg,
} from "./rule.ts";

const MINUTE_MS = 60_000;
/** What a bought option may cost of a deployment's capital. */
const PREMIUM_SHARE = 0.9;
/** A swing position in bought options ends by itself after so many sessions. */
const SWING_SESSIONS = 4;

/** Lots that the stop and the money allow, at least one for each multiple. */
function lots(context: RuleContext, option: MarketInstrument, stopPercent: number): number {
  const { plan, multiplier, capitalRupees, view } = context;
  const premium = view.price(option) * option.lotSize;
  const risk = plan.perTradePercent === null ? 0.1 : plan.perTradePercent / 100;
  const byRisk = (capitalRupees * risk) / (premium * (stopPercent / 100));
  const byMoney = (capitalRupees * PREMIUM_SHARE) / premium;
  return Math.max(multiplier, Math.floor(Math.min(byRisk, byMoney)));
}

function bought(option: MarketInstrument, lotCount: number): WantedLeg {
  return { instrument: option, quantity: lotCount * option.lotSize, product: "MARGIN" };
}

/** Stop under the price paid, which follows once the trade is ahead by as much; half is sold at a multiple of the risk. */
function manageBought(
  context: RuleContext,
  group: Group,
  stopPercent: number,
  targetMultiple: number | null,
): Decision[] {
  const [leg] = group.legs;
  if (leg === undefined) return [];
  const stop = stopPercent / 100;
  const isAhead = group.bestRupees >= leg.entryRupees * (1 + stop);
  const stopAt = (isAhead ? group.bestRupees : leg.entryRupees) * (1 - stop);
  if (leg.nowRupees <= stopAt)
    return [
      closeAll(
        group,
        isAhead
          ? "The stop that follows the price was reached."
          : `The stop ${stopPercent}% under the price paid was reached.`,
      ),
    ];
  const targetAt =
    targetMultiple === null ? Number.POSITIVE_INFINITY : leg.entryRupees * (1 + stop * targetMultiple);
  if (!group.isReduced && leg.nowRupees >= targetAt && leg.quantity >= 2 * leg.instrument.lotSize)
    return [
      {
        do: "close",
        group: group.id,
        share: 0.5,
        reason: `${targetMultiple} times the amount at risk was reached: half is sold.`,
      },
    ];
  if (!isHeldOvernight(context.plan))
    return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
  return context.view.session - group.openedSession >= SWING_SESSIONS
    ? [closeAll(group, "Held as long as the rule allows.")]
    : [];
}

function nearest(context: RuleContext, key: string, minDays = 0) {
  return context.view.expiries(key).find(({ daysLeft }) => daysLeft >= minDays);
}

/** `inTheMoney` steps towards the money. */
function atTheMoney(
  context: RuleContext,
  key: string,
  side: "CE" | "PE",
  inTheMoney = 0,
): MarketInstrument | null {
  const { view } = context;
  const expiry = nearest(context, key, isHeldOvernight(context.plan) ? 2 : 0);
  if (expiry === undefined) return null;
  const away = inTheMoney * view.strikeStep(key);
  const middle = atTheMoneyStrike(context, key);
  return view.contract(key, expiry, middle + (side === "CE" ? -1 : 1) * away, side);
}

function atTheMoneyStrike({ view }: RuleContext, key: string): number {
  const step = view.strikeStep(key);
  return Math.round(view.spot(key) / step) * step;
}

export const openingRangeBuying: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const { rangeMinutes = 15, stopPercent = 30, targetMultiple = 2, maxTrades = 2 } = plan.rules;
  const managed = groups.flatMap((group) => manageBought(context, group, stopPercent, targetMultiple));
  if (groups.length > 0 || !isEntryTime(context) || today.opened.length >= maxTrades) return managed;
  const range = view.minutes(key, view.openMs, view.openMs + rangeMinutes * MINUTE_MS);
  const minuteMs = Math.floor(view.atMs / view.barMs) * view.barMs;
  const close = view.spotAt(key, minuteMs);
  if (range.length === 0 || minuteMs < view.openMs + rangeMinutes * MINUTE_MS) return managed;
  const side = close > Math.max(...range) ? "CE" : close < Math.min(...range) ? "PE" : null;
  if (side === null || today.opened.includes(side)) return managed;
  const option = atTheMoney(context, key, side);
  if (option === null) return managed;
  const way = side === "CE" ? "above the high" : "below the low";
  return [
    ...managed,
    {
      do: "open",
      tag: side,
      legs: [bought(option, lots(context, option, stopPercent))],
      reason: `Closed ${way} of the first ${rangeMinutes} minutes.`,
    },
  ];
};

const WITHOUT_PROGRESS_MS = 3 * MINUTE_MS;
const PAUSE_AFTER_LOSSES_MS = 30 * MINUTE_MS;

export const momentumScalp: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const { rangeMinutes = 20, targetMultiple = 2, stopPercent = 12, maxTrades = 12 } = plan.rules;
  const managed = groups.flatMap((group) => {
    const [leg] = group.legs;
    if (leg === undefined) return [];
    const isStuck = view.atMs - group.openedAtMs > WITHOUT_PROGRESS_MS && leg.nowRupees <= leg.entryRupees;
    return isStuck
      ? [closeAll(group, "No progress in three minutes.")]
      : manageBought(context, group, stopPercent, null);
  });
  const isResting = today.lossesInARow >= 2 && view.atMs - today.lastClosedMs < PAUSE_AFTER_LOSSES_MS;
  if (groups.length > 0 || !isEntryTime(context) || isResting || today.opened.length >= maxTrades)
    return managed;
  const minutes = view.minutes(key, view.atMs - (rangeMinutes + 1) * view.barMs, view.atMs);
  const usual = travel(minutes.slice(0, -1)) / Math.max(1, minutes.length - 2);
  const move = view.spot(key) - view.spotAt(key, view.atMs - view.barMs);
  const ofTheDay = view.spot(key) - view.spotAt(key, view.openMs);
  if (Math.abs(move) <= targetMultiple * usual || Math.sign(move) !== Math.sign(ofTheDay)) return managed;
  const option = atTheMoney(context, key, move > 0 ? "CE" : "PE", 1);
  if (option === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: `scalp ${today.opened.length + 1}`,
      legs: [bought(option, lots(context, option, stopPercent))],
      reason: `A bar's move of ${Math.abs(move).toFixed(1)} points against a usual ${usual.toFixed(1)}, with the day.`,
    },
  ];
};

const DEBIT_SESSIONS = 5;

/** The option at the money, paid for in part by one further out. */
function debitLegs(context: RuleContext, key: string, expiry: Expiry, side: "CE" | "PE"): WantedLeg[] | null {
  const { plan, view } = context;
  const { widthPoints = 200 } = plan.rules;
  const middle = atTheMoneyStrike(context, key);
  const near = view.contract(key, expiry, middle, side);
  const far = view.contract(key, expiry, middle + (side === "CE" ? widthPoints : -widthPoints), side);
  if (near === null || far === null) return null;
  const cost = (view.price(near) - view.price(far)) * near.lotSize;
  const count = Math.max(1, Math.floor((plan.marginRupees * 0.6) / cost)) * context.multiplier;
  return [bought(near, count), bought(far, -count)];
}

export const debitSpread: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const { lookbackDays = 20, widthPoints = 200, stopPercent = 50 } = plan.rules;
  const managed = groups.flatMap((group): Decision[] => {
    const paid = -premiumOf(group);
    const worth = -costToClose(group);
    const units = Math.max(0, ...group.legs.map(({ quantity }) => quantity));
    if (worth <= paid * (1 - stopPercent / 100))
      return [closeAll(group, `${stopPercent}% of the cost is lost.`)];
    if (worth >= 0.9 * widthPoints * units) return [closeAll(group, "Worth the full width less a tenth.")];
    const isLast = view.session - group.openedSession >= DEBIT_SESSIONS - 1 && isExitTime(context);
    return isLast ? [closeAll(group, "The fifth day.")] : [];
  });
  if (groups.length > 0 || today.opened.length > 0 || !isEntryTime(context)) return managed;
  const closes = view.closes(key, lookbackDays + 1);
  const last = closes.at(-1) ?? 0;
  const before = closes.slice(0, -1);
  const side = last > Math.max(...before) ? "CE" : last < Math.min(...before) ? "PE" : null;
  const expiry = nearest(context, key, DEBIT_SESSIONS);
  if (side === null || expiry === undefined) return managed;
  const legs = debitLegs(context, key, expiry, side);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: side,
      legs,
      reason: `Closed beyond the ${side === "CE" ? "highest" : "lowest"} of ${lookbackDays} days.`,
    },
  ];
};

/** Lots that one of `parts` equal parts of the capital buys. */
function affordableLots(context: RuleContext, option: MarketInstrument, parts: number): number {
  const premium = context.view.price(option) * option.lotSize;
  return Math.floor((context.capitalRupees * PREMIUM_SHARE) / parts / premium);
}

const SPREAD_AT_MOST = 0.02;
const SHARE_OPTION_SESSIONS = 6;

export const stockOptionMomentum: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const {
    rangeMinutes = 15,
    lookbackDays = 20,
    targetMultiple = 2,
    stopPercent = 25,
    maxTrades = 3,
  } = plan.rules;
  const isSwing = isHeldOvernight(plan);
  const managed = groups.flatMap((group): Decision[] => {
    const [leg] = group.legs;
    if (leg === undefined) return [];
    if (leg.nowRupees <= leg.entryRupees * (1 - stopPercent / 100))
      return [closeAll(group, `The stop of ${stopPercent}% of the premium was reached.`)];
    if (!isSwing) return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
    const isLast = view.session - group.openedSession >= SHARE_OPTION_SESSIONS - 1 && isExitTime(context);
    return isLast ? [closeAll(group, "The sixth day.")] : [];
  });
  let room = maxTrades - groups.length;
  if (!isEntryTime(context)) return managed;
  const opened: Decision[] = [];
  for (const key of plan.watched) {
    if (room <= 0 || today.opened.length + opened.length >= 2 * maxTrades) break;
    if (today.opened.includes(key) || groups.some(({ tag }) => tag === key)) continue;
    const range = isSwing
      ? view.closes(key, lookbackDays)
      : view.minutes(key, view.openMs, view.openMs + rangeMinutes * MINUTE_MS);
    const spot = view.spot(key);
    const side = spot > Math.max(...range) ? "CE" : spot < Math.min(...range) ? "PE" : null;
    if (side === null || view.volumeRatio(key) < targetMultiple) continue;
    const option = atTheMoney(context, key, side);
    if (option === null || view.spread(option) > SPREAD_AT_MOST) continue;
    const affordable = affordableLots(context, option, maxTrades);
    if (affordable < 1) continue;
    room -= 1;
    opened.push({
      do: "open",
      tag: key,
      legs: [bought(option, Math.min(affordable, context.multiplier))],
      reason: `Broke its ${isSwing ? `${lookbackDays}-day` : `${rangeMinutes}-minute`} range on ${view.volumeRatio(key).toFixed(1)} times its usual volume.`,
    });
  }
  return [...managed, ...opened];
};

const SIDES = ["CE", "PE"] as const;

/** One option at or `inTheMoney` steps in the money, of either side, sized by the stop. */
const oneBought =
  (defaultStopPercent: number, inTheMoney: number): Positions =>
  (context) => {
    const [key = ""] = context.plan.watched;
    const { stopPercent = defaultStopPercent } = context.plan.rules;
    return SIDES.flatMap((side) => {
      const option = atTheMoney(context, key, side, inTheMoney);
      return option === null ? [] : [[bought(option, lots(context, option, stopPercent))]];
    });
  };

export const openingRangeBuyingPositions = oneBought(30, 0);
export const momentumScalpPositions = oneBought(12, 1);

export const debitSpreadPositions: Positions = (context) => {
  const [key = ""] = context.plan.watched;
  const expiry = nearest(context, key, DEBIT_SESSIONS);
  if (expiry === undefined) return [];
  return SIDES.flatMap((side) => {
    const legs = debitLegs(context, key, expiry, side);
    return legs === null ? [] : [legs];
  });
};

/** As many shares' options as are held at once, those with the dearest lots that the money buys; else the cheapest of all. */
export const stockOptionMomentumPositions: Positions = (context) => {
  const { plan, view, multiplier } = context;
  const { maxTrades = 3 } = plan.rules;
  const lotCost = (option: MarketInstrument) => view.price(option) * option.lotSize;
  return SIDES.map((side) => {
    const options = plan.watched
      .flatMap((key) => atTheMoney(context, key, side) ?? [])
      .sort((a, b) => lotCost(b) - lotCost(a));
    const affordable = options.filter((option) => affordableLots(context, option, maxTrades) >= 1);
    return affordable.length === 0
      ? options.slice(-1).map((option) => bought(option, 1))
      : affordable
          .slice(0, maxTrades)
          .map((option) => bought(option, Math.min(affordableLots(context, option, maxTrades), multiplier)));
  });
};
