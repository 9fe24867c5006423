// Texts in formatted dates that Intl does not provide.
import { plural } from "./locale.ts";

export const datesText = {
  everyDay: "every day",
  allDays: "Monday to Friday",
  days: {
    Mon: "Monday",
    Tue: "Tuesday",
    Wed: "Wednesday",
    Thu: "Thursday",
    Fri: "Friday",
    Sat: "Saturday",
    Sun: "Sunday",
  } as Record<string, string>,
  months: (count: number) => `${count} ${plural(count, { one: "month", other: "months" })}`,
};
