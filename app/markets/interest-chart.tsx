// Open interest by strike as bars of calls and puts. Vertical lines mark the underlying's price and max pain.
import type { OptionChain } from "../contract/base-api/market.ts";
import { formatCountShort, formatHundredths } from "../format/rupees.ts";
import { optionChainText as text } from "./text.ts";

const HEIGHT = 100;
/** Height of the tallest bar. The space above is for labels. */
const MAX_BAR_HEIGHT = 80;
const SLOT = 10;
/** Maximum number of strikes with a label, so that labels do not overlap on a phone. */
const LABELS_MAX = 6;
/**
 * Width of a label as a share of the chart's width on a phone. A line this close to an edge has its label on the other
 * side.
 */
const NEAR_EDGE = 0.35;

export function InterestChart(props: {
  rows: OptionChain["rows"];
  spotPaise: number;
  maxPainPaise: number | null;
}) {
  const { rows, spotPaise, maxPainPaise } = props;
  const most = Math.max(
    1,
    ...rows.flatMap(({ call, put }) => [call?.openInterest ?? 0, put?.openInterest ?? 0]),
  );
  const bars = (side: "call" | "put") =>
    rows
      .map((row, index) => {
        const height = ((row[side]?.openInterest ?? 0) / most) * MAX_BAR_HEIGHT;
        const barX = index * SLOT + (side === "call" ? 1 : 5.2);
        return `M${barX} ${HEIGHT}v-${height.toFixed(1)}h3.8v${height.toFixed(1)}z`;
      })
      .join("");
  const step = Math.ceil(rows.length / LABELS_MAX);
  const largest = rows.reduce(
    (best, row) => Math.max(best, row.call?.openInterest ?? 0, row.put?.openInterest ?? 0),
    0,
  );
  return (
    <figure className="interest">
      <svg
        width="100%"
        className="interest-box"
        role="img"
        aria-label={text.interestLabel(formatCountShort(largest))}
      >
        <svg
          width="100%"
          height="100%"
          viewBox={`0 0 ${rows.length * SLOT} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={bars("call")} className="fill-(--bar-loss)" />
          <path d={bars("put")} className="fill-(--bar-gain)" />
        </svg>
        <Level
          rows={rows}
          paise={spotPaise}
          words={text.now(formatHundredths(spotPaise))}
          kind="now"
          isLeft={maxPainPaise === null || spotPaise <= maxPainPaise}
        />
        {maxPainPaise === null ? null : (
          <Level
            rows={rows}
            paise={maxPainPaise}
            words={text.maxPainAt(formatHundredths(maxPainPaise).replace(/\.00$/, ""))}
            kind="pain"
            isLeft={maxPainPaise < spotPaise}
          />
        )}
      </svg>
      <svg width="100%" height="20" aria-hidden="true">
        {rows.map(({ strikePaise }, index) =>
          index % step === Math.floor(step / 2) ? (
            <text
              key={strikePaise}
              x={`${(((index + 0.5) / rows.length) * 100).toFixed(1)}%`}
              y="14"
              textAnchor="middle"
              className="chart-label"
            >
              {formatHundredths(strikePaise).replace(/\.00$/, "")}{" "}
            </text>
          ) : null,
        )}
      </svg>
    </figure>
  );
}

/**
 * Draws a vertical line between strikes. The left line has its label on the left and the right line on the right, so
 * that no label crosses the other line, unless that edge is too near. A level outside of the strikes has no line, and
 * its label at the edge has an arrow.
 */
function Level(props: {
  rows: OptionChain["rows"];
  paise: number;
  words: string;
  kind: "now" | "pain";
  isLeft: boolean;
}) {
  const { rows, paise, kind } = props;
  const first = rows[0]?.strikePaise ?? 0;
  const step = (rows[1]?.strikePaise ?? first + 1) - first;
  const exact = ((paise - first) / step + 0.5) / rows.length;
  const place = Math.min(1, Math.max(0, exact));
  const x = `${(place * 100).toFixed(1)}%`;
  const isBefore = place > (props.isLeft ? NEAR_EDGE : 1 - NEAR_EDGE);
  const top = kind === "now" ? 2 : 18;
  return (
    <g className={`interest-${kind}`}>
      {exact === place ? <line x1={x} x2={x} y1={top} y2="100%" /> : null}
      <text x={x} y={top + 10} dx={isBefore ? -6 : 6} textAnchor={isBefore ? "end" : "start"}>
        {exact < place ? "← " : null}
        {props.words}
        {exact > place ? " →" : null}{" "}
      </text>
    </g>
  );
}
