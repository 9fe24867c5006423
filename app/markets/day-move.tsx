// The change of a price since the previous close, with sign and colour.
import { formatHundredths } from "../format/rupees.ts";
import { changeText } from "../live/price-format.ts";

type Quoted = { lastPaise: number; previousClosePaise: number };

export function changeTone({ lastPaise, previousClosePaise }: Quoted): string {
  return changeColour(lastPaise - previousClosePaise);
}

export function changeColour(change: number): string {
  return change < 0 ? "text-loss" : change > 0 ? "text-gain" : "text-ink-muted";
}

/** Formats the change as a percentage such as "−0.93%". Returns a dash without a previous close. */
export function percentText({ lastPaise, previousClosePaise }: Quoted, decimals = 2): string {
  return previousClosePaise === 0 ? "–" : signedPercent(lastPaise / previousClosePaise - 1, decimals);
}

/** Formats a fraction as a percentage: −0.0093 → "−0.93%". Zero has no sign. */
export function signedPercent(fraction: number, decimals: number): string {
  const digits = Math.abs(fraction * 100).toFixed(decimals);
  const mark = Number(digits) === 0 ? "" : fraction > 0 ? "+" : "\u2212";
  return `${mark}${digits}%`;
}

export function DayMove(props: { of: Quoted; isFull?: boolean }) {
  const { of } = props;
  return (
    <span className={`tabular-nums whitespace-nowrap font-semibold ${changeTone(of)}`}>
      {props.isFull ? changeText(of.lastPaise, of.previousClosePaise) : percentText(of)}
    </span>
  );
}

/** Renders a price with the change below it, right-aligned. */
export function PriceAndMove(props: { of: Quoted; decimals?: number }) {
  const { of } = props;
  return (
    <span className="board-number">
      {formatHundredths(of.lastPaise)}{" "}
      <small className={`block text-xs font-[560] ${changeTone(of)}`}>
        {percentText(of, props.decimals)}
      </small>
    </span>
  );
}
