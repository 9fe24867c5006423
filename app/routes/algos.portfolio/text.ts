// Text of the page that takes algos as one portfolio.

export const pageText = {
  tooMany: ({ most, shown }: { most: number; shown: number }) =>
    `A portfolio here has at most ${most} algos; the first ${shown} are shown.`,
  noSuchAlgo: (id: string) => `No algo is called “${id}”; it's left out.`,

  title: "Algos as one portfolio",
  description:
    "Two to five algos together on one capital: joint curve, drawdown, correlation, margin and worst day.",

  home: "Home",
  algos: "Algos",
  portfolio: "Portfolio",
  titleOf: (count: number) => `${count} algos as one portfolio`,
  leadWithoutAny: "Choose two to five algos to see what they would have done together on one capital.",

  remove: "Remove",

  leadWithSome: "Choose one to four more to see what they would have done together on one capital.",
} as const;

export const portfolioEvidenceText = {
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
