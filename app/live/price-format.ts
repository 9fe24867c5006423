// Numbers, times and states of live prices as text, for the server that renders prices and the script that updates
// them.

import type { PriceState, SparkRow } from "../contract/live/live.ts";
import { DAY_MS, IST_OFFSET_MS } from "../domain/time.ts";
import { formatHundredths } from "../format/rupees.ts";
import { MONTH_LABELS, PRICE_STATE_LABELS, PRICE_TEXTS, reasonText } from "./price-texts.ts";

const MINUS = "\u2212";

export type Sign = "up" | "down" | "flat";

export function changeSign(change: number): Sign {
  return change > 0 ? "up" : change < 0 ? "down" : "flat";
}

/** Formats a change as "+12.30 (+0.05%)", always with a sign. Returns a dash without a previous close. */
export function changeText(ltp: number, previousClose: number): string {
  if (previousClose <= 0 || ltp <= 0) return "–";
  const change = ltp - previousClose;
  const percent = Math.abs((change / previousClose) * 100).toFixed(2);
  const mark = change > 0 ? "+" : change < 0 ? MINUS : "";
  return `${mark}${formatHundredths(Math.abs(change))} (${percent === "0.00" ? "" : mark}${percent}%)`;
}

/** Formats a time as "14:31:07 IST", or with the day if it is not today: "20 Nov, 15:29:59 IST". */
export function timeText(at: number, now: number): string {
  if (at <= 0) return PRICE_TEXTS.noTrade;
  const then = toIndianTime(at);
  const time = `${then.slice(17, 25)} IST`;
  const isToday = then.slice(0, 16) === toIndianTime(now).slice(0, 16);
  const month = then.slice(8, 11);
  return isToday ? time : `${Number(then.slice(5, 7))} ${MONTH_LABELS[month] ?? month}, ${time}`;
}

/** Returns a UTC date string that contains the Indian wall-clock time, such as "Fri, 20 Nov 2026 15:29:59 GMT". */
function toIndianTime(at: number): string {
  return new Date(at + IST_OFFSET_MS).toUTCString();
}

/** Formats a time always with its day, for a page that may be viewed on a later day: "20 Nov, 15:29:59 IST". */
export function datedTimeText(at: number): string {
  return timeText(at, at - DAY_MS);
}

/** Returns the state's label with the reason: "Stale: reconnecting". Live prices have no reason. */
export function stateSentence(state: PriceState, reason: string): string {
  return reason === "" || state === "live"
    ? PRICE_STATE_LABELS[state]
    : `${PRICE_STATE_LABELS[state]}: ${reasonText(reason)}`;
}

/** Formats a range as "2,635.90 to 2,640.60". */
export function rangeText(low: number, high: number): string {
  return low > 0 && high > 0
    ? PRICE_TEXTS.range({ low: formatHundredths(low), high: formatHundredths(high) })
    : "–";
}

/** Returns the position of the price between low (0) and high (100). */
export function rangeShare(ltp: number, low: number, high: number): number {
  return high > low ? Math.round((Math.min(high, Math.max(low, ltp)) - low) * (100 / (high - low))) : 50;
}

export const SPARK_WIDTH = 96;
export const SPARK_HEIGHT = 24;

/** Returns the points of the sparkline's polyline. Empty for fewer than two prices. */
export function sparkPoints([, , , ...prices]: SparkRow): string {
  if (prices.length < 2) return "";
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low || 1;
  return prices
    .map((price, index) => {
      const x = (index / (prices.length - 1)) * SPARK_WIDTH;
      const y = SPARK_HEIGHT - 2 - ((price - low) / span) * (SPARK_HEIGHT - 4);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
}

/** Formats a quantity with Indian grouping. */
export function quantityText(quantity: number): string {
  return formatHundredths(quantity * 100).slice(0, -3);
}

type Level = readonly [paise: number, quantity: number, orders: number];

/** Returns the largest quantity in the first five levels of an order book. */
export function largestLevel(bids: readonly Level[], asks: readonly Level[]): number {
  return Math.max(1, ...[...bids.slice(0, 5), ...asks.slice(0, 5)].map(([, quantity]) => quantity));
}

/** Returns a level's quantity in tenths of the largest, from "0" to "10". */
export function depthBarTenths(level: Level | undefined, most: number): string {
  return String(Math.min(10, Math.ceil(((level?.[1] ?? 0) / most) * 10)));
}
