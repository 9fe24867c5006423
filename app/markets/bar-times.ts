// Labels of a chart's bars in Indian time, for the page and for the browser's interactive chart.
import type { CandleInterval } from "../contract/base-api/market.ts";
import { IST_OFFSET_MS } from "../domain/time.ts";
import { formatDay, formatDayShort } from "../format/dates.ts";

/** Returns the time in India as "2026-11-20T14:35…". */
const toIstTime = (at: string) => new Date(Date.parse(at) + IST_OFFSET_MS).toISOString();

/** Returns a time label for an axis: "14:35", or the day without its year for daily bars. */
export function barTime(at: string, interval: CandleInterval): string {
  const local = toIstTime(at);
  return interval === "day" ? formatDayShort(local.slice(0, 10)) : local.slice(11, 16);
}

/** Returns a time label that includes the day: "20 Nov 2026, 14:35", or the day for daily bars. */
export function barInstant(at: string, interval: CandleInterval): string {
  const local = toIstTime(at);
  const day = formatDay(local.slice(0, 10));
  return interval === "day" ? day : `${day}, ${local.slice(11, 16)}`;
}
