// Derives the content of the Performance tab from a record: figures with their labels, the points of the charts, the
// tables. Pure; undefined figures are null.

import type { CostLines, EvidenceClass, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { formatChange } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { type ChartBenchmark, levelsOn, NO_BENCHMARK } from "./chart-benchmark.ts";
import { daysOfRange, type Range, type Span } from "./chart-range.ts";
import { type MonthCalendar, monthCalendar } from "./day-calendar.ts";
import type { ChartPoint, ChartScale, OtherCurve } from "./equity-chart.tsx";
import { type FigureGroup, figureGroups } from "./figures.ts";
import { type HardTime, hardTimes } from "./hard-times.ts";
import { chainedEquity } from "./live-chain.ts";
import { COST_TERMS, PERFORMANCE_WORDS } from "./performance-words.ts";
import {
  type Basis,
  type Benchmark,
  type RecordStats,
  type RollingSummary,
  recordStats,
} from "./record-stats.ts";
import {
  type Bin,
  DECISIONS_WANTED,
  dailyReturns,
  distribution,
  drawdowns,
  type EquityDay,
  equityOf,
  type MonthRow,
  monthlyReturns,
  type WeekdayRow,
  weekdayReturns,
} from "./statistics.ts";
import { thinned } from "./thinned.ts";
import { type TradeMarks, tradeMarks } from "./trade-marks.ts";
import { stressedSpans } from "./worth.ts";

const TABLE_POINTS = 24;

export type PerformanceView = {
  evidence: EvidenceClass;
  from: string;
  to: string;
  days: number;
  capitalRupees: number;
  basis: Basis;
  range: Range;
  /** Days that replace the range. */
  span: Span | null;
  scale: ChartScale;
  /** Day and value at which the displayed part begins: those of the capital for the complete record. */
  startDay: string;
  startPaise: number;
  /** Result at the end of the range and largest decline within it, in paise of the record's capital. */
  endPaise: number;
  fellPaise: number;
  /** Periods of market stress. */
  stressed: { from: string; to: string }[];
  groups: FigureGroup[];
  points: ChartPoint[];
  /** Points for the table. */
  table: ChartPoint[];
  marks: TradeMarks | null;
  /** Key of the selected benchmark; empty for that of the record. */
  benchmark: string;
  /** Null for a chart without benchmark. */
  benchmarkName: string | null;
  benchmarks: Benchmark[];
  /** The algo's other record as a separate line, from its own start at its own capital. */
  other: OtherCurve | null;
  /**
   * The version whose live record this one continues, and the joint result of all earlier versions as a share of the
   * capital.
   */
  continues: { version: string; share: number } | null;
  summary: string;
  calendar: MonthCalendar | null;
  hardTimes: HardTime[];
  months: MonthRow[];
  weekdays: WeekdayRow[];
  costs: { name: string; paise: number }[];
  results: Bin[];
  rolling: RollingSummary | null;
  warning: string | null;
};

export type ViewOptions = {
  range: Range;
  span?: Span | null;
  /** Benchmark of the chart, or `NO_BENCHMARK`; null for that of the record. */
  benchmark?: ChartBenchmark | typeof NO_BENCHMARK | null;
  basis: Basis;
  scale?: ChartScale;
  month: string | null;
  /** The second record of the charts. */
  other: StrategyRecord | null;
  /** Live records of earlier versions, oldest first. */
  earlierLive?: readonly StrategyRecord[];
  /** The algo's main benchmark. */
  kind?: "market" | "deposit";
  /** Figures computed earlier for the same record and basis. */
  stats?: RecordStats | null;
};

export function performanceView(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  options: ViewOptions,
): PerformanceView | null {
  const { basis, range, span = null } = options;
  const stats = options.stats ?? recordStats(record, trades, basis, options.kind);
  if (stats === null) return null;
  const { days } = record;
  const capital = stats.capitalPaise;
  const equity = equityOf(days, capital, basis);
  const benchmark = benchmarkOf(record, options.benchmark ?? null);
  const shown = daysOfRange(days, range, span);
  const { points, startPaise } = pointsOf(record, equity, shown, benchmark.levels);
  const closed = trades.filter(({ closedAt }) => closedAt !== null);
  const decisions = stats.trades?.decisions ?? 0;
  return {
    evidence: record.evidence,
    from: stats.from,
    to: stats.to,
    days: stats.days,
    capitalRupees: record.capitalRupees,
    basis,
    range,
    span: shown.span,
    scale: options.scale ?? "linear",
    startDay: shown.startAt < 0 ? stats.from : (days[shown.startAt]?.day ?? stats.from),
    startPaise,
    endPaise: points.at(-1)?.equityPaise ?? startPaise,
    fellPaise: Math.max(0, ...drawdowns(points, startPaise).map(({ paise }) => -paise)),
    stressed: stressedSpans(days),
    groups: figureGroups(stats),
    points,
    table: thinned(points, TABLE_POINTS),
    marks: tradeMarks(points, trades),
    benchmark: benchmark.key,
    benchmarkName: benchmark.name,
    benchmarks: stats.benchmarks,
    other: otherCurve(points, options),
    continues: record.evidence === "live" ? continuedBy(options.earlierLive ?? []) : null,
    calendar: monthCalendar(equity, capital, options.month),
    hardTimes: hardTimes(days, equity, record.simulated, record.benchmark),
    summary: summaryOf(points, startPaise, basis, benchmark.name),
    months: monthlyReturns(equity, capital),
    weekdays: weekdayReturns(equity, dailyReturns(equity, capital)),
    costs: costRows(stats.costs, stats.feePaise),
    results: distribution(closed.map((trade) => (basis === "net" ? trade.netPaise : trade.grossPaise))),
    rolling: stats.rolling,
    warning:
      decisions >= DECISIONS_WANTED
        ? null
        : PERFORMANCE_WORDS.fewDecisions({ count: formatCount(decisions), least: DECISIONS_WANTED }),
  };
}

/** Levels of the chart's benchmark on the record's days. A benchmark that lacks the first day is replaced by the record's. */
function benchmarkOf(record: StrategyRecord, chosen: ViewOptions["benchmark"]) {
  const own = { key: "", name: record.benchmark, levels: record.days.map(({ benchmark }) => benchmark) };
  if (chosen === NO_BENCHMARK) return { ...own, key: NO_BENCHMARK, name: null };
  const levels = chosen ? levelsOn(record.days, chosen.closes) : null;
  return chosen && levels !== null ? { key: chosen.key, name: chosen.name, levels } : own;
}

/** Points of the displayed days. Their start value is that of the day before them, or the capital for the first day. */
function pointsOf(
  record: StrategyRecord,
  equity: readonly EquityDay[],
  { startAt, endAt }: { startAt: number; endAt: number },
  levels: readonly number[],
) {
  const capital = record.capitalRupees * 100;
  const startPaise = equity[startAt]?.equityPaise ?? capital;
  const startLevel = levels[Math.max(0, startAt)] ?? 1;
  let peak = capital;
  const points = equity.flatMap((point, index): ChartPoint[] => {
    peak = Math.max(peak, point.equityPaise);
    if (index < startAt || index > endAt) return [];
    return [
      {
        ...point,
        benchmarkPaise: Math.round((startPaise * (levels[index] ?? startLevel)) / startLevel),
        underwater: (point.equityPaise - peak) / capital,
      },
    ];
  });
  return { points, startPaise };
}

function summaryOf(
  points: readonly ChartPoint[],
  startPaise: number,
  basis: Basis,
  benchmark: string | null,
): string {
  const end = points.at(-1);
  if (end === undefined) return "";
  const lowest = Math.min(0, ...points.map(({ underwater }) => underwater));
  return (basis === "net" ? PERFORMANCE_WORDS.netSummary : PERFORMANCE_WORDS.grossSummary)({
    start: formatRupees(startPaise / 100),
    end: formatRupees(end.equityPaise / 100),
    change: formatChange(end.equityPaise / startPaise - 1),
    compared: benchmark === null ? "" : `; ${benchmark} ${formatChange(end.benchmarkPaise / startPaise - 1)}`,
    lowest: formatChange(lowest),
  });
}

function costRows(costs: CostLines, feePaise: number): { name: string; paise: number }[] {
  return [
    ...(Object.entries(COST_TERMS) as [keyof CostLines, string][]).map(([key, name]) => ({
      name,
      paise: costs[key],
    })),
    { name: PERFORMANCE_WORDS.feeWithGst, paise: feePaise },
  ];
}

/** The latest earlier version, and the joint result of all earlier ones as a share of the capital. */
function continuedBy(earlier: readonly StrategyRecord[]): PerformanceView["continues"] {
  const last = earlier.at(-1);
  if (last === undefined) return null;
  const capital = last.capitalRupees * 100;
  const end = chainedEquity(earlier, capital, "net").at(-1)?.equityPaise ?? capital;
  return { version: last.version, share: end / capital - 1 };
}

/**
 * The other record from its first day at its own capital, within the displayed days. A live record continues those of
 * earlier versions.
 */
function otherCurve(
  points: readonly ChartPoint[],
  { other, earlierLive = [], basis }: Pick<ViewOptions, "other" | "earlierLive" | "basis">,
): OtherCurve | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || other === null) return null;
  const chain = other.evidence === "live" ? [...earlierLive, other] : [other];
  const [begin] = chain[0]?.days ?? [];
  if (begin === undefined) return null;
  const isDrawn = ({ day }: { day: string }) => day >= first.day && day <= last.day;
  const shown = chainedEquity(chain, other.capitalRupees * 100, basis).filter(isDrawn);
  return shown.length === 0
    ? null
    : {
        evidence: other.evidence,
        from: begin.day,
        isWhole: begin.day >= first.day && begin.day !== first.day,
        capitalPaise: other.capitalRupees * 100,
        points: shown,
        versions: chain
          .slice(1)
          .map(({ version, days }) => ({ version, day: days[0]?.day ?? "" }))
          .filter(isDrawn),
      };
}
