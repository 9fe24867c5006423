// Drawing area of a price chart: grid lines, and shapes that are stretched to the width. Labels keep their size.
import type { ReactNode } from "react";
import { CHART_HEIGHT, heightShare, SLOT_WIDTH } from "./chart-scale.ts";

export function ChartFrame(props: {
  title: string;
  summaryId: string;
  ticks: readonly number[];
  y: (value: number) => number;
  bars: number;
  /** Shapes that are stretched to the width. Their x is in units of bar slots, their y in pixels. */
  shapes: ReactNode;
  /** Labels and marks of fixed size, over the shapes. */
  children?: ReactNode;
}) {
  const { ticks, y } = props;
  return (
    <svg
      width="100%"
      role="img"
      aria-label={props.title}
      aria-describedby={props.summaryId}
      className="candle-box"
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2="100%"
          y1={heightShare(y(tick))}
          y2={heightShare(y(tick))}
          className="chart-grid"
        />
      ))}
      <svg
        width="100%"
        height="100%"
        viewBox={`0 0 ${props.bars * SLOT_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {props.shapes}
      </svg>
      {props.children}
    </svg>
  );
}
