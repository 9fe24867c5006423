// Input, sizes and scales of the equity chart (equity-chart.tsx). The plot is 1000 by 1000 units: equity above, drawdown
// below.
import { scaleLinear, scaleLog, scaleUtc } from "d3-scale";
import type { EvidenceClass } from "../contract/base-api/record.ts";
import { dateText, PLOT, parseDay } from "./plot.tsx";
import type { EquityDay } from "./statistics.ts";
import type { TradeMark } from "./trade-marks.ts";

export const EQUITY_BOTTOM = 690;
export const DRAWDOWN_TOP = 770;
/** Vertical centre of the gap between the two plots. Curves do not cross the gap, so labels there are readable. */
export const GAP_CENTRE = (EQUITY_BOTTOM + DRAWDOWN_TOP) / 2;
const VALUE_TICKS = 4;
const DATE_TICKS = 4;

export const CHART_SCALES = ["linear", "log"] as const;
export type ChartScale = (typeof CHART_SCALES)[number];

export type ChartPoint = EquityDay & { benchmarkPaise: number; underwater: number };
export type OtherCurve = {
  evidence: EvidenceClass;
  /** First day of the second record. */
  from: string;
  /** True if the second record starts within the chart. */
  startsInChart: boolean;
  /** Capital at the start of the second record. */
  capitalPaise: number;
  points: EquityDay[];
  /** Later versions that this curve contains, each with its first day. */
  versions: { version: string; day: string }[];
};

export type EquityChartProps = {
  id: string;
  evidence: EvidenceClass;
  /** Name of the main line. The default is the label of its evidence class. */
  name?: string;
  points: readonly ChartPoint[];
  other: OtherCurve | null;
  /**
   * The previous version, whose live record continues in this one. `share` is the net result of all earlier versions,
   * as a fraction of the capital.
   */
  continues?: { version: string; share: number } | null;
  /** Null if the chart has no benchmark. */
  benchmarkName: string | null;
  /** Periods without trades or positions, shaded and labelled. */
  idle: readonly { from: string; to: string }[];
  /** Periods of market stress, shaded. */
  stressed: readonly { from: string; to: string }[];
  capitalPaise: number;
  /** Equity at the start of the displayed days, marked by a line. The default is the capital. */
  startPaise?: number;
  scale: ChartScale;
  summary: string;
  isSummaryHidden?: boolean;
  /** Entries and exits of trades on the main line. */
  marks?: readonly TradeMark[];
  /** Address of the chart's data as numbers, for the crosshair script. */
  curveHref?: string;
  /** Address of the page. The crosshair script appends the days of a selection. */
  zoomHref?: string | undefined;
};

export const round = (value: number) => Math.round(value * 10) / 10;

export type Scales = ReturnType<typeof scalesOf>;

export function scalesOf(props: EquityChartProps, first: ChartPoint, last: ChartPoint) {
  const startPaise = props.startPaise ?? props.capitalPaise;
  const all = [
    startPaise,
    ...props.points.map(({ equityPaise }) => equityPaise),
    ...(props.benchmarkName === null ? [] : props.points.map(({ benchmarkPaise }) => benchmarkPaise)),
    ...(props.other?.points ?? []).map(({ equityPaise }) => equityPaise),
  ];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  // Values of zero or less have no logarithm, so the scale is then linear.
  const kind: ChartScale = props.scale === "log" && low > 0 ? "log" : "linear";
  const y = (kind === "log" ? scaleLog() : scaleLinear()).domain([low, high]).range([EQUITY_BOTTOM, 0]);
  if (kind === "linear") y.nice(VALUE_TICKS);
  const deepest = Math.min(-0.01, ...props.points.map(({ underwater }) => underwater));
  const x = scaleUtc([parseDay(first.day), parseDay(last.day)], [0, PLOT]);
  const [bottom = low, top = high] = y.domain();
  return {
    kind,
    low: bottom,
    high: top,
    deepest,
    capitalPaise: props.capitalPaise,
    startPaise,
    x: (day: string) => round(x(parseDay(day))),
    y: (paise: number) => round(y(paise)),
    under: scaleLinear().domain([deepest, 0]).range([PLOT, DRAWDOWN_TOP]),
    values: valueTicks(y.ticks(VALUE_TICKS)),
    dates: x.ticks(DATE_TICKS).map((at) => ({ at: round(x(at)), words: dateText(at) })),
  };
}

/** Limits the ticks of a logarithmic scale to a readable number. */
function valueTicks(ticks: readonly number[]): number[] {
  const step = Math.ceil(ticks.length / (VALUE_TICKS + 2));
  return ticks.filter((_, index) => index % step === 0);
}
