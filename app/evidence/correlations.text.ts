// What the table of correlations says.
export const text = {
  correlations: "Correlations",
  withOther: "With",
} as const;
