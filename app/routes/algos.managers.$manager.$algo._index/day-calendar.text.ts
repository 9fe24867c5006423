// Text of the calendar of days.
export const text = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",

  dayByDay: (month: string) => `Day by day: ${month}`,
  daysOf: (month: string) => `Days of ${month}`,
  resultsByDay: (month: string) => `Results by day, ${month}`,
  monthTogether: "The month together:",
} as const;
