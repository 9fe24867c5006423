// Equity, benchmark and drawdown in one server-rendered chart, with scales and shapes by d3. The plot is 1000 by 1000
// units and stretches with the page. Labels have a fixed size and are positioned in per cent. The chart has a title and
// a description; the table next to it contains the numbers.
import { scaleLinear, scaleLog, scaleUtc } from "d3-scale";
import type { EvidenceClass } from "../contract/base-api/record.ts";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupees, formatRupeesShort } from "../format/rupees.ts";
import { linePath } from "../ui/line-path.ts";
import { spreadLabels } from "./chart-names.ts";
import { idleWithin } from "./chart-points.ts";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import { dateOf, dateText, PLOT, PlotDates, percent } from "./plot.tsx";
import type { EquityDay } from "./statistics.ts";
import { equityChartText as text } from "./text.ts";
import { TradeMarkShapes } from "./trade-mark-shapes.tsx";
import type { TradeMark } from "./trade-marks.ts";

const EQUITY_BOTTOM = 690;
const DRAWDOWN_TOP = 770;
/** Vertical centre of the gap between the two plots. Curves do not cross the gap, so labels there are readable. */
const GAP_CENTRE = (EQUITY_BOTTOM + DRAWDOWN_TOP) / 2;
const VALUE_TICKS = 4;
const DATE_TICKS = 4;
/** Distance of a label from the edge of the upper plot, in plot units. */
const LABEL_GAP = 30;
/** Minimum distance between two-line labels at line ends in plot units, sufficient for the lowest plot (17 rem). */
const END_LABEL_GAP = 118;

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
  /** Null for a chart without benchmark. */
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

const round = (value: number) => Math.round(value * 10) / 10;

export function EquityChart(props: EquityChartProps) {
  const { points } = props;
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const scales = scalesOf(props, first, last);
  return (
    <figure className="m-0">
      <div
        className="curve-box"
        data-curve={props.curveHref}
        data-zoom={props.zoomHref}
        data-low={scales.low}
        data-high={scales.high}
        data-scale={scales.kind}
        data-capital={props.capitalPaise}
      >
        <Readout {...props} last={last} />
        <div className="curve">
          <Plot {...props} scales={scales} />
          <Axis scales={scales} />
          <PlotDates dates={scales.dates} />
          <BoundaryMarks {...props} scales={scales} first={first.day} last={last.day} />
          {props.marks === undefined || props.marks.length === 0 ? null : (
            <TradeMarkShapes marks={props.marks} scales={scales} />
          )}
          <EndLabels {...props} scales={scales} last={last} />
        </div>
      </div>
      <figcaption
        id={`${props.id}-summary`}
        className={props.isSummaryHidden ? "sr-only" : "mt-2 text-xs text-ink-muted"}
      >
        {props.summary}
      </figcaption>
    </figure>
  );
}

const nameOf = ({ name, evidence }: Pick<EquityChartProps, "name" | "evidence">) =>
  name ?? EVIDENCE_NAMES[evidence];

/** Shows the values of all lines on the last day. The crosshair script replaces them with those of the selected day. */
function Readout(props: EquityChartProps & { last: ChartPoint }) {
  const { last, other, capitalPaise } = props;
  const otherPaise = other?.points.at(-1)?.equityPaise;
  const items = [
    { line: "own", kind: props.evidence, name: nameOf(props), paise: last.equityPaise },
    ...(other === null || otherPaise === undefined
      ? []
      : [{ line: "other", kind: other.evidence, name: EVIDENCE_NAMES[other.evidence], paise: otherPaise }]),
    ...(props.benchmarkName === null
      ? []
      : [
          {
            line: "benchmark",
            kind: "benchmark",
            name: props.benchmarkName,
            paise: last.benchmarkPaise,
          },
        ]),
    { line: "fall", kind: "fall", name: text.belowPeak, paise: last.underwater * capitalPaise },
  ];
  return (
    <p className="chart-readout curve-readout" role="status">
      <strong data-line="day">{formatDay(last.day)}</strong>{" "}
      {items.map(({ line, kind, name, paise }) => (
        <span key={line} className="chart-key" data-curve={kind}>
          {name} <strong data-line={line}>{inRupees(paise)}</strong>{" "}
        </span>
      ))}
    </p>
  );
}

const inRupees = (paise: number) => formatRupees(Math.round(paise / 100));

type Scales = ReturnType<typeof scalesOf>;

function scalesOf(props: EquityChartProps, first: ChartPoint, last: ChartPoint) {
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
  const x = scaleUtc([dateOf(first.day), dateOf(last.day)], [0, PLOT]);
  const [bottom = low, top = high] = y.domain();
  return {
    kind,
    low: bottom,
    high: top,
    deepest,
    capitalPaise: props.capitalPaise,
    startPaise,
    x: (day: string) => round(x(dateOf(day))),
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

function Plot(props: EquityChartProps & { scales: Scales }) {
  const { points, other, scales } = props;
  const { x, y, under } = scales;
  const curve = (heightOf: (point: ChartPoint) => number) =>
    linePath(points.map((point) => [x(point.day), heightOf(point)]));
  const equity = curve(({ equityPaise }) => y(equityPaise));
  const water = curve(({ underwater }) => under(underwater));
  const otherLine = linePath((other?.points ?? []).map(({ day, equityPaise }) => [x(day), y(equityPaise)]));
  const startAt = y(scales.startPaise);
  const lowest = points.reduce((low, point) => (point.underwater < low.underwater ? point : low));
  return (
    <svg
      className="curve-plot"
      viewBox={`0 0 ${PLOT} ${PLOT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={`${props.id}-title ${props.id}-summary`}
    >
      <title id={`${props.id}-title`}>
        {text.curve({
          evidence: nameOf(props),
          from: formatDay(points[0]?.day ?? ""),
          to: formatDay(points.at(-1)?.day ?? ""),
        })}
      </title>
      <path
        d={[...scales.values.map((tick) => `M0 ${y(tick)}H${PLOT}`), `M0 ${DRAWDOWN_TOP}H${PLOT}`].join("")}
        className="chart-grid"
      />
      <path
        d={scales.dates.map(({ at }) => `M${at} 0V${EQUITY_BOTTOM}M${at} ${DRAWDOWN_TOP}V${PLOT}`).join("")}
        className="chart-grid"
      />
      {props.stressed.length === 0 ? null : (
        <path d={bandsOf(props.stressed, points, x)} className="chart-stressed" />
      )}
      {props.idle.length === 0 ? null : (
        <path d={bandsOf(props.idle, points, x)} className="fill-line opacity-50" />
      )}
      <path d={`M0 ${startAt}H${PLOT}`} className="chart-zero" />
      <path d={`${equity}V${EQUITY_BOTTOM}H0Z`} className="chart-shade" />
      {props.benchmarkName === null ? null : (
        <path d={curve(({ benchmarkPaise }) => y(benchmarkPaise))} className="chart-benchmark" />
      )}
      <path d={equity} className={`chart-equity chart-${props.evidence}`} />
      {other === null ? null : <path d={otherLine} className={`chart-other chart-${other.evidence}`} />}
      <path d={`${water}V${DRAWDOWN_TOP}H0Z`} className="chart-water" />
      <path
        d={`M${x(lowest.day)} ${y(lowest.equityPaise)}h0M${x(lowest.day)} ${round(under(lowest.underwater))}h0`}
        className="spark-deepest"
      />
    </svg>
  );
}

/** Returns the SVG path of full-height bands, one band per period. */
function bandsOf(
  stretches: EquityChartProps["idle"],
  points: readonly ChartPoint[],
  x: (day: string) => number,
): string {
  return idleWithin(stretches, points[0]?.day ?? "", points.at(-1)?.day ?? "")
    .map(({ from, to }) => `M${x(from)} 0H${Math.max(x(from) + 2, x(to))}V${PLOT}H${x(from)}Z`)
    .join("");
}

function Axis({ scales }: { scales: Scales }) {
  return (
    <svg className="curve-axis" aria-hidden="true">
      {scales.values.map((tick) => (
        <text key={tick} y={percent(scales.y(tick))} className="chart-label">
          {formatRupeesShort(tick / 100)}{" "}
        </text>
      ))}
      <text y={percent(DRAWDOWN_TOP)} className="chart-label">
        {formatRupees(0)}{" "}
      </text>
      <text y={percent(PLOT)} className="chart-label chart-fall">
        {formatRupees(Math.round((scales.deepest * scales.capitalPaise) / 100))}{" "}
      </text>
    </svg>
  );
}

/** Minimum width of a period that gets a label, in plot units. */
const LABELLED_PERIOD_MIN_WIDTH = 120;

/** Draws and labels the start of the second record and the periods without trades. */
function BoundaryMarks(props: EquityChartProps & { scales: Scales; first: string; last: string }) {
  const { other, scales } = props;
  const start = other?.startsInChart === true ? scales.x(other.from) : null;
  return (
    <svg className="curve-over" aria-hidden="true">
      {idleWithin(props.idle, props.first, props.last).map(({ from, to }) => {
        const width = scales.x(to) - scales.x(from);
        return width < LABELLED_PERIOD_MIN_WIDTH ? null : (
          <text
            key={from}
            x={percent(scales.x(from) + width / 2)}
            y="12"
            textAnchor="middle"
            className="chart-label"
          >
            {text.noTrades}{" "}
          </text>
        );
      })}
      {start === null || other === null ? null : (
        <>
          <circle
            cx={percent(start)}
            cy={percent(scales.y(other.capitalPaise))}
            r="3.5"
            className="chart-dot"
          />
          <BoundaryMark
            at={start}
            y={GAP_CENTRE}
            words={text.begins({ evidence: EVIDENCE_NAMES[other.evidence], day: formatDay(other.from) })}
          />
        </>
      )}
      {other?.versions.map(({ version, day }) => (
        <BoundaryMark key={version} at={scales.x(day)} words={text.versionFrom(version)} />
      ))}
      {props.continues == null ? null : (
        <BoundaryMark
          at={0}
          words={text.continues({
            version: props.continues.version,
            change: formatChange(props.continues.share),
          })}
        />
      )}
    </svg>
  );
}

/** Draws a full-height line with a label at height `y`. */
function BoundaryMark({
  at,
  y = EQUITY_BOTTOM - LABEL_GAP,
  words,
}: {
  at: number;
  y?: number;
  words: string;
}) {
  const isLate = at > PLOT / 2;
  return (
    <>
      <line x1={percent(at)} x2={percent(at)} y1="0" y2="100%" className="stroke-line-strong stroke-1" />
      <text
        x={percent(at)}
        y={percent(y)}
        dx={isLate ? -6 : 6}
        dy={4}
        textAnchor={isLate ? "end" : "start"}
        className="chart-label"
      >
        {words}{" "}
      </text>
    </>
  );
}

/** Labels the ends of the lines with their final values. */
function EndLabels(props: EquityChartProps & { scales: Scales; last: ChartPoint }) {
  const { scales, other, last } = props;
  const otherPaise = other?.points.at(-1)?.equityPaise;
  const names = spreadLabels(
    [
      { name: nameOf(props), kind: "chart-name", paise: last.equityPaise },
      ...(props.benchmarkName === null
        ? []
        : [{ name: props.benchmarkName, kind: "", paise: last.benchmarkPaise }]),
      ...(other === null || otherPaise === undefined
        ? []
        : [{ name: EVIDENCE_NAMES[other.evidence], kind: "chart-name-other", paise: otherPaise }]),
    ].map((line) => ({ ...line, at: scales.y(line.paise) })),
    END_LABEL_GAP,
    EQUITY_BOTTOM,
  );
  return (
    <svg className="curve-ends" aria-hidden="true">
      {names.map(({ name, kind, at, paise }) => (
        <text key={name} y={percent(at)} className={`chart-label ${kind}`}>
          <tspan x="0">{name} </tspan>
          <tspan x="0" dy="1.15em" className="chart-change">
            {inRupees(paise)}{" "}
          </tspan>
        </text>
      ))}
      <text y={percent(PLOT - (PLOT - DRAWDOWN_TOP) / 2)} className="chart-label">
        {text.belowPeak}
      </text>
    </svg>
  );
}
