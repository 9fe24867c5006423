// The names of charges.
export const text = {
  brokerage: "Brokerage",
  exchangeTransaction: "Exchange transaction charges",
  sebiTurnoverFee: "SEBI turnover fee",
  stampDuty: "Stamp duty",
  dpCharges: "DP charges",
  notSplitByLine: "Not split by line",

  totalCharges: "Total charges",
} as const;
