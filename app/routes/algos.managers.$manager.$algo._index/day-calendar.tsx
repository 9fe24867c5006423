// One month of the record, day by day.

import type { MonthCalendar } from "../../evidence/day-calendar.ts";
import { formatMonth } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatRupees } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { dayCalendarText as text } from "./record-text.ts";

const WEEKDAYS = ["", text.mon, text.tue, text.wed, text.thu, text.fri, text.sat, text.sun];

export function DayCalendar(props: { calendar: MonthCalendar | null; address: (month: string) => string }) {
  const { calendar } = props;
  if (calendar === null) return null;
  return (
    <section aria-labelledby="calendar">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h4 id="calendar" className="text-base">
          {text.dayByDay(formatMonth(calendar.month))}
        </h4>
        <p className="no-print flex gap-x-4 text-sm">
          {[calendar.previous, calendar.next].map((month) =>
            month === null ? null : (
              <a key={month} href={props.address(month)} className="link inline-flex min-h-8 items-center">
                {formatMonth(month)}
              </a>
            ),
          )}
        </p>
      </div>
      <TableScroll label={text.daysOf(formatMonth(calendar.month))} className="mt-2">
        <table className="table table-tight calendar-table">
          <caption className="sr-only">{text.resultsByDay(formatMonth(calendar.month))}</caption>
          <thead>
            <tr>
              {calendar.columns.map((weekday) => (
                <th key={weekday} scope="col">
                  {WEEKDAYS[weekday]?.slice(0, 3)}
                  <span className="max-sm:sr-only">{WEEKDAYS[weekday]?.slice(3)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calendar.weeks.map((week) => (
              <tr key={week.find((day) => day !== null)?.day}>
                {week.map((day, index) => (
                  <td key={calendar.columns[index]} className="align-top">
                    {day === null ? (
                      <span className="text-ink-muted">–</span>
                    ) : (
                      <>
                        <span className="text-xs text-ink-muted">{Number(day.day.slice(8))}</span>{" "}
                        <span
                          className={`block whitespace-nowrap tabular-nums ${day.paise < 0 ? "text-loss" : day.paise > 0 ? "text-gain" : ""}`}
                        >
                          {day.paise > 0 ? "+" : ""}
                          {formatRupees(Math.round(day.paise / 100))}
                        </span>{" "}
                        <span className="block text-xs text-ink-muted">{formatChange(day.share, 2)}</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="mt-1 text-sm">
        {text.monthTogether}{" "}
        <strong className="font-semibold">{formatRupees(Math.round(calendar.totalPaise / 100))}</strong>
      </p>
    </section>
  );
}
