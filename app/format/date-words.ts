// Parts of dates that Intl does not provide.
import { plural } from "./locale.ts";

export const datesText = {
  allDays: "Monday to Friday",
  days: {
    Mon: "Monday",
    Tue: "Tuesday",
    Wed: "Wednesday",
    Thu: "Thursday",
    Fri: "Friday",
  } as Record<string, string>,
  months: (count: number) => `${count} ${plural(count, { one: "month", other: "months" })}`,
};
