// Text of evidence of algos together.
export const text = {
  together: "Together",
  notPartOfThese: "{name} isn't part of these figures: {reason}",
  differentClasses:
    "These records are of different evidence classes. They're never added up; choose algos of one class.",
  nothingToAdd: "There's nothing to add up: it takes two records with days in common.",

  jointMaxDrawdown: "Joint max drawdown",
  daysFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  worstJointDay: "Worst joint day",
  onDay: (day: string) => `on ${day}`,
  largestMarginUsedAtOnce: "Largest margin used at once",
  peakMargin: ({ moment, share }: { moment: string; share: string }) =>
    `${moment}; margin overlap ${share} of the time with a position`,
  jointCapital: "Joint capital",
  capitalIsMinimums: "the minimum amounts added up",
  netPnl: "Net P&L",
  netOfCosts: (share: string) => `${share}, net of costs and fees`,
  period: "Period",
  sharedDays: ({ from, to }: { from: string; to: string }) =>
    `${from} to ${to}, the days that all records have`,
  summary: ({
    from,
    to,
    capital,
    end,
    change,
    drawdown,
  }: {
    from: string;
    to: string;
    capital: string;
    end: string;
    change: string;
    drawdown: string;
  }) =>
    `Joint capital from ${from} to ${to}: ${capital} became ${end} (${change}), with a max drawdown of ${drawdown}.`,
  correlationOfDaily: "Correlation of daily returns",
  correlationMeans: "1 moves together, 0 is unrelated, −1 moves against.",

  eachAlgosPart: "Each algo's part",
  algo: "Algo",
  maxDrawdownAlone: "Max drawdown alone",
  onTheWorstJointDay: "On the worst joint day",
  largestMarginAlone: "Largest margin alone",
  none: "none",
} as const;
