// Text of the table of algos.
export const text = {
  rupeesAreFor: (amount: string) =>
    `Rupees are for whole multiples of each minimum within your ${amount}, and for the minimum where it is more. Backtests are simulated results.`,
  algo: "Algo",
  risk: "Risk",
  recordNet: "Record, net",
  maxDrawdown: "Max drawdown",
  netAYear: "Net a year",
  costsAYear: "Costs a year",
  live: "Live",
  minimum: "Minimum",
  compare: "Compare",

  record: "Record",

  inTotal: "in total",
  noneShown: "none shown",
} as const;
