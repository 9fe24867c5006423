// Text of the table of correlations.
export const text = {
  correlations: "Correlations",
  withOther: "With",
} as const;
