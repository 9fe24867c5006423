// The line above a chart: time, open, high, low, close and volume of the last bar, and each indicator's value. A script
// replaces the values with those of the bar under the pointer.
import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { formatCountShort, formatHundredths } from "../format/rupees.ts";
import { barInstant } from "./bar-times.ts";
import { type ComparedLine, lastPercent } from "./compare-chart.tsx";
import { signedPercent } from "./day-move.tsx";
import { indicatorText } from "./indicator-format.ts";
import type { IndicatorLine } from "./indicators.ts";
import { chartToolsText as text } from "./text.ts";

export function ChartLegend(props: {
  bars: readonly Candle[];
  interval: CandleInterval;
  lines: readonly IndicatorLine[];
}) {
  const bar = props.bars.at(-1);
  if (bar === undefined) return null;
  const change = bar.openPaise === 0 ? 0 : bar.closePaise / bar.openPaise - 1;
  return (
    <div className="chart-legend">
      <p>
        <b data-legend="at">{barInstant(bar.at, props.interval)}</b>{" "}
        <Value name={text.legend.open} of="open" words={formatHundredths(bar.openPaise)} />{" "}
        <Value name={text.legend.high} of="high" words={formatHundredths(bar.highPaise)} />{" "}
        <Value name={text.legend.low} of="low" words={formatHundredths(bar.lowPaise)} />{" "}
        <Value
          name={text.legend.close}
          of="close"
          words={`${formatHundredths(bar.closePaise)} (${signedPercent(change, 2)})`}
        />{" "}
        {props.bars.some(({ volume }) => volume > 0) ? (
          <Value name={text.legend.volume} of="volume" words={formatCountShort(bar.volume)} />
        ) : null}
      </p>
      {props.lines.length === 0 ? null : (
        <p>
          {props.lines.map((line) => (
            <span key={line.id} className="legend-value">
              <span className={`legend-key indicator-${line.id}`} aria-hidden="true" />
              {line.name} <b data-legend={line.id}>{indicatorText(line, props.bars.length - 1)}</b>{" "}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function Value(props: { name: string; of: string; words: string }) {
  return (
    <span className="legend-value">
      {props.name} <b data-legend={props.of}>{props.words}</b>
    </span>
  );
}

export function CompareLegend(props: { lines: readonly ComparedLine[] }) {
  return (
    <p className="chart-legend">
      {props.lines.map((line, index) => (
        <span key={line.key} className="legend-value">
          <span className="chart-key" data-curve={index + 1} aria-hidden="true" />
          {line.name} <b data-legend={line.key}>{lastPercent(line.values)}</b>{" "}
        </span>
      ))}
    </p>
  );
}
