// Term, meaning and format of each figure on the “All figures” tab. A new figure is a new row. The figures of cards
// and of the table of algos are in evidence-strip.ts.

import { formatDay } from "../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../format/rupees.ts";
import { FIGURE_TEXTS, FIGURE_TITLES, FIGURE_NOTES as notes } from "./figure-texts.ts";
import type { RecordStats } from "./record-stats.ts";
import type { Interval } from "./statistics.ts";

export const NOT_AVAILABLE = notes.notAvailable;

export type FigureValue = { value: string; more?: string | null };
export type FigureRow = {
  /** Name of the figure in addresses, tests and other tables. */
  key: string;
  term: string | ((stats: RecordStats) => string);
  means: string;
  /** Formats the figure. `amountRupees` is the record's capital. */
  format: (stats: RecordStats, amountRupees: number) => FigureValue;
};
export type FigureTable = { title: string; rows: readonly FigureRow[] };

export type Figure = { key: string; term: string; value: string; more: string | null; means: string };
export type FigureGroup = { title: string; figures: Figure[] };

const orUnknown = <T>(value: T | null | undefined, write: (value: T) => string): string =>
  value === null || value === undefined ? NOT_AVAILABLE : write(value);

/** Returns a text such as "95 % confidence interval: 58.3 % to 69.1 %". Null if there is no interval. */
export function intervalText(
  interval: Interval | null | undefined,
  write: (value: number) => string,
): string | null {
  return interval === null || interval === undefined
    ? null
    : notes.interval({ low: write(interval.low), high: write(interval.high) });
}

/** Returns a note on days without trades, which growth and Sharpe ratio include. Null if there are none. */
function idleText({ idleDays, days }: Pick<RecordStats, "idleDays" | "days">): string | null {
  return idleDays === 0 ? null : notes.idle({ idle: formatCount(idleDays), days: formatCount(days) });
}

const rupeesOf = (share: number, amountRupees: number) => formatRupees(share * amountRupees);

const row = (
  key: Exclude<keyof typeof FIGURE_TEXTS, "growth" | "recent">,
  format: FigureRow["format"],
): FigureRow => ({ key, ...FIGURE_TEXTS[key], format });

const RISK: FigureRow[] = [
  row("max-drawdown", ({ worst }, amount) => ({
    value: orUnknown(worst, ({ share }) => `${rupeesOf(share, amount)}, ${formatChange(share)}`),
    more:
      worst === null
        ? null
        : (worst.recoveredDay === null ? notes.notRecovered : notes.recovered)({
            peak: formatDay(worst.peakDay),
            trough: formatDay(worst.troughDay),
            back: worst.recoveredDay === null ? "" : formatDay(worst.recoveredDay),
            days: formatCount(worst.days),
          }),
  })),
  row("average-drawdown", ({ falls }) => ({
    value: orUnknown(falls, ({ averageShare }) => formatChange(averageShare)),
    more: falls === null ? null : notes.declines(formatCount(falls.count)),
  })),
  row("current-drawdown", ({ current }, amount) => ({
    value:
      current === null ? notes.atPeak : `${rupeesOf(current.share, amount)}, ${formatChange(current.share)}`,
    more:
      current === null
        ? null
        : notes.since({ days: formatCount(current.days), day: formatDay(current.sinceDay) }),
  })),
  row("time-under-water", ({ underWater }) => ({
    value: formatShare(underWater.share),
    more: notes.longestStretch(formatCount(underWater.longestDays)),
  })),
  row("worst-entry", ({ worstEntry }, amount) => ({
    value: orUnknown(worstEntry, ({ share }) => rupeesOf(share, amount)),
    more:
      worstEntry === null
        ? null
        : (worstEntry.backDay === null ? notes.startedNotBack : notes.startedAndBack)({
            amount: formatRupees(amount),
            change: formatChange(worstEntry.share),
            day: formatDay(worstEntry.day),
            back: worstEntry.backDay === null ? "" : formatDay(worstEntry.backDay),
          }),
  })),
  row("worst-day", ({ worstDay, bestDay }, amount) => ({
    value: orUnknown(worstDay, ({ share }) => `${rupeesOf(share, amount)}, ${formatChange(share)}`),
    more:
      worstDay === null || bestDay === null
        ? null
        : notes.worstAndBestDay({
            day: formatDay(worstDay.day),
            best: formatChange(bestDay.share),
            bestDay: formatDay(bestDay.day),
          }),
  })),
  row("value-at-risk", ({ tail95, tail99 }) => ({
    value: orUnknown(tail95, ({ valueAtRisk }) => formatShare(Math.max(0, valueAtRisk), 2)),
    more: tail99 === null ? null : notes.at99(formatShare(Math.max(0, tail99.valueAtRisk), 2)),
  })),
  row("expected-shortfall", ({ tail95, tail99 }) => ({
    value: orUnknown(tail95, ({ expectedShortfall }) => formatShare(expectedShortfall, 2)),
    more: tail99 === null ? null : notes.at99(formatShare(tail99.expectedShortfall, 2)),
  })),
  row("worst-trade", ({ trades }) => ({
    value: orUnknown(trades, ({ worstPaise }) => formatPaise(worstPaise)),
    more: trades === null ? null : notes.best(formatPaise(trades.bestPaise)),
  })),
];

const RETURNS: FigureRow[] = [
  {
    key: "growth",
    term: ({ total }) => (total?.isYearly === true ? FIGURE_TEXTS.growth.yearly : FIGURE_TEXTS.growth.term),
    means: FIGURE_TEXTS.growth.means,
    format: (stats) => ({
      value: orUnknown(stats.total, ({ share }) => formatChange(share)),
      more: [
        notes.total({
          from: formatDay(stats.from),
          to: formatDay(stats.to),
          result: formatPaise(stats.endPaise - stats.capitalPaise),
          capital: formatRupees(stats.capitalPaise / 100),
        }),
        intervalText(stats.growthInterval, formatChange),
        idleText(stats),
        stats.paidInPaise === 0 ? null : notes.paidIn(formatPaise(stats.paidInPaise)),
      ]
        .filter((part) => part !== null)
        .join("; "),
    }),
  },
  ...([1, 3, 6, 12] as const).map(
    (months): FigureRow => ({
      key: `last-${months}`,
      term: FIGURE_TEXTS.recent[months],
      means: FIGURE_TEXTS.recent.means,
      format: ({ recent }) => ({
        value: orUnknown(recent.find((one) => one.months === months)?.share, formatChange),
      }),
    }),
  ),
  row("rolling-year", ({ rolling }) => ({
    value: orUnknown(rolling, ({ median }) => formatChange(median)),
    more:
      rolling === null
        ? null
        : notes.rolling({
            worst: formatChange(rolling.worst.share),
            best: formatChange(rolling.best.share),
            losing: formatCount(rolling.losing),
            count: formatCount(rolling.count),
          }),
  })),
  row("volatility", ({ volatility }) => ({
    value: orUnknown(volatility.growing, formatShare),
    more: notes.fixedCapital(orUnknown(volatility.fixed, formatShare)),
  })),
  row("sharpe", ({ sharpe, riskFree, ...stats }) => ({
    value: orUnknown(sharpe.growing, formatRatio),
    more: [
      notes.fixedCapital(orUnknown(sharpe.fixed, formatRatio)),
      intervalText(sharpe.interval, formatRatio),
      notes.riskFree(formatShare(riskFree, 2)),
      idleText(stats),
    ]
      .filter((part) => part !== null)
      .join("; "),
  })),
  row("sortino", ({ sortino }) => ({ value: orUnknown(sortino, formatRatio) })),
  row("calmar", ({ calmar }) => ({ value: orUnknown(calmar, formatRatio) })),
  row("beta", ({ beta, benchmarkName }) => ({
    value: orUnknown(beta, (found) => formatRatio(found.beta)),
    more:
      beta === null
        ? null
        : notes.beta({ benchmark: benchmarkName, correlation: orUnknown(beta.correlation, formatRatio) }),
  })),
];

const TRADING: FigureRow[] = [
  row("win-rate", ({ trades }) => ({
    value: orUnknown(trades, ({ winRate }) => formatShare(winRate)),
    more:
      trades === null
        ? null
        : [
            intervalText(trades.winInterval, formatShare),
            trades.breakEvenWinRate === null ? null : notes.breakEven(formatShare(trades.breakEvenWinRate)),
          ]
            .filter((part) => part !== null)
            .join("; ") || null,
  })),
  row("payoff", ({ trades }) => ({
    value: `${orUnknown(trades?.averageWinPaise, formatPaise)} / ${orUnknown(trades?.averageLossPaise, formatPaise)}`,
    more: notes.payoff(orUnknown(trades?.payoff, formatRatio)),
  })),
  row("profit-factor", ({ trades }) => ({ value: orUnknown(trades?.profitFactor, formatRatio) })),
  row("expectancy", ({ trades, capitalPaise, endPaise }) => ({
    value: orUnknown(trades, ({ expectancyPaise }) => {
      const amount = formatPaise(expectancyPaise);
      // Otherwise a losing average would contradict the gain of the record.
      return expectancyPaise < 0 && endPaise > capitalPaise ? notes.withoutOpen(amount) : amount;
    }),
    more: intervalText(trades?.expectancyInterval, formatPaise),
  })),
  row("closed-trades", ({ trades }) => ({
    value: trades === null ? "0" : formatCount(trades.count),
    more: trades === null ? null : notes.decisions(formatCount(trades.decisions)),
  })),
  row("exposure", ({ exposure }) => ({
    value: orUnknown(exposure, ({ days }) => formatShare(days)),
    more: exposure === null ? null : notes.exposure(formatShare(exposure.time)),
  })),
  row("turnover", ({ turnover }) => ({
    value: orUnknown(turnover, (times) => notes.times(formatRatio(times))),
  })),
  row("costs", ({ costShare, costPaise, feePaise }) => ({
    value: formatShare(costShare),
    more: notes.costs({ costs: formatPaise(costPaise), fees: formatPaise(feePaise) }),
  })),
];

/** All tables of figures, losses first. */
export const FIGURES: readonly FigureTable[] = [
  { title: FIGURE_TITLES.losses, rows: RISK },
  { title: FIGURE_TITLES.returns, rows: RETURNS },
  { title: FIGURE_TITLES.trading, rows: TRADING },
];

/** Returns all figures of a record, for the record's capital. */
export function figureGroups(stats: RecordStats): FigureGroup[] {
  const figureOf = ({ key, term, means, format }: FigureRow): Figure => {
    const { value, more = null } = format(stats, stats.capitalPaise / 100);
    return { key, term: typeof term === "string" ? term : term(stats), value, more, means };
  };
  return FIGURES.map(({ title, rows }) => ({ title, figures: rows.map(figureOf) }));
}
