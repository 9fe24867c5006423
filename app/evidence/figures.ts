// Term, meaning and format of each figure on the Performance tab. A new figure is a row here. The few figures of cards and of the table of
// algos are in evidence-strip.ts.

import { RISK_FREE } from "../domain/reference-rates.ts";
import { formatDay } from "../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../format/rupees.ts";
import type { RecordStats } from "./record-stats.ts";
import type { Interval } from "./statistics.ts";

export const UNKNOWN = "not available";

export type FigureValue = { value: string; more?: string | null };
export type FigureRow = {
  /** Name of the figure in addresses, tests and other tables. */
  key: string;
  term: string | ((stats: RecordStats) => string);
  means: string;
  /** `amountRupees` is the user's amount, or the record's capital. */
  of: (stats: RecordStats, amountRupees: number) => FigureValue;
};
export type FigureTable = { title: string; rows: readonly FigureRow[] };

export type Figure = { key: string; term: string; value: string; more: string | null; means: string };
export type FigureGroup = { title: string; figures: Figure[] };

const say = <T>(value: T | null | undefined, write: (value: T) => string): string =>
  value === null || value === undefined ? UNKNOWN : write(value);

/** For example "95 % confidence interval: 58.3 % to 69.1 %". */
export function intervalText(
  interval: Interval | null | undefined,
  write: (value: number) => string,
): string | null {
  return interval === null || interval === undefined
    ? null
    : `95\u00a0% confidence interval: ${write(interval.low)} to ${write(interval.high)}`;
}

/** Days without trades count in growth and Sharpe ratio, so both figures state them. */
function idleText({ idleDays, days }: Pick<RecordStats, "idleDays" | "days">): string | null {
  return idleDays === 0
    ? null
    : `no trades on ${formatCount(idleDays)} of ${formatCount(days)} trading days, in stretches of ten or more`;
}

const rupeesOf = (share: number, amountRupees: number) => formatRupees(share * amountRupees);

const RISK: FigureRow[] = [
  {
    key: "max-drawdown",
    term: "Max drawdown",
    means: "Largest fall from a peak to the lowest point after it, as a share of the amount deployed.",
    of: ({ worst }, amount) => ({
      value: say(worst, ({ share }) => `${formatChange(share)}, ${rupeesOf(share, amount)}`),
      more:
        worst === null
          ? null
          : `${formatDay(worst.peakDay)} to ${formatDay(worst.troughDay)}; ${worst.recoveredDay === null ? "not recovered yet" : `recovered on ${formatDay(worst.recoveredDay)}`}, ${formatCount(worst.days)} days from peak to ${worst.recoveredDay === null ? "the last day" : "recovery"}`,
    }),
  },
  {
    key: "average-drawdown",
    term: "Average drawdown",
    means: "Average of all peak-to-trough declines.",
    of: ({ falls }) => ({
      value: say(falls, ({ averageShare }) => formatChange(averageShare)),
      more: falls === null ? null : `${formatCount(falls.count)} declines`,
    }),
  },
  {
    key: "current-drawdown",
    term: "Current drawdown",
    means: "How far the last day is below the peak before it.",
    of: ({ current }, amount) => ({
      value:
        current === null
          ? "none: at its peak"
          : `${formatChange(current.share)}, ${rupeesOf(current.share, amount)}`,
      more:
        current === null
          ? null
          : `for ${formatCount(current.days)} days, since ${formatDay(current.sinceDay)}`,
    }),
  },
  {
    key: "time-under-water",
    term: "Time under water",
    means: "Share of days below an earlier peak.",
    of: ({ underWater }) => ({
      value: formatShare(underWater.share),
      more: `longest stretch ${formatCount(underWater.longestDays)} days`,
    }),
  },
  {
    key: "worst-entry",
    term: "Worst entry point",
    means: "What you would have lost by starting just before the largest decline in rupees.",
    of: ({ worstEntry }, amount) => ({
      value: say(worstEntry, ({ share }) => rupeesOf(share, amount)),
      more:
        worstEntry === null
          ? null
          : `of ${formatRupees(amount)} (${formatChange(worstEntry.share)}), started on ${formatDay(worstEntry.day)}; ${worstEntry.backDay === null ? "not back yet" : `back on ${formatDay(worstEntry.backDay)}`}`,
    }),
  },
  {
    key: "worst-day",
    term: "Worst day",
    means: "Largest loss of one day, as a share of the capital.",
    of: ({ worstDay, bestDay }, amount) => ({
      value: say(worstDay, ({ share }) => `${formatChange(share)}, ${rupeesOf(share, amount)}`),
      more:
        worstDay === null || bestDay === null
          ? null
          : `on ${formatDay(worstDay.day)}; best day ${formatChange(bestDay.share)} on ${formatDay(bestDay.day)}`,
    }),
  },
  {
    key: "value-at-risk",
    term: "Value at risk (95\u00a0%, one day)",
    means: "On one day in twenty the loss was at least this, as a share of the capital.",
    of: ({ tail95, tail99 }) => ({
      value: say(tail95, ({ valueAtRisk }) => formatShare(Math.max(0, valueAtRisk), 2)),
      more: tail99 === null ? null : `at 99 %: ${formatShare(Math.max(0, tail99.valueAtRisk), 2)}`,
    }),
  },
  {
    key: "expected-shortfall",
    term: "Expected shortfall (95\u00a0%, one day)",
    means: "Average loss on the worst twentieth of days.",
    of: ({ tail95, tail99 }) => ({
      value: say(tail95, ({ expectedShortfall }) => formatShare(expectedShortfall, 2)),
      more: tail99 === null ? null : `at 99 %: ${formatShare(tail99.expectedShortfall, 2)}`,
    }),
  },
  {
    key: "worst-trade",
    term: "Worst trade",
    means: "Largest loss of one closed position.",
    of: ({ trades }) => ({
      value: say(trades, ({ worstPaise }) => formatPaise(worstPaise)),
      more: trades === null ? null : `best ${formatPaise(trades.bestPaise)}`,
    }),
  },
];

const RECENT_TERMS: Record<number, string> = {
  1: "Last month",
  3: "Last 3 months",
  6: "Last 6 months",
  12: "Last year",
};

const RETURNS: FigureRow[] = [
  {
    key: "growth",
    term: ({ total }) => (total?.isYearly === true ? "CAGR (compound annual growth)" : "Total return"),
    means:
      "Compound annual growth of capital and results; for less than a year, the return of the whole period.",
    of: (stats) => ({
      value: say(stats.total, ({ share }) => formatChange(share)),
      more: [
        `${formatDay(stats.from)} to ${formatDay(stats.to)}, ${formatPaise(stats.endPaise - stats.capitalPaise)} on ${formatRupees(stats.capitalPaise / 100)}`,
        intervalText(stats.growthInterval, formatChange),
        idleText(stats),
        stats.paidInPaise === 0
          ? null
          : `${formatPaise(stats.paidInPaise)} of fresh capital paid in, which is not a result`,
      ]
        .filter((part) => part !== null)
        .join("; "),
    }),
  },
  ...[1, 3, 6, 12].map(
    (months): FigureRow => ({
      key: `last-${months}`,
      term: RECENT_TERMS[months] ?? "",
      means: "Change since the last day on or before that date.",
      of: ({ recent }) => ({
        value: say(recent.find((one) => one.months === months)?.share, formatChange),
      }),
    }),
  ),
  {
    key: "rolling-year",
    term: "Rolling year (median)",
    means: "Return of twelve months, started at each month's end.",
    of: ({ rolling }) => ({
      value: say(rolling, ({ median }) => formatChange(median)),
      more:
        rolling === null
          ? null
          : `worst ${formatChange(rolling.worst.share)}, best ${formatChange(rolling.best.share)}; ${formatCount(rolling.losing)} of ${formatCount(rolling.count)} lost`,
    }),
  },
  {
    key: "volatility",
    term: "Volatility",
    means: "Standard deviation of daily returns, annualised.",
    of: ({ volatility }) => ({
      value: say(volatility.growing, formatShare),
      more: `on fixed capital: ${say(volatility.fixed, formatShare)}`,
    }),
  },
  {
    key: "sharpe",
    term: "Sharpe ratio",
    means: "Return above the risk-free rate for each unit of volatility.",
    of: ({ sharpe, riskFree, ...stats }) => ({
      value: say(sharpe.growing, formatRatio),
      more: [
        `on fixed capital: ${say(sharpe.fixed, formatRatio)}`,
        intervalText(sharpe.interval, formatRatio),
        `risk-free rate ${formatShare(riskFree, 2)} (${RISK_FREE.name}, average of the period)`,
        idleText(stats),
      ]
        .filter((part) => part !== null)
        .join("; "),
    }),
  },
  {
    key: "sortino",
    term: "Sortino ratio",
    means: "As the Sharpe ratio, counting only returns below the risk-free rate as risk.",
    of: ({ sortino }) => ({ value: say(sortino, formatRatio) }),
  },
  {
    key: "calmar",
    term: "Calmar ratio",
    means: "CAGR over max drawdown.",
    of: ({ calmar }) => ({ value: say(calmar, formatRatio) }),
  },
  {
    key: "beta",
    term: "Beta",
    means: "How much it moved with the benchmark: 1 is the same, 0 not at all.",
    of: ({ beta, benchmarkName }) => ({
      value: say(beta, (found) => formatRatio(found.beta)),
      more: beta === null ? null : `to ${benchmarkName}; correlation ${say(beta.correlation, formatRatio)}`,
    }),
  },
];

const TRADING: FigureRow[] = [
  {
    key: "win-rate",
    term: "Win rate",
    means: "Closed trades with a gain. Read it with the payoff ratio.",
    of: ({ trades }) => ({
      value: say(trades, ({ winRate }) => formatShare(winRate)),
      more:
        trades === null
          ? null
          : [
              intervalText(trades.winInterval, formatShare),
              trades.breakEvenWinRate === null
                ? null
                : `${formatShare(trades.breakEvenWinRate)} is break-even at this payoff`,
            ]
              .filter((part) => part !== null)
              .join("; ") || null,
    }),
  },
  {
    key: "payoff",
    term: "Average win / average loss",
    means: "Payoff ratio: the average win over the average loss.",
    of: ({ trades }) => ({
      value: `${say(trades?.averageWinPaise, formatPaise)} / ${say(trades?.averageLossPaise, formatPaise)}`,
      more: `payoff ratio ${say(trades?.payoff, formatRatio)}`,
    }),
  },
  {
    key: "profit-factor",
    term: "Profit factor",
    means: "All wins over all losses; below 1 it lost.",
    of: ({ trades }) => ({ value: say(trades?.profitFactor, formatRatio) }),
  },
  {
    key: "expectancy",
    term: "Expectancy per trade",
    means: "Average result of a closed trade. Gains and losses of open positions are not included.",
    of: ({ trades }) => ({
      value: say(trades, ({ expectancyPaise }) => formatPaise(expectancyPaise)),
      more: intervalText(trades?.expectancyInterval, formatPaise),
    }),
  },
  {
    key: "closed-trades",
    term: "Closed trades",
    means: "Positions opened at the same moment count as one decision.",
    of: ({ trades }) => ({
      value: trades === null ? "0" : formatCount(trades.count),
      more: trades === null ? null : `${formatCount(trades.decisions)} independent decisions`,
    }),
  },
  {
    key: "exposure",
    term: "Exposure",
    means: "Share of trading days with a position open at any time.",
    of: ({ exposure }) => ({
      value: say(exposure, ({ days }) => formatShare(days)),
      more: exposure === null ? null : `${formatShare(exposure.time)} of all trading hours`,
    }),
  },
  {
    key: "turnover",
    term: "Turnover",
    means: "Value bought and sold in a year, as a multiple of the capital.",
    of: ({ turnover }) => ({ value: say(turnover, (times) => `${formatRatio(times)} times`) }),
  },
  {
    key: "costs",
    term: "Costs and fees a year",
    means: "Difference between gross and net, as a share of the capital.",
    of: ({ costShare, costPaise, feePaise }) => ({
      value: formatShare(costShare),
      more: `${formatPaise(costPaise)} costs and ${formatPaise(feePaise)} fees over the whole period`,
    }),
  },
];

/** All tables of figures, with losses first. */
export const FIGURES: readonly FigureTable[] = [
  { title: "Drawdown and losses", rows: RISK },
  { title: "Returns", rows: RETURNS },
  { title: "Trading", rows: TRADING },
];

/** Returns a row's figure for one record. `amountRupees` is the user's amount; the record's capital by default. */
export function figureOf(
  row: FigureRow,
  stats: RecordStats,
  amountRupees = stats.capitalPaise / 100,
): Figure {
  const { value, more = null } = row.of(stats, amountRupees);
  const term = typeof row.term === "string" ? row.term : row.term(stats);
  return { key: row.key, term, value, more, means: row.means };
}

export function figureGroups(stats: RecordStats, amountRupees?: number): FigureGroup[] {
  return FIGURES.map(({ title, rows }) => ({
    title,
    figures: rows.map((row) => figureOf(row, stats, amountRupees)),
  }));
}
