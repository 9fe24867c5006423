// Formats the value of an indicator at one bar, for the server and the chart's script.
import { formatHundredths } from "../format/rupees.ts";
import type { IndicatorLine } from "./indicators.ts";

/**
 * Formats a value as "1,015.02", a band as "1,013.64 – 1,016.39", RSI as "57". Returns a dash while there are too few
 * bars.
 */
export function indicatorText({ id, values, lower }: IndicatorLine, slot: number): string {
  const value = values[slot] ?? null;
  if (value === null) return "–";
  if (id === "rsi") return value.toFixed(0);
  const below = lower?.[slot] ?? null;
  const formatted = formatHundredths(Math.round(value));
  return below === null ? formatted : `${formatHundredths(Math.round(below))} – ${formatted}`;
}
