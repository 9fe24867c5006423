// Rule of the risk rating. Its inputs are the losses of an algo's largest positions under price moves and volatility
// shocks, and the losses of its record. Each input maps to a risk level, and the highest level is the rating. Pure and
// versioned; the catalogue and the pages use the same rule. Losses are positive fractions of the deployed amount (0.12
// is 12 %).
import { z } from "zod";
import { PRODUCTS, RISKS, type Risk } from "./vocabulary.ts";

/** Version of the rule. It must be incremented when a band, the stress table or an input changes. */
export const RISK_METHOD = { version: "1.2", since: "2026-11-24" } as const;

/** One leg of a position, relative to one unit of the underlying share or index. */
export const structureLegSchema = z.object({
  kind: z.enum(["share", "call", "put"]),
  ratio: z.number().min(-10).max(10).meta({
    description: "Signed quantity for each unit of the underlying: 1 is bought once, −1 is sold once",
  }),
  strike: z.number().positive().max(3).meta({
    description:
      "Strike as a fraction of the underlying's price: 1 is at the money, 0.95 is five per cent below; 1 for shares",
  }),
  days: z.number().nonnegative().max(800).meta({ description: "Calendar days to expiry; 0 for shares" }),
  volatility: z
    .number()
    .nonnegative()
    .max(3)
    .meta({ description: "Annual implied volatility: 0.14 is 14 %; 0 for shares" }),
});
export type StructureLeg = z.infer<typeof structureLegSchema>;

export const riskStructureSchema = z
  .object({
    product: z.enum(PRODUCTS),
    direction: z.enum(["rising", "falling", "either", "still"]).meta({
      description:
        "Market move from which the position profits: a rise, a fall, a move in either direction, or no move",
    }),
    underlying: z.enum(["index", "share"]),
    legs: z.array(structureLegSchema).min(1).max(8),
    exposure: z.number().positive().max(100).meta({
      description: "Value of the underlying of the largest position, divided by the amount deployed",
    }),
    positions: z
      .int()
      .positive()
      .max(50)
      .meta({ description: "Maximum number of such positions open at once" }),
  })
  .meta({ id: "RiskStructure" });
export type RiskStructure = z.infer<typeof riskStructureSchema>;

/** Losses of a record, as shares of the capital. */
export const recordRiskSchema = z
  .object({
    days: z.int().nonnegative(),
    maxDrawdown: z.number().nonnegative(),
    worstDay: z.number().nonnegative(),
    tailLoss: z.number().nonnegative().meta({
      description: "One-day expected shortfall at 95 %: average of the worst 5 % of days",
    }),
  })
  .meta({ id: "RecordRisk" });
export type RecordRisk = z.infer<typeof recordRiskSchema>;

/** Market moves in the stress table. At 10, 15 and 20 % the exchanges halt all trading (SEBI, 2001). */
export const MARKET_MOVES = [-0.2, -0.15, -0.1, -0.05, -0.02, 0.02, 0.05, 0.1, 0.15, 0.2] as const;
/** Factors on implied volatility. The stress table combines each factor with every move. */
export const VOLATILITY_SHOCKS = [0.75, 1, 1.5, 2] as const;
/**
 * Largest market moves that the rating considers, for positions held overnight and for positions closed in the same
 * session. A single share is tested with SINGLE_SHARE_FACTOR times the move.
 */
export const RATED_MOVE = { overnight: 0.1, sameDay: 0.05 } as const;
export const SINGLE_SHARE_FACTOR = 2;
/** Largest move of the stress table. Its loss is an input for every algo, including intraday ones. */
export const EXTREME_MOVE = 0.2;
/** Minimum length of a record that the rating considers, in days. */
export const RECORD_DAYS_RATED = 60;
/** Share of days that the tail loss averages: the worst twentieth. */
export const TAIL_SHARE = 0.05;

export const RISK_INPUTS = [
  {
    key: "stressLoss",
    from: "structure",
    bands: [0.08, 0.2, 0.4],
  },
  {
    key: "extremeLoss",
    from: "structure",
    bands: [0.25, 0.5, 1],
  },
  {
    key: "leverage",
    from: "structure",
    bands: [1, 2, 4],
  },
  {
    key: "maxDrawdown",
    from: "record",
    bands: [0.08, 0.2, 0.35],
  },
  {
    key: "worstDay",
    from: "record",
    bands: [0.02, 0.05, 0.1],
  },
  {
    key: "tailLoss",
    from: "record",
    bands: [0.01, 0.025, 0.05],
  },
] as const satisfies readonly {
  key: string;
  from: "structure" | "record";
  /** Upper limits of the risk levels Low, Medium and Moderate. Larger values are High. */
  bands: readonly [number, number, number];
}[];
export type RiskInputKey = (typeof RISK_INPUTS)[number]["key"];

const DAYS_PER_YEAR = 365;
const MINUTE_OF_A_YEAR = 1 / (DAYS_PER_YEAR * 24 * 60);

/** Standard normal distribution by Abramowitz and Stegun 26.2.17, with an error below 7.5e-8. */
function normalDistribution(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const tail =
    density *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x >= 0 ? 1 - tail : tail;
}

/**
 * Returns the value of a leg at a price of the underlying (1 is the current price), by Black and Scholes (1973) with an
 * interest rate of zero.
 */
function legValue(leg: StructureLeg, price: number, shock: number, daysGone: number): number {
  if (leg.kind === "share") return price;
  const intrinsic = Math.max(0, leg.kind === "call" ? price - leg.strike : leg.strike - price);
  const years = Math.max(0, leg.days - daysGone) / DAYS_PER_YEAR;
  const deviation = leg.volatility * shock * Math.sqrt(years);
  if (years < MINUTE_OF_A_YEAR || deviation === 0 || price <= 0) return intrinsic;
  const d1 = (Math.log(price / leg.strike) + deviation ** 2 / 2) / deviation;
  const call = price * normalDistribution(d1) - leg.strike * normalDistribution(d1 - deviation);
  return leg.kind === "call" ? call : call - price + leg.strike;
}

function positionValue(legs: readonly StructureLeg[], price: number, shock: number, daysGone = 0): number {
  return legs.reduce((sum, leg) => sum + leg.ratio * legValue(leg, price, shock, daysGone), 0);
}

export function isHeldOvernight({ product }: Pick<RiskStructure, "product">): boolean {
  return product === "Swing" || product === "Delivery";
}

/**
 * Returns the result of one position after an instantaneous move of its underlying, as a share of the amount. Losses
 * are negative.
 */
export function positionResult(structure: RiskStructure, move: number, shock: number): number {
  const { legs, exposure } = structure;
  return exposure * (positionValue(legs, 1 + move, shock) - positionValue(legs, 1, 1));
}

export type StressRow = {
  move: number;
  /** Results of all positions together as shares of the amount, one for each factor in `VOLATILITY_SHOCKS`. */
  results: number[];
  isRated: boolean;
};

/** Returns an algo's stress table, with the results of all positions that may be open at the same time. */
export function stressTable(structure: RiskStructure): StressRow[] {
  const rated = RATED_MOVE[isHeldOvernight(structure) ? "overnight" : "sameDay"];
  return MARKET_MOVES.map((move) => ({
    move,
    results: VOLATILITY_SHOCKS.map((shock) => structure.positions * positionResult(structure, move, shock)),
    isRated: Math.abs(move) <= rated + 1e-9,
  }));
}

function computeWorstLoss(structure: RiskStructure, moves: readonly number[]): number {
  const results = moves.flatMap((move) =>
    VOLATILITY_SHOCKS.map((shock) => positionResult(structure, move, shock)),
  );
  return Math.max(0, -Math.min(...results));
}

export type PositionLoss = {
  /**
   * `defined`: the described position cannot lose more at any price; an actual one can, because its strikes, premiums
   * and size differ. `stress`: the largest loss in the stress table, which a larger move can exceed.
   */
  kind: "defined" | "stress";
  /** Loss of one position as a share of the amount. */
  share: number;
};

/**
 * Returns the largest loss of one position: from its payoff at expiry if that loss is at most the amount, otherwise
 * from the stress table.
 */
export function positionLoss(structure: RiskStructure): PositionLoss {
  const { legs, exposure } = structure;
  const options = legs.filter(({ kind }) => kind !== "share");
  const lastDay = Math.max(0, ...options.map(({ days }) => days));
  const isOneExpiry = options.every(({ days }) => days === lastDay);
  const slopeAbove = legs.reduce((sum, leg) => sum + (leg.kind === "put" ? 0 : leg.ratio), 0);
  if (isOneExpiry && slopeAbove >= -1e-9) {
    const paid = positionValue(legs, 1, 1);
    const kinks = [0, ...options.map(({ strike }) => strike), 4];
    const least = Math.min(...kinks.map((price) => positionValue(legs, price, 1, lastDay)));
    const share = Math.max(0, exposure * (paid - least));
    if (share <= 1 + 1e-9) return { kind: "defined", share: Math.min(1, share) };
  }
  const factor = structure.underlying === "share" ? SINGLE_SHARE_FACTOR : 1;
  return {
    kind: "stress",
    share: computeWorstLoss(
      structure,
      MARKET_MOVES.map((move) => move * factor),
    ),
  };
}

/** True if some short options are not covered by bought options or shares. */
export function isUncovered({ legs }: Pick<RiskStructure, "legs">): boolean {
  const net = (kind: StructureLeg["kind"]) =>
    legs.reduce((sum, leg) => sum + (leg.kind === kind ? leg.ratio : 0), 0);
  return net("call") + Math.max(0, net("share")) < -1e-9 || net("put") < -1e-9;
}

export type RatedInput = { key: RiskInputKey; value: number; word: Risk };
export type Rating = {
  method: string;
  /** The rating: the highest risk level of all inputs. */
  word: Risk;
  /** Highest risk level of the inputs from the algo's positions. */
  structureLevel: Risk;
  /** Highest risk level of the inputs from its record. Null if there is no record or it is too short. */
  recordLevel: Risk | null;
  inputs: RatedInput[];
  isUncovered: boolean;
};

/** Returns the inputs that are computed from the algo's positions, as shares of the amount. */
export function structureRisk(
  structure: RiskStructure,
): Record<"stressLoss" | "extremeLoss" | "leverage", number> {
  const { legs, exposure, positions } = structure;
  const rated = RATED_MOVE[isHeldOvernight(structure) ? "overnight" : "sameDay"];
  const within = MARKET_MOVES.filter((move) => Math.abs(move) <= rated + 1e-9);
  const together = positions * computeWorstLoss(structure, within);
  // A single share can move further than the market, so one position is also tested with twice the move.
  const alone =
    structure.underlying === "share"
      ? computeWorstLoss(
          structure,
          within.map((move) => move * SINGLE_SHARE_FACTOR),
        )
      : 0;
  const shares = legs.reduce((sum, leg) => sum + (leg.kind === "share" ? Math.abs(leg.ratio) : 0), 0);
  return {
    stressLoss: Math.max(together, alone),
    extremeLoss: positions * computeWorstLoss(structure, [-EXTREME_MOVE, EXTREME_MOVE]),
    leverage: shares * exposure * positions,
  };
}

/** Returns the losses of a record. Null for a record without days. */
export function computeRecordRisk(
  days: readonly { netPaise: number }[],
  capitalPaise: number,
): RecordRisk | null {
  if (days.length === 0 || capitalPaise <= 0) return null;
  let peak = capitalPaise;
  let maxDrawdown = 0;
  const made = days.map(({ netPaise }, index) => netPaise - (days[index - 1]?.netPaise ?? 0));
  for (const { netPaise } of days) {
    const equity = capitalPaise + netPaise;
    peak = Math.max(peak, equity);
    maxDrawdown = Math.max(maxDrawdown, (peak - equity) / capitalPaise);
  }
  const worst = [...made].sort((a, b) => a - b).slice(0, Math.max(1, Math.floor(made.length * TAIL_SHARE)));
  const tail = worst.reduce((sum, paise) => sum + paise, 0) / worst.length;
  return {
    days: days.length,
    maxDrawdown,
    worstDay: Math.max(0, -(worst[0] ?? 0) / capitalPaise),
    tailLoss: Math.max(0, -tail / capitalPaise),
  };
}

export function findRiskBand(key: RiskInputKey, value: number): Risk {
  const bands: readonly number[] = RISK_INPUTS.find((input) => input.key === key)?.bands ?? [];
  const rank = bands.findIndex((limit) => value <= limit + 1e-9);
  return RISKS[rank === -1 ? RISKS.length - 1 : rank] ?? "High";
}

export function highestRisk(levels: readonly Risk[]): Risk {
  return levels.reduce<Risk>(
    (worst, level) => (RISKS.indexOf(level) > RISKS.indexOf(worst) ? level : worst),
    "Low",
  );
}

/**
 * Rates an algo. A record shorter than `RECORD_DAYS_RATED` is ignored. Uncovered short options are rated Moderate or
 * higher.
 */
export function computeRating(subject: { structure: RiskStructure; record: RecordRisk | null }): Rating {
  const { structure, record } = subject;
  const rate = ([key, value]: [string, number]): RatedInput => ({
    key: key as RiskInputKey,
    value,
    word: findRiskBand(key as RiskInputKey, value),
  });
  const structureInputs = Object.entries(structureRisk(structure)).map(rate);
  const fromRecord =
    record === null || record.days < RECORD_DAYS_RATED
      ? []
      : Object.entries({
          maxDrawdown: record.maxDrawdown,
          worstDay: record.worstDay,
          tailLoss: record.tailLoss,
        }).map(rate);
  const uncovered = isUncovered(structure);
  const structureLevel = highestRisk([
    ...structureInputs.map(({ word }) => word),
    ...(uncovered ? (["Moderate"] as const) : []),
  ]);
  const recordLevel = fromRecord.length === 0 ? null : highestRisk(fromRecord.map(({ word }) => word));
  return {
    method: RISK_METHOD.version,
    word: recordLevel === null ? structureLevel : highestRisk([structureLevel, recordLevel]),
    structureLevel,
    recordLevel,
    inputs: [...structureInputs, ...fromRecord],
    isUncovered: uncovered,
  };
}
