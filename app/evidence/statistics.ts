// Figures of a record, computed only from its days and trades, so that anyone can recompute them. Pure. Returns refer
// to the equity: the initial capital plus the result, net of costs and fees unless the caller requests gross. Sums are
// paise, shares are fractions (0.12 is 12 %). Undefined figures are null, never zero. Each formula cites its source.
import { DAY_MS } from "../domain/time.ts";
import { type Interval, intervalsOf } from "./bootstrap.ts";

export type { Interval };

export const TRADING_DAYS_PER_YEAR = 252;
/** Minimum number of independent decisions. With fewer, pages show a warning next to the figures. */
export const DECISIONS_MIN = 100;

export type EquityDay = { day: string; equityPaise: number };
export type ClosedTrade = { openedAt: string; netPaise: number };
/** Returns the capital plus the cumulative result by day. Results are not reinvested. */
export function computeEquity(
  days: readonly { day: string; netPaise: number; grossPaise: number; feePaise: number }[],
  capitalPaise: number,
  basis: "net" | "gross" = "net",
): EquityDay[] {
  return days.map(({ day, netPaise, grossPaise }) => ({
    day,
    equityPaise: capitalPaise + (basis === "net" ? netPaise : grossPaise),
  }));
}

/** Returns the simple daily returns. The first one is relative to the capital. */
export function dailyReturns(equity: readonly EquityDay[], capitalPaise: number): number[] {
  return equity.map(({ equityPaise }, index) => {
    const before = equity[index - 1]?.equityPaise ?? capitalPaise;
    return before <= 0 ? 0 : equityPaise / before - 1;
  });
}

/** Returns the daily results as shares of the initial capital. */
export function fixedReturns(equity: readonly EquityDay[], capitalPaise: number): number[] {
  return equity.map(
    ({ equityPaise }, index) =>
      (equityPaise - (equity[index - 1]?.equityPaise ?? capitalPaise)) / capitalPaise,
  );
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the sample standard deviation (n − 1). Null for fewer than two values. */
export function standardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Returns the return over the last `months` months. Null if the record is shorter. */
export function returnOver(equity: readonly EquityDay[], months: number): number | null {
  const last = equity.at(-1);
  if (last === undefined) return null;
  const start = monthsBefore(last.day, months);
  const from = equity.findLast(({ day }) => day <= start);
  return from === undefined || from.equityPaise <= 0 ? null : last.equityPaise / from.equityPaise - 1;
}

/** Returns the same day of the month, `months` months earlier, or that month's last day. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const index = year * 12 + month - 1 - months;
  const lastDate = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-${String(Math.min(date, lastDate)).padStart(2, "0")}`;
}

export type TotalReturn = { share: number; isYearly: boolean; days: number };

/**
 * Returns the cumulative return for less than a year, otherwise the compound annual growth rate by calendar days (365).
 */
export function totalReturn(equity: readonly EquityDay[], capitalPaise: number): TotalReturn | null {
  const [first] = equity;
  const last = equity.at(-1);
  if (first === undefined || last === undefined || capitalPaise <= 0) return null;
  const days = daysBetween(first.day, last.day) + 1;
  const growth = last.equityPaise / capitalPaise;
  if (days < 365) return { share: growth - 1, isYearly: false, days };
  return { share: growth <= 0 ? -1 : growth ** (365 / days) - 1, isYearly: true, days };
}

/** Returns the annualised volatility: the standard deviation of daily returns times √252. */
export function volatility(returns: readonly number[]): number | null {
  const daily = standardDeviation(returns);
  return daily === null ? null : daily * Math.sqrt(TRADING_DAYS_PER_YEAR);
}

const dailyRate = (yearly: number) => (1 + yearly) ** (1 / TRADING_DAYS_PER_YEAR) - 1;

/**
 * Returns the annualised Sharpe ratio: mean excess return over its standard deviation (Sharpe, Journal of Portfolio
 * Management 21, 1994). Null for constant returns. `riskFree` is a yearly rate.
 */
export function sharpe(returns: readonly number[], riskFree: number): number | null {
  const deviation = standardDeviation(returns);
  if (deviation === null || deviation === 0) return null;
  return ((mean(returns) - dailyRate(riskFree)) / deviation) * Math.sqrt(TRADING_DAYS_PER_YEAR);
}

/**
 * Returns 95 % intervals of Sharpe ratio and yearly growth by the stationary bootstrap. `years` is the length of the
 * returns. Null for fewer than twenty days.
 */
export function returnIntervals(
  returns: readonly number[],
  riskFree: number,
  years: number,
): { sharpe: Interval | null; growth: Interval | null } | null {
  const daily = dailyRate(riskFree);
  const logs = returns.map((value) => Math.log1p(Math.max(-0.999, value)));
  return intervalsOf(returns.length, (indices) => {
    let sum = 0;
    let squares = 0;
    let log = 0;
    for (const index of indices) {
      const value = returns[index] ?? 0;
      sum += value;
      squares += value * value;
      log += logs[index] ?? 0;
    }
    const n = indices.length;
    const variance = (squares - (sum * sum) / n) / (n - 1);
    return {
      sharpe: ((sum / n - daily) / Math.sqrt(variance)) * Math.sqrt(TRADING_DAYS_PER_YEAR),
      growth: Math.expm1(log / years),
    };
  });
}

/**
 * Returns the Sortino ratio: mean excess return over the root mean square of the shortfalls (Sortino and Price, Journal
 * of Investing 3, 1994).
 */
export function sortino(returns: readonly number[], riskFree: number): number | null {
  if (returns.length < 2) return null;
  const target = dailyRate(riskFree);
  const shortfall = Math.sqrt(mean(returns.map((value) => Math.min(0, value - target) ** 2)));
  return shortfall === 0 ? null : ((mean(returns) - target) / shortfall) * Math.sqrt(TRADING_DAYS_PER_YEAR);
}

export type TradeFigures = {
  count: number;
  /** Number of independent decisions. Trades that opened at the same time count as one. */
  decisions: number;
  winRate: number;
  /** 95 % interval by the stationary bootstrap. Null for fewer than twenty trades. */
  winInterval: Interval | null;
  /** Average win over average loss. Null if there is no loss or no win. */
  payoff: number | null;
  /** Break-even win rate at this payoff: 1 / (1 + payoff). */
  breakEvenWinRate: number | null;
  averageWinPaise: number | null;
  averageLossPaise: number | null;
  /** Total wins over total losses. Null if there is no loss. */
  profitFactor: number | null;
  expectancyPaise: number;
  expectancyInterval: Interval | null;
  bestPaise: number;
  worstPaise: number;
};

export function tradeFigures(trades: readonly ClosedTrade[]): TradeFigures | null {
  const results = trades.map(({ netPaise }) => netPaise);
  const n = results.length;
  if (n === 0) return null;
  const wins = results.filter((paise) => paise > 0);
  const losses = results.filter((paise) => paise < 0);
  const winRate = wins.length / n;
  const averageWin = wins.length === 0 ? null : mean(wins);
  const averageLoss = losses.length === 0 ? null : mean(losses);
  const payoff = averageWin === null || averageLoss === null ? null : averageWin / -averageLoss;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const intervals = intervalsOf(n, (indices) => {
    let won = 0;
    let total = 0;
    for (const index of indices) {
      const paise = results[index] ?? 0;
      if (paise > 0) won += 1;
      total += paise;
    }
    return { win: won / n, expectancy: total / n };
  });
  return {
    count: n,
    decisions: new Set(trades.map(({ openedAt }) => openedAt)).size,
    winRate,
    winInterval: intervals?.win ?? null,
    payoff,
    breakEvenWinRate: payoff === null ? null : 1 / (1 + payoff),
    averageWinPaise: averageWin,
    averageLossPaise: averageLoss,
    profitFactor: losses.length === 0 ? null : sum(wins) / -sum(losses),
    expectancyPaise: mean(results),
    expectancyInterval: intervals?.expectancy ?? null,
    bestPaise: Math.max(...results),
    worstPaise: Math.min(...results),
  };
}

export type MonthRow = { year: number; months: (number | null)[]; year_share: number };

/** Returns the results by month and year as shares of the initial capital. Empty for a record without days. */
export function monthlyReturns(equity: readonly EquityDay[], capitalPaise: number): MonthRow[] {
  const ends = new Map<string, number>();
  for (const { day, equityPaise } of equity) ends.set(day.slice(0, 7), equityPaise);
  const years = [...new Set([...ends.keys()].map((month) => Number(month.slice(0, 4))))];
  let before = capitalPaise;
  return years.map((year) => {
    const yearStart = before;
    const months = Array.from({ length: 12 }, (_, index) => {
      const end = ends.get(`${year}-${String(index + 1).padStart(2, "0")}`);
      if (end === undefined) return null;
      const share = (end - before) / capitalPaise;
      before = end;
      return share;
    });
    return { year, months, year_share: (before - yearStart) / capitalPaise };
  });
}

/** `weekday` is 1 for Monday to 5 for Friday, and 6 for the special sessions of weekends. */
export type WeekdayRow = { weekday: number; days: number; mean: number; wins: number };

/**
 * Returns the results by weekday, with Saturday and Sunday combined. Trading days without a result are included as
 * zero.
 */
export function weekdayReturns(equity: readonly EquityDay[], returns: readonly number[]): WeekdayRow[] {
  const weekdays = equity.map(({ day }) => new Date(`${day}T00:00:00Z`).getUTCDay() || 6);
  return [1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    const own = returns.filter((_, index) => weekdays[index] === weekday);
    return own.length === 0
      ? []
      : [{ weekday, days: own.length, mean: mean(own), wins: own.filter((value) => value > 0).length }];
  });
}

export type Bin = { fromPaise: number; toPaise: number; count: number };

/** Returns a histogram whose bins have a round width in rupees and an edge at zero. Empty without results. */
export function distribution(results: readonly number[], targetBins = 16): Bin[] {
  if (results.length === 0) return [];
  const low = Math.min(...results);
  const high = Math.max(...results);
  const width = roundUp((high - low) / targetBins);
  const first = Math.floor(low / width);
  const last = Math.floor(high / width);
  const bins = Array.from({ length: last - first + 1 }, (_, index) => ({
    fromPaise: (first + index) * width,
    toPaise: (first + index + 1) * width,
    count: 0,
  }));
  for (const paise of results) {
    const bin = bins[Math.floor(paise / width) - first];
    if (bin !== undefined) bin.count += 1;
  }
  return bins;
}

/** Rounds up to 1, 2 or 5 times a power of ten, to at least one rupee. */
function roundUp(paise: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(100, paise)));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= paise) ?? 10;
  return step * power;
}

export type RollingPoint = { day: string; share: number };

/** Returns the twelve-month return at the end of each complete month. Empty for less than a year. */
export function rollingYears(equity: readonly EquityDay[]): RollingPoint[] {
  const monthEnds = equity.filter(({ day }, index) => {
    const next = equity[index + 1]?.day;
    return next === undefined ? isMonthOver(day) : next.slice(0, 7) !== day.slice(0, 7);
  });
  const byMonth = new Map(monthEnds.map((end) => [end.day.slice(0, 7), end]));
  return monthEnds.flatMap((end) => {
    const start = byMonth.get(monthsBefore(end.day, 12).slice(0, 7));
    return start === undefined || start.equityPaise <= 0
      ? []
      : [{ day: end.day, share: end.equityPaise / start.equityPaise - 1 }];
  });
}

/** True if no weekday of the month follows the day. */
function isMonthOver(day: string): boolean {
  const next = new Date(Date.parse(day) + DAY_MS);
  while (next.getUTCDay() % 6 === 0) next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 7) !== day.slice(0, 7);
}
