// Several records together: how alike they move, and what the capitals would have been as one. Pure; days that not all of them have are
// left out.
import type { StrategyRecord } from "../wire/record.ts";
import { dailyReturns, deepest, drawdowns, type EquityDay, equityOf, mean } from "./statistics.ts";

export type JointView = {
  days: number;
  from: string;
  to: string;
  capitalPaise: number;
  /** The largest that all positions together blocked at the end of a day. */
  largestMarginPaise: number;
  /** Deepest fall of the sum, and of each by itself, as shares of its capital and results. */
  jointFall: number | null;
  falls: (number | null)[];
  /** Pearson's coefficient of daily returns, [row][column]; null where one of them does not move. */
  correlations: (number | null)[][];
  /** For each record, its equity on the common days. */
  equities: EquityDay[][];
};

/** Null for fewer than two records, or without a day that all have. */
export function jointView(records: readonly StrategyRecord[]): JointView | null {
  if (records.length < 2) return null;
  const [head, ...others] = records.map(({ days }) => days.map(({ day }) => day));
  const rest = others.map((days) => new Set(days));
  const common = new Set(head?.filter((day) => rest.every((own) => own.has(day))));
  const equities = records.map((record) =>
    equityOf(
      record.days.filter(({ day }) => common.has(day)),
      record.capitalRupees * 100,
    ),
  );
  const [first = []] = equities;
  const from = first[0]?.day;
  const to = first.at(-1)?.day;
  if (from === undefined || to === undefined) return null;
  const capitals = records.map(({ capitalRupees }) => capitalRupees * 100);
  const capitalPaise = capitals.reduce((sum, paise) => sum + paise, 0);
  const joint = first.map(({ day }, index) => ({
    day,
    equityPaise: equities.reduce((sum, equity) => sum + (equity[index]?.equityPaise ?? 0), 0),
  }));
  const returns = equities.map((equity, index) => dailyReturns(equity, capitals[index] ?? 0));
  const margins = records.map(({ days }) => new Map(days.map(({ day, marginPaise }) => [day, marginPaise])));
  return {
    days: first.length,
    from,
    to,
    capitalPaise,
    largestMarginPaise: Math.max(
      ...first.map(({ day }) => margins.reduce((sum, own) => sum + (own.get(day) ?? 0), 0)),
    ),
    jointFall: deepest(drawdowns(joint, capitalPaise))?.share ?? null,
    falls: equities.map((equity, index) => deepest(drawdowns(equity, capitals[index] ?? 0))?.share ?? null),
    correlations: returns.map((one) => returns.map((other) => correlation(one, other))),
    equities,
  };
}

/** Pearson's coefficient of two series of one length. */
export function correlation(one: readonly number[], other: readonly number[]): number | null {
  if (one.length !== other.length || one.length < 2) return null;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let product = 0;
  let squareOne = 0;
  let squareOther = 0;
  for (const [index, value] of one.entries()) {
    const a = value - meanOne;
    const b = (other[index] ?? 0) - meanOther;
    product += a * b;
    squareOne += a * a;
    squareOther += b * b;
  }
  return squareOne === 0 || squareOther === 0 ? null : product / Math.sqrt(squareOne * squareOther);
}
