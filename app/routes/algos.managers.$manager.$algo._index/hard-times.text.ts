// Text of the market's largest drawdowns.
export const text = {
  didNotFall: (benchmark: string) =>
    `${benchmark} did not fall by 5% or more during this record: how the algo does in a falling market isn't known.`,
  tableTitle: "Results in the market's largest drawdowns",
  when: "When",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
} as const;
