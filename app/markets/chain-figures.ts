// Figures of an option chain: max pain, put-call ratio, implied volatility at the money, expected move, largest open
// interest. Pure.
import type { OptionChain } from "../contract/base-api/market.ts";

type Rows = Pick<OptionChain, "rows">["rows"];
type Chain = Pick<OptionChain, "rows" | "spotPaise">;

/** Returns the strike nearest to the underlying's last price. */
export function findAtTheMoneyStrike(chain: Chain): number {
  const distance = (strikePaise: number) => Math.abs(strikePaise - chain.spotPaise);
  return chain.rows.reduce(
    (best, { strikePaise }) => (distance(strikePaise) < distance(best) ? strikePaise : best),
    chain.rows[0]?.strikePaise ?? 0,
  );
}

/** Returns the rows within a number of strikes on each side of the middle. */
export function rowsAround<Row extends { strikePaise: number }>(
  rows: readonly Row[],
  middlePaise: number,
  each: number,
): Row[] {
  const at = rows.findIndex(({ strikePaise }) => strikePaise === middlePaise);
  return at === -1 ? [...rows] : rows.slice(Math.max(0, at - each), at + each + 1);
}

/**
 * Returns max pain: the strike at which all options together have the lowest value at expiry. Null if there is no open
 * interest.
 */
export function maxPain(rows: Rows): number | null {
  const isTraded = rows.some(({ call, put }) => (call?.openInterest ?? 0) + (put?.openInterest ?? 0) > 0);
  if (!isTraded) return null;
  const worthAt = (settled: number) =>
    rows.reduce(
      (sum, { strikePaise, call, put }) =>
        sum +
        Math.max(0, settled - strikePaise) * (call?.openInterest ?? 0) +
        Math.max(0, strikePaise - settled) * (put?.openInterest ?? 0),
      0,
    );
  let best: { strike: number; worth: number } | null = null;
  for (const { strikePaise } of rows) {
    const worth = worthAt(strikePaise);
    if (best === null || worth < best.worth) best = { strike: strikePaise, worth };
  }
  return best?.strike ?? null;
}

/** Returns the put-call ratio of open interest. Null if there are no calls. */
export function putCallRatio(rows: Rows): number | null {
  const sum = (side: "call" | "put") => rows.reduce((all, row) => all + (row[side]?.openInterest ?? 0), 0);
  const calls = sum("call");
  return calls === 0 ? null : sum("put") / calls;
}

/**
 * Returns the mean yearly implied volatility of the at-the-money call and put, as a fraction. Null if neither is
 * listed.
 */
export function volatilityAtMoney(chain: Chain): number | null {
  const row = chain.rows.find(({ strikePaise }) => strikePaise === findAtTheMoneyStrike(chain));
  const known = [row?.call?.volatility, row?.put?.volatility].filter((value) => value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * Returns the expected move until expiry: the price of the at-the-money call plus the put, in paise. Null if either is
 * missing.
 */
export function expectedMove(chain: Chain): number | null {
  const row = chain.rows.find(({ strikePaise }) => strikePaise === findAtTheMoneyStrike(chain));
  return row?.call && row.put ? row.call.lastPaise + row.put.lastPaise : null;
}

/** Returns the strike with the largest open interest on a side. Null if there is no open interest. */
export function largestInterest(rows: Rows, side: "call" | "put"): number | null {
  let best: { strike: number; interest: number } | null = null;
  for (const row of rows) {
    const interest = row[side]?.openInterest ?? 0;
    if (interest > (best?.interest ?? 0)) best = { strike: row.strikePaise, interest };
  }
  return best?.strike ?? null;
}
