// Text of the shapes of results.
export const text = {
  distributionOfTrades: "Distribution of trades",
  result: "Result",
  trades: "Trades",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  rollingYears: "Rolling years",
  tooShort: "The record is shorter than a year and a month.",
  periodsLost: ({ lost, all }: { lost: string; all: string }) =>
    `Started at a month's end and held for twelve months, ${lost} of ${all} periods lost.`,
  worst: "Worst",
  median: "Median",
  best: "Best",
  to: (day: string) => `, to ${day}`,
} as const;
