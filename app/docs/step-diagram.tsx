// Diagram of an order's life, from the rows of the table below it. It has a column per state. Each row is a step: an
// arrow to the next state, with the cause.
import { TableScroll } from "../ui/table-scroll.tsx";
import type { StateTransition } from "./blocks.ts";

/** Sizes in SVG units. */
const COLUMN = 96;
const ROW = 30;
const HEAD = 34;
const BOX_WIDTH = 90;
const BOX_HEIGHT = 24;
const ARROW = 6;

/** Symbol for "no state" before the first step. */
const START = "–";
const stepTitle = (state: string) => (state === START ? "Placed" : state);

export function StepDiagram(props: { id: string; caption: string; steps: readonly StateTransition[] }) {
  const { id, caption, steps } = props;
  const states = [...new Set(steps.flatMap((step) => step.slice(0, 2)))];
  const followed = new Set(steps.map(([from]) => from));
  // Final states are the last columns.
  states.sort((a, b) => Number(followed.has(b)) - Number(followed.has(a)));
  const width = states.length * COLUMN;
  const height = HEAD + steps.length * ROW + 10;
  const x = (state: string) => states.indexOf(state) * COLUMN + COLUMN / 2;
  return (
    <figure className="mt-4">
      <TableScroll label={caption}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-labelledby={`${id}-title`}
          className="text-sm"
        >
          <title id={`${id}-title`}>
            {`${caption}: ${steps.map(([from, to, , who]) => `${stepTitle(from)} to ${to} by ${who.toLowerCase()}`).join("; ")}.`}
          </title>
          {states.map((state) => (
            <StateColumn
              key={state}
              state={state}
              x={x(state)}
              height={height}
              isFinal={!followed.has(state)}
            />
          ))}
          {steps.map(([from, to, , who], index) => (
            <StepArrow
              key={`${from} ${to}`}
              from={x(from)}
              to={x(to)}
              y={HEAD + (index + 1) * ROW - 4}
              label={who}
            />
          ))}
        </svg>
      </TableScroll>
      <figcaption className="mt-2 text-sm text-ink-muted">
        {caption}. The table below lists the same steps with their causes.
      </figcaption>
    </figure>
  );
}

function StateColumn(props: { state: string; x: number; height: number; isFinal: boolean }) {
  const { state, x } = props;
  return (
    <g>
      <line x1={x} x2={x} y1={HEAD - 4} y2={props.height} className="stroke-line" strokeDasharray="2 4" />
      <rect
        x={x - BOX_WIDTH / 2}
        y={4}
        width={BOX_WIDTH}
        height={BOX_HEIGHT}
        rx={4}
        strokeWidth={props.isFinal ? 2 : 1}
        className="fill-surface-raised stroke-ink-muted"
      />
      <text
        x={x}
        y={20}
        textAnchor="middle"
        fontSize={11}
        className={`fill-ink ${state === START ? "" : "font-mono"}`}
      >
        {stepTitle(state)}
      </text>
    </g>
  );
}

function StepArrow(props: { from: number; to: number; y: number; label: string }) {
  const { from, to, y } = props;
  const way = to > from ? 1 : -1;
  const tip = to - way;
  return (
    <g>
      <circle cx={from} cy={y} r={3} className="fill-accent" />
      <line x1={from} x2={tip - way * ARROW} y1={y} y2={y} strokeWidth={1.5} className="stroke-accent" />
      <polygon
        points={`${tip},${y} ${tip - way * ARROW},${y - 4} ${tip - way * ARROW},${y + 4}`}
        className="fill-accent"
      />
      <text
        x={from + way * 8}
        y={y - 5}
        fontSize={11}
        textAnchor={way === 1 ? "start" : "end"}
        className="fill-ink"
      >
        {props.label}
      </text>
    </g>
  );
}
