// Text of the curves side by side.
export const text = {
  curves: "Curves",
  differentClasses:
    "These records are of different classes, so they are not drawn over one another or taken together.",

  curvesFromTo: ({
    evidence,
    from,
    to,
    results,
  }: {
    evidence: string;
    from: string;
    to: string;
    results: string;
  }) => `${evidence} from ${from} to ${to}, each from its own capital: ${results}.`,

  together: "Together",
  jointMaxDrawdown: "Joint max drawdown",
  maxDrawdownOfEach: "Max drawdown of each",
  jointCapital: "Joint capital",
  largestMarginUsedAtOnce: "Largest margin used at once",
  seeAsPortfolio: "See these algos as one portfolio",
  correlation: "Correlation",
  correlationMeans: (days: string) =>
    `Of daily returns over ${days} common days: 1 moves together, 0 is unrelated, −1 moves against.`,
  correlationsLabel: "Correlations of daily results",
} as const;
