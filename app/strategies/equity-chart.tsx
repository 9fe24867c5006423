// Equity, benchmark and drawdown as one drawing made on the server: scales and shapes by d3, colours by the scheme. Title
// and description say what it shows; the table beside it holds the numbers.
import { scaleLinear, scaleUtc } from "d3-scale";
import { area, line } from "d3-shape";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupeesShort } from "../format/rupees.ts";
import type { EvidenceClass } from "../wire/record.ts";
import { spread } from "./chart-names.ts";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import type { EquityDay } from "./statistics.ts";

const WIDTH = 720;
const HEIGHT = 300;
const UNDER_TOP = 222;
const BOTTOM = 276;
const LEFT = 58;
const RIGHT = 648;
const TOP = 14;
const EQUITY_BOTTOM = 196;
const POINTS_AT_MOST = 150;

export type ChartPoint = EquityDay & { benchmarkPaise: number; underwater: number };
export type OtherCurve = {
  evidence: EvidenceClass;
  /** The other record's first day. */
  from: string;
  /** Whether its beginning lies within the drawing. */
  isWhole: boolean;
  points: EquityDay[];
};

/** As many points as the drawing can show, the first and the last one always. */
export function thinned<T>(points: readonly T[], atMost = POINTS_AT_MOST): T[] {
  const step = Math.max(1, Math.ceil(points.length / atMost));
  return points.filter((_, index) => index === 0 || (points.length - 1 - index) % step === 0);
}

export function EquityChart(props: {
  id: string;
  evidence: EvidenceClass;
  points: readonly ChartPoint[];
  other: OtherCurve | null;
  benchmarkName: string;
  /** Stretches without trades or positions: shaded and named. */
  idle: readonly { from: string; to: string }[];
  capitalPaise: number;
  summary: string;
  /** Where the same comes as numbers, for a script that redraws it. */
  curveHref?: string;
}) {
  const points = thinned(props.points);
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const date = (day: string) => new Date(`${day}T00:00:00Z`);
  const x = scaleUtc()
    .domain([date(first.day), date(last.day)])
    .range([LEFT, RIGHT]);
  const { other } = props;
  const idle = idleWithin(props.idle, first.day, last.day);
  const all = [
    ...props.points.flatMap(({ equityPaise, benchmarkPaise }) => [equityPaise, benchmarkPaise]),
    ...(other?.points ?? []).map(({ equityPaise }) => equityPaise),
  ];
  const y = scaleLinear()
    .domain([Math.min(...all, props.capitalPaise), Math.max(...all, props.capitalPaise)])
    .nice(4)
    .range([EQUITY_BOTTOM, TOP]);
  const deepest = Math.min(-0.01, ...props.points.map(({ underwater }) => underwater));
  const under = scaleLinear().domain([deepest, 0]).range([BOTTOM, UNDER_TOP]);
  const round = (value: number) => Math.round(value * 10) / 10;
  const shape = line<ChartPoint>()
    .x((point) => round(x(date(point.day))))
    .digits(1);
  const equity = shape.y((point) => round(y(point.equityPaise)))(points) ?? "";
  const benchmark = shape.y((point) => round(y(point.benchmarkPaise)))(points) ?? "";
  const otherLine =
    other === null
      ? ""
      : (line<EquityDay>()
          .x((point) => round(x(date(point.day))))
          .y((point) => round(y(point.equityPaise)))
          .digits(1)(thinned(other.points)) ?? "");
  const boundary = other?.isWhole === true ? round(x(date(other.from))) : null;
  const own = EVIDENCE_NAMES[props.evidence];
  const names = spread([
    { name: own, kind: "own", at: y(last.equityPaise) },
    { name: props.benchmarkName, kind: "benchmark", at: y(last.benchmarkPaise) },
    ...(other === null
      ? []
      : [
          {
            name: EVIDENCE_NAMES[other.evidence],
            kind: "other",
            at: y(other.points.at(-1)?.equityPaise ?? last.equityPaise),
          },
        ]),
  ]);
  const water =
    area<ChartPoint>()
      .x((point) => round(x(date(point.day))))
      .y0(UNDER_TOP)
      .y1((point) => round(under(point.underwater)))
      .digits(1)(points) ?? "";
  return (
    <figure className="m-0" data-curve={props.curveHref}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="h-auto w-full"
        role="img"
        aria-labelledby={`${props.id}-title ${props.id}-summary`}
      >
        <title id={`${props.id}-title`}>
          {`${own}: capital set aside and what was made with it, ${formatDay(first.day)} to ${formatDay(last.day)}`}
        </title>
        <desc id={`${props.id}-summary`}>{props.summary}</desc>
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={RIGHT} y1={y(tick)} y2={y(tick)} className="chart-grid" />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" className="chart-label">
              {formatRupeesShort(tick / 100)}
            </text>
          </g>
        ))}
        {idle.map((stretch) => (
          <IdleStretch key={stretch.from} from={x(date(stretch.from))} to={x(date(stretch.to))} />
        ))}
        <line
          x1={LEFT}
          x2={RIGHT}
          y1={y(props.capitalPaise)}
          y2={y(props.capitalPaise)}
          className="chart-zero"
        />
        <path d={benchmark} className="chart-benchmark" />
        <path d={equity} className="chart-equity" />
        {other === null ? null : <path d={otherLine} className="chart-other" />}
        {boundary === null || other === null ? null : (
          <>
            <line x1={boundary} x2={boundary} y1={TOP} y2={BOTTOM} className="chart-boundary" />
            <text
              x={boundary + (boundary > (LEFT + RIGHT) / 2 ? -5 : 5)}
              y={EQUITY_BOTTOM - 4}
              textAnchor={boundary > (LEFT + RIGHT) / 2 ? "end" : "start"}
              className="chart-label"
            >
              {`${EVIDENCE_NAMES[other.evidence]} begins ${formatDay(other.from)}`}
            </text>
          </>
        )}
        {names.map(({ name, kind, at }) => (
          <text
            key={name}
            x={RIGHT + 6}
            y={at + 4}
            className={`chart-label ${kind === "own" ? "chart-name" : kind === "other" ? "chart-name-other" : ""}`}
          >
            {name}
          </text>
        ))}
        <line x1={LEFT} x2={RIGHT} y1={UNDER_TOP} y2={UNDER_TOP} className="chart-grid" />
        <path d={water} className="chart-water" />
        <text x={LEFT - 8} y={UNDER_TOP + 4} textAnchor="end" className="chart-label">
          0%
        </text>
        <text x={LEFT - 8} y={BOTTOM + 4} textAnchor="end" className="chart-label">
          {formatChange(deepest, 0)}
        </text>
        <text x={RIGHT + 6} y={UNDER_TOP + 14} className="chart-label">
          Drawdown
        </text>
        <text x={LEFT} y={HEIGHT - 4} className="chart-label">
          {formatDay(first.day)}
        </text>
        <text x={RIGHT} y={HEIGHT - 4} textAnchor="end" className="chart-label">
          {formatDay(last.day)}
        </text>
      </svg>
      <figcaption className="mt-2 text-sm">{props.summary}</figcaption>
    </figure>
  );
}

/** Narrower stretches are shaded without their name. */
const NAMED_FROM = 60;

function IdleStretch(props: { from: number; to: number }) {
  const width = Math.max(1, props.to - props.from);
  return (
    <g>
      <rect x={props.from} y={TOP} width={width} height={BOTTOM - TOP} className="chart-idle" />
      {width < NAMED_FROM ? null : (
        <text x={props.from + width / 2} y={TOP + 12} textAnchor="middle" className="chart-label">
          No trades
        </text>
      )}
    </g>
  );
}

/** The parts of idle stretches that lie within the drawing. */
export function idleWithin(
  stretches: readonly { from: string; to: string }[],
  first: string,
  last: string,
): { from: string; to: string }[] {
  return stretches
    .filter(({ from, to }) => to >= first && from <= last)
    .map(({ from, to }) => ({ from: from < first ? first : from, to: to > last ? last : to }));
}
