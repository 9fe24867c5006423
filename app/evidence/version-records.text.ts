// Text of the records of two versions.
export const text = {
  backtestOfEach: (amount: string) => `Backtest of each, for ${amount}`,
  version: (version: string) => `Version ${version}`,
  simulated: ({ evidence, from, to }: { evidence: string; from: string; to: string }) =>
    `${evidence}, simulated, ${from} to ${to}`,
  maxDrawdown: "Max drawdown",
  netOfCostsAndFee: "Net of costs and fee",
  costsAYear: "Costs a year",
  knowingThePast:
    "A rule that was chosen knowing the past looks better on it than it will be. The newer version has no live record yet.",
} as const;
