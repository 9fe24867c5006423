// Text of the questions of the stepper.
export const text = {
  lowMeans: (amount: string) => `I could watch ${amount} of it disappear. Losses should be known beforehand.`,
  mediumMeans: (amount: string) => `I could watch ${amount} of it disappear, if the rules limit it.`,
  highMeans: ({ amount, capital }: { amount: string; capital: string }) =>
    `I could watch more than ${amount} disappear, up to all ${capital}. Includes moderately high risk.`,

  indexMeans: "Nifty, Bank Nifty or Sensex, through their options.",
  optionsMean: "Calls and puts, on indices or on companies.",
  equityMeans: "Shares of companies, or options on them.",

  stepOf: ({ number, count, label }: { number: number; count: number; label: string }) =>
    `Step ${number} of ${count}: ${label}`,
  next: "Next",
  nextRiskLevel: "Next: risk level",
  back: "Back",
  seeAllAlgosInstead: "See all algos instead",

  slideToAnAmount: "Slide to an amount",
  rangeInSteps: ({ least, most, step }: { least: string; most: string; step: string }) =>
    `${least} to ${most}, in steps of ${step}.`,
  startsAt: "It starts at",
  least: "5K",
  most: "5L or more",
  orPickOne: "Or pick one",
  everyMinimumFits: "From 5L on, every minimum amount fits.",
  orType: "Or type it",
  typedCounts: "In rupees, such as 75,000 or 1.5L. What you type counts before the slider.",

  soFar: "(your answer so far)",
} as const;
