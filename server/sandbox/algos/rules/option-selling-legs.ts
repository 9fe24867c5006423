// The legs of what option sellers open, and the largest positions that come of them. Where a position is hedged the bought legs
// stand first, and are bought first.
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { type Expiry, isHeldOvernight, type Positions, type RuleContext, type WantedLeg } from "./rule.ts";

export const STRANGLE_DELTA = 0.15;
export const CONDOR_DELTA = 0.16;
export const FLY_WIDTH = 150;
/** Days that are left of shares' options that are sold to be held overnight. */
const SHARE_OPTION_DAYS = 9;

export function leg(instrument: MarketInstrument, lotCount: number): WantedLeg {
  return { instrument, quantity: lotCount * instrument.lotSize, product: "MARGIN" };
}

export function expiryFor(context: RuleContext, key: string, minDays: number): Expiry | undefined {
  return context.view.expiries(key).find(({ daysLeft }) => daysLeft >= minDays);
}

export function atTheMoneyStrike({ view }: RuleContext, key: string): number {
  const step = view.strikeStep(key);
  return Math.round(view.spot(key) / step) * step;
}

export function straddleLegs(context: RuleContext, key: string, expiry: Expiry): WantedLeg[] | null {
  const strike = atTheMoneyStrike(context, key);
  const call = context.view.contract(key, expiry, strike, "CE");
  const put = context.view.contract(key, expiry, strike, "PE");
  if (call === null || put === null) return null;
  return [leg(call, -context.multiplier), leg(put, -context.multiplier)];
}

export function strangleLegs(context: RuleContext, key: string, expiry: Expiry): WantedLeg[] | null {
  const { delta = STRANGLE_DELTA } = context.plan.rules;
  const call = context.view.byDelta(key, expiry, "CE", delta);
  const put = context.view.byDelta(key, expiry, "PE", delta);
  if (call === null || put === null) return null;
  return [leg(call, -context.multiplier), leg(put, -context.multiplier)];
}

/** What a strangle is sold of: shares' options with more than a week left where they are held overnight. */
export function strangleExpiry(context: RuleContext, key: string): Expiry | undefined {
  if (!isHeldOvernight(context.plan)) return expiryFor(context, key, 0);
  return expiryFor(context, key, key.startsWith("IDX_I") ? 2 : SHARE_OPTION_DAYS);
}

export function condorLegs(context: RuleContext, key: string, expiry: Expiry): WantedLeg[] | null {
  const { view, multiplier: count } = context;
  const { widthPoints = 200, delta = CONDOR_DELTA } = context.plan.rules;
  const nearCall = view.byDelta(key, expiry, "CE", delta);
  const nearPut = view.byDelta(key, expiry, "PE", delta);
  const callStrike = nearCall?.option?.strikeRupees;
  const putStrike = nearPut?.option?.strikeRupees;
  if (!nearCall || !nearPut || callStrike === undefined || putStrike === undefined) return null;
  const farCall = view.contract(key, expiry, callStrike + widthPoints, "CE");
  const farPut = view.contract(key, expiry, putStrike - widthPoints, "PE");
  if (farCall === null || farPut === null) return null;
  return [leg(farCall, count), leg(farPut, count), leg(nearCall, -count), leg(nearPut, -count)];
}

/** Sold by delta, with the same side bought `widthRupees` further out. */
export function creditLegs(
  context: RuleContext,
  key: string,
  expiry: Expiry,
  side: "CE" | "PE",
  { delta, widthRupees }: { delta: number; widthRupees: number },
): WantedLeg[] | null {
  const { view, multiplier: count } = context;
  const near = view.byDelta(key, expiry, side, delta);
  const strike = near?.option?.strikeRupees;
  if (!near || strike === undefined) return null;
  const far = view.contract(key, expiry, strike + (side === "CE" ? widthRupees : -widthRupees), side);
  return far === null ? null : [leg(far, count), leg(near, -count)];
}

export function flyLegs(context: RuleContext, key: string, expiry: Expiry): WantedLeg[] | null {
  const { view } = context;
  const { widthPoints = FLY_WIDTH } = context.plan.rules;
  const middle = atTheMoneyStrike(context, key);
  return twoAndTwo(context, [
    view.contract(key, expiry, middle + widthPoints, "CE"),
    view.contract(key, expiry, middle - widthPoints, "PE"),
    view.contract(key, expiry, middle, "CE"),
    view.contract(key, expiry, middle, "PE"),
  ]);
}

/** The first two bought, the others sold; null when one of them is not listed. */
function twoAndTwo(
  { multiplier }: RuleContext,
  contracts: readonly (MarketInstrument | null)[],
): WantedLeg[] | null {
  const legs = contracts.flatMap((contract, index) =>
    contract === null ? [] : leg(contract, index < 2 ? multiplier : -multiplier),
  );
  return legs.length === contracts.length ? legs : null;
}

/** The straddle of the next expiry bought, that of the near one sold. */
export function calendarLegs(context: RuleContext, key: string, near: Expiry): WantedLeg[] | null {
  const { view } = context;
  const next = view.expiries(key).find(({ day }) => day > near.day);
  if (next === undefined) return null;
  const strike = atTheMoneyStrike(context, key);
  return twoAndTwo(context, [
    view.contract(key, next, strike, "CE"),
    view.contract(key, next, strike, "PE"),
    view.contract(key, near, strike, "CE"),
    view.contract(key, near, strike, "PE"),
  ]);
}

/** Two strikes wide; null where it would not be paid for. */
export function shareSpreadLegs(context: RuleContext, key: string, side: "CE" | "PE"): WantedLeg[] | null {
  const { plan, view } = context;
  const { delta = 0.25 } = plan.rules;
  const expiry = expiryFor(context, key, isHeldOvernight(plan) ? 8 : 0);
  if (expiry === undefined) return null;
  const legs = creditLegs(context, key, expiry, side, { delta, widthRupees: 2 * view.strikeStep(key) });
  const [far, near] = legs ?? [];
  if (!legs || !far || !near) return null;
  return view.price(near.instrument) <= view.price(far.instrument) ? null : legs;
}

const only = (legs: WantedLeg[] | null): WantedLeg[][] => (legs === null ? [] : [legs]);
const SIDES = ["CE", "PE"] as const;

/** On the first underlying, in the expiry that would be traded now. */
const onFirst =
  (
    minDaysOvernight: number,
    legsOf: (context: RuleContext, key: string, expiry: Expiry) => WantedLeg[][],
  ): Positions =>
  (context) => {
    const [key = ""] = context.plan.watched;
    const expiry = expiryFor(context, key, isHeldOvernight(context.plan) ? minDaysOvernight : 0);
    return expiry === undefined ? [] : legsOf(context, key, expiry);
  };

export const straddleSellingPositions = onFirst(2, (context, key, expiry) =>
  only(straddleLegs(context, key, expiry)),
);
export const ironCondorPositions = onFirst(3, (context, key, expiry) =>
  only(condorLegs(context, key, expiry)),
);
export const expiryFlyPositions = onFirst(0, (context, key, expiry) => only(flyLegs(context, key, expiry)));
export const creditSpreadPositions = onFirst(3, (context, key, expiry) => {
  const { widthPoints = 100, delta = 0.2 } = context.plan.rules;
  return SIDES.flatMap((side) =>
    only(creditLegs(context, key, expiry, side, { delta, widthRupees: widthPoints })),
  );
});

export const calendarSpreadPositions: Positions = (context) => {
  const [key = ""] = context.plan.watched;
  const near = expiryFor(context, key, 2);
  return near === undefined ? [] : only(calendarLegs(context, key, near));
};

/** Of an index the one, of shares the one that is sold now: any of them. */
export const stranglePositions: Positions = (context) =>
  context.plan.watched.flatMap((key) => {
    const expiry = strangleExpiry(context, key);
    return expiry === undefined ? [] : only(strangleLegs(context, key, expiry));
  });

/** As many as are held at once, the widest. */
export const stockOptionSpreadPositions: Positions = (context) => {
  const { plan } = context;
  const { maxTrades = 2 } = plan.rules;
  const width = (legs: WantedLeg[]) => {
    const [strike = 0, other = 0] = legs.map(({ instrument }) => instrument.option?.strikeRupees ?? 0);
    return Math.abs(strike - other) * (legs[0]?.instrument.lotSize ?? 0);
  };
  return SIDES.map((side) =>
    plan.watched
      .flatMap((key) => only(shareSpreadLegs(context, key, side)))
      .sort((a, b) => width(b) - width(a))
      .slice(0, maxTrades)
      .flat(),
  );
};
