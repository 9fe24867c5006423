// Joint figures of several records, on the sum of their capitals: correlation, joint losses, and margin used at the
// same time. Pure. Only days that all records contain are used.
import type { RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { istDate } from "../domain/record-seal.ts";
import { type Drawdown, findDrawdowns, largestDrawdown } from "./drawdowns.ts";
import { computeEquity, dailyReturns, type EquityDay, fixedReturns } from "./statistics.ts";
import { computeBeta } from "./tail-risk.ts";
import { computeMarginUse, type MarginUse } from "./trade-spans.ts";

export type JointPart = {
  record: Pick<StrategyRecord, "days" | "capitalRupees">;
  trades: readonly Pick<RecordTrade, "openedAt" | "closedAt" | "marginPaise">[];
};

export type JointView = {
  days: number;
  from: string;
  to: string;
  capitalPaise: number;
  margin: MarginUse | null;
  /** Sum of the records' equities by day. */
  joint: EquityDay[];
  /** Largest drawdown of the sum, and of each record alone. */
  jointDrawdown: Drawdown | null;
  drawdowns: (Drawdown | null)[];
  /**
   * Day with the largest loss of the sum, with each algo's result in `parts`. `share` is a share of the joint capital.
   */
  worstDay: { day: string; paise: number; share: number; parts: number[] } | null;
  /** Pearson's correlation of daily returns, as [row][column]. Null if either series is constant. */
  correlations: (number | null)[][];
  /** Equity of each record on the common days, starting from its capital on the first of these days. */
  equities: EquityDay[][];
};

/** Computes the joint figures. Null for fewer than two records or without a common day. */
export function computeJointView(parts: readonly JointPart[]): JointView | null {
  if (parts.length < 2) return null;
  const [head, ...others] = parts.map(({ record }) => record.days.map(({ day }) => day));
  const rest = others.map((days) => new Set(days));
  const common = new Set(head?.filter((day) => rest.every((own) => own.has(day))));
  const capitals = parts.map(({ record }) => record.capitalRupees * 100);
  const equities = parts.map(({ record }, index) => freshEquity(record.days, common, capitals[index] ?? 0));
  const [first = []] = equities;
  const from = first[0]?.day;
  const to = first.at(-1)?.day;
  if (from === undefined || to === undefined) return null;
  const capitalPaise = capitals.reduce((sum, paise) => sum + paise, 0);
  const joint = first.map(({ day }, index) => ({
    day,
    equityPaise: equities.reduce((sum, equity) => sum + (equity[index]?.equityPaise ?? 0), 0),
  }));
  const returns = equities.map((equity, index) => dailyReturns(equity, capitals[index] ?? 0));
  const within = parts.map(({ trades }) =>
    trades.filter(({ openedAt }) => {
      const day = istDate(openedAt);
      return day >= from && day <= to;
    }),
  );
  return {
    days: first.length,
    from,
    to,
    capitalPaise,
    margin: computeMarginUse(within, to),
    joint,
    jointDrawdown: largestDrawdown(findDrawdowns(joint, capitalPaise)),
    drawdowns: equities.map((equity, index) => largestDrawdown(findDrawdowns(equity, capitals[index] ?? 0))),
    worstDay: findWorstDay(joint, capitalPaise, equities, capitals),
    correlations: returns.map((one) => returns.map((other) => correlation(one, other))),
    equities,
  };
}

/** Returns a record's equity on the common days, without its results before the first of them. */
function freshEquity(
  days: StrategyRecord["days"],
  common: ReadonlySet<string>,
  capitalPaise: number,
): EquityDay[] {
  const startAt = days.findIndex(({ day }) => common.has(day));
  const before = days[startAt - 1]?.netPaise ?? 0;
  return computeEquity(
    days.filter(({ day }) => common.has(day)),
    capitalPaise - before,
  );
}

function findWorstDay(
  joint: readonly EquityDay[],
  capitalPaise: number,
  equities: readonly EquityDay[][],
  capitals: readonly number[],
): JointView["worstDay"] {
  const shares = fixedReturns(joint, capitalPaise);
  const at = shares.reduce((worst, share, index) => (share < (shares[worst] ?? 0) ? index : worst), 0);
  const point = joint[at];
  if (point === undefined) return null;
  const made = (equity: readonly EquityDay[], capital: number) =>
    (equity[at]?.equityPaise ?? 0) - (equity[at - 1]?.equityPaise ?? capital);
  return {
    day: point.day,
    share: shares[at] ?? 0,
    paise: made(joint, capitalPaise),
    parts: equities.map((equity, index) => made(equity, capitals[index] ?? 0)),
  };
}

/** Returns Pearson's correlation of two series of equal length. Null if either is constant. */
export function correlation(one: readonly number[], other: readonly number[]): number | null {
  return computeBeta(one, other)?.correlation ?? null;
}
