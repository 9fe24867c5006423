// Derives the content of the Performance tab from a record: figures with their labels, the points of the charts, the
// tables. Pure; undefined figures are null.

import type { CostLines, EvidenceClass, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
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
  monthsBefore,
  type WeekdayRow,
  weekdayReturns,
} from "./statistics.ts";
import { thinned } from "./thinned.ts";
import { stressedSpans } from "./worth.ts";

const TABLE_POINTS = 24;

export const RANGES = ["1m", "3m", "ytd", "1y", "all"] as const;
export type Range = (typeof RANGES)[number];
const RANGE_MONTHS = { "1m": 1, "3m": 3, "1y": 12 } as const;

/** Last day before a range of a record that ends on `last`; empty for the complete record. */
function dayBefore(range: Range, last: string): string {
  if (range === "all") return "";
  return range === "ytd" ? `${Number(last.slice(0, 4)) - 1}-12-31` : monthsBefore(last, RANGE_MONTHS[range]);
}

export type PerformanceView = {
  evidence: EvidenceClass;
  from: string;
  to: string;
  days: number;
  capitalRupees: number;
  basis: Basis;
  range: Range;
  scale: ChartScale;
  /** Result at the end of the range and largest decline within it, in paise of the record's capital. */
  endPaise: number;
  fellPaise: number;
  /** Periods of market stress. */
  stressed: { from: string; to: string }[];
  groups: FigureGroup[];
  points: ChartPoint[];
  /** Points for the table. */
  table: ChartPoint[];
  benchmarkName: string;
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
  const { basis, range } = options;
  const stats = options.stats ?? recordStats(record, trades, basis, options.kind);
  if (stats === null) return null;
  const { days } = record;
  const capital = stats.capitalPaise;
  const equity = equityOf(days, capital, basis);
  const { points, startPaise } = pointsOf(record, equity, range);
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
    scale: options.scale ?? "linear",
    endPaise: points.at(-1)?.equityPaise ?? startPaise,
    fellPaise: Math.max(0, ...drawdowns(points, startPaise).map(({ paise }) => -paise)),
    stressed: stressedSpans(days),
    groups: figureGroups(stats),
    points,
    table: thinned(points, TABLE_POINTS),
    benchmarkName: record.benchmark,
    benchmarks: stats.benchmarks,
    other: otherCurve(points, options),
    continues: record.evidence === "live" ? continuedBy(options.earlierLive ?? []) : null,
    calendar: monthCalendar(equity, capital, options.month),
    hardTimes: hardTimes(days, equity, record.simulated, record.benchmark),
    summary: summaryOf(points, startPaise, basis, record.benchmark),
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

/**
 * Start value of a range, as in the table of changes: the close of the last day on or before it, or the capital for the
 * complete record.
 */
function pointsOf(record: StrategyRecord, equity: readonly EquityDay[], range: Range) {
  const { days } = record;
  const capital = record.capitalRupees * 100;
  const cut = dayBefore(range, days.at(-1)?.day ?? "");
  const startAt = cut === "" ? -1 : days.findLastIndex(({ day }) => day <= cut);
  const startPaise = equity[startAt]?.equityPaise ?? capital;
  const benchmarkStart = (days[startAt] ?? days[0])?.benchmark ?? 1;
  let peak = capital;
  const points = equity.flatMap((point, index): ChartPoint[] => {
    peak = Math.max(peak, point.equityPaise);
    if (index < startAt) return [];
    const benchmark = days[index]?.benchmark ?? benchmarkStart;
    return [
      {
        ...point,
        benchmarkPaise: Math.round((startPaise * benchmark) / benchmarkStart),
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
  benchmark: string,
): string {
  const [first] = points;
  const end = points.at(-1);
  if (first === undefined || end === undefined) return "";
  const lowest = Math.min(0, ...points.map(({ underwater }) => underwater));
  return (basis === "net" ? PERFORMANCE_WORDS.netSummary : PERFORMANCE_WORDS.grossSummary)({
    from: formatDay(first.day),
    to: formatDay(end.day),
    start: formatRupees(startPaise / 100),
    end: formatRupees(end.equityPaise / 100),
    change: formatChange(end.equityPaise / startPaise - 1),
    benchmark,
    benchmarkChange: formatChange(end.benchmarkPaise / startPaise - 1),
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
