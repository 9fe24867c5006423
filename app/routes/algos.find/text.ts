// Texts of the algo finder: questions and results.
import { formatCount } from "../../format/rupees.ts";

export const pageText = {
  title: "Find your algo",
  description:
    "Three questions: your amount, the loss you can afford, and what to trade. Each result shows why the algo fits or which answer it misses.",
} as const;

export const resultsText = {
  aLargerAmount: "a larger amount",
  anotherRiskLevel: "another risk level",
  anotherInstrument: "another instrument",

  noneSuits: "No open algo fits all three answers",
  oneSuits: "One algo fits",
  manySuit: (count: string) => `${count} algos fit`,
  mostDeployed: ({ shown, count }: { shown: number; count: string }) =>
    `The ${shown} most deployed of ${count} are shown.`,
  moreWith: ({ count, change }: { count: number; change: string }) =>
    `${formatCount(count)} more with ${change}`,
  changeThatAnswer: "Change that answer",
  useAmount: (amount: string) => `Use ${amount}`,
  showIt: "Show it",
  showOfThem: (count: number) => `Show ${count} of them`,

  whyItFits: "Why it fits",
  showOneMore: "Show one more",
  showMore: (count: number) => `Show ${count} more`,

  capital: "Capital",
  riskLevel: "Risk level",
  instrument: "Instrument",
  change: "Change",
  startOver: "Start over",

  fits: "Fits:",
  misses: "Misses:",

  recordReason: ({
    evidence,
    from,
    to,
    amount,
    fall,
    costs,
  }: {
    evidence: string;
    from: string;
    to: string;
    amount: string;
    fall: string;
    costs: string;
  }) => `${evidence} ${from} to ${to}: for ${amount}, max drawdown ${fall} and costs of ${costs} a year.`,
} as const;

export const stepText = {
  lowMeans: (amount: string) =>
    `I can afford to lose ${amount} of it. The largest loss must be known in advance.`,
  mediumMeans: (amount: string) => `I can afford to lose ${amount} of it, if the rules limit losses.`,
  highMeans: ({ amount, capital }: { amount: string; capital: string }) =>
    `I can afford to lose more than ${amount}, up to all ${capital}. Includes moderately high risk.`,

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
  everyMinimumFits: "From 5L, every minimum amount fits.",
  checkTheAmount: "Check the amount",
  orType: "Or type it",
  typedCounts: "In rupees, such as 75,000 or 1.5L. A typed amount overrides the slider.",

  soFar: "(your answer so far)",
} as const;
