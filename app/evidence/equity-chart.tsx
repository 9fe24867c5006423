// Equity, benchmark and drawdown in one server-rendered chart, with scales and shapes by d3. The plot stretches with the
// page. Labels have a fixed size and are positioned in per cent. The chart has a title and a description; the table next
// to it contains the numbers.
import { formatDay } from "../format/dates.ts";
import { formatRoundedRupees, formatRupees, formatRupeesShort } from "../format/rupees.ts";
import { linePath } from "../ui/line-path.ts";
import { idleWithin } from "./chart-points.ts";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import { BoundaryMarks, EndLabels, nameOf } from "./equity-labels.tsx";
import {
  type ChartPoint,
  DRAWDOWN_TOP,
  EQUITY_BOTTOM,
  type EquityChartProps,
  round,
  type Scales,
  scalesOf,
} from "./equity-scales.ts";
import { PLOT, PlotDates, percent } from "./plot.tsx";
import { equityChartText as text } from "./text.ts";
import { TradeMarkShapes } from "./trade-mark-shapes.tsx";

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
          {name} <strong data-line={line}>{formatRoundedRupees(paise)}</strong>{" "}
        </span>
      ))}
    </p>
  );
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
