// What a playbook's positions are made of, as data: which legs, covered or not, held overnight or not, and the most that one may lose
// where its legs define it. Risk ratings and stress losses are computed from this, not from words.
import type { InstrumentKind, Product } from "../../../../app/wire/vocabulary.ts";

/** Where a leg's strike lies. Points, steps (strikes) and percent count away from the money, but `steps` of
 * `money` into it. */
export type LegStrike =
  | { by: "money"; steps: number }
  | { by: "delta"; delta: number }
  | { by: "percent"; percent: number }
  | { by: "points"; fromLeg: number; points: number }
  | { by: "steps"; fromLeg: number; steps: number };

export type StructureLeg = {
  kind: "call" | "put" | "share" | "fund";
  side: "buy" | "sell";
  /** Null for shares and funds. */
  strike: LegStrike | null;
  expiry: "today" | "nearest" | "next" | "month" | null;
};

export type Structure = {
  instrument: InstrumentKind;
  product: Product;
  /** What it lives from: a rise, a fall or either after a signal, or the price staying where it is. */
  direction: "rise" | "either" | "still";
  /** One position: one lot or one holding of each leg. Alternatives (a call or a put) are told by `isOneOf`. */
  legs: StructureLeg[];
  /** Only one of the legs' sides is opened, by the signal. */
  isOneOf: boolean;
  /** Every sold option has a bought one, or shares, against it. True also where nothing is sold. */
  isCovered: boolean;
  isOvernight: boolean;
  /** The most that one position may lose: what was paid, the width between strikes (points, or strikes of the share), or
   * undefined (null). */
  largestLoss: { by: "paid" } | { by: "width"; points: number } | { by: "steps"; steps: number } | null;
  positionsAtMost: number;
  /** Value of the underlying over the capital, of all positions together at their largest. */
  exposureTimes: number;
};
