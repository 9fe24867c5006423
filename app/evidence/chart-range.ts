// The days of a record that a chart shows: a range up to its last day, or the days between two dates in the address.
import { z } from "zod";
import { monthsBefore } from "./statistics.ts";

export const RANGES = ["1m", "3m", "ytd", "1y", "all"] as const;
export type Range = (typeof RANGES)[number];

/** Parses the parameter `range`. The default is the complete record. */
export function readRange(params: URLSearchParams): Range {
  return RANGES.find((name) => name === params.get("range")) ?? "all";
}

const RANGE_MONTHS = { "1m": 1, "3m": 3, "1y": 12 } as const;

export type Span = { from: string; to: string };
const day = z.iso.date();

/** Parses the parameters `from` and `to`. Null unless both are valid and `from` precedes `to`. */
export function readSpan(params: URLSearchParams): Span | null {
  const [from, to] = [day.safeParse(params.get("from")), day.safeParse(params.get("to"))];
  return from.success && to.success && from.data < to.data ? { from: from.data, to: to.data } : null;
}

/**
 * Returns the day before the first day of the range, for a record that ends on `last`. Empty for the complete record.
 */
function dayBefore(range: Range, last: string): string {
  if (range === "all") return "";
  return range === "ytd" ? `${Number(last.slice(0, 4)) - 1}-12-31` : monthsBefore(last, RANGE_MONTHS[range]);
}

/**
 * Returns the indices of the first and last displayed day. The first index is the last day before the range, because
 * results are measured from that day's value; -1 means the initial capital. A span with fewer than two days of the
 * record is ignored.
 */
export function daysOfRange(
  days: readonly { day: string }[],
  range: Range,
  span: Span | null,
): { startAt: number; endAt: number; span: Span | null } {
  const lastIndex = days.length - 1;
  if (span !== null) {
    const startAt = days.findIndex(({ day }) => day >= span.from);
    const endAt = days.findLastIndex(({ day }) => day <= span.to);
    const [from, to] = [days[startAt]?.day, days[endAt]?.day];
    if (from !== undefined && to !== undefined && startAt < endAt)
      return { startAt, endAt, span: { from, to } };
  }
  const cut = dayBefore(range, days.at(-1)?.day ?? "");
  return {
    startAt: cut === "" ? -1 : days.findLastIndex(({ day }) => day <= cut),
    endAt: lastIndex,
    span: null,
  };
}
