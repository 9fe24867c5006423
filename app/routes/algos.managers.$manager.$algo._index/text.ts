// Text of an algo's page and of its parts beside the record.
import { plural } from "../../format/locale.ts";

export const pageText = {
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

export const aboutText = {
  whatItTrades: "What it trades",
  whatOfItsRecord: "What there is of its record",
  isInvented:
    "This algo and its manager belong to the sandbox's catalogue. They are invented; the rules of its record are real.",

  howItWorks: "How it works",
  whatCouldGoWrong: "What could go wrong",

  whenItTrades: "When it trades",
  daysAndEntries: ({ days, from, to }: { days: string; from: string; to: string }) =>
    `${days}, entries ${from} to ${to} IST`,
  daysWhenOpen: (days: string) => `${days}, when the exchange is open`,
  tradingDays: "Trading days",
  frequency: "Frequency",
  entriesFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to} IST`,
  entries: "Entries",
  exitsFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to} IST, or by stop at any time`,
  exitsBy: "Exits by",
  holds: "Holds",
  largestExposure: "Largest exposure",
  noLeverage: "No leverage",
  upToTimes: (leverage: number) => `Up to ${leverage} times the amount`,

  facts: "Facts",
  versionAndMore: ({ version, day }: { version: string; day: string }) =>
    `Version ${version}, since ${day}, and more`,
  version: "Version",
  versionSince: ({ version, day }: { version: string; day: string }) => `${version}, since ${day}`,
  liveSince: "Live since",
  deployedBy: "Deployed by",
  trackedBy: "Tracked by",
  logic: "Logic",
  whiteBox: "White box: disclosed",
  blackBox: "Black box: not disclosed",
  exchangeAlgoId: "Exchange algo id",
  researchReport: "Research report",
  keptOnRequest: "Kept, on request",
  notRequired: "Not required",
  tags: "Tags",

  instruments: "Instruments",
  instrument: "Instrument",
  symbol: "Symbol",
  segmentAndId: "Segment and id",
  role: "Role",

  performance: "Performance",
  why: "{why} See {performance}.",
  recordFromTo:
    "{evidence} from {from} to {to}{live}: curve, drawdowns, months, costs and every trade are under {performance}.",
  andLive: (months: string) => `, and a live record of ${months}`,
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
  failsVerification:
    "This record fails verification: it was changed after it was signed. Don’t rely on any figure of it.",
  madeOn: ({ day, step }: { day: string; step: string }) =>
    `Made on ${day}; the rules looked at the market every ${step}.`,
  ended: (reason: string) => `Ended: ${reason}`,
  signalsPassed: (count: string) => `${count} signals weren’t traded because the capital didn’t carry them.`,

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
  noDayStop: "no stop for the day",
  stop: (amount: string) => `stop ${amount}`,
  costsAYear: "Costs a year",
  costsInclude: "charges, slippage, fee",
  netCagr: "Net CAGR",
  netReturn: "Net return",
  underAYear: (evidence: string) => `${evidence}, under a year`,
  interval: ({ low, high }: { low: string; high: string }) => `95\u00a0% CI ${low} to ${high}`,
  liveRecord: "Live record",
  noneShown: "none shown",
  noMoneyYet: "no money has followed it yet",
  backtest: (share: string) => `, backtest ${share}`,
  winRate: "Win rate",
  noClosedTrades: "no closed trades",
  payoffAndTrades: ({ payoff, trades }: { payoff: string; trades: string }) => `${payoff}${trades} trades`,
  payoff: (ratio: string) => `payoff ${ratio} · `,

  noStop: "no stop",
  noneInItsRules: "none in its rules",
  percentOfAmount: (percent: number | null) => `${percent}% of the amount`,
  stopPerTrade: "Stop per trade",
  stopPerDay: "Stop per day",
  largestLoss: "Largest loss, one position",
  underStress: "under stress, not a limit",
  largestPossible: "the largest possible",
  risk: "Risk",
  byStructure: "by structure and stress",
  none: "none",
  feeAMonth: "Fee a month",
  forAmount: (amount: string) => `for ${amount}`,
  minimumAmount: "Minimum amount",
} as const;

export const livePricesText = {
  withPrices: (count: number) =>
    `${count} ${plural(count, { one: "instrument", other: "instruments" })}, with prices`,
  marketDepth: "Market depth",
  noOrderBook:
    "No order book is shown here: indices have none, and twenty levels come for NSE shares and NSE derivatives only.",
} as const;

export const sidePanelText = {
  minimumAmount: "Minimum amount",
  priceOfTheHoldings: "Price of the holdings",
  marginOrPurchase: "Margin or purchase",
  bufferForLossesAndMargin: "Buffer for losses and margin rises",
  marginAndFee: "Margin today and the manager's fee",
  managersFee: ({ fee, note }: { fee: string; note: string }) => `Manager's fee: ${fee}. ${note}`,
  none: "none",
  aMonth: (amount: string) => `${amount} a month`,
  deployWith: (amount: string) => `Deploy with ${amount}`,
  trackThisAlgo: "Track this algo",
  compare: "Compare",

  orders: (count: number) => `${count} ${plural(count, { one: "order", other: "orders" })}`,
  marginToday: "Margin today",
  blocked: ({ orders, moment }: { orders: string; moment: string }) =>
    `Blocked while its largest position is open (${orders}), at prices of ${moment}. Margins change with prices.`,

  whatYouCouldLose: "What you could lose",
  perTrade: "Per trade",
  perDay: "Per day",
  maxDrawdownSeen: (evidence: string) => `Max drawdown seen, ${evidence}`,
  atWorst: "At worst:",
  howComputed: "How risk words are computed",
  calculateLabel: "Calculate with your own amount",
  calculate: "Calculate",
  amountHint: "Rupees, such as 75,000 or 1.5L",

  noStop: "no stop in its rules",
  percentOfAmount: (percent: number | null) => `${percent}% of the amount`,

  byOwnStops:
    "By its own stops, for {working} at work ({multiples} × {minimum}). Days can follow one another.",
  byOwnStopsWithRest:
    "By its own stops, for {working} at work ({multiples} × {minimum}, {idle} stays idle). Days can follow one another.",
} as const;

export const tabsText = {
  about: "About",
  performance: "Performance",
  pastTrades: "Past trades",

  partsOfThisPage: "Parts of this page",
} as const;

export const titleBlockText = {
  track: "Track",
  compare: "Compare",
  deploy: "Deploy",
  risk: "risk",
  recordSays: (risk: string) => `Record: ${risk}`,
  flagged: ". Flagged until rated again",
  versionAndBox: ({ version, box }: { version: string; box: string }) => `v${version} · ${box} box`,
  stateSince: ({ state, day }: { state: string; day: string }) => `${state} since ${day}`,
} as const;
