// Texts of an algo's page, except those of its record.
import { plural } from "../../format/locale.ts";

export const pageText = {
  noSuchAlgo: "There is no algo at this address.",

  ownBelowMinimum: ({ own, minimum }: { own: string; minimum: string }) =>
    `Your ${own} is below the minimum amount; the figures are for ${minimum}.`,
  notAnAmount: (typed: string) => `“${typed}” is not an amount. Type rupees, such as 75,000.`,
  belowMinimum: ({ amount, minimum }: { amount: string; minimum: string }) =>
    `${amount} is below the minimum amount; the figures are for ${minimum}.`,
  largestAmount: (amount: string) => `The figures are for ${amount}, the largest amount we calculate with.`,

  title: ({ algo, manager }: { algo: string; manager: string }) => `${algo} by ${manager}`,
  description: ({ risk, amount, summary }: { risk: string; amount: string; summary: string }) =>
    `${risk} risk, from ${amount}. ${summary}`,

  moreFrom: (manager: string) => `More from ${manager}`,
  similar: "Similar algos",

  pastTradesOf: (evidence: string) => `Past trades, ${evidence}`,
  figuresOf: ({ evidence, basis }: { evidence: string; basis: string }) =>
    `All figures, ${evidence}, ${basis}`,
} as const;

export const aboutText = {
  whatItDoes: "What it does",
  whatItCanLose: "What it can lose",
  whatItEarned: "What it earned, net of costs",
  whoRunsIt: "Who runs it",

  noLeverage: "No borrowing",
  upToTimes: (leverage: number) => `Up to ${leverage} times the amount`,

  none: "None",
  stopPerTrade: "Stop-loss per trade",
  stopPerDay: "Stop-loss per day",
  deepestFall: ({ from, to, end }: { from: string; to: string; end: string }) =>
    `max drawdown, from ${from} to ${to}; ${end}`,
  notBack: "not recovered yet",
  backOn: (day: string) => `recovered on ${day}`,

  netOver: ({ evidence, years, share }: { evidence: string; years: string; share: string }) =>
    `${evidence}, ${years} years, ${share}.`,
  wholeRecord: "See the whole record",
  wins: ({ rate, count, payoff }: { rate: string; count: string; payoff: string }) =>
    `Wins ${rate} of ${count} trades${payoff}.`,
  payoff: (ratio: string) => `; an average win is ${ratio} times an average loss`,

  seeTheManager: "See the manager",
  liveSince: "Live since",
  liveRecordFrom: (day: string) => `live record from ${day}`,
  deployedBy: "Deployed by",
  exchangeAlgoId: "Exchange algo id",

  howItWorks: "How it works",
  steps: (count: number) => `${count} ${plural(count, { one: "step", other: "steps" })}`,
  whatCouldGoWrong: "What could go wrong",
  points: (count: number) => `${count} ${plural(count, { one: "point", other: "points" })}`,
  howRiskIsRated: "How the risk is rated, and stress table",
  whenItTrades: "When it trades",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  instrumentsWithPrices: (count: number) =>
    `${count} ${plural(count, { one: "instrument", other: "instruments" })}, with prices`,
  live: "live",
  facts: "Facts",
  versionShort: (version: string) => `v${version}`,
  questions: "Questions",

  isInvented: "This algo and its manager are fictitious. The rules that produced its record are real.",
  tradingDays: "Trading days",
  daysWhenOpen: (days: string) => `${days}, when the exchange is open`,
  frequency: "Frequency",
  entries: "Entries",
  entriesFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to} IST`,
  exitsBy: "Exits",
  exitsFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to} IST, or at a stop-loss`,
  holds: "Holds",
  version: "Version",
  versionSince: ({ version, day }: { version: string; day: string }) => `${version}, since ${day}`,
  trackedBy: "Tracked by",
  logic: "Logic",
  whiteBox: "White box: disclosed",
  blackBox: "Black box: not disclosed",
  researchReport: "Research report",
  keptOnRequest: "On request",
  notRequired: "Not required",
  tags: "Tags",

  instruments: "Instruments",
  instrument: "Instrument",
  symbol: "Symbol",
  segmentAndId: "Segment and id",
  role: "Role",
} as const;

export const actionBarText = {
  maxDrawdown: "{amount} max drawdown",
  minimum: (amount: string) => `minimum ${amount}`,
  track: "Track",
  deploy: "Deploy",
} as const;

export const evidenceFrameText = {
  checkAgain: "Check again",
  signIn: "Sign in",
  requestRecord: "Request this record",

  hashChainVerified: ({ days, hash }: { days: string; hash: string }) =>
    `Hash chain verified: ${days} days, last hash ${hash}.`,
  howToCheck: "How to check it yourself",
  verificationFailed: "Verification failed",
  madeOn: ({ day, step }: { day: string; step: string }) =>
    `Computed on ${day}; rules checked every ${step}.`,
  ended: (reason: string) => `Ended: ${reason}`,
  signalsPassed: (count: string) => `${count} signals were not traded because the capital was too small.`,

  minute: "minute",
  minutes: (count: number) => `${count} minutes`,
  seconds: (count: number) => `${count} seconds`,

  whichRecord: "Which record",
  evidence: "Evidence",
  version: "Version",
  versionShort: (version: string) => `v${version}`,
} as const;

export const headlineRowText = {
  inShort: (amount: string) => `In short, for ${amount}`,

  maxDrawdown: "Max drawdown",
  shareOf: ({ share, amount }: { share: string; amount: string }) => `${share} of ${amount}`,
  worstDay: "Worst day",
  noDayStop: "no daily stop-loss",
  dayStopNotStated: "daily stop-loss not stated",
  stop: (amount: string) => `stop ${amount}`,
  costsPerYear: "Costs per year",
  costsInclude: "charges, slippage, fee",
  netCagr: "Net CAGR",
  netReturn: "Net return",
  underAYear: (evidence: string) => `${evidence}, under a year`,
  interval: ({ low, high }: { low: string; high: string }) => `95\u00a0% CI ${low} to ${high}`,
  liveRecord: "Live",
  noneShown: "none shown",
  noMoneyYet: "not traded live yet",
  liveFor: (months: string) => `Live, ${months}`,
  earlierVersions: "earlier versions",
  earlier: (share: string) => `earlier versions ${share}`,
  backtest: (share: string) => `backtest ${share}`,

  noStop: "no stop",
  noneInItsRules: "none in its rules",
  percentOfAmount: (percent: number | null) => `${percent}% of the amount`,
  stopPerTrade: "Stop per trade",
  stopPerDay: "Stop per day",
  largestLoss: "Largest loss, one position",
  underStress: "stress-test loss; can be larger",
  typical: "typical; can be larger",
  risk: "Risk",
  byStructure: "from structure and stress test",
  byRecordToo: "from structure, stress test and record",
  asProviderRates: "rated by its provider",
  none: "none",
  feePerMonth: "Fee a month",
  forAmount: (amount: string) => `for ${amount}`,
} as const;

export const livePricesText = {
  marketDepth: "Market depth",
  noOrderBook:
    "Indices have no order book. Depth with twenty levels exists only for NSE shares and NSE derivatives.",
} as const;

export const sidePanelText = {
  yours: (amount: string) => `Your ${amount}`,
  atWork: "Capital used",
  buysFor: "Buys shares for",
  marginOrPurchase: "Margin or purchase",
  staysFree: "Stays free",
  feePerMonth: "Fee a month",
  none: "none",
  couldHaveLost: "Could have lost",
  deployWith: (amount: string) => `Deploy with ${amount}`,
  tryOnPaper: "Try on paper first",
  more: "Worst case, fee, another amount",
  anotherAmount: "Another amount (₹)",
  calculate: "Calculate",
  marginToday: "Margin today:",
  at: (moment: string) => `at prices as of ${moment}`,
} as const;

export const tabsText = {
  about: "About",
  performance: "Performance",
  allFigures: "All figures",
  pastTrades: "Past trades",

  partsOfThisPage: "Sections of this page",
} as const;

export const titleBlockText = {
  track: "Track",
  compare: "Compare",
  deployWith: (amount: string) => `Deploy with ${amount}`,
  recordSays: (risk: string) => `Record: ${risk} risk`,
  stateSince: ({ state, day }: { state: string; day: string }) => `${state} since ${day}`,
} as const;
