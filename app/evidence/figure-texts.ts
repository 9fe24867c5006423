// Terms and explanations of the figures of a record (figures.ts) and of the comparison (compared.ts).
import { RISK_FREE } from "../domain/reference-rates.ts";
import { formatCount } from "../format/rupees.ts";

export const FIGURE_TITLES = { losses: "Drawdown and losses", returns: "Returns", trading: "Trading" };

export const FIGURE_TEXTS = {
  "max-drawdown": {
    term: "Max drawdown",
    means: "Largest fall from a peak to the lowest point after it, as a share of the amount deployed.",
  },
  "average-drawdown": { term: "Average drawdown", means: "Average of all peak-to-trough declines." },
  "current-drawdown": {
    term: "Current drawdown",
    means: "Decline from the latest peak to the last day.",
  },
  "time-under-water": { term: "Time under water", means: "Share of days below an earlier peak." },
  "worst-entry": {
    term: "Worst entry point",
    means: "Your loss if you had started just before the largest fall, measured in rupees.",
  },
  "worst-day": { term: "Worst day", means: "Largest loss in one day, as a share of the capital." },
  "value-at-risk": {
    term: "Value at risk (95\u00a0%, one day)",
    means: "On the worst 5% of days the loss was at least this share of the capital.",
  },
  "expected-shortfall": {
    term: "Expected shortfall (95\u00a0%, one day)",
    means: "Average loss on the worst 5% of days.",
  },
  "worst-trade": { term: "Worst trade", means: "Largest loss on one closed position." },
  "rolling-year": {
    term: "Rolling year (median)",
    means: "Median return over twelve months, measured from every month's end.",
  },
  volatility: { term: "Volatility", means: "Standard deviation of daily returns, annualised." },
  sharpe: { term: "Sharpe ratio", means: "Return above the risk-free rate for each unit of volatility." },
  sortino: {
    term: "Sortino ratio",
    means: "Like the Sharpe ratio, but only returns below the risk-free rate count as risk.",
  },
  calmar: { term: "Calmar ratio", means: "CAGR divided by max drawdown." },
  beta: {
    term: "Beta",
    means: "How much the record moved with the benchmark: 1 means equally, 0 not at all.",
  },
  "win-rate": {
    term: "Win rate",
    means: "Share of closed trades with a gain. Read it with the payoff ratio.",
  },
  payoff: {
    term: "Average win / average loss",
    means: "Payoff ratio: the average win divided by the average loss.",
  },
  "profit-factor": {
    term: "Profit factor",
    means: "Total wins divided by total losses. Below 1, closed trades lost money in total.",
  },
  expectancy: {
    term: "Expectancy per trade",
    means: "Average result of a closed trade. Gains and losses of open positions are not included.",
  },
  "closed-trades": {
    term: "Closed trades",
    means: "Trades opened at the same time count as one decision.",
  },
  exposure: { term: "Exposure", means: "Share of trading days with an open position." },
  turnover: { term: "Turnover", means: "Value bought and sold in a year, as a multiple of the capital." },
  costs: {
    term: "Costs and fees a year",
    means: "Difference between gross and net return a year.",
  },
  growth: {
    term: "Total return",
    yearly: "CAGR (compound annual growth)",
    means:
      "Compound annual growth of the capital, with all gains and losses. For less than a year, the total return of the period.",
  },
  recent: {
    1: "Last month",
    3: "Last 3 months",
    6: "Last 6 months",
    12: "Last year",
    means: "Change since the last trading day before this period.",
  },
};

/** Texts for missing values, and second lines of figures. */
export const FIGURE_NOTES = {
  notAvailable: "not available",
  interval: ({ low, high }: { low: string; high: string }) =>
    `95\u00a0% confidence interval: ${low} to ${high}`,
  withoutOpen: (amount: string) => `${amount}, without open positions`,
  idle: ({ idle, days }: { idle: string; days: string }) =>
    `no trades on ${idle} of ${days} trading days, counting gaps of ten days or more`,
  recovered: ({ peak, trough, back, days }: { peak: string; trough: string; back: string; days: string }) =>
    `${peak} to ${trough}; recovered on ${back}, ${days} days from peak to recovery`,
  notRecovered: ({ peak, trough, days }: { peak: string; trough: string; days: string }) =>
    `${peak} to ${trough}; not recovered yet, ${days} days from peak to the last day`,
  declines: (count: string) => `${count} declines`,
  atPeak: "none, at its peak",
  since: ({ days, day }: { days: string; day: string }) => `for ${days} days, since ${day}`,
  longestStretch: (days: string) => `longest stretch ${days} days`,
  startedAndBack: ({
    amount,
    change,
    day,
    back,
  }: {
    amount: string;
    change: string;
    day: string;
    back: string;
  }) => `of ${amount} (${change}), started on ${day}; recovered on ${back}`,
  startedNotBack: ({ amount, change, day }: { amount: string; change: string; day: string }) =>
    `of ${amount} (${change}), started on ${day}; not recovered yet`,
  worstAndBestDay: ({ day, best, bestDay }: { day: string; best: string; bestDay: string }) =>
    `on ${day}; best day ${best} on ${bestDay}`,
  at99: (share: string) => `at 99 %: ${share}`,
  best: (amount: string) => `best ${amount}`,
  total: ({ from, to, result, capital }: { from: string; to: string; result: string; capital: string }) =>
    `${from} to ${to}, ${result} on ${capital}`,
  paidIn: (amount: string) => `${amount} of fresh capital paid in, not counted as profit`,
  rolling: ({ worst, best, losing, count }: { worst: string; best: string; losing: string; count: string }) =>
    `worst ${worst}, best ${best}; ${losing} of ${count} with a loss`,
  fixedCapital: (value: string) => `on fixed capital: ${value}`,
  riskFree: (rate: string) => `risk-free rate ${rate} (${RISK_FREE.name}, average of the period)`,
  beta: ({ benchmark, correlation }: { benchmark: string; correlation: string }) =>
    `to ${benchmark}; correlation ${correlation}`,
  breakEven: (share: string) => `a win rate of ${share} breaks even at this payoff ratio`,
  payoff: (ratio: string) => `payoff ratio ${ratio}`,
  decisions: (count: string) => `${count} independent decisions`,
  exposure: (share: string) => `${share} of all trading hours`,
  times: (ratio: string) => `${ratio} times`,
  costs: ({ costs, fees }: { costs: string; fees: string }) =>
    `${costs} costs and ${fees} fees over the whole period`,
};

export const COMPARED_LABELS = {
  /** Text after a number of months. */
  ofEarlierVersions: " of earlier versions",
  maxDrawdown: "Max drawdown",
  worstDay: "Worst day",
  longestWaitBelowAPeak: "Longest time under water",
  costsPerYear: "Costs per year",
  netPerYear: "Net CAGR",
  liveResult: "Live result",
  worstTrade: "Worst trade",
  expectedShortfall: "Expected shortfall (95\u00a0%, one day)",
  volatility: "Volatility",
  sharpeRatio: "Sharpe ratio",
  calmarRatio: "Calmar ratio",
  winRate: "Win rate",
  payoffRatio: "Payoff ratio",
  expectancyPerTrade: "Expectancy per trade",
  closedTrades: "Closed trades",
  exposure: "Exposure",
  inTotal: "in total",
  days: (count: number) => `${formatCount(count)} days`,
};

/**
 * `defined`: the largest loss at any price, for the strikes and premiums that the algo describes; those of an actual
 * position differ. `stress`: the largest loss in the stress table. Both can be exceeded.
 */
export const POSITION_LOSS = {
  defined: "Typical max loss of one position",
  stress: "Stress-test loss of one position; it can be larger",
};
