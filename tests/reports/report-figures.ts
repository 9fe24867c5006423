// Summary figures of a backtest for the catalogue's report, and of all algos together.

import type { Backtest } from "../../server/sandbox/algos/backtest/backtest.ts";
import { sumCosts } from "../../server/sandbox/algos/backtest/position-book.ts";
import { correlation, median } from "./market-measures.ts";

const TRADING_DAYS_PER_YEAR = 250;

/** Values are fractions of the capital unless stated otherwise. */
export type ReportFigures = {
  /** Compound annual growth; -1 when no capital remains. */
  yearly: number;
  /**
   * Mean of the daily results on the fixed capital divided by their standard deviation, annualised. `sharpe` first
   * deducts the cash rate.
   */
  ratio: number;
  sharpe: number;
  maxDrawdown: number;
  worstDay: number;
  trades: number;
  /** Ratio of final value to peak value. */
  finalOverPeak: number;
  final: number;
  /** Yearly charges of all trades, and the manager's fee. */
  costsYearly: number;
  feesYearly: number;
  /**
   * Number of signals missed because the capital was too small, number of restarts with fresh capital, and number of
   * days in idle periods of ten days or more.
   */
  missedSignals: number;
  restarts: number;
  idleDays: number;
  /** True if losses ended the record. The broker then suspends the algo (record-effects.ts). */
  isEnded: boolean;
};

/** Returns the net result of each day, in paise. */
export function dailyResults({ days }: Pick<Backtest, "days">): number[] {
  return days.map(({ netPaise }, index) => netPaise - (days[index - 1]?.netPaise ?? 0));
}

export function reportFigures(backtest: Backtest, capitalRupees: number, cashYearly: number): ReportFigures {
  const { days, trades } = backtest;
  const capital = capitalRupees * 100;
  const results = dailyResults(backtest).map((paise) => paise / capital);
  const years = days.length / TRADING_DAYS_PER_YEAR;
  const mean = results.reduce((sum, one) => sum + one, 0) / results.length;
  const deviation = Math.sqrt(results.reduce((sum, one) => sum + (one - mean) ** 2, 0) / results.length);
  let peak = 1;
  let maxDrawdown = 0;
  for (const { netPaise } of days) {
    peak = Math.max(peak, 1 + netPaise / capital);
    maxDrawdown = Math.max(maxDrawdown, peak - (1 + netPaise / capital));
  }
  const final = 1 + (days.at(-1)?.netPaise ?? 0) / capital;
  const scaled = (daily: number) =>
    deviation === 0 ? 0 : (daily / deviation) * Math.sqrt(TRADING_DAYS_PER_YEAR);
  return {
    yearly: final <= 0 ? -1 : final ** (1 / years) - 1,
    ratio: scaled(mean),
    sharpe: scaled(mean - cashYearly / TRADING_DAYS_PER_YEAR),
    maxDrawdown,
    worstDay: Math.min(...results),
    trades: trades.length,
    finalOverPeak: final / peak,
    final,
    costsYearly: trades.reduce((sum, { costs }) => sum + sumCosts(costs), 0) / capital / years,
    feesYearly: (days.at(-1)?.feePaise ?? 0) / capital / years,
    missedSignals: backtest.signalsPassed,
    restarts: backtest.cashFlows.length,
    idleDays: backtest.idle.reduce((sum, one) => sum + one.days, 0),
    isEnded: backtest.exhausted !== null,
  };
}

/** Range of the Sharpe ratio that most open algos should have. */
const SHARPE_RANGE = { from: -0.5, to: 1.2 } as const;

/**
 * Returns the totals of the algos that are open to new deployments. `figures` are those of the catalogue's open algos,
 * without those that the broker suspended because their record ended.
 */
export function summaryOf(figures: readonly ReportFigures[]): Record<string, number> {
  const open = figures.filter(({ isEnded }) => !isEnded);
  const share = (is: (one: ReportFigures) => boolean) => open.filter(is).length / open.length;
  return {
    suspended: 1 - open.length / figures.length,
    positive: share(({ yearly }) => yearly > 0),
    "Sharpe between −0.5 and 1.2": share(
      ({ sharpe }) => sharpe >= SHARPE_RANGE.from && sharpe <= SHARPE_RANGE.to,
    ),
    "lost more than half": share(({ final }) => final < 0.5),
    "yearly between −10 and +30 %": share(({ yearly }) => yearly >= -0.1 && yearly <= 0.3),
    "gain/risk between 0 and 1.5": share(({ ratio }) => ratio >= 0 && ratio <= 1.5),
    "median yearly": median(open.map(({ yearly }) => yearly)),
    "median max drawdown": median(open.map(({ maxDrawdown }) => maxDrawdown)),
    "largest Sharpe": Math.max(...open.map(({ sharpe }) => sharpe)) / 100,
  };
}

/** Daily results of one algo, in any unit. All algos have the same days. */
export type ResultsOfAlgo = { strategyId: string; managerId: string; results: readonly number[] };
export type Correlated = { pair: [string, string]; correlation: number };

/** Returns the pairs of two managers' algos whose daily results correlate more than `above`, most correlated first. */
export function correlatedPairs(algos: readonly ResultsOfAlgo[], above: number): Correlated[] {
  return algos
    .flatMap((a, index) =>
      algos.slice(index + 1).flatMap((b): Correlated[] => {
        if (a.managerId === b.managerId || a.results.length !== b.results.length) return [];
        const value = correlation(a.results, b.results);
        return value > above ? [{ pair: [a.strategyId, b.strategyId], correlation: value }] : [];
      }),
    )
    .sort((a, b) => b.correlation - a.correlation);
}
