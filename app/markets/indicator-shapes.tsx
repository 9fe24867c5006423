// Indicators on a chart: lines and a band over the prices, and RSI in a separate pane below them.
import { CHART_HEIGHT, createScale, heightShare, linePath, SLOT_WIDTH } from "./chart-scale.ts";
import type { IndicatorLine } from "./indicators.ts";

/** The usual RSI limits. Values between them give no signal. */
const [OVERSOLD, OVERBOUGHT] = [30, 70];

export function IndicatorShapes(props: { lines: readonly IndicatorLine[]; y: (paise: number) => number }) {
  return props.lines.map(({ id, values, lower }) =>
    lower === undefined ? (
      <path key={id} d={linePath(values, props.y)} className={`indicator indicator-${id}`} />
    ) : (
      <g key={id} className={`indicator-${id}`}>
        <path d={bandPath(values, lower, props.y)} className="indicator-band" />
        <path d={linePath(values, props.y)} className="indicator" />
        <path d={linePath(lower, props.y)} className="indicator" />
      </g>
    ),
  );
}

/** Returns the area between both edges of a band, for bars at which both have values. */
function bandPath(
  upper: readonly (number | null)[],
  lower: readonly (number | null)[],
  y: (paise: number) => number,
): string {
  const known = upper.flatMap((value, slot) => {
    const below = lower[slot] ?? null;
    return value === null || below === null ? [] : [{ x: slot * SLOT_WIDTH + SLOT_WIDTH / 2, value, below }];
  });
  if (known.length < 2) return "";
  const there = known.map(({ x, value }) => `${x} ${Math.round(y(value))}`);
  const back = [...known].reverse().map(({ x, below }) => `${x} ${Math.round(y(below))}`);
  return `M${there.join("L")}L${back.join("L")}Z`;
}

export function StrengthPane(props: { line: IndicatorLine; bars: number; axisWidth: number }) {
  const { y } = createScale(0, 100, CHART_HEIGHT - 8);
  const levels = [OVERSOLD, OVERBOUGHT];
  return (
    <div className="candle-plot">
      <svg width="100%" className="strength-box" aria-hidden="true">
        {levels.map((level) => (
          <line
            key={level}
            x1="0"
            x2="100%"
            y1={heightShare(y(level))}
            y2={heightShare(y(level))}
            className="strength-level"
          />
        ))}
        <svg
          width="100%"
          height="100%"
          viewBox={`0 0 ${props.bars * SLOT_WIDTH} ${CHART_HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={linePath(props.line.values, y)} className="indicator indicator-rsi" />
        </svg>
        <text x="4" y="14" className="chart-label">
          {props.line.name}{" "}
        </text>
      </svg>
      <svg width={props.axisWidth} className="strength-box" aria-hidden="true">
        {levels.map((level) => (
          <text key={level} x="8" y={heightShare(y(level))} dy="4" className="chart-label">
            {level}{" "}
          </text>
        ))}
      </svg>
    </div>
  );
}
