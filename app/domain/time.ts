// Arithmetic with Indian local time. India has the same offset all year, so a day is a number: days since 1970 in
// Indian time. An instant is epoch milliseconds.

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** Average number of days in a month, for rounded durations. */
export const DAYS_PER_MONTH = 30.4;
export const IST_OFFSET_MS = 330 * MINUTE_MS;

/** Returns the day number of an instant: days since 1970 in Indian time. */
export function istDay(atMs: number): number {
  return Math.floor((atMs + IST_OFFSET_MS) / DAY_MS);
}

/** Returns the start of a day in IST as epoch ms. */
export function istDayStart(day: number): number {
  return day * DAY_MS - IST_OFFSET_MS;
}

/** Returns the minutes since midnight in India. */
export function istMinute(atMs: number): number {
  return Math.floor((atMs - istDayStart(istDay(atMs))) / MINUTE_MS);
}

/** Converts a day number to an ISO day. */
export function isoDayOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Converts an ISO day to a day number. */
export function dayOfIso(iso: string): number {
  return Math.floor(Date.parse(`${iso}T00:00:00Z`) / DAY_MS);
}

/** Returns the weekday of a day number; 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Returns the number of months since the year 0. It changes when a new month begins. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth() + 1;
}
