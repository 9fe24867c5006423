// The value of an indicator at one bar as text, for the server and for the script of the chart.
import { formatHundredths } from "../format/rupees.ts";
import type { IndicatorLine } from "./indicators.ts";

/** For example "1,015.02", for a band "1,013.64 – 1,016.39", for RSI "57"; a dash until there are enough bars. */
export function indicatorText({ id, values, lower }: IndicatorLine, slot: number): string {
  const value = values[slot] ?? null;
  if (value === null) return "–";
  if (id === "rsi") return value.toFixed(0);
  const below = lower?.[slot] ?? null;
  const words = formatHundredths(Math.round(value));
  return below === null ? words : `${formatHundredths(Math.round(below))} – ${words}`;
}
