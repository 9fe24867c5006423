// The daily results of one month of a record, by week. Pure. A day without trading is null.
import { DAY_MS } from "../domain/time.ts";
import type { EquityDay } from "./statistics.ts";

/** `share` is a share of the initial capital. */
export type CalendarDay = { day: string; paise: number; share: number };
export type MonthCalendar = {
  /** Month such as "2026-10". */
  month: string;
  previous: string | null;
  next: string | null;
  /** Displayed weekdays from Monday. Saturday and Sunday are included only if the record has results on them. */
  columns: number[];
  weeks: (CalendarDay | null)[][];
  totalPaise: number;
};

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/**
 * Returns the requested month, or the last one if the record does not contain the requested month. Null for an empty
 * record.
 */
export function buildMonthCalendar(
  equity: readonly EquityDay[],
  capitalPaise: number,
  requestedMonth: string | null,
): MonthCalendar | null {
  const months = [...new Set(equity.map(({ day }) => day.slice(0, 7)))];
  const at =
    requestedMonth !== null && months.includes(requestedMonth)
      ? months.indexOf(requestedMonth)
      : months.length - 1;
  const month = months[at];
  if (month === undefined) return null;
  const days = equity.flatMap(({ day, equityPaise }, index): CalendarDay[] => {
    if (!day.startsWith(month)) return [];
    const paise = equityPaise - (equity[index - 1]?.equityPaise ?? capitalPaise);
    return [{ day, paise, share: paise / capitalPaise }];
  });
  const columns = [1, 2, 3, 4, 5, 6, 7].filter(
    (weekday) => weekday <= 5 || days.some(({ day }) => weekdayOf(day) === weekday),
  );
  // Weeks, keyed by the day number of their Monday.
  const weeks = new Map<number, CalendarDay[]>();
  for (const one of days) {
    const monday = Date.parse(one.day) / DAY_MS - weekdayOf(one.day);
    weeks.set(monday, [...(weeks.get(monday) ?? []), one]);
  }
  return {
    month,
    previous: months[at - 1] ?? null,
    next: months[at + 1] ?? null,
    columns,
    weeks: [...weeks.values()].map((week) =>
      columns.map((weekday) => week.find(({ day }) => weekdayOf(day) === weekday) ?? null),
    ),
    totalPaise: days.reduce((sum, { paise }) => sum + paise, 0),
  };
}
