// Indian wall-clock arithmetic. India has one offset all year, so a day is a number: days since 1970 on that clock. An
// instant is epoch milliseconds.

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
export const IST_OFFSET_MS = 330 * MINUTE_MS;

/** Days since 1970 on the Indian wall clock. */
export function istDay(atMs: number): number {
  return Math.floor((atMs + IST_OFFSET_MS) / DAY_MS);
}

/** Start of an Indian day, epoch ms. */
export function istDayStart(day: number): number {
  return day * DAY_MS - IST_OFFSET_MS;
}

/** Minutes since midnight on the Indian wall clock. */
export function istMinute(atMs: number): number {
  return Math.floor((atMs - istDayStart(istDay(atMs))) / MINUTE_MS);
}

/** ISO day of a day number. */
export function isoDayOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Day number of an ISO day. */
export function dayOfIso(iso: string): number {
  return Math.floor(Date.parse(`${iso}T00:00:00Z`) / DAY_MS);
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Months since the year 0, used to detect a change of month. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth() + 1;
}
