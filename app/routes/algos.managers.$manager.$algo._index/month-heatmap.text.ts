// Text of the months of a record.
export const text = {
  jan: "Jan",
  feb: "Feb",
  mar: "Mar",
  apr: "Apr",
  may: "May",
  jun: "Jun",
  jul: "Jul",
  aug: "Aug",
  sep: "Sep",
  oct: "Oct",
  nov: "Nov",
  dec: "Dec",

  loss: "loss",
  gain: "gain",

  byYearAndMonth: "Returns by year and month, net, of the capital",
  year: "Year",
  all: "All",
} as const;
