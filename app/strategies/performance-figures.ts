// From a record to what the Performance tab shows: figures with their words, the drawing's points, the tables. Pure; each figure says
// what it is in a sentence, and what cannot be said is null.
import { formatDay } from "../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../format/percent.ts";
import { formatCount, formatPaise, formatRupees } from "../format/rupees.ts";
import type { EvidenceClass, RecordTrade, StrategyRecord } from "../wire/record.ts";
import { type MonthCalendar, monthCalendar } from "./day-calendar.ts";
import type { ChartPoint, OtherCurve } from "./equity-chart.tsx";
import { type HardTime, hardTimes } from "./hard-times.ts";
import {
  type Bin,
  calmar,
  DECISIONS_WANTED,
  dailyReturns,
  deepest,
  distribution,
  drawdowns,
  equityOf,
  exposure,
  type MonthRow,
  mean,
  monthlyReturns,
  monthsBefore,
  RISK_FREE_RATE,
  type RollingPoint,
  returnOver,
  rollingYears,
  sharpe,
  sortino,
  totalReturn,
  tradeFigures,
  volatility,
  type WeekdayRow,
  weekdayReturns,
  worstStart,
} from "./statistics.ts";

export const RANGES = ["3m", "6m", "1y", "all"] as const;
export type Range = (typeof RANGES)[number];
const RANGE_MONTHS: Record<Range, number | null> = { "3m": 3, "6m": 6, "1y": 12, all: null };

export type Figure = { name: string; value: string; more: string | null; means: string };
export type FigureGroup = { title: string; figures: Figure[] };

export type PerformanceView = {
  evidence: EvidenceClass;
  from: string;
  to: string;
  days: number;
  capitalRupees: number;
  basis: "net" | "gross";
  range: Range;
  groups: FigureGroup[];
  points: ChartPoint[];
  /** The same algo's other record over the same days: another line, never a part of this one. */
  other: OtherCurve | null;
  summary: string;
  calendar: MonthCalendar | null;
  hardTimes: HardTime[];
  months: MonthRow[];
  weekdays: WeekdayRow[];
  costs: { name: string; paise: number }[];
  results: Bin[];
  rolling: { count: number; worst: RollingPoint; best: RollingPoint; median: number; losing: number } | null;
  warning: string | null;
};

const unknown = "not available";

export function performanceView(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  options: {
    range: Range;
    basis: "net" | "gross";
    month: string | null;
    /** The record that is drawn beside it. */
    other: StrategyRecord | null;
  },
): PerformanceView | null {
  const { days } = record;
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  const { basis, range } = options;
  const capital = record.capitalRupees * 100;
  const equity = equityOf(days, capital, basis);
  const returns = dailyReturns(equity, capital);
  const total = totalReturn(equity, capital);
  const falls = drawdowns(equity, capital);
  const worst = deepest(falls);
  const now = falls.find(({ recoveredDay }) => recoveredDay === null) ?? null;
  const closed = trades.filter(({ closedAt }) => closedAt !== null);
  const result = (trade: RecordTrade) => (basis === "net" ? trade.netPaise : trade.grossPaise);
  const figures = tradeFigures(
    closed.map((trade) => ({ openedAt: trade.openedAt, netPaise: result(trade) })),
  );
  const ratio = sharpe(returns);
  const share = (value: number | null) => (value === null ? unknown : formatChange(value));
  const years = days.length / 252;
  const costPaise = Object.values(record.costs).reduce((sum, line) => sum + line, 0);
  const start = worstStart(equity, capital, capital);
  const exposed = exposure(days);

  const groups: FigureGroup[] = [
    {
      title: "What could be lost",
      figures: [
        {
          name: "Deepest fall",
          value: worst === null ? unknown : `${formatChange(worst.share)}, ${formatPaise(worst.paise)}`,
          more:
            worst === null
              ? null
              : `${formatDay(worst.peakDay)} to ${formatDay(worst.troughDay)}; ${worst.recoveredDay === null ? "not made good yet" : `made good on ${formatDay(worst.recoveredDay)}`}, ${formatCount(worst.days)} days in all`,
          means: "The largest loss from a height to the lowest point after it.",
        },
        {
          name: "Average fall",
          value: falls.length === 0 ? unknown : formatChange(mean(falls.map((fall) => fall.share))),
          more: `${formatCount(falls.length)} falls`,
          means: "The mean depth of all falls from a height.",
        },
        {
          name: "Under its height now",
          value:
            now === null
              ? "no"
              : formatChange(
                  (equity.at(-1)?.equityPaise ?? 0) / (heightBefore(equity, now.peakDay) ?? capital) - 1,
                ),
          more: now === null ? null : `for ${formatCount(now.days)} days, since ${formatDay(now.peakDay)}`,
          means: "How far it stands below its last height, and since when.",
        },
        {
          name: "The worst day to have begun",
          value: start === null ? unknown : `${formatChange(start.share)} of the amount`,
          more:
            start === null
              ? null
              : `begun on ${formatDay(start.day)}: ${formatRupees(start.lossPaise / 100)} at the lowest with ${formatRupees(record.capitalRupees)}; ${start.backDay === null ? "not back yet" : `back on ${formatDay(start.backDay)}`}`,
          means: "What somebody would have lost who began just before the deepest fall.",
        },
        {
          name: "Worst trade",
          value: figures === null ? unknown : formatPaise(figures.worstPaise),
          more: figures === null ? null : `best ${formatPaise(figures.bestPaise)}`,
          means: "The largest loss of one closed position.",
        },
      ],
    },
    {
      title: "What it made",
      figures: [
        {
          name: total?.isYearly ? "A year, compound" : "In all",
          value: total === null ? unknown : formatChange(total.share),
          more: `${formatDay(first.day)} to ${formatDay(last.day)}, ${formatPaise((equity.at(-1)?.equityPaise ?? capital) - capital)} on ${formatRupees(record.capitalRupees)}`,
          means: "The compound annual growth of capital and results; under a year, what was made in all.",
        },
        ...([1, 3, 6, 12] as const).map(
          (months): Figure => ({
            name: months === 12 ? "Last year" : months === 1 ? "Last month" : `Last ${months} months`,
            value: share(returnOver(equity, months)),
            more: null,
            means: "The change since the last day on or before so long ago.",
          }),
        ),
        {
          name: "Volatility",
          value: (() => {
            const value = volatility(returns);
            return value === null ? unknown : formatShare(value);
          })(),
          more: "a year's, from daily returns",
          means: "The standard deviation of daily returns, times the root of 252.",
        },
        {
          name: "Sharpe",
          value: ratio === null ? unknown : formatRatio(ratio.value),
          more: ratio?.interval
            ? `95% sure between ${formatRatio(ratio.interval.low)} and ${formatRatio(ratio.interval.high)}`
            : null,
          means: `Return over ${formatShare(RISK_FREE_RATE)} a year, for each unit of volatility.`,
        },
        {
          name: "Sortino",
          value: (() => {
            const value = sortino(returns);
            return value === null ? unknown : formatRatio(value);
          })(),
          more: null,
          means: "The same, counting only what fell short.",
        },
        {
          name: "Calmar",
          value: (() => {
            const value = calmar(total, worst);
            return value === null ? unknown : formatRatio(value);
          })(),
          more: null,
          means: "A year's growth over the deepest fall.",
        },
      ],
    },
    {
      title: "How it trades",
      figures: [
        {
          name: "Won",
          value: figures === null ? unknown : formatShare(figures.winRate),
          more:
            figures === null
              ? null
              : `payoff ${figures.payoff === null ? unknown : formatRatio(figures.payoff)}, so ${figures.breakEvenWinRate === null ? unknown : formatShare(figures.breakEvenWinRate)} is needed to come out even; 95% sure between ${formatShare(figures.winInterval.low)} and ${formatShare(figures.winInterval.high)}`,
          means:
            "Closed trades with a gain. Alone it says nothing: payoff is the average gain over the average loss.",
        },
        {
          name: "Average gain and loss",
          value:
            figures === null
              ? unknown
              : `${figures.averageWinPaise === null ? unknown : formatPaise(figures.averageWinPaise)}, ${figures.averageLossPaise === null ? unknown : formatPaise(figures.averageLossPaise)}`,
          more: null,
          means: "Of trades that gained, and of those that lost.",
        },
        {
          name: "Profit factor",
          value:
            figures?.profitFactor === null || figures === null ? unknown : formatRatio(figures.profitFactor),
          more: null,
          means: "All gains over all losses; below 1 it lost.",
        },
        {
          name: "A trade on average",
          value: figures === null ? unknown : formatPaise(figures.expectancyPaise),
          more: figures?.expectancyInterval
            ? `95% sure between ${formatPaise(figures.expectancyInterval.low)} and ${formatPaise(figures.expectancyInterval.high)}`
            : null,
          means: "The mean result of a closed trade.",
        },
        {
          name: "Closed trades",
          value: figures === null ? "0" : formatCount(figures.count),
          more: figures === null ? null : `${formatCount(figures.decisions)} independent decisions`,
          means: "Positions that were opened at one moment are one decision.",
        },
        {
          name: "Days with something at risk",
          value: exposed === null ? unknown : formatShare(exposed),
          more: null,
          means: "Days that ended with a position open.",
        },
        {
          name: "Costs and fees a year",
          value: formatShare((costPaise + last.feePaise) / capital / Math.max(years, 1 / 252)),
          more: `of the capital; ${formatPaise(costPaise)} costs, ${formatPaise(last.feePaise)} fees in all`,
          means: "What came off between gross and net.",
        },
      ],
    },
  ];

  const months = RANGE_MONTHS[range];
  const cut = months === null ? first.day : monthsBefore(last.day, months);
  // What a range began with, as the table of changes has it: the close of the last day on or before the cut, the capital itself for all.
  const startAt = months === null ? -1 : days.findLastIndex(({ day }) => day <= cut);
  const shownStart = equity[startAt]?.equityPaise ?? capital;
  const benchmarkStart = (days[startAt] ?? first).benchmark;
  let height = capital;
  const points = equity.flatMap((point, index): ChartPoint[] => {
    height = Math.max(height, point.equityPaise);
    if (index < startAt) return [];
    const benchmark = days[index]?.benchmark ?? benchmarkStart;
    return [
      {
        ...point,
        benchmarkPaise: Math.round((shownStart * benchmark) / benchmarkStart),
        underwater: point.equityPaise / height - 1,
      },
    ];
  });
  const decisions = figures?.decisions ?? 0;
  const end = points.at(-1);
  return {
    evidence: record.evidence,
    from: first.day,
    to: last.day,
    days: days.length,
    capitalRupees: record.capitalRupees,
    basis,
    range,
    groups,
    points,
    other: otherCurve(points, { shownStart, isCut: startAt >= 0 }, options.other, basis),
    calendar: monthCalendar(equity, capital, options.month),
    hardTimes: hardTimes(days, equity, record.simulated),
    summary:
      end === undefined
        ? ""
        : `From ${formatDay(points[0]?.day ?? cut)} to ${formatDay(end.day)} ${formatRupees(shownStart / 100)} became ${formatRupees(end.equityPaise / 100)} (${formatChange(end.equityPaise / shownStart - 1)}) ${basis === "net" ? "after costs and fees" : "before costs and fees"}; the Nifty 50 changed by ${formatChange(end.benchmarkPaise / shownStart - 1)}. At its lowest it stood ${formatChange(Math.min(0, ...points.map(({ underwater }) => underwater)))} under its height.`,
    months: monthlyReturns(equity, capital),
    weekdays: weekdayReturns(equity, returns),
    costs: [
      { name: "Brokerage", paise: record.costs.brokeragePaise },
      { name: "Transaction tax (STT)", paise: record.costs.transactionTaxPaise },
      { name: "Exchange and depository charges", paise: record.costs.exchangePaise },
      { name: "Regulator's charges (SEBI)", paise: record.costs.regulatorPaise },
      { name: "Stamp duty", paise: record.costs.stampDutyPaise },
      { name: "GST", paise: record.costs.gstPaise },
      { name: "Slippage", paise: record.costs.slippagePaise },
      { name: "Manager's fee with GST", paise: last.feePaise },
    ],
    results: distribution(closed.map(result)),
    rolling: rollingOf(rollingYears(equity)),
    warning:
      decisions >= DECISIONS_WANTED
        ? null
        : `${formatCount(decisions)} independent decisions say little; about ${DECISIONS_WANTED} would begin to say something.`,
  };
}

/** Drawn from where this record's line stood when the other began, so that both can be read on one scale. */
function otherCurve(
  points: readonly ChartPoint[],
  start: { shownStart: number; isCut: boolean },
  other: StrategyRecord | null,
  basis: "net" | "gross",
): OtherCurve | null {
  const [first] = points;
  const [begin] = other?.days ?? [];
  if (first === undefined || other === null || begin === undefined) return null;
  const equity = equityOf(other.days, 0, basis);
  const startAt = other.days.findIndex(({ day }) => day >= first.day);
  const startDay = other.days[startAt]?.day;
  if (startDay === undefined) return null;
  // What each had made when the shared days began.
  const own = points.findLast(({ day }) => day < startDay)?.equityPaise ?? start.shownStart;
  // A range that is cut begins with the close of its first point.
  const beforeAt = start.isCut && startDay === first.day ? startAt : startAt - 1;
  const before = equity[beforeAt]?.equityPaise ?? 0;
  const last = points.at(-1)?.day ?? startDay;
  const shared = equity
    .slice(startAt)
    .filter(({ day }) => day <= last)
    .map(({ day, equityPaise }) => ({ day, equityPaise: own + equityPaise - before }));
  return shared.length === 0
    ? null
    : { evidence: other.evidence, from: begin.day, isWhole: startAt === 0, points: shared };
}

function rollingOf(points: readonly RollingPoint[]): PerformanceView["rolling"] {
  const sorted = [...points].sort((a, b) => a.share - b.share);
  const [worst] = sorted;
  const best = sorted.at(-1);
  const median = sorted[Math.floor(sorted.length / 2)]?.share;
  if (worst === undefined || best === undefined || median === undefined) return null;
  return {
    count: points.length,
    worst,
    best,
    median,
    losing: points.filter(({ share }) => share < 0).length,
  };
}

function heightBefore(equity: readonly { day: string; equityPaise: number }[], day: string): number | null {
  return equity.find((point) => point.day === day)?.equityPaise ?? null;
}
