// Formats days and times in Indian time. A time of day is always shown with its time zone.
import { datesText as text } from "./date-texts.ts";
import { brandLanguage, LOCALE } from "./locale.ts";

/** Amounts and years have these digits too. Intl's default for some languages, such as Marathi, are others. */
const DIGITS = { numberingSystem: "latn" };
const DAY = new Intl.DateTimeFormat(LOCALE, {
  ...DIGITS,
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const createDateTimeFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    ...DIGITS,
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "Asia/Kolkata",
  });
let dateTime = { locale: LOCALE, format: createDateTimeFormat(LOCALE) };

/** Formats "2023-04-10" as "10 Apr 2023". */
export function formatDay(isoDay: string): string {
  return DAY.format(new Date(`${isoDay}T00:00:00Z`)).replace("Sept", "Sep");
}

const DAY_SHORT = new Intl.DateTimeFormat(LOCALE, {
  ...DIGITS,
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** Formats "2023-04-10" as "10 Apr". */
export function formatDayShort(isoDay: string): string {
  return DAY_SHORT.format(new Date(`${isoDay}T00:00:00Z`)).replace("Sept", "Sep");
}

const MONTH = new Intl.DateTimeFormat(LOCALE, {
  ...DIGITS,
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const MONTH_SHORT = new Intl.DateTimeFormat(LOCALE, { month: "short", timeZone: "UTC" });

/** Formats "2026-10" as "October 2026". */
export function formatMonth(isoMonth: string): string {
  return MONTH.format(new Date(`${isoMonth}-01T00:00:00Z`));
}

/** Formats "2026-10" as "Oct". */
export function formatMonthShort(isoMonth: string): string {
  return MONTH_SHORT.format(new Date(`${isoMonth}-01T00:00:00Z`)).replace("Sept", "Sep");
}

/** Formats an instant as "21 Nov 2026, 09:15 IST". */
export function formatDateTime(instant: Date): string {
  // The server loads this module before it reads the brand, so the language is read at each call.
  const { locale } = brandLanguage();
  if (dateTime.locale !== locale) dateTime = { locale, format: createDateTimeFormat(locale) };
  return `${dateTime.format.format(instant).replace("Sept", "Sep")} IST`;
}

const CLOCK = new Intl.DateTimeFormat(LOCALE, {
  ...DIGITS,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});
const INDIAN_DAY = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "Asia/Kolkata" });

/** Formats an instant's time of day in India with seconds: "09:15:07". */
export function formatClock(instant: Date): string {
  return CLOCK.format(instant);
}

const SHORT_DAY = new Intl.DateTimeFormat(LOCALE, {
  ...DIGITS,
  day: "numeric",
  month: "short",
  timeZone: "Asia/Kolkata",
});

/** Formats an instant's day in India for the axis of a chart: "25 Aug". */
export function formatShortDay(instant: Date): string {
  return SHORT_DAY.format(instant).replace("Sept", "Sep");
}

/** Formats an instant's time of day in India without seconds: "09:15". */
export function formatShortClock(instant: Date): string {
  return formatClock(instant).slice(0, 5);
}

/** Formats a time to the second, with the day unless it is today: "09:15:07 IST", "20 Nov 2026, 23:59:30 IST". */
export function formatInstant(instant: Date, now: Date): string {
  const clock = `${formatClock(instant)} IST`;
  const day = INDIAN_DAY.format(instant);
  return day === INDIAN_DAY.format(now) ? clock : `${formatDay(day)}, ${clock}`;
}

/** Formats a number of months: "1 month", "13 months". */
export function formatMonths(months: number): string {
  return text.months(months);
}

const WEEKDAY_SHORT = new Intl.DateTimeFormat(LOCALE, { weekday: "short", timeZone: "UTC" });
const WEEKDAYS_FROM_MONDAY = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** Formats a weekday in the brand's language: "Mon". */
export function formatWeekdayShort(day: (typeof WEEKDAYS_FROM_MONDAY)[number]): string {
  // 1 January 2024 is a Monday.
  return WEEKDAY_SHORT.format(Date.UTC(2024, 0, 1 + WEEKDAYS_FROM_MONDAY.indexOf(day)));
}

/** Formats weekdays: "every day", "Monday to Friday", or a list of full names. */
export function formatWeekdays(days: readonly string[]): string {
  if (days.length === 7) return text.everyDay;
  if (days.length === 5 && !days.includes("Sat") && !days.includes("Sun")) return text.allDays;
  return days.map((day) => text.days[day] ?? day).join(", ");
}
