// Several instruments in one chart, as changes since the first bar, each with its name at the end of its line.
import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { TimeAxis } from "./candle-chart.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { CHART_HEIGHT, createScale, heightShare, linePath, SLOT_WIDTH } from "./chart-scale.ts";
import { signedPercent } from "./day-move.tsx";
import { compareChartText as text } from "./text.ts";

/** Change of an instrument since the first bar as a fraction, one value per bar of the main instrument. */
export type ComparedLine = { key: string; name: string; values: (number | null)[] };

const AXIS_WIDTH = 76;

export function CompareChart(props: {
  id: string;
  title: string;
  bars: readonly Pick<Candle, "at">[];
  interval: CandleInterval;
  lines: readonly ComparedLine[];
}) {
  const { bars, lines } = props;
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  if (bars.length === 0 || known.length === 0) return null;
  const { y, ticks } = createScale(Math.min(0, ...known), Math.max(0, ...known), CHART_HEIGHT - 16);
  return (
    <figure className="candle-figure">
      <div className="candle-plot">
        <ChartFrame
          title={props.title}
          summaryId={`${props.id}-summary`}
          ticks={ticks}
          y={y}
          bars={bars.length}
          shapes={
            <>
              <path d={`M0 ${y(0)}H${bars.length * SLOT_WIDTH}`} className="curve-base" />
              {lines.map(({ key, values }, index) => (
                <path key={key} d={linePath(values, y)} className="compared-line" data-curve={index + 1} />
              ))}
            </>
          }
        />
        <svg width={AXIS_WIDTH} className="candle-box" aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="8" y={heightShare(y(tick))} dy="4" className="chart-label">
              {signedPercent(tick, 2)}{" "}
            </text>
          ))}
        </svg>
      </div>
      <TimeAxis bars={bars} interval={props.interval} />
      <figcaption id={`${props.id}-summary`} className="candle-summary">
        {text.summary(lines.map(({ name, values }) => `${name} ${lastPercent(values)}`).join(", "))}
      </figcaption>
    </figure>
  );
}

export function lastPercent(values: readonly (number | null)[]): string {
  const last = values.findLast((value) => value !== null);
  return last === undefined || last === null ? "–" : signedPercent(last, 2);
}
