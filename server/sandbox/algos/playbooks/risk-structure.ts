// A playbook's structure as input of the risk rating (app/domain/risk-rating.ts): strikes as fractions of the price, at
// usual volatility. Pure, so that the same rules give the same rating in any market.
import type { RiskStructure } from "../../../../app/domain/risk-rating.ts";
import type { Plan } from "../catalogue/plans.ts";
import { resolveStructure } from "./playbooks.ts";
import type { LegStrike, Structure, StructureLeg } from "./structure.ts";

/** Usual yearly implied volatility of indices and of large shares. */
const USUAL_VOLATILITY = { index: 0.15, share: 0.26 } as const;
/** Distance between strikes as a fraction of the price. */
const STRIKE_STEP = { index: 0.0018, share: 0.016 } as const;
/** Typical index levels, used to convert strike distances in points to fractions of the price. */
const USUAL_LEVEL: Record<string, number> = { "IDX_I:13": 25_900, "IDX_I:25": 58_700, "IDX_I:51": 84_600 };
const DAYS_PER_YEAR = 365;
const MONTH_DAYS = 28;
const WEEK_DAYS = 7;
/** Part of the expiry session that remains at the entry, in days. */
const SESSION_DAYS = 0.2;

/** Returns the standard normal quantile, by Abramowitz and Stegun 26.2.23; its error is below 4.5e-4. */
function quantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  return (
    t -
    (2.515517 + 0.802853 * t + 0.010328 * t * t) /
      (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t)
  );
}

/** Returns the calendar days from the entry to the expiry of a leg. */
function daysToLegExpiry({ expiry }: StructureLeg, { rules }: Plan): number {
  if (expiry === null) return 0;
  if (expiry === "today") return SESSION_DAYS;
  const { minDaysLeft = 0, maxDaysLeft = WEEK_DAYS, rollDays = 0 } = rules;
  const near = Math.max(minDaysLeft, Math.min(maxDaysLeft, (minDaysLeft + maxDaysLeft) / 2));
  if (expiry === "next") return near + WEEK_DAYS;
  return expiry === "month" ? Math.max(minDaysLeft, MONTH_DAYS - rollDays) : near;
}

function computeStrikes(structure: Structure, plan: Plan, underlying: "index" | "share"): number[] {
  const level = USUAL_LEVEL[plan.watched[0] ?? ""] ?? 1;
  const strikes: number[] = [];
  for (const leg of structure.legs) {
    const away = leg.kind === "put" ? -1 : 1;
    const deviation =
      USUAL_VOLATILITY[underlying] *
      Math.sqrt(Math.max(SESSION_DAYS, daysToLegExpiry(leg, plan)) / DAYS_PER_YEAR);
    const distance = (strike: LegStrike): number => {
      if (strike.by === "money") return -strike.steps * STRIKE_STEP[underlying];
      if (strike.by === "percent") return strike.percent / 100;
      if (strike.by === "delta") return quantile(Math.min(0.5, strike.delta)) * deviation;
      const from = away * ((strikes[strike.fromLeg] ?? 1) - 1);
      return from + (strike.by === "points" ? strike.points / level : strike.steps * STRIKE_STEP[underlying]);
    };
    strikes.push(leg.strike === null ? 1 : 1 + away * distance(leg.strike));
  }
  return strikes;
}

const DIRECTIONS = { rise: "rising", either: "either", still: "still" } as const;

/** Describes the algo's largest position, and how many such positions it can hold. */
export function buildRiskStructure(plan: Plan): RiskStructure {
  const structure = resolveStructure(plan);
  const underlying =
    structure.instrument === "Index Options" || structure.legs.some(({ kind }) => kind === "fund")
      ? "index"
      : "share";
  const strikes = computeStrikes(structure, plan, underlying);
  return {
    product: structure.product,
    direction: DIRECTIONS[structure.direction],
    underlying,
    legs: structure.legs.map((leg, index) => {
      const isShare = leg.kind === "share" || leg.kind === "fund";
      return {
        kind: leg.kind === "fund" ? "share" : leg.kind,
        ratio: leg.side === "buy" ? 1 : -1,
        strike: isShare ? 1 : (strikes[index] ?? 1),
        days: isShare ? 0 : daysToLegExpiry(leg, plan),
        volatility: isShare ? 0 : USUAL_VOLATILITY[underlying],
      };
    }),
    exposure: structure.exposureTimes / structure.maxPositionCount,
    positions: structure.maxPositionCount,
  };
}
