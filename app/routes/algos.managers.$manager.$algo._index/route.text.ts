// Text of an algo's page around its parts.
export const text = {
  noSuchAlgo: "No algo has this address.",

  ownBelowMinimum: ({ own, minimum }: { own: string; minimum: string }) =>
    `Your ${own} is below the minimum amount; the figures are for ${minimum}.`,
  notAnAmount: (typed: string) => `“${typed}” is not an amount. Type rupees, such as 75,000.`,
  belowMinimum: ({ amount, minimum }: { amount: string; minimum: string }) =>
    `${amount} is below the minimum amount; the figures are for ${minimum}.`,
  largestAmount: (amount: string) => `The figures are for ${amount}, the largest amount we calculate with.`,

  title: ({ algo, manager }: { algo: string; manager: string }) => `${algo} by ${manager}`,
  description: ({ risk, amount, summary }: { risk: string; amount: string; summary: string }) =>
    `${risk} risk, from ${amount}. ${summary}`,
  moderatelyHigh: "Moderately high",

  home: "Home",
  algos: "Algos",
  moreFrom: (manager: string) => `More from ${manager}`,
  similar: "Similar algos of other managers",

  questions: "Questions",
  questionsWithAnswers: (count: number) => `${count} questions with their answers`,

  pastTrades: "Past trades",
  performance: "Performance",
  pastTradesOf: (evidence: string) => `Past trades, ${evidence}`,
} as const;
