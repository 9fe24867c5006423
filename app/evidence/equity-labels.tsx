// Labels of the equity chart: starts of records and versions, periods without trades, and the ends of the lines.
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRoundedRupees } from "../format/rupees.ts";
import { spreadLabels } from "./chart-names.ts";
import { idleWithin } from "./chart-points.ts";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import {
  type ChartPoint,
  DRAWDOWN_TOP,
  EQUITY_BOTTOM,
  type EquityChartProps,
  GAP_CENTRE,
  type Scales,
} from "./equity-scales.ts";
import { PLOT, percent } from "./plot.tsx";
import { equityChartText as text } from "./text.ts";

/** Distance of a label from the edge of the upper plot, in plot units. */
const LABEL_GAP = 30;
/** Minimum distance between two-line labels at line ends in plot units, sufficient for the lowest plot (17 rem). */
const END_LABEL_GAP = 118;

export const nameOf = ({ name, evidence }: Pick<EquityChartProps, "name" | "evidence">) =>
  name ?? EVIDENCE_NAMES[evidence];

/** Minimum width of a period that gets a label, in plot units. */
const LABELLED_PERIOD_MIN_WIDTH = 120;

/** Draws and labels the start of the second record and the periods without trades. */
export function BoundaryMarks(props: EquityChartProps & { scales: Scales; first: string; last: string }) {
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
export function EndLabels(props: EquityChartProps & { scales: Scales; last: ChartPoint }) {
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
            {formatRoundedRupees(paise)}{" "}
          </tspan>
        </text>
      ))}
      <text y={percent(PLOT - (PLOT - DRAWDOWN_TOP) / 2)} className="chart-label">
        {text.belowPeak}
      </text>
    </svg>
  );
}
