// The few figures of a backtest that the catalogue's report prints.
import type { Backtest } from "./backtest.ts";
import { totalOf } from "./position-book.ts";

const TRADING_DAYS_A_YEAR = 250;

/** Fractions of the capital unless said otherwise. */
export type ReportFigures = {
  /** Compound, a year; -1 when nothing is left. */
  yearly: number;
  /** Mean over standard deviation of daily results on the fixed capital, a year's; without and with cash taken off. */
  ratio: number;
  sharpe: number;
  maxDrawdown: number;
  worstDay: number;
  trades: number;
  /** Final value over the highest value. */
  finalOverPeak: number;
  final: number;
  /** Charges of all trades and the manager's fee, a year. */
  costsYearly: number;
  feesYearly: number;
  /** Signals that the capital did not carry, restarts with fresh capital, and days without trades in stretches of ten or more. */
  passedBy: number;
  restarts: number;
  idleDays: number;
};

export function reportFigures(backtest: Backtest, capitalRupees: number, cashYearly: number): ReportFigures {
  const { days, trades } = backtest;
  const capital = capitalRupees * 100;
  const results = days.map(({ netPaise }, index) => (netPaise - (days[index - 1]?.netPaise ?? 0)) / capital);
  const years = days.length / TRADING_DAYS_A_YEAR;
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
    deviation === 0 ? 0 : (daily / deviation) * Math.sqrt(TRADING_DAYS_A_YEAR);
  return {
    yearly: final <= 0 ? -1 : final ** (1 / years) - 1,
    ratio: scaled(mean),
    sharpe: scaled(mean - cashYearly / TRADING_DAYS_A_YEAR),
    maxDrawdown,
    worstDay: Math.min(...results),
    trades: trades.length,
    finalOverPeak: final / peak,
    final,
    costsYearly: trades.reduce((sum, { costs }) => sum + totalOf(costs), 0) / capital / years,
    feesYearly: (days.at(-1)?.feePaise ?? 0) / capital / years,
    passedBy: backtest.signalsPassed,
    restarts: backtest.cashFlows.length,
    idleDays: backtest.idle.reduce((sum, one) => sum + one.days, 0),
  };
}
