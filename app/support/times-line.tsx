// Line chart of one service's times in the last hour, with a point per minute and the newest median as text.
import { MINUTE_MS } from "../domain/time.ts";
import { statusText as text } from "./text.ts";

const WIDTH = 120;
const HEIGHT = 32;
/** Minimum distance of the line from the upper edge, so that its stroke is not clipped. */
const EDGE = 2;
const POINTS_MIN = 2;

export function TimesLine(props: {
  service: string;
  /** Medians by minute in ms, oldest first; null for a minute without a measurement. */
  medians: readonly (number | null)[];
  /** Returns the label of the newest median, for example "42 ms". */
  label: (ms: number) => string;
}) {
  const known = props.medians.filter((ms) => ms !== null);
  const newest = known.at(-1);
  if (newest === undefined || known.length < POINTS_MIN)
    return <p className="status-time text-xs text-ink-muted">{text.tooFewTimes}</p>;
  const highest = Math.max(...known);
  return (
    <div className="status-time">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.timesOf({ service: props.service, highest: formatTime(highest) })}
      >
        <path d={linePath(props.medians, highest)} vectorEffect="non-scaling-stroke" />
      </svg>{" "}
      <span className="number text-xs text-ink-muted">{props.label(newest)}</span>
    </div>
  );
}

/** Returns the SVG path of the line. A missing minute is a gap, and a minute between two gaps is a dot. */
export function linePath(medians: readonly (number | null)[], highest: number): string {
  const x = (index: number) => ((index / (medians.length - 1)) * WIDTH).toFixed(1);
  const y = (ms: number) => (HEIGHT - (ms / highest) * (HEIGHT - EDGE)).toFixed(1);
  return medians
    .map((ms, index) => {
      if (ms === null) return "";
      const point = `${x(index)} ${y(ms)}`;
      return (medians[index - 1] ?? null) === null ? `M${point}h0` : `L${point}`;
    })
    .join("");
}

/** Formats a time with its unit: "0.4 ms", "42 ms", "1.3 s", "90 min". */
export function formatTime(ms: number): string {
  if (ms >= MINUTE_MS) return text.minutes(Math.round(ms / MINUTE_MS));
  if (ms >= 1_000) return text.seconds((ms / 1_000).toFixed(1));
  return text.milliseconds(ms < 10 ? ms.toFixed(1) : Math.round(ms).toString());
}
