// Computes all figures of one record as numbers; `figures.ts` contains their names. Pure. Sums are paise, shares are
// fractions, unknown figures are null.

import type {
  CostLines,
  EvidenceClass,
  RecordDay,
  RecordTrade,
  StrategyRecord,
} from "../contract/base-api/record.ts";
import {
  computeGrowth,
  DIVIDEND_YIELD,
  FIXED_DEPOSIT,
  meanRate,
  RISK_FREE,
} from "../domain/reference-rates.ts";
import {
  type CurrentDrawdown,
  calmar,
  type Drawdown,
  findCurrentDrawdown,
  findDrawdowns,
  findWorstEntry,
  largestDrawdown,
  type WorstEntry,
} from "./drawdowns.ts";
import { BENCHMARK_TEXTS } from "./performance-texts.ts";
import { countYears, yearlyCostShare } from "./record-years.ts";
import { paidInPaise } from "./segments.ts";
import {
  computeEquity,
  dailyReturns,
  type EquityDay,
  fixedReturns,
  type Interval,
  mean,
  type RollingPoint,
  returnIntervals,
  returnOver,
  rollingYears,
  sharpe,
  sortino,
  type TotalReturn,
  type TradeFigures,
  totalReturn,
  tradeFigures,
  volatility,
} from "./statistics.ts";
import { computeBeta, tailLosses } from "./tail-risk.ts";
import { computeExposure, type Exposure, tradedPaise } from "./trade-spans.ts";

export type Basis = "net" | "gross";
/**
 * Result of the same capital, invested in an index or a deposit over the same days. `isOwnKind` is true for the kind
 * that suits the algo.
 */
export type Benchmark = { name: string; isOwnKind: boolean; total: TotalReturn | null; means: string };

export type RecordStats = {
  evidence: EvidenceClass;
  from: string;
  to: string;
  days: number;
  capitalPaise: number;
  endPaise: number;
  total: TotalReturn | null;
  growthInterval: Interval | null;
  recent: { months: number; share: number | null }[];
  falls: { count: number; averageShare: number } | null;
  worst: Drawdown | null;
  current: CurrentDrawdown | null;
  /** Share of days below an earlier peak, and the longest such period in calendar days. */
  underWater: { share: number; longestDays: number };
  worstEntry: WorstEntry | null;
  worstDay: { day: string; paise: number; share: number } | null;
  bestDay: { day: string; paise: number; share: number } | null;
  tail95: { valueAtRisk: number; expectedShortfall: number } | null;
  tail99: { valueAtRisk: number; expectedShortfall: number } | null;
  /** `growing`: relative to the capital plus results. `fixed`: relative to the initial capital. */
  volatility: { growing: number | null; fixed: number | null };
  sharpe: { growing: number | null; fixed: number | null; interval: Interval | null };
  sortino: number | null;
  calmar: number | null;
  beta: { beta: number; correlation: number | null } | null;
  trades: TradeFigures | null;
  exposure: Exposure | null;
  /** Value bought and sold per year, divided by the capital. */
  turnover: number | null;
  costs: CostLines;
  costPaise: number;
  feePaise: number;
  /** Costs and fees per year, divided by the capital. */
  costShare: number;
  riskFree: number;
  rolling: RollingSummary | null;
  /** Trading days in periods without trades or positions. */
  idleDays: number;
  /** Fresh capital paid in at restarts, in paise. It is not part of the result. */
  paidInPaise: number;
  benchmarkName: string;
  benchmarks: Benchmark[];
};

export type RollingSummary = {
  count: number;
  worst: RollingPoint;
  best: RollingPoint;
  median: number;
  losing: number;
};

type RecordFields = Pick<
  StrategyRecord,
  "evidence" | "days" | "capitalRupees" | "costs" | "benchmark" | "idle" | "cashFlows" | "simulated"
>;

/** Computes the figures. Null for a record without days. `kind` is the kind of benchmark that suits the algo. */
export function computeRecordStats(
  record: RecordFields,
  trades: readonly RecordTrade[],
  basis: Basis = "net",
  kind: "market" | "deposit" = "market",
): RecordStats | null {
  const { days } = record;
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  const capitalPaise = record.capitalRupees * 100;
  const equity = computeEquity(days, capitalPaise, basis);
  const growing = dailyReturns(equity, capitalPaise);
  const fixed = fixedReturns(equity, capitalPaise);
  const riskFree = meanRate(
    RISK_FREE,
    days.map(({ day }) => day),
  );
  const total = totalReturn(equity, capitalPaise);
  const falls = findDrawdowns(equity, capitalPaise);
  const worst = largestDrawdown(falls);
  const intervals = returnIntervals(growing, riskFree, countYears(days));
  const byDay = equity.map(({ day }, index) => ({
    day,
    share: fixed[index] ?? 0,
    paise: Math.round((fixed[index] ?? 0) * capitalPaise),
  }));
  return {
    evidence: record.evidence,
    from: first.day,
    to: last.day,
    days: days.length,
    capitalPaise,
    endPaise: equity.at(-1)?.equityPaise ?? capitalPaise,
    total,
    growthInterval: total?.isYearly === true ? (intervals?.growth ?? null) : null,
    recent: [1, 3, 6, 12].map((months) => ({ months, share: returnOver(equity, months) })),
    falls:
      falls.length === 0
        ? null
        : { count: falls.length, averageShare: mean(falls.map(({ share }) => share)) },
    worst,
    current: findCurrentDrawdown(equity, capitalPaise),
    underWater: computeUnderWater(equity, capitalPaise, falls),
    worstEntry: findWorstEntry(equity, capitalPaise),
    worstDay: extreme(byDay, (a, b) => a < b),
    bestDay: extreme(byDay, (a, b) => a > b),
    tail95: tailLosses(fixed, 0.05),
    tail99: tailLosses(fixed, 0.01),
    volatility: { growing: volatility(growing), fixed: volatility(fixed) },
    sharpe: {
      growing: sharpe(growing, riskFree),
      fixed: sharpe(fixed, riskFree),
      interval: intervals?.sharpe ?? null,
    },
    sortino: sortino(growing, riskFree),
    calmar: calmar(total, worst),
    beta: computeBeta(growing.slice(1), benchmarkReturns(days)),
    trades: closedFigures(trades, basis),
    exposure: computeExposure(days, trades),
    ...costFigures(record, trades, last.feePaise),
    riskFree,
    rolling: rollingSummary(rollingYears(equity)),
    idleDays: record.idle.reduce((sum, one) => sum + one.days, 0),
    paidInPaise: paidInPaise(record),
    benchmarkName: record.benchmark,
    benchmarks: computeBenchmarks(record, kind),
  };
}

/** Returns turnover and costs. Yearly values are fractions of the capital. */
function costFigures(record: RecordFields, trades: readonly RecordTrade[], feePaise: number) {
  const { days, capitalRupees, costs } = record;
  return {
    turnover: tradedPaise(trades) / (capitalRupees * 100) / countYears(days),
    costs,
    costPaise: Object.values(costs).reduce((sum, line) => sum + line, 0),
    feePaise,
    costShare: yearlyCostShare(record),
  };
}

function closedFigures(trades: readonly RecordTrade[], basis: Basis): TradeFigures | null {
  return tradeFigures(
    trades
      .filter(({ closedAt }) => closedAt !== null)
      .map(({ openedAt, netPaise, grossPaise }) => ({
        openedAt,
        netPaise: basis === "net" ? netPaise : grossPaise,
      })),
  );
}

type DayResult = { day: string; share: number; paise: number };

function extreme(days: readonly DayResult[], isFurther: (a: number, b: number) => boolean): DayResult | null {
  return days.reduce<DayResult | null>(
    (found, one) => (found === null || isFurther(one.share, found.share) ? one : found),
    null,
  );
}

function computeUnderWater(equity: readonly EquityDay[], capitalPaise: number, falls: readonly Drawdown[]) {
  let peak = capitalPaise;
  let below = 0;
  for (const { equityPaise } of equity) {
    peak = Math.max(peak, equityPaise);
    if (equityPaise < peak) below += 1;
  }
  return { share: below / equity.length, longestDays: Math.max(0, ...falls.map(({ days }) => days)) };
}

/** Returns the daily returns of the benchmark. The first day has none, because the previous value is unknown. */
function benchmarkReturns(days: readonly Pick<RecordDay, "benchmark">[]): number[] {
  return days.slice(1).map(({ benchmark }, index) => benchmark / (days[index]?.benchmark ?? benchmark) - 1);
}

/**
 * Returns the results of the same capital in the index and in a deposit, over the record's days. Stocks of a simulated
 * market pay no dividends, so its index is not adjusted for them.
 */
export function computeBenchmarks(
  record: { benchmark: string; simulated: boolean; days: readonly Pick<RecordDay, "day" | "benchmark">[] },
  kind: "market" | "deposit",
): Benchmark[] {
  const { benchmark: name, simulated, days } = record;
  const dates = days.map(({ day }) => day);
  const start = days[0]?.benchmark ?? 1;
  const dividends = computeGrowth(DIVIDEND_YIELD, dates);
  const deposit = computeGrowth(FIXED_DEPOSIT, dates);
  const grown = (values: readonly number[]) =>
    totalReturn(
      dates.map((day, index) => ({ day, equityPaise: values[index] ?? 1 })),
      1,
    );
  const price = days.map(({ benchmark }) => benchmark / start);
  const isOwnKind = kind === "market";
  const index: Benchmark = simulated
    ? {
        name,
        isOwnKind,
        total: grown(price),
        means: BENCHMARK_TEXTS.asQuoted,
      }
    : {
        name: BENCHMARK_TEXTS.totalReturn(name),
        isOwnKind,
        total: grown(price.map((value, at) => value * (dividends[at] ?? 1))),
        means: BENCHMARK_TEXTS.reinvested,
      };
  const all: Benchmark[] = [
    index,
    {
      name: BENCHMARK_TEXTS.deposit,
      isOwnKind: kind === "deposit",
      total: grown(deposit),
      means: BENCHMARK_TEXTS.depositMeans,
    },
  ];
  return all.sort((a, b) => Number(b.isOwnKind) - Number(a.isOwnKind));
}

function rollingSummary(points: readonly RollingPoint[]): RollingSummary | null {
  const sorted = [...points].sort((a, b) => a.share - b.share);
  const [worst] = sorted;
  const best = sorted.at(-1);
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)]?.share;
  const high = sorted[Math.ceil(middle)]?.share;
  if (worst === undefined || best === undefined || low === undefined || high === undefined) return null;
  return {
    count: points.length,
    worst,
    best,
    median: (low + high) / 2,
    losing: points.filter(({ share }) => share < 0).length,
  };
}
