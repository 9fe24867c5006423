// Text of the losses of a record.
export const text = {
  tableTitle: "Losses of the record and their risk bands",
  input: "Input",
  ofTheAmount: "Of the amount",
  inRupees: "In rupees",
  riskBand: "Risk band",
  noDayStop: "The rules have no stop for the day.",
  beyondStop: ({ percent, days, all }: { percent: number; days: string; all: string }) =>
    `The stop for the day is ${percent}% of the amount. The record lost more than that on ${days} of ${all} days.`,
  methodVersion: (version: string) => `Risk methodology, version ${version}`,
} as const;
