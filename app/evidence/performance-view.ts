// Derives the content of the tabs Performance and All figures from a record: labelled figures, the points of the
// charts, the tables. Pure. Undefined figures are null.

import type { CostLines, EvidenceClass, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { formatChange } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { alignLevels, type ChartBenchmark, NO_BENCHMARK } from "./chart-benchmark.ts";
import { buildChartPoints } from "./chart-points.ts";
import { daysOfRange, type Range, type Span } from "./chart-range.ts";
import { buildMonthCalendar, type MonthCalendar } from "./day-calendar.ts";
import { findDrawdowns } from "./drawdowns.ts";
import type { ChartPoint, ChartScale, OtherCurve } from "./equity-scales.ts";
import { type FigureGroup, figureGroups } from "./figures.ts";
import { chainedEquity } from "./live-chain.ts";
import { findMarketDrawdowns, type MarketDrawdown } from "./market-drawdowns.ts";
import { COST_TERMS, PERFORMANCE_TEXTS } from "./performance-texts.ts";
import {
  type Basis,
  type Benchmark,
  computeRecordStats,
  type RecordStats,
  type RollingSummary,
} from "./record-stats.ts";
import { stressedSpans } from "./significance.ts";
import {
  type Bin,
  computeEquity,
  DECISIONS_MIN,
  dailyReturns,
  distribution,
  type MonthRow,
  monthlyReturns,
  type WeekdayRow,
  weekdayReturns,
} from "./statistics.ts";
import { thinPoints } from "./thin-points.ts";
import { buildTradeMarks, type TradeMarks } from "./trade-marks.ts";

const TABLE_POINTS = 24;

export type PerformanceView = {
  evidence: EvidenceClass;
  from: string;
  to: string;
  days: number;
  capitalRupees: number;
  basis: Basis;
  range: Range;
  /** Days selected by two dates in the address. Null if `range` applies. */
  span: Span | null;
  scale: ChartScale;
  /** Day and equity at the start of the displayed days. For the complete record, the equity is the capital. */
  startDay: string;
  startPaise: number;
  /** Equity at the end of the displayed days, and their largest drawdown, in paise. */
  endPaise: number;
  fellPaise: number;
  /** Periods of market stress in the complete record. */
  stressed: { from: string; to: string }[];
  groups: FigureGroup[];
  points: ChartPoint[];
  /** Points of the table next to the chart. */
  table: ChartPoint[];
  marks: TradeMarks | null;
  /** Key of the selected benchmark. Empty for the record's own benchmark. */
  benchmark: string;
  /** Null for a chart without a benchmark. */
  benchmarkName: string | null;
  benchmarks: Benchmark[];
  /** Curve of the algo's second record, which starts on its own first day at its own capital. */
  other: OtherCurve | null;
  /**
   * Latest earlier version, whose live record this one continues, and the net result of all earlier versions as a share
   * of the capital.
   */
  continues: { version: string; share: number } | null;
  summary: string;
  calendar: MonthCalendar | null;
  marketDrawdowns: MarketDrawdown[];
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
  /** Benchmark of the chart, or `NO_BENCHMARK`. Null for the record's own benchmark. */
  benchmark?: ChartBenchmark | typeof NO_BENCHMARK | null;
  basis: Basis;
  scale?: ChartScale;
  month: string | null;
  /** Second record in the charts. */
  other: StrategyRecord | null;
  /** Live records of earlier versions, oldest first. */
  earlierLive?: readonly StrategyRecord[];
  /** Kind of benchmark that suits the algo. */
  kind?: "market" | "deposit";
  /** Figures of the same record and basis, if the caller has computed them already. */
  stats?: RecordStats | null;
};

export function buildPerformanceView(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  options: ViewOptions,
): PerformanceView | null {
  const { basis, range, span = null } = options;
  const stats = options.stats ?? computeRecordStats(record, trades, basis, options.kind);
  if (stats === null) return null;
  const { days } = record;
  const capital = stats.capitalPaise;
  const equity = computeEquity(days, capital, basis);
  const benchmark = selectBenchmark(record, options.benchmark ?? null);
  const rangeDays = daysOfRange(days, range, span);
  const { points, startPaise } = buildChartPoints(
    equity,
    record.capitalRupees * 100,
    rangeDays,
    benchmark.levels,
  );
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
    span: rangeDays.span,
    scale: options.scale ?? "linear",
    startDay: rangeDays.startAt < 0 ? stats.from : (days[rangeDays.startAt]?.day ?? stats.from),
    startPaise,
    endPaise: points.at(-1)?.equityPaise ?? startPaise,
    fellPaise: Math.max(0, ...findDrawdowns(points, startPaise).map(({ paise }) => -paise)),
    stressed: stressedSpans(days),
    groups: figureGroups(stats),
    points,
    table: thinPoints(points, TABLE_POINTS),
    marks: buildTradeMarks(points, trades),
    benchmark: benchmark.key,
    benchmarkName: benchmark.name,
    benchmarks: stats.benchmarks,
    other: otherCurve(points, options),
    continues: record.evidence === "live" ? findContinuation(options.earlierLive ?? []) : null,
    calendar: buildMonthCalendar(equity, capital, options.month),
    marketDrawdowns: findMarketDrawdowns(days, equity, record.simulated, record.benchmark),
    summary: summarisePoints(points, startPaise, basis, benchmark.name),
    months: monthlyReturns(equity, capital),
    weekdays: weekdayReturns(equity, dailyReturns(equity, capital)),
    costs: costRows(stats.costs, stats.feePaise),
    results: distribution(closed.map((trade) => (basis === "net" ? trade.netPaise : trade.grossPaise))),
    rolling: stats.rolling,
    warning:
      decisions >= DECISIONS_MIN
        ? null
        : PERFORMANCE_TEXTS.fewDecisions({ count: formatCount(decisions), least: DECISIONS_MIN }),
  };
}

/**
 * Returns the levels of the chart's benchmark by day. If the selected benchmark has no value for the first day, the
 * record's own benchmark is used.
 */
function selectBenchmark(record: StrategyRecord, chosen: ViewOptions["benchmark"]) {
  const own = { key: "", name: record.benchmark, levels: record.days.map(({ benchmark }) => benchmark) };
  if (chosen === NO_BENCHMARK) return { ...own, key: NO_BENCHMARK, name: null };
  const levels = chosen ? alignLevels(record.days, chosen.closes) : null;
  return chosen && levels !== null ? { key: chosen.key, name: chosen.name, levels } : own;
}

function summarisePoints(
  points: readonly ChartPoint[],
  startPaise: number,
  basis: Basis,
  benchmark: string | null,
): string {
  const end = points.at(-1);
  if (end === undefined) return "";
  const lowest = Math.min(0, ...points.map(({ underwater }) => underwater));
  return (basis === "net" ? PERFORMANCE_TEXTS.netSummary : PERFORMANCE_TEXTS.grossSummary)({
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
    { name: PERFORMANCE_TEXTS.feeWithGst, paise: feePaise },
  ];
}

/** Returns the latest earlier version, and the net result of all earlier versions as a share of the capital. */
function findContinuation(earlier: readonly StrategyRecord[]): PerformanceView["continues"] {
  const last = earlier.at(-1);
  if (last === undefined) return null;
  const capital = last.capitalRupees * 100;
  const end = chainedEquity(earlier, capital, "net").at(-1)?.equityPaise ?? capital;
  return { version: last.version, share: end / capital - 1 };
}

/**
 * Returns the second record's curve within the displayed days, as results on its own capital. A live record is preceded
 * by the live records of earlier versions.
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
  const drawnPoints = chainedEquity(chain, other.capitalRupees * 100, basis).filter(isDrawn);
  return drawnPoints.length === 0
    ? null
    : {
        evidence: other.evidence,
        from: begin.day,
        startsInChart: begin.day >= first.day && begin.day !== first.day,
        capitalPaise: other.capitalRupees * 100,
        points: drawnPoints,
        versions: chain
          .slice(1)
          .map(({ version, days }) => ({ version, day: days[0]?.day ?? "" }))
          .filter(isDrawn),
      };
}
