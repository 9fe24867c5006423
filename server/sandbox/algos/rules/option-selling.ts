// Rules that sell options: straddles and strangles with a stop on each side, condors, spreads, expiry flies and calendars.
import {
  atTheMoneyStrike,
  CONDOR_DELTA,
  calendarLegs,
  condorLegs,
  creditLegs,
  expiryFor,
  FLY_WIDTH,
  flyLegs,
  STRANGLE_DELTA,
  shareSpreadLegs,
  straddleLegs,
  strangleExpiry,
  strangleLegs,
} from "./option-selling-legs.ts";
import {
  closeAll,
  costToClose,
  type Decision,
  deviation,
  type Group,
  type HeldLeg,
  isEntryTime,
  isExitTime,
  isHeldOvernight,
  mean,
  minuteOf,
  premiumOf,
  type Rule,
  type RuleContext,
  resultOf,
} from "./rule.ts";

/** A market that has moved this share of its open is no quiet day for a condor. */
const QUIET_DAY = 0.008;

/** The evening before its nearest option expires. */
function isEveOfExpiry(context: RuleContext, group: Group): boolean {
  const today = Math.floor((context.view.atMs + 19_800_000) / 86_400_000);
  const days = group.legs.flatMap(({ instrument }) => instrument.option?.expiryDay ?? []);
  return Math.min(...days) - today <= 1 && context.view.minute >= minuteOf(context.plan.rules.exitTo) - 5;
}

/** The end that every position of this kind has: the day's for intraday, the eve of expiry for the others. */
function atItsEnd(context: RuleContext, group: Group): Decision[] {
  if (!isHeldOvernight(context.plan))
    return isExitTime(context) ? [closeAll(group, "The day's exit time.")] : [];
  return isEveOfExpiry(context, group) ? [closeAll(group, "The day before expiry.")] : [];
}

const sold = (group: Group): HeldLeg[] => group.legs.filter(({ quantity }) => quantity < 0);

/** Sides whose price has risen by `percent` since they were sold. */
function stoppedSides(group: Group, percent: number): HeldLeg[] {
  return sold(group).filter(({ nowRupees, entryRupees }) => nowRupees >= entryRupees * (1 + percent / 100));
}

export const straddleSelling: Rule = (context) => {
  const { plan, view, groups, today, capitalRupees } = context;
  const [key = ""] = plan.watched;
  const { legStopPercent = 25, from } = plan.rules;
  const managed = groups.flatMap((group): Decision[] => {
    const limit =
      plan.perDayPercent === null ? Number.POSITIVE_INFINITY : (capitalRupees * plan.perDayPercent) / 100;
    if (resultOf(group) <= -limit) return [closeAll(group, "The loss limit for both legs was reached.")];
    const ended = atItsEnd(context, group);
    if (ended.length > 0) return ended;
    // With one leg gone, the other's stop stands at its entry.
    const stopped = stoppedSides(group, sold(group).length === 1 ? 0 : legStopPercent);
    return stopped.length === 0
      ? []
      : [
          {
            do: "close",
            group: group.id,
            only: stopped.map(({ instrument }) => instrument.key),
            reason:
              sold(group).length === 1
                ? "The stop at its entry was reached."
                : `The leg's stop of ${legStopPercent}% was reached.`,
          },
        ];
  });
  const isTime = view.minute >= minuteOf(from) && view.minute < minuteOf(from) + 30;
  const expiry = expiryFor(context, key, isHeldOvernight(plan) ? 2 : 0);
  if (groups.length > 0 || today.opened.length > 0 || !isTime || expiry === undefined) return managed;
  const legs = straddleLegs(context, key, expiry);
  const strike = legs?.[0]?.instrument.option?.strikeRupees;
  if (legs === null || strike === undefined) return managed;
  return [...managed, { do: "open", tag: "straddle", legs, reason: `Sold at ${from}, strike ${strike}.` }];
};

/** Two sides sold by delta; a stopped side is bought back, and the other moved nearer once. */
function strangle(context: RuleContext, key: string, isMovedNearer: boolean): Decision[] {
  const { plan, view, groups, today } = context;
  const { delta = STRANGLE_DELTA, legStopPercent = 60 } = plan.rules;
  const decisions: Decision[] = [];
  for (const group of groups) {
    const ended = atItsEnd(context, group);
    if (ended.length > 0) {
      decisions.push(...ended);
      continue;
    }
    const premium = premiumOf(group);
    if (isHeldOvernight(plan) && premium > 0 && costToClose(group) <= premium / 5) {
      decisions.push(closeAll(group, "Four fifths of the premium are earned."));
      continue;
    }
    const stopped = stoppedSides(group, legStopPercent);
    if (stopped.length === 0) continue;
    const others = sold(group).filter((side) => !stopped.includes(side));
    const [other] = others;
    const option = other?.instrument.option;
    const canMove = isMovedNearer && option && !today.opened.includes("moved") && group.tag !== "moved";
    if (!canMove || other === undefined) {
      decisions.push({
        do: "close",
        group: group.id,
        only: stopped.map(({ instrument }) => instrument.key),
        reason: `The side rose ${legStopPercent}%.`,
      });
      continue;
    }
    decisions.push(
      closeAll(group, `A side rose ${legStopPercent}%: it is bought back and the other moved nearer.`),
    );
    const expiry = view.expiries(key).find(({ day }) => day === option.expiryDay);
    const nearer = expiry === undefined ? null : view.byDelta(key, expiry, option.side, delta);
    if (nearer !== null)
      decisions.push({
        do: "open",
        tag: "moved",
        legs: [{ instrument: nearer, quantity: other.quantity, product: "MARGIN" }],
        reason: "The side that was left, moved nearer.",
      });
  }
  const expiry = strangleExpiry(context, key);
  if (groups.length > 0 || today.opened.length > 0 || !isEntryTime(context) || expiry === undefined)
    return decisions;
  const legs = strangleLegs(context, key, expiry);
  if (legs === null) return decisions;
  decisions.push({ do: "open", tag: "strangle", legs, reason: `Sold at about ${delta} delta each.` });
  return decisions;
}

export const strangleSelling: Rule = (context) => strangle(context, context.plan.watched[0] ?? "", true);

export const ironCondor: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const { widthPoints = 200, delta = CONDOR_DELTA, legStopPercent = 160 } = plan.rules;
  const isSwing = isHeldOvernight(plan);
  const managed = groups.flatMap((group): Decision[] => {
    const premium = premiumOf(group);
    const cost = costToClose(group);
    // A stop under the premium itself is meant as a rise of the cost by that share.
    const limit = premium * (legStopPercent < 100 ? 1 + legStopPercent / 100 : legStopPercent / 100);
    if (premium > 0 && cost >= limit)
      return [closeAll(group, `Closing would cost ${legStopPercent}% of the premium.`)];
    if (isSwing && premium > 0 && cost <= premium * 0.3)
      return [closeAll(group, "Seven tenths of the premium are earned.")];
    return atItsEnd(context, group);
  });
  const isQuiet = isSwing || Math.abs(view.spot(key) / view.spotAt(key, view.openMs) - 1) < QUIET_DAY;
  const expiry = expiryFor(context, key, isSwing ? 3 : 0);
  if (
    groups.length > 0 ||
    today.opened.length > 0 ||
    !isEntryTime(context) ||
    !isQuiet ||
    expiry === undefined
  )
    return managed;
  const legs = condorLegs(context, key, expiry);
  if (legs === null) return managed;
  const reason = `A condor ${widthPoints} points wide at about ${delta} delta.`;
  return [...managed, { do: "open", tag: "condor", legs, reason }];
};

export const creditSpread: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const { lookbackDays = 20, widthPoints = 100, delta = 0.2 } = plan.rules;
  const managed = groups.flatMap((group): Decision[] => {
    const option = sold(group)[0]?.instrument.option;
    const spot = view.spot(key);
    if (option && (option.side === "CE" ? spot >= option.strikeRupees : spot <= option.strikeRupees))
      return [closeAll(group, "The sold strike was touched.")];
    const premium = premiumOf(group);
    if (premium > 0 && costToClose(group) <= premium / 4)
      return [closeAll(group, "Three quarters of the premium are earned.")];
    return atItsEnd(context, group);
  });
  const expiry = expiryFor(context, key, isHeldOvernight(plan) ? 3 : 0);
  if (groups.length > 0 || today.opened.length > 0 || !isEntryTime(context) || expiry === undefined)
    return managed;
  const closes = view.closes(key, lookbackDays);
  const side = (closes.at(-1) ?? 0) >= mean(closes) ? "PE" : "CE";
  const legs = creditLegs(context, key, expiry, side, { delta, widthRupees: widthPoints });
  if (legs === null) return managed;
  const reason = `Closed ${side === "PE" ? "above" : "below"} its ${lookbackDays}-day average.`;
  return [...managed, { do: "open", tag: side, legs, reason }];
};

export const expiryFly: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const { widthPoints = FLY_WIDTH, stopPercent = 0.5 } = plan.rules;
  const managed = groups.flatMap((group): Decision[] =>
    Math.abs(view.spot(key) / group.spotAtOpen - 1) * 100 >= stopPercent
      ? [closeAll(group, `Moved ${stopPercent}% from the middle.`)]
      : atItsEnd(context, group),
  );
  const expiry = expiryFor(context, key, 0);
  if (groups.length > 0 || today.opened.length >= 2 || !isEntryTime(context) || expiry?.daysLeft !== 0)
    return managed;
  const middle = atTheMoneyStrike(context, key);
  const legs = flyLegs(context, key, expiry);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: `fly ${today.opened.length + 1}`,
      legs,
      reason: `Expiry day: the middle is ${middle}, the wings ${widthPoints} points out.`,
    },
  ];
};

export const calendarSpread: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const [key = ""] = plan.watched;
  const { lookbackDays = 7, stopPercent = 2 } = plan.rules;
  const managed = groups.flatMap((group): Decision[] => {
    const strike = sold(group)[0]?.instrument.option?.strikeRupees ?? group.spotAtOpen;
    return Math.abs(view.spot(key) / strike - 1) * 100 >= stopPercent
      ? [closeAll(group, `Price moved ${stopPercent}% from the strike.`)]
      : atItsEnd(context, group);
  });
  const near = view.expiries(key).find(({ daysLeft }) => daysLeft > 1 && daysLeft <= lookbackDays);
  if (groups.length > 0 || today.opened.length >= 2 || !isEntryTime(context) || !near) return managed;
  const legs = calendarLegs(context, key, near);
  if (legs === null) return managed;
  return [
    ...managed,
    {
      do: "open",
      tag: `calendar ${today.opened.length + 1}`,
      legs,
      reason: `${near.daysLeft} days left in the near contract, strike ${atTheMoneyStrike(context, key)}.`,
    },
  ];
};

const SPREAD_SESSIONS = 10;

export const stockOptionSpread: Rule = (context) => {
  const { plan, view, groups, today } = context;
  const { stopPercent = 4, lookbackDays = 5, legStopPercent = 150, maxTrades = 2 } = plan.rules;
  const managed = groups.flatMap((group): Decision[] => {
    const premium = premiumOf(group);
    const cost = costToClose(group);
    if (premium > 0 && cost <= premium / 2) return [closeAll(group, "Half of the premium is earned.")];
    if (premium > 0 && cost - premium >= (premium * legStopPercent) / 100)
      return [closeAll(group, `A loss of ${legStopPercent}% of the premium.`)];
    if (isHeldOvernight(plan) && view.session - group.openedSession >= SPREAD_SESSIONS)
      return [closeAll(group, "Ten sessions.")];
    return atItsEnd(context, group);
  });
  if (!isEntryTime(context) || groups.length >= maxTrades) return managed;
  for (const key of plan.watched) {
    if (today.opened.includes(key) || groups.some(({ tag }) => tag === key)) continue;
    const before = view.closes(key, lookbackDays)[0] ?? view.spot(key);
    const moved = view.spot(key) / before - 1;
    if (Math.abs(moved) * 100 <= stopPercent) continue;
    const legs = shareSpreadLegs(context, key, moved > 0 ? "PE" : "CE");
    if (legs === null) continue;
    const reason = `Moved ${(moved * 100).toFixed(1)}% in ${lookbackDays} days.`;
    return [...managed, { do: "open", tag: key, legs, reason }];
  }
  return managed;
};

/** How much a share has moved of late, a year's volatility from daily closes. */
function realised(context: RuleContext, key: string): number {
  const closes = context.view.closes(key, 21);
  return (
    deviation(closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)))) *
    Math.sqrt(252)
  );
}

export const stockStrangle: Rule = (context) => {
  const { plan, view, groups } = context;
  const open = groups[0]?.legs[0]?.instrument.option?.underlyingKey;
  if (open !== undefined) return strangle(context, open, false);
  if (!isEntryTime(context)) return [];
  // What options ask: the price of the pair at the money against the spot, over the root of the time left.
  const richness = plan.watched.map((key) => {
    const expiry = expiryFor(context, key, isHeldOvernight(plan) ? 9 : 0);
    if (expiry === undefined) return { key, value: 0 };
    const strike = atTheMoneyStrike(context, key);
    const pair = (["CE", "PE"] as const).map((side) => view.contract(key, expiry, strike, side));
    const price = pair.reduce((sum, contract) => sum + (contract === null ? 0 : view.price(contract)), 0);
    const years = Math.max(1, expiry.daysLeft) / 365;
    // The pair at the money is worth 0.8 volatility roots of time (Brenner and Subrahmanyam, 1988).
    return {
      key,
      value: price / view.spot(key) / (0.8 * Math.sqrt(years)) / Math.max(0.01, realised(context, key)),
    };
  });
  const [richest] = richness.sort((a, b) => b.value - a.value);
  return richest === undefined ? [] : strangle(context, richest.key, false);
};
