// Several curves in one chart, each relative to its capital. Dashes and names distinguish the curves in addition to
// colours. A red dot marks the lowest point of each curve's largest drawdown.
import { scaleLinear, scaleUtc } from "d3-scale";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupees, formatRupeesShort } from "../format/rupees.ts";
import { linePath } from "../ui/line-path.ts";
import { spreadLabels } from "./chart-names.ts";
import { findDrawdowns, largestDrawdown } from "./drawdowns.ts";
import { dateText, PLOT, PlotDates, parseDay, percent } from "./plot.tsx";
import type { EquityDay } from "./statistics.ts";
import { overlayChartText as text } from "./text.ts";
import { thinPoints } from "./thin-points.ts";

const DASHES = ["", "7 4", "2 3", "9 3 2 3"];
/** Minimum distance between one-line labels at curve ends in plot units, sufficient for the lowest plot. */
const END_GAP = 70;
/** Maximum number of points per curve. */
const POINTS = 200;

export type Curve = { name: string; capitalPaise: number; equity: readonly EquityDay[] };

type Point = { at: Date; change: number };
/** `bottom` is the lowest point of the largest drawdown. */
type Drawn = { name: string; points: Point[]; end: number; bottom: Point | null };

/**
 * Renders the chart. `id` must be unique on the page. With an `amount`, values are rupees, otherwise changes in per
 * cent.
 */
export function OverlayChart(props: {
  id: string;
  curves: readonly Curve[];
  /** Text under the chart. */
  summary?: string;
  /** Description for screen readers. Defaults to `summary`. */
  description?: string;
  amount?: number;
}) {
  const { amount } = props;
  const formatValue = (change: number, isShort: boolean) =>
    amount === undefined
      ? formatChange(change, isShort ? 0 : undefined)
      : (isShort ? formatRupeesShort : formatRupees)(Math.round((1 + change) * amount));
  const curves = props.curves.map(({ name, capitalPaise, equity }): Drawn => {
    const fall = largestDrawdown(findDrawdowns(equity, capitalPaise));
    const isBottom = ({ day }: EquityDay) => (day === fall?.troughDay ? 1 : 0);
    const points = thinPoints(equity, POINTS, [({ equityPaise }) => equityPaise, isBottom]).map(
      ({ day, equityPaise }) => ({ at: parseDay(day), change: equityPaise / capitalPaise - 1 }),
    );
    const bottom = fall === null ? null : equity.find(({ day }) => day === fall.troughDay);
    return {
      name,
      points,
      end: points.at(-1)?.change ?? 0,
      bottom:
        bottom === undefined || bottom === null
          ? null
          : { at: parseDay(bottom.day), change: bottom.equityPaise / capitalPaise - 1 },
    };
  });
  const days = props.curves.flatMap(({ equity }) => [equity[0]?.day, equity.at(-1)?.day]);
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (from === undefined || to === undefined) return null;
  const scales = buildScales(curves, from, to);
  return (
    <figure className="m-0">
      {curves.length < 2 && props.summary !== undefined ? null : (
        <Legend curves={curves} formatValue={formatValue} />
      )}
      <div className="curve curve-overlay">
        <svg
          className="curve-plot"
          viewBox={`0 0 ${PLOT} ${PLOT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${props.id}-title ${props.id}-summary`}
        >
          <title id={`${props.id}-title`}>{text.change({ from: formatDay(from), to: formatDay(to) })}</title>
          {props.description === undefined ? null : (
            <desc id={`${props.id}-summary`}>{props.description}</desc>
          )}
          <Lines curves={curves} scales={scales} />
        </svg>
        <EndLabel curves={curves} scales={scales} formatValue={formatValue} />
      </div>
      {props.summary === undefined ? null : (
        <figcaption id={`${props.id}-summary`} className="mt-2 text-sm">
          {props.summary}
        </figcaption>
      )}
    </figure>
  );
}

type Scales = ReturnType<typeof buildScales>;

function buildScales(curves: readonly Drawn[], from: string, to: string) {
  const all = curves.flatMap(({ points }) => points.map(({ change }) => change));
  const x = scaleUtc()
    .domain([parseDay(from), parseDay(to)])
    .range([0, PLOT]);
  const y = scaleLinear()
    .domain([Math.min(0, ...all), Math.max(0, ...all)])
    .nice(4)
    .range([PLOT, 0]);
  return { x, y, values: y.ticks(4), dates: x.ticks(4).map((at) => ({ at: x(at), words: dateText(at) })) };
}

function Sample(props: { index: number }) {
  return (
    <svg viewBox="0 0 28 8" className="inline-block h-2 w-7" aria-hidden="true">
      <path
        d="M0 4H28"
        className="chart-curve"
        data-curve={props.index + 1}
        strokeDasharray={DASHES[props.index] || undefined}
      />
    </svg>
  );
}

type FormatValue = (change: number, isShort: boolean) => string;

function Legend(props: { curves: readonly Drawn[]; formatValue: FormatValue }) {
  return (
    <ul className="chart-readout">
      {props.curves.map(({ name, end }, index) => (
        <li key={name}>
          <Sample index={index} /> {name}{" "}
          <span className="number font-semibold">{props.formatValue(end, false)}</span>
        </li>
      ))}
    </ul>
  );
}

function Lines(props: { curves: readonly Drawn[]; scales: Scales }) {
  const { x, y, values } = props.scales;
  return (
    <>
      <path
        d={values
          .filter((tick) => tick !== 0)
          .map((tick) => `M0 ${y(tick)}H${PLOT}`)
          .join("")}
        className="chart-grid"
      />
      <path d={`M0 ${y(0)}H${PLOT}`} className="chart-zero" />
      {props.curves.map(({ name, points }, index) => (
        <path
          key={name}
          d={linePath(points.map(({ at, change }) => [x(at), y(change)]))}
          className="chart-curve"
          data-curve={index + 1}
          strokeDasharray={DASHES[index] || undefined}
        />
      ))}
      {props.curves.map(({ name, bottom }) =>
        bottom === null ? null : (
          <path key={name} d={`M${x(bottom.at)} ${y(bottom.change)}h0`} className="spark-deepest" />
        ),
      )}
    </>
  );
}

function EndLabel(props: { curves: readonly Drawn[]; scales: Scales; formatValue: FormatValue }) {
  const { y, values, dates } = props.scales;
  const ends = spreadLabels(
    props.curves.map(({ name, end }, index) => ({ name, end, index, at: y(end) })),
    END_GAP,
    PLOT,
  );
  return (
    <>
      <svg className="curve-axis" aria-hidden="true">
        {values.map((tick) => (
          <text key={tick} y={percent(y(tick))} className="chart-label">
            {props.formatValue(tick, true)}{" "}
          </text>
        ))}
      </svg>
      <PlotDates dates={dates} />
      <svg className="curve-ends" aria-hidden="true">
        {ends.map(({ name, end, index, at }) => (
          <text key={name} y={percent(at)} dy="4" className="chart-label chart-end" data-curve={index + 1}>
            <tspan className="max-md:hidden">{name} </tspan>
            <tspan className="chart-change">{props.formatValue(end, true)} </tspan>
          </text>
        ))}
      </svg>
    </>
  );
}
