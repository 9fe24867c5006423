// Several curves over one another, each from its own capital as 100 per cent; told apart by their dashes and their names as well as by
// colour. The lines stretch with the page, the words stay at their size, as in the drawing of one record.
import { scaleLinear, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { spread } from "./chart-names.ts";
import { thinned } from "./equity-chart.tsx";
import { dateOf, dateText, PLOT, PlotDates, percent } from "./plot.tsx";
import type { EquityDay } from "./statistics.ts";
import { overlayChartText as text } from "./text.ts";

const DASHES = ["", "7 4", "2 3", "9 3 2 3"];
/** A line of words at a curve's end, on the lowest plot there is. */
const END_GAP = 70;

export type Curve = { name: string; capitalPaise: number; equity: readonly EquityDay[] };

type Drawn = { name: string; points: { at: Date; change: number }[]; end: number };

/** `id` is unlike that of any other drawing on the page. */
export function OverlayChart(props: { id: string; curves: readonly Curve[]; summary: string }) {
  const curves = props.curves.map(({ name, capitalPaise, equity }): Drawn => {
    const points = thinned(equity).map(({ day, equityPaise }) => ({
      at: dateOf(day),
      change: equityPaise / capitalPaise - 1,
    }));
    return { name, points, end: points.at(-1)?.change ?? 0 };
  });
  const days = props.curves.flatMap(({ equity }) => [equity[0]?.day, equity.at(-1)?.day]);
  const [from, to] = [days.toSorted()[0], days.toSorted().at(-1)];
  if (from === undefined || to === undefined) return null;
  const scales = scalesOf(curves, from, to);
  return (
    <figure className="m-0">
      {curves.length < 2 ? null : <Legend curves={curves} />}
      <div className="curve curve-overlay">
        <svg
          className="curve-plot"
          viewBox={`0 0 ${PLOT} ${PLOT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${props.id}-title ${props.id}-summary`}
        >
          <title id={`${props.id}-title`}>{text.change({ from: formatDay(from), to: formatDay(to) })}</title>
          <Lines curves={curves} scales={scales} />
        </svg>
        <Words curves={curves} scales={scales} />
      </div>
      <figcaption id={`${props.id}-summary`} className="mt-2 text-sm">
        {props.summary}
      </figcaption>
    </figure>
  );
}

type Scales = ReturnType<typeof scalesOf>;

function scalesOf(curves: readonly Drawn[], from: string, to: string) {
  const all = curves.flatMap(({ points }) => points.map(({ change }) => change));
  const x = scaleUtc()
    .domain([dateOf(from), dateOf(to)])
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
        className={`chart-curve chart-curve-${props.index + 1}`}
        strokeDasharray={DASHES[props.index] || undefined}
      />
    </svg>
  );
}

function Legend(props: { curves: readonly Drawn[] }) {
  return (
    <ul className="mb-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {props.curves.map(({ name, end }, index) => (
        <li key={name}>
          <Sample index={index} /> {name} <span className="number font-semibold">{formatChange(end)}</span>
        </li>
      ))}
    </ul>
  );
}

function Lines(props: { curves: readonly Drawn[]; scales: Scales }) {
  const { x, y, values } = props.scales;
  const shape = line<{ at: Date; change: number }>()
    .x(({ at }) => x(at))
    .y(({ change }) => y(change))
    .digits(0);
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
          d={shape(points) ?? ""}
          className={`chart-curve chart-curve-${index + 1}`}
          strokeDasharray={DASHES[index] || undefined}
        />
      ))}
    </>
  );
}

/** Values, dates, and what each curve came to at its end. */
function Words(props: { curves: readonly Drawn[]; scales: Scales }) {
  const { y, values, dates } = props.scales;
  const ends = spread(
    props.curves.map(({ name, end }) => ({ name, end, at: y(end) })),
    END_GAP,
    PLOT,
  );
  return (
    <>
      <svg className="curve-axis" aria-hidden="true">
        {values.map((tick) => (
          <text key={tick} y={percent(y(tick))} className="chart-label">
            {formatChange(tick, 0)}{" "}
          </text>
        ))}
      </svg>
      <PlotDates dates={dates} />
      <svg className="curve-ends" aria-hidden="true">
        {ends.map(({ name, end, at }) => (
          <text key={name} y={percent(at)} dy="4" className="chart-label">
            {formatChange(end)}{" "}
          </text>
        ))}
      </svg>
    </>
  );
}
