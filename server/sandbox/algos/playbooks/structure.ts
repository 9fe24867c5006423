// The legs of a playbook's positions as data. Risk ratings and stress losses are computed from them.
import type { InstrumentKind, Product } from "../../../../app/domain/vocabulary.ts";

/**
 * How the strike of a leg is chosen. Points, steps (numbers of strikes) and percent are distances out of the money,
 * except that the steps of `money` are counted in the money.
 */
export type LegStrike =
  | { by: "money"; steps: number }
  | { by: "delta"; delta: number }
  | { by: "percent"; percent: number }
  | { by: "points"; fromLeg: number; points: number }
  | { by: "steps"; fromLeg: number; steps: number };

export type LegExpiry = "today" | "nearest" | "next" | "month";

export type StructureLeg = {
  kind: "call" | "put" | "share" | "fund";
  side: "buy" | "sell";
  /** Strike of an option. Null for shares and funds. */
  strike: LegStrike | null;
  expiry: LegExpiry | null;
};

export function buy(kind: "call" | "put", strike: LegStrike, expiry: LegExpiry = "nearest"): StructureLeg {
  return { kind, side: "buy", strike, expiry };
}

export function sell(kind: "call" | "put", strike: LegStrike, expiry: LegExpiry = "nearest"): StructureLeg {
  return { kind, side: "sell", strike, expiry };
}

export const atTheMoney: LegStrike = { by: "money", steps: 0 };

/** Returns the strike `points` further from the money than the strike of an earlier leg. */
export function pointsBeyond(fromLeg: number, points: number): LegStrike {
  return { by: "points", fromLeg, points };
}

export type StructureParts = {
  /** Source of the profit: a rise, a move in either direction after a signal, or an unchanged price. */
  direction: "rise" | "either" | "still";
  /** Legs of one position: one lot or one holding each. */
  legs: StructureLeg[];
  maxPositionCount: number;
};

export type Structure = StructureParts & {
  instrument: InstrumentKind;
  product: Product;
  isOvernight: boolean;
  /** Largest value of the underlying of all positions together, divided by the capital. */
  exposureTimes: number;
};

/** True if every sold option is covered by a bought option of the same kind, or, for a call, by a share or a fund. */
export function isCovered({ legs }: Pick<Structure, "legs">): boolean {
  const count = (side: StructureLeg["side"], ...kinds: StructureLeg["kind"][]) =>
    legs.filter((leg) => leg.side === side && kinds.includes(leg.kind)).length;
  const shares = count("buy", "share", "fund");
  return (["call", "put"] as const).every(
    (kind) => count("sell", kind) <= count("buy", kind) + (kind === "call" ? shares : 0),
  );
}
