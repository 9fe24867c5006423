// Texts of the page that combines several algos on the user's amount.

export const pageText = {
  tooMany: ({ most, shown }: { most: number; shown: number }) =>
    `A portfolio here has at most ${most} algos; the first ${shown} are shown.`,
  noSuchAlgo: (id: string) => `Unknown algo “${id}” is left out.`,

  title: "Joint portfolio",
  description:
    "Two to five algos that share one amount: what they would have lost together, and the capital that each needs.",

  leadOf: ({ count, amount }: { count: number; amount: string }) => `${count} algos for your ${amount}`,
  leadTooLarge: ({ count, used, amount }: { count: number; used: string; amount: string }) =>
    `${count} algos need ${used}; your amount is ${amount}`,
  leadWithoutAny: (amount: string) =>
    `Two to five algos share your ${amount}: what they would have lost together`,
  leadWithSome: (name: string) => `${name} and at least one more: what they would have lost together`,
  example: (names: readonly string[]) => `Example: ${names.join(" and ")}`,
  openExample: "Change its lots",
  combine: "Combine",

  save: "Save",
  deployAll: (count: number) => `Deploy all ${count}`,
  deploySome: ({ open, count }: { open: number; count: number }) => `Deploy ${open} of ${count}`,
} as const;

export const amountsText = {
  compare: "Compare them",
  amounts: "Amounts",
  update: "Update",
  partsOf: (amount: string) => `Split of ${amount}`,
  lots: ({ count, minimum }: { count: number; minimum: string }) => `${count} × ${minimum}`,
  lotsOf: (name: string) => `Lots of ${name}`,
  slider: (name: string) => `Lots of ${name}, slider`,
  fewer: (name: string) => `Remove one lot of ${name}`,
  more: (name: string) => `Add one lot of ${name}`,
  ownWorst: "max drawdown",
  removeAlgo: (name: string) => `Remove ${name}`,
  staysFree: "Unallocated",
  missing: "Shortfall",
  total: "My amount",
} as const;

export const togetherText = {
  deepest: "Joint max drawdown",
  shareOf: ({ share, used }: { share: string; used: string }) => `${share} of ${used}`,
  allAtOnce: "Sum of max drawdowns",
  eachAtWorst: "each algo's own max drawdown",
  savedByDiversification: "Saved by diversification",
  differentTimes: "drawdowns on different days",
  costs: "Costs per year",
  all: (count: number) => `for ${count} algos`,
  net: "Net CAGR",
  netInTotal: "Net in total",
  became: ({ used, end }: { used: string; end: string }) => `Together, ${used} became ${end}`,
  together: "Together",
  summary: ({ from, to, day }: { from: string; to: string; day: string }) =>
    `All records cover ${from} to ${to}. Worst day together: ${day}.`,
  fallTogether: "Correlation",
  scale: "1: always together, 0: independent",
  saferOrBolder: "Lower or higher risk",
  drawdownNet: "max drawdown, net result",
  moreOf: (name: string) => `One lot more of ${name}`,
  lessOf: (name: string) => `One lot less of ${name}`,
  asSet: "Your amounts",
  whatFits: (amount: string) => `Choices that fit ${amount}`,
  lotsOf: ({ count, name }: { count: number; name: string }) => `${count} × ${name}`,
  noneFits: "Each of these algos needs more than your amount.",
  findAlgos: (amount: string) => `Find algos for ${amount}`,
} as const;

export const withheldText = {
  notPartOfThese: "{name} isn't part of these figures: {reason}",
  verifiedOneLot: "Its verified figures apply to one lot only. Choose one lot to include it.",
  differentClasses:
    "These records are of different kinds, such as backtest and live. They're never added up; choose algos of one kind.",
  tooFewRecords: "A joint result needs the records of two algos.",
  nothingToAdd: "These records have no days in common.",
} as const;
