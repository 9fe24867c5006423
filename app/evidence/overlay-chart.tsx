// Several curves over one another, each from its own capital as 100 per cent; told apart by their dashes and their names as well as by
// colour.
import { scaleLinear, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { spread } from "./chart-names.ts";
import { thinned } from "./equity-chart.tsx";
import type { EquityDay } from "./statistics.ts";

const WIDTH = 760;
const HEIGHT = 280;
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 600, 12, 248];
const DASHES = ["", "7 4", "2 3", "9 3 2 3"];

export type Curve = { name: string; capitalPaise: number; equity: readonly EquityDay[] };

export function OverlayChart(props: { curves: readonly Curve[]; summary: string }) {
  const curves = props.curves.map(({ name, capitalPaise, equity }) => ({
    name,
    points: thinned(equity).map(({ day, equityPaise }) => ({
      at: new Date(`${day}T00:00:00Z`),
      day,
      change: equityPaise / capitalPaise - 1,
    })),
  }));
  const [first] = curves;
  const from = first?.points[0];
  const to = first?.points.at(-1);
  if (from === undefined || to === undefined) return null;
  const x = scaleUtc().domain([from.at, to.at]).range([LEFT, RIGHT]);
  const all = curves.flatMap(({ points }) => points.map(({ change }) => change));
  const y = scaleLinear()
    .domain([Math.min(0, ...all), Math.max(0, ...all)])
    .nice(4)
    .range([BOTTOM, TOP]);
  const shape = line<{ at: Date; change: number }>()
    .x(({ at }) => x(at))
    .y(({ change }) => y(change))
    .digits(1);
  const names = spread(
    curves.map(({ name, points }, index) => ({ name, index, at: y(points.at(-1)?.change ?? 0) })),
  );
  return (
    <figure className="m-0">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-auto w-full"
        role="img"
        aria-labelledby="overlay-title overlay-summary"
      >
        <title id="overlay-title">
          {`Change of each capital, ${formatDay(from.day)} to ${formatDay(to.day)}`}
        </title>
        <desc id="overlay-summary">{props.summary}</desc>
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line
              x1={LEFT}
              x2={RIGHT}
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? "chart-zero" : "chart-grid"}
            />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" className="chart-label">
              {formatChange(tick, 0)}
            </text>
          </g>
        ))}
        {curves.map(({ name, points }, index) => (
          <path
            key={name}
            d={shape(points) ?? ""}
            className={`chart-curve chart-curve-${index + 1}`}
            strokeDasharray={DASHES[index] || undefined}
          />
        ))}
        {names.map(({ name, index, at }) => (
          <g key={name}>
            <line
              x1={RIGHT + 6}
              x2={RIGHT + 24}
              y1={at}
              y2={at}
              className={`chart-curve chart-curve-${index + 1}`}
              strokeDasharray={DASHES[index] || undefined}
            />
            <text x={RIGHT + 28} y={at + 4} className="chart-label">
              {name.length > 20 ? `${name.slice(0, 19)}…` : name}
            </text>
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 8} className="chart-label">
          {formatDay(from.day)}
        </text>
        <text x={RIGHT} y={HEIGHT - 8} textAnchor="end" className="chart-label">
          {formatDay(to.day)}
        </text>
      </svg>
      <figcaption className="mt-2 text-sm">{props.summary}</figcaption>
    </figure>
  );
}
