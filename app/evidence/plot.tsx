// Parts that all charts share. A plot is 1000 by 1000 units and stretches with the page. Labels have a fixed size and
// are positioned in per cent.
import { formatDayShort, formatMonthShort } from "../format/dates.ts";

/** Width and height of a plot in plot units. */
export const PLOT = 1_000;
/** Labels closer to an edge than this are aligned so that they stay inside the plot. */
const EDGE = 60;

/** Converts an ISO day to a Date for time scales. */
export const parseDay = (day: string) => new Date(`${day}T00:00:00Z`);

/** Converts plot units to per cent, for labels outside the stretched drawing. */
export const percent = (units: number) => `${Math.round(units) / 10}%`;

/** Formats a date tick: the year on 1 January, the month on the first of a month, otherwise the day. */
export function dateText(at: Date): string {
  const day = at.toISOString().slice(0, 10);
  if (at.getUTCDate() !== 1) return formatDayShort(day);
  if (at.getUTCMonth() === 0) return String(at.getUTCFullYear());
  return formatMonthShort(day.slice(0, 7));
}

/** Renders the date labels under a plot. `at` is in plot units. */
export function PlotDates(props: { dates: readonly { at: number; words: string }[] }) {
  return (
    <svg className="curve-dates" aria-hidden="true">
      {props.dates.map(({ at, words }) => (
        <text
          key={at}
          x={percent(at)}
          y="14"
          textAnchor={at < EDGE ? "start" : at > PLOT - EDGE ? "end" : "middle"}
          className="chart-label"
        >
          {words}{" "}
        </text>
      ))}
    </svg>
  );
}
