// Period of a live record that its verification covers: all complete months before the verification's date.

/** Returns the last day of the latest month that had ended by an ISO day. */
export function lastFullMonth(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const endOf = (index: number) => new Date(Date.UTC(year, index, 0)).toISOString().slice(0, 10);
  return date === new Date(Date.UTC(year, month, 0)).getUTCDate() ? endOf(month) : endOf(month - 1);
}
