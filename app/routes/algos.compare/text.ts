// Texts of the page that compares algos.

export const pageText = {
  tooMany: ({ most, shown }: { most: number; shown: number }) =>
    `At most ${most} algos can be compared; the first ${shown} are shown.`,
  noSuchAlgo: (id: string) => `Unknown algo “${id}” is left out.`,

  title: "Compare algos",
  description:
    "Two to four algos side by side: what they trade, how much they need and what they can lose. Differences are marked.",

  compare: "Compare",
  titleOf: (count: number) => `Compare ${count} algos`,
  combine: "Combine them",
  sideBySide: "Figures and rules side by side",
  allFacts: "Rules, limits and managers",
  rulesAndManagers: "rows that differ are marked",
  moreFigures: "Ratios, trades and exposure",
  together: "Together: joint drawdown and correlation",
  leadOf: (amount: string) => `Figures for the lots that your ${amount} allows, at least one per algo`,
  leadWithoutAny: (amount: string) =>
    `Two to four algos side by side: curves, drawdowns and costs for your ${amount}`,
  leadWithSome: (name: string) => `${name} and one to three others, side by side`,
} as const;

export const compareEvidenceText = {
  none: "none",
  curves: ({ amount, day }: { amount: string; day: string }) => `${amount} in each since ${day}`,
  afterCosts: ", after all costs.",
  deepestFall: "max drawdown",
  openExample: "Compare these two",
  differentClasses:
    "These records are of different kinds, such as backtest and live, so they are not combined.",

  onlyAtMinimum:
    "A verified record is never restated at another amount. These records are combined only at each algo's minimum amount.",

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
  }) => `${evidence} from ${from} to ${to}, each on its own capital: ${results}.`,

  jointMaxDrawdown: "Joint max drawdown",
  maxDrawdownOfEach: "Max drawdown of each",
  jointCapital: "Joint capital",
  largestMarginUsedAtOnce: "Largest margin used at once",
  correlation: "Correlation",
  correlationMeans: (days: string) => `Over ${days} common days. 1: always together, 0: independent.`,
} as const;

export const compareFiguresText = {
  recordsSideBySide: "Records, side by side",
  decides: "Key figure",
  record: "Record",
  atWork: (amount: string) => `Used of ${amount}`,
  lots: ({ count, minimum }: { count: number; minimum: string }) => `${count} × ${minimum}`,
  needsMore: (amount: string) => `needs ${amount} more`,
  risk: "Risk",
  actions: "Actions",
  moreSideBySide: "More figures of the records, side by side",
  moreCaption: "More figures of the records",

  best: "best",
  worst: "worst",
  deploy: "Deploy",
  remove: "Remove",
} as const;

export const compareTableText = {
  none: "none",
  noStop: "no stop",
  percentOfAmount: (percent: number) => `${percent}% of the amount`,

  fixedWhenOpened: "Fixed when a position is opened",
  worstCaseUnstated: "Not stated by the provider",
  jumpCanPass: "A price gap can skip the stop",
  canExceed: "Options sold without cover: loss can exceed amount",

  whatYouCouldLose: "What you could lose",
  risk: "Risk",
  perTradeByItsStop: "Loss per trade at the stop",
  perDayByItsStop: "Loss per day at the daily stop",
  largestLossOfOnePosition: "Largest loss of one position",
  notDescribed: "not described",
  shareOfAmount: ({ share, kind }: { share: string; kind: string }) => `${share} of the amount, ${kind}`,
  typical: "typical; can be larger",
  underStress: "stress-test loss; can be larger",
  atWorst: "At worst",
  largestExposure: "Largest exposure",
  noLeverage: "No leverage",
  times: (leverage: number) => `${leverage} times`,
  whatItNeeds: "What it needs",
  minimumAmount: "Minimum amount",
  marginOrPurchase: "Margin or purchase",
  buffer: "Buffer",
  managersFee: "Manager's fee",
  aMonth: (amount: string) => `${amount} a month`,

  howItTrades: "How it trades",
  trades: "Trades",
  product: "Product",
  tags: "Tags",
  mainInstrument: "Main instrument",
  holds: "Holds",
  frequency: "Frequency",
  tradingDays: "Trading days",
  entriesIst: "Entries (IST)",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  whoAndSinceWhen: "Manager and status",
  registration: "Registration",
  logic: "Logic",
  whiteBox: "White box",
  blackBox: "Black box",
  version: "Version",
  liveSince: "Live since",
  status: "Status",
  stateSince: ({ state, day }: { state: string; day: string }) => `${state} since ${day}`,
  deployedBy: "Deployed by",
  trackedBy: "Tracked by",

  factsSideBySide: "Facts, side by side",
  moreFacts: "More facts, side by side",

  oneAlgoToCompare: "One algo, to compare with others",
  tableCaption: "Algos side by side; rows that differ are marked",

  fact: "Fact",

  differs: "differs",
} as const;
