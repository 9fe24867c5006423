// Small price graphics: the day's curve, and the position of a price between low and high. They are decorative, because
// the figures are always next to them.

const HEIGHT = 100;
const ROOM = 6;

/** Renders a curve that fills its box. The level `basePaise` is drawn if it is within the curve's range. */
export function Spark(props: {
  closes: readonly number[];
  basePaise?: number;
  className: string;
  hasArea?: boolean;
}) {
  const { closes, basePaise } = props;
  if (closes.length < 2) return <span className={`quote-curve ${props.className}`} />;
  const low = Math.min(...closes);
  const high = Math.max(...closes);
  const y = (paise: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - ROOM - ((paise - low) / (high - low)) * (HEIGHT - 2 * ROOM);
  const width = closes.length - 1;
  const line = closes
    .map((paise, index) => `${index === 0 ? "M" : "L"}${index} ${y(paise).toFixed(1)}`)
    .join("");
  const hasBase = basePaise !== undefined && basePaise >= low && basePaise <= high;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`quote-curve ${props.className}`}
      aria-hidden="true"
    >
      {props.hasArea ? (
        <path d={`${line}L${width} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-current opacity-10" />
      ) : null}
      {hasBase ? <path d={`M0 ${y(basePaise).toFixed(1)}H${width}`} className="curve-base" /> : null}
      <path d={line} className="curve-line" />
    </svg>
  );
}

/** Returns the position between the low (0) and the high (100), or 50 if both are equal. */
export function positionBetween(paise: number, low: number, high: number): number {
  return high > low ? Math.min(1, Math.max(0, (paise - low) / (high - low))) * 100 : 50;
}

export function RangeBar(props: { last: number; low: number; high: number }) {
  const share = positionBetween(props.last, props.low, props.high);
  return (
    <svg viewBox="0 0 100 14" preserveAspectRatio="none" className="range-bar" aria-hidden="true">
      <rect y="4" width="100" height="6" rx="1" className="fill-line" />
      <rect x={Math.min(98, Math.max(0, share - 1)).toFixed(1)} width="2" height="14" className="fill-ink" />
    </svg>
  );
}
