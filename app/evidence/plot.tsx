// Frame of every curve: a plot of 1000 by 1000 units that stretches with the page, and labels of a fixed size that are
// positioned in per cent.
import { LOCALE } from "../format/locale.ts";

/** The plot's own units, both ways. */
export const PLOT = 1_000;
/** Words nearer to an edge than this, in units of the plot, keep within it. */
const EDGE = 60;

/** The first moment of an ISO day, for scales of time. */
export const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** A place in the plot as a share of it, for words that stand outside of its units. */
export const percent = (units: number) => `${Math.round(units) / 10}%`;

const TICK_MONTH = new Intl.DateTimeFormat(LOCALE, { month: "short", timeZone: "UTC" });
const TICK_DAY = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", timeZone: "UTC" });

/** A year at its first day, a month at a month's, else the day. */
export function dateText(at: Date): string {
  if (at.getUTCDate() !== 1) return TICK_DAY.format(at).replace("Sept", "Sep");
  if (at.getUTCMonth() === 0) return String(at.getUTCFullYear());
  return TICK_MONTH.format(at).replace("Sept", "Sep");
}

/** The dates under a plot; `at` in its units. */
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
