// Builds option positions from the legs that a playbook describes: finds the contracts and sizes the position. Bought
// legs are ordered first, so that the margin is that of the hedged position.
import { DAY_MS, IST_OFFSET_MS, istDay } from "../../../../app/domain/time.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import type { Expiry, OrderLeg, PositionGroup, RuleContext } from "../rules/rule.ts";
import type { Parameters, Position } from "./playbook.ts";
import { lotsByExposure, lotsByLoss } from "./sizing.ts";
import type { LegStrike, StructureLeg } from "./structure.ts";

/** Close of the exchanges' regular session, in ms since midnight IST. */
const CLOSE_MS = 15.5 * 3_600_000;

export function optionLeg(instrument: MarketInstrument, lots: number): OrderLeg {
  return { instrument, quantity: lots * instrument.lotSize, product: "MARGIN" };
}

/** Returns the nearest expiry that is at least `minDays` calendar days away. */
export function expiryFrom({ view }: RuleContext, key: string, minDays: number): Expiry | undefined {
  return view.expiries(key).find(({ daysLeft }) => daysLeft >= minDays);
}

/** True after the close. Contracts that expire today have no premium then, so no margin can be computed from them. */
function isAfterClose({ view }: RuleContext): boolean {
  return (view.atMs + IST_OFFSET_MS) % DAY_MS >= CLOSE_MS;
}

/** Returns the expiry day of the leg that expires first. */
export function firstExpiryDay(group: PositionGroup): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { instrument } of group.legs)
    first = Math.min(first, instrument.option?.expiryDay ?? Number.POSITIVE_INFINITY);
  return first;
}

export function daysToExpiry({ view }: RuleContext, group: PositionGroup): number {
  return firstExpiryDay(group) - istDay(view.atMs);
}

/** Returns the strike nearest to the market. */
export function atTheMoneyStrike({ view }: RuleContext, key: string): number {
  const step = view.strikeStep(key);
  return Math.round(view.spot(key) / step) * step;
}

/** Formats days for a signal's reason: "1 day to expiry", "12 days to expiry". */
export function formatDaysToExpiry(days: number): string {
  return `${days} ${days === 1 ? "day" : "days"} to expiry`;
}

/** Returns the contract of a leg; null when it is not listed. `found` contains the contracts of the earlier legs. */
export function findContract(
  context: RuleContext,
  key: string,
  leg: StructureLeg,
  expiry: Expiry,
  found: readonly MarketInstrument[] = [],
): MarketInstrument | null {
  const { view } = context;
  const side = leg.kind === "put" ? "PE" : "CE";
  const { strike } = leg;
  if (strike === null) return null;
  if (strike.by === "delta") return view.byDelta(key, expiry, side, strike.delta);
  return view.contract(key, expiry, strikeRupees(context, key, strike, side, found), side);
}

function strikeRupees(
  context: RuleContext,
  key: string,
  strike: Exclude<LegStrike, { by: "delta" }>,
  side: "CE" | "PE",
  found: readonly MarketInstrument[],
): number {
  const { view } = context;
  const away = side === "CE" ? 1 : -1;
  const step = view.strikeStep(key);
  if (strike.by === "money") return atTheMoneyStrike(context, key) - away * strike.steps * step;
  if (strike.by === "percent")
    return Math.round((view.spot(key) * (1 + (away * strike.percent) / 100)) / step) * step;
  const from = found[strike.fromLeg]?.option?.strikeRupees ?? 0;
  return from + away * (strike.by === "points" ? strike.points : strike.steps * step);
}

type LotsInput<P> = {
  context: RuleContext;
  key: string;
  /** Contracts of the legs, in the order of the legs. */
  contracts: readonly MarketInstrument[];
  /** Price of one unit of all legs in rupees; negative for a premium received. */
  costRupees: number;
  numbers: P;
};

/** Returns the lots of a position; 0 when it cannot be opened. */
type Lots<P> = (sizing: LotsInput<P>) => number;

/** An option position as a playbook describes it. */
export type OptionPosition<P> = {
  legs(numbers: P, strikeStepPoints: number): StructureLeg[];
  lots: Lots<P>;
  /** Allowed range of calendar days to expiry; `minDaysLeft` to `maxDaysLeft` by default. */
  daysLeft?: { min: number; max: number };
  sides?: readonly ("CE" | "PE")[];
  weight?: Position<P>["weight"];
};

export function optionPosition<P extends Parameters>(options: OptionPosition<P>): Position<P> {
  const { legs, lots, daysLeft, sides = ["CE"], weight } = options;
  return {
    legs,
    sides,
    ...(weight && { weight }),
    open(context, key, numbers, purpose, side) {
      const { min = 0, max = Number.POSITIVE_INFINITY } = daysLeft ?? {
        min: numbers.minDaysLeft,
        max: numbers.maxDaysLeft,
      };
      const isNextSession = purpose === "margin" && isAfterClose(context);
      const expiry = expiryFrom(context, key, isNextSession ? Math.max(min, 1) : min);
      if (expiry === undefined || (purpose === "trade" && expiry.daysLeft > max)) return null;
      const next = context.view.expiries(key).find(({ day }) => day > expiry.day);
      const own = legs(numbers, context.view.strikeStep(key)).map((leg) =>
        side === "CE" ? leg : mirrorLeg(leg),
      );
      const contracts: MarketInstrument[] = [];
      for (const leg of own) {
        const at = leg.expiry === "next" ? next : expiry;
        const contract = at && findContract(context, key, leg, at, contracts);
        if (!contract) return null;
        contracts.push(contract);
      }
      const signs = own.map((leg) => (leg.side === "buy" ? 1 : -1));
      const costRupees = contracts.reduce(
        (sum, contract, index) => sum + (signs[index] ?? 0) * context.view.price(contract),
        0,
      );
      const count = lots({ context, key, contracts, costRupees, numbers });
      if (count === 0) return null;
      const targetLegs = contracts.map((contract, index) => optionLeg(contract, (signs[index] ?? 0) * count));
      return { legs: targetLegs.sort((a, b) => Math.sign(b.quantity) - Math.sign(a.quantity)), expiry };
    },
  };
}

function mirrorLeg(leg: StructureLeg): StructureLeg {
  return { ...leg, kind: leg.kind === "call" ? "put" : "call" };
}

/** Returns the lots whose underlying is worth the available rupees multiplied by `exposureTimes`. */
export const lotsByExposureTimes: Lots<{ exposureTimes: number }> = ({ context, key, contracts, numbers }) =>
  lotsByExposure(context, context.view.spot(key) * (contracts[0]?.lotSize ?? 0), numbers.exposureTimes);

/** Returns the lots of a credit spread whose loss (width less premium) is `riskPercent` of the available rupees. */
export function lotsByWidth(sizing: LotsInput<{ riskPercent: number }>, widthRupees: number): number {
  const { context, contracts, costRupees, numbers } = sizing;
  if (costRupees >= 0) return 0;
  const lossRupees = (widthRupees + costRupees) * (contracts[0]?.lotSize ?? 0);
  return lotsByLoss(context, lossRupees, numbers.riskPercent);
}

/**
 * Returns the lots of a bought option whose loss at the stop is `riskPercent` of the available rupees, limited to
 * `lotsByExposureTimes`.
 */
export const lotsByStop: Lots<{ stopPercent: number; riskPercent: number; exposureTimes: number }> = (
  sizing,
) => {
  const { context, contracts, costRupees, numbers } = sizing;
  const stopRupees = costRupees * (contracts[0]?.lotSize ?? 0) * (numbers.stopPercent / 100);
  return Math.min(lotsByLoss(context, stopRupees, numbers.riskPercent), lotsByExposureTimes(sizing));
};
