// Drawdowns of a record's equity and the figures that are derived from them. Pure.
import { daysBetween, type EquityDay, type TotalReturn } from "./statistics.ts";

export type Drawdown = {
  /** Day of the peak. The record's first day if it never rose above its capital. */
  peakDay: string;
  troughDay: string;
  /** Equity at the peak before the drawdown. */
  peakPaise: number;
  /** Null while the equity is below the peak. */
  recoveredDay: string | null;
  /** Loss as a negative share of the capital, not of the peak, because position sizes are fixed. */
  share: number;
  paise: number;
  /** Calendar days from the peak to the recovery, or to the last day of the record. */
  days: number;
};

/** Returns all drawdowns in chronological order, each from a peak to the lowest point before the recovery. */
export function findDrawdowns(equity: readonly EquityDay[], capitalPaise: number): Drawdown[] {
  const found: Drawdown[] = [];
  let peak = { day: equity[0]?.day ?? "", equityPaise: capitalPaise };
  let trough: EquityDay | null = null;
  const end = (recoveredDay: string | null, until: string) => {
    if (trough === null) return;
    found.push({
      peakDay: peak.day,
      troughDay: trough.day,
      peakPaise: peak.equityPaise,
      recoveredDay,
      share: (trough.equityPaise - peak.equityPaise) / capitalPaise,
      paise: trough.equityPaise - peak.equityPaise,
      days: daysBetween(peak.day, until),
    });
    trough = null;
  };
  for (const point of equity) {
    if (point.equityPaise >= peak.equityPaise) {
      end(point.day, point.day);
      peak = point;
    } else if (trough === null || point.equityPaise < trough.equityPaise) trough = point;
  }
  const last = equity.at(-1);
  if (last !== undefined) end(null, last.day);
  return found;
}

export type CurrentDrawdown = { share: number; paise: number; sinceDay: string; days: number };

/** Returns the drawdown on the last day. Null at a new peak. */
export function findCurrentDrawdown(
  equity: readonly EquityDay[],
  capitalPaise: number,
): CurrentDrawdown | null {
  const last = equity.at(-1);
  const fall = findDrawdowns(equity, capitalPaise).at(-1);
  if (last === undefined || fall === undefined || fall.recoveredDay !== null) return null;
  return {
    share: (last.equityPaise - fall.peakPaise) / capitalPaise,
    paise: last.equityPaise - fall.peakPaise,
    sinceDay: fall.peakDay,
    days: fall.days,
  };
}

export function largestDrawdown(falls: readonly Drawdown[]): Drawdown | null {
  return falls.reduce<Drawdown | null>(
    (worst, fall) => (worst === null || fall.share < worst.share ? fall : worst),
    null,
  );
}

/**
 * Returns the Calmar ratio: compound annual growth over max drawdown (Young, Futures 20, 1991). Null for less than a
 * year or without a drawdown.
 */
export function calmar(total: TotalReturn | null, worst: Drawdown | null): number | null {
  if (total === null || !total.isYearly || worst === null || worst.share === 0) return null;
  return total.share / -worst.share;
}

export type WorstEntry = { day: string; lossPaise: number; share: number; backDay: string | null };

/**
 * Returns the worst day to start: the peak before the largest drawdown in rupees, because every new client deploys the
 * same capital. `share` is a negative share of that capital. Null if there is no drawdown.
 */
export function findWorstEntry(equity: readonly EquityDay[], capitalPaise: number): WorstEntry | null {
  const fall = largestDrawdown(findDrawdowns(equity, capitalPaise));
  if (fall === null || capitalPaise <= 0) return null;
  return {
    day: fall.peakDay,
    lossPaise: fall.paise,
    share: fall.paise / capitalPaise,
    backDay: fall.recoveredDay,
  };
}
