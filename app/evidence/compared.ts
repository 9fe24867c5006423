// Figures for the comparison of algos, each for the part of the user's amount that the algo would use. The best and
// worst values are marked. Pure.
import type { RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { DAYS_PER_MONTH } from "../domain/time.ts";
import { formatMonths } from "../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { computeCachedStats } from "./cached-figures.ts";
import { COMPARED_LABELS } from "./figure-texts.ts";
import type { LiveChain } from "./live-chain.ts";
import type { RecordStats } from "./record-stats.ts";

/**
 * Ids of the best and the worst algo, one entry per element of `COMPARED_TERMS`. Null if the figure is not ranked;
 * `best` or `worst` is null if several algos share that value.
 */
export type ComparedExtremes = ({ best: string | null; worst: string | null } | null)[];
export type ComparedFigure = { value: string; note?: string; tone?: "loss" | "gain" };

/** Records have about the same length if the shortest has at least this share of the longest record's days. */
const SIMILAR_LENGTH = 0.9;

type Measured = RecordStats & { live: LiveChain | null };
type ComparedRow = {
  term: string;
  measure: (stats: Measured) => number | null | undefined;
  /** `amount` is the part of the user's amount that the algo would use, in rupees. */
  format: (value: number, amount: number, stats: Measured) => string | ComparedFigure;
  /** True if the value is a share of the amount that is shown and compared in rupees. */
  isInRupees?: true;
  /**
   * True if the values are ranked only if their notes are equal. A yearly return and a total return, or live results of
   * different numbers of months, are not comparable.
   */
  needsEqualNotes?: true;
  /**
   * True if the value grows with the length of the record, such as the largest drawdown: values are ranked only if the
   * records have about the same length. Also true for a total return over less than a year.
   */
  needsEqualLength?: boolean;
  /** True if larger values are better. Null if the figure is not ranked. */
  isHigherBetter: boolean | null;
};

const formatDuration = (days: number) =>
  days < DAYS_PER_MONTH * 2 ? COMPARED_LABELS.days(days) : formatMonths(Math.round(days / DAYS_PER_MONTH));

const toneOf = (value: number) => (value < 0 ? "loss" : "gain");

/** Returns the row of a share that is shown in rupees and in per cent. */
const shareOfAmount = (term: string, measure: ComparedRow["measure"]): ComparedRow => ({
  term,
  measure,
  format: (share, amount) => ({
    value: formatRupees(Math.round(share * amount)),
    note: formatChange(share),
    tone: toneOf(share),
  }),
  isInRupees: true,
  needsEqualLength: true,
  isHigherBetter: true,
});
const costsInRupees = (share: number, amount: number) => formatRupees(Math.round(-share * amount));

/** Returns a function that creates rows of numbers with the same ranking. */
const createRows =
  (isHigherBetter: boolean | null) =>
  (term: string, measure: ComparedRow["measure"], format: (value: number) => string): ComparedRow => ({
    term,
    measure,
    format: (value) => format(value),
    isHigherBetter,
  });
const higherIsBetter = createRows(true);
const lowerIsBetter = createRows(false);
const notRanked = createRows(null);

/** Figures of the comparison, losses first. */
const COMPARED: readonly ComparedRow[] = [
  shareOfAmount(COMPARED_LABELS.maxDrawdown, ({ worst }) => worst?.share),
  shareOfAmount(COMPARED_LABELS.worstDay, ({ worstDay }) => worstDay?.share),
  {
    ...lowerIsBetter(
      COMPARED_LABELS.longestWaitBelowAPeak,
      ({ underWater }) => underWater.longestDays,
      formatDuration,
    ),
    needsEqualLength: true,
  },
  {
    term: COMPARED_LABELS.costsPerYear,
    measure: ({ costShare }) => -costShare,
    format: costsInRupees,
    isInRupees: true,
    isHigherBetter: true,
  },
  {
    term: COMPARED_LABELS.netPerYear,
    measure: ({ total }) => total?.share,
    format: (share, _, { total }) => ({
      value: formatChange(share),
      tone: toneOf(share),
      ...(total?.isYearly === true ? {} : { note: COMPARED_LABELS.inTotal }),
    }),
    needsEqualNotes: true,
    isHigherBetter: true,
  },
  {
    term: COMPARED_LABELS.liveResult,
    measure: ({ live }) => live?.share,
    format: (share, amount, { live }) => ({
      value: formatRupees(Math.round(share * amount)),
      note: `${formatMonths(live?.months ?? 0)}${live?.isFormer === true ? COMPARED_LABELS.ofEarlierVersions : ""}`,
      tone: toneOf(share),
    }),
    isInRupees: true,
    needsEqualNotes: true,
    isHigherBetter: true,
  },
  shareOfAmount(
    COMPARED_LABELS.worstTrade,
    ({ trades, capitalPaise }) => trades && trades.worstPaise / capitalPaise,
  ),
  {
    ...shareOfAmount(COMPARED_LABELS.expectedShortfall, ({ tail95 }) => tail95 && -tail95.expectedShortfall),
    needsEqualLength: false,
  },
  lowerIsBetter(COMPARED_LABELS.volatility, ({ volatility }) => volatility.growing, formatShare),
  higherIsBetter(COMPARED_LABELS.sharpeRatio, ({ sharpe }) => sharpe.growing, formatRatio),
  higherIsBetter(COMPARED_LABELS.calmarRatio, ({ calmar }) => calmar, formatRatio),
  notRanked(COMPARED_LABELS.winRate, ({ trades }) => trades?.winRate, formatShare),
  notRanked(COMPARED_LABELS.payoffRatio, ({ trades }) => trades?.payoff, formatRatio),
  {
    term: COMPARED_LABELS.expectancyPerTrade,
    measure: ({ trades, capitalPaise }) => trades && trades.expectancyPaise / capitalPaise,
    format: (share, amount) => formatRupees(share * amount),
    isInRupees: true,
    isHigherBetter: true,
  },
  notRanked(COMPARED_LABELS.closedTrades, ({ trades }) => trades?.count ?? 0, formatCount),
  notRanked(COMPARED_LABELS.exposure, ({ exposure }) => exposure?.days, formatShare),
];

export const COMPARED_TERMS: readonly string[] = COMPARED.map(({ term }) => term);
/** Number of main figures at the start of `COMPARED_TERMS`. The page shows the others as details. */
export const MAIN_TERM_COUNT = COMPARED_TERMS.indexOf(COMPARED_LABELS.liveResult) + 1;

/** Returns the figures in the order of `COMPARED_TERMS`, as texts and as numbers. Null for a missing figure. */
export function computeComparedFigures(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  amount: number,
  live: LiveChain | null,
) {
  const stats = computeCachedStats(record, trades);
  const measured = stats && { ...stats, live };
  const values = COMPARED.map(({ measure }) => (measured === null ? null : (measure(measured) ?? null)));
  return {
    figures: COMPARED.map(({ format }, index): ComparedFigure | null => {
      const value = values[index] ?? null;
      if (measured === null || value === null) return null;
      const formatted = format(value, amount, measured);
      return typeof formatted === "string" ? { value: formatted } : formatted;
    }),
    values,
  };
}

/** Returns the best and worst algo for each figure. */
export function extremesOf(
  rankedRows: readonly {
    id: string;
    /** First and last day of the record. */
    from: string;
    to: string;
    atWork: number;
    figures: readonly (ComparedFigure | null)[];
    values: readonly (number | null)[];
  }[],
): ComparedExtremes {
  const lengths = rankedRows.map(({ from, to }) => Date.parse(to) - Date.parse(from));
  const areEquallyLong = Math.min(...lengths) >= SIMILAR_LENGTH * Math.max(...lengths);
  return COMPARED.map(({ isHigherBetter, isInRupees, needsEqualNotes, needsEqualLength }, index) => {
    if (isHigherBetter === null || rankedRows.length < 2 || (needsEqualLength && !areEquallyLong))
      return null;
    const known = rankedRows.flatMap(({ id, values, figures, atWork }) => {
      const value = values[index] ?? null;
      const { value: label, note } = figures[index] ?? {};
      return value === null ? [] : [{ id, label, note, value: isInRupees ? value * atWork : value }];
    });
    if (needsEqualNotes && new Set(known.map(({ note }) => note)).size > 1) return null;
    if (!areEquallyLong && known[0]?.note === COMPARED_LABELS.inTotal) return null;
    const sorted = known.toSorted((one, other) =>
      isHigherBetter ? other.value - one.value : one.value - other.value,
    );
    const first = (list: typeof sorted) => (list[0]?.label === list[1]?.label ? null : (list[0]?.id ?? null));
    return sorted.length < 2 ? null : { best: first(sorted), worst: first(sorted.toReversed()) };
  });
}
