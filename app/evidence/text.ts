// Texts of a record's charts and tables, and of the pages about a past trade, the risk method and verification.
import { plural } from "../format/locale.ts";

export const correlationsText = {
  pair: ([one, other]: [string, string]) => `${one}, ${other}`,
  mostly: "mostly",
  often: "often",
  sometimes: "sometimes",
  rarely: "rarely",
  opposite: "opposite",
} as const;

/** What-if results of a backtest. */
export const studiesText = {
  costs: "Other costs",
  costsTimes: (times: number) => `Costs × ${times}`,
  costsTwice: ({ twice, usual }: { twice: string; usual: string }) =>
    `With costs twice as high the net result would be ${twice} instead of ${usual}.`,
  costsTurn: ({ twice, usual }: { twice: string; usual: string }) =>
    `With costs twice as high the net result would be ${twice} instead of ${usual}: a loss instead of a gain.`,

  bars: "Other intervals between market checks",
  minutes: (minutes: number) => plural(minutes, { one: "1 minute", other: `${minutes} minutes` }),
  barsLonger: ({ minutes, longer, net, usual }: Record<"minutes" | "longer" | "net" | "usual", string>) =>
    `The backtest checks the market every ${minutes} minutes. With a check every ${longer} minutes the net result would be ${net} instead of ${usual}. Deployments check every minute.`,

  parameters: "Each parameter of the rules, 20% lower and higher",
  lower: "lower",
  higher: "higher",
  parametersChanged: ({
    least,
    most,
    usual,
    gained,
    changes,
    parameter,
  }: Record<"least" | "most" | "usual" | "gained" | "changes" | "parameter", string>) =>
    `With one parameter changed at a time, the net result lies between ${least} and ${most} instead of ${usual}; ${gained} of ${changes} changes give a gain. The most sensitive parameter is ${parameter}.`,

  capacity: "More capital, with orders filled from the market depth",
  capacityMost: ({ capital, net, usual }: { capital: string; net: string; usual: string }) =>
    `With ${capital}, and orders filled from the market depth at the time, the net result would be ${net} instead of ${usual}.`,

  laterOn: "Studies are computed after all records.",
  progress: ({ done, total }: { done: string; total: string }) =>
    `Studies of ${done} of ${total} algos are computed.`,
} as const;

/** Common names of the largest drawdowns of the Nifty 50. */
export const knownFallsText = {
  covid: "The first wave of Covid-19",
  ukraine: "War in Ukraine and rising interest rates",
  election: "The vote count of the 2024 election",
  correction: "The correction of 2024 and 2025",
} as const;

export const equityChartText = {
  curve: ({ evidence, from, to }: { evidence: string; from: string; to: string }) =>
    `${evidence}: value of the deployed capital, ${from} to ${to}`,

  noTrades: "No trades",
  versionFrom: (version: string) => `version ${version}`,
  continues: ({ version, change }: { version: string; change: string }) =>
    `continues version ${version}, ${change}`,
  begins: ({ evidence, day }: { evidence: string; day: string }) => `${evidence} begins ${day}`,

  belowPeak: "Below peak",
} as const;

export const rangeText = {
  range: "Range",
  all: "Max",
} as const;

export const evidenceTermsText = {
  verifiedBy: ({ by, reference, day }: { by: string; reference: string; day: string }) =>
    `Verified by ${by}, reference ${reference}, last on ${day}.`,
  inFull: "Full text",
} as const;

export const limitsInShortText = {
  stop: "Stop",
  none: "none",
  noStop: "the rules have no stop",
  notStated: "not stated by the provider",
  stopForTheDay: "Stop-loss per day",
  stopOnOneTrade: "Stop-loss per trade",
  largestLoss: "Largest loss of one position",
  typical: "typical; can be larger",
  underStress: "stress-test loss; can be larger",
} as const;

export const overlayChartText = {
  change: ({ from, to }: { from: string; to: string }) =>
    `Change in the capital of each algo, ${from} to ${to}`,
} as const;

export const stripViewText = {
  net: ({ evidence, from, to, share }: { evidence: string; from: string; to: string; share: string }) =>
    `${evidence}, net, ${from} to ${to}: ${share}`,

  aYear: "a year",
  inTotal: "in total",

  notDisclosed: "Performance not disclosed",
  notShownHere: "Performance not shown on this site",
  onRequestSignedIn: "Record on request, after sign-in",
  onRequest: "Record shown on request",
  noneVerified: "No verified record",
  noRecord: "No record published",
  failsVerification: "Record fails verification",

  beingMade: "Record is being computed",
  notAvailable: "Record not available at the moment",

  maxDrawdown: "Max drawdown",
} as const;

export const versionRecordsText = {
  backtestOfEach: (amount: string) => `Backtest of each version, for ${amount}`,
  version: (version: string) => `Version ${version}`,
  simulated: ({ evidence, from, to }: { evidence: string; from: string; to: string }) =>
    `${evidence}, simulated, ${from} to ${to}`,
  maxDrawdown: "Max drawdown",
  netOfCostsAndFee: "Net of costs and fee",
  costsPerYear: "Costs per year",
  knowingThePast:
    "A rule chosen with knowledge of past prices looks better in its backtest than in live trading. The newer version has no live record yet.",
} as const;

export const waterfallText = {
  gross: "Gross",
  chargesAndSlippage: "Charges and slippage",
  managersFee: "Manager’s fee",
  net: "Net",
  fromGrossToNet: (amount: string) => `From gross to net, for ${amount}`,
} as const;

export const pastTradeText = {
  title: "A past trade",
  titleOf: ({ number, algo }: { number: number; algo: string }) => `Trade ${number} of ${algo}`,
  description: "Entry, exit and stop of one past trade on the price chart, and the reasons for both orders.",

  stopOnOneTrade: "Stop-loss per trade",
  algos: "Algos",
  pastTrades: "Past trades",
  tradeNumber: (number: number) => `Trade ${number}`,
  kindAndVersion: ({ kind, version, note }: { kind: string; version: string; note: string }) =>
    `${kind}, version ${version}${note}`,
  hypothetical: ". Hypothetical: no order reached an exchange",
  netResult: "Net result",
  entry: "Entry",
  exit: "Exit",
  openAtEnd: "Open at the end of the record",
  worstWhileOpen: "Lowest P&L while open",
  bestWhileOpen: "Highest P&L while open",
  noStop: "None in the algo’s rules",
  lost: (amount: string) => `${amount} lost`,
  whyItWasOpened: "Why it was opened",
  whyItWasClosed: "Why it was closed",
  stillOpen: "The trade is still open at the end of the record.",
  meanwhile: "{instrument} during the trade",
  withTrade: (name: string) => `${name} with entry and exit of the trade`,
  bought: "Bought",
  sold: "Sold",
  withEntryAndExit: (symbol: string) => `${symbol} with entry and exit`,
  pricesAway:
    "The chart is unavailable because its prices cannot be loaded. Reload the page in a few seconds.",
  stopIsOnSum: "The stop applies to all legs together, so the chart of one leg does not show it.",
} as const;

export const riskMethodologyText = {
  title: "How risk levels are set",
  description: "The rule behind every risk level: six inputs, four bands, the stress table, and its limits.",
  lead: "A fixed rule assigns six inputs to four bands. The worst band is the risk level.",

  suddenMove: (move: string) => `A sudden ${move} move costs`,
  upTo: (limit: string) => `up to ${limit}`,
  above: (limit: string) => `above ${limit}`,
  ofAmount: (amount: string) => `of ${amount}`,

  worked: (name: string) => `Worked example: ${name}`,
  rule: "Inputs and bands",
  openAlgo: "Open the algo",
  bandsCaption: "The inputs of the rule with the limit of each band, and the example’s values",
  input: "Input",
  thisAlgo: "This algo",
  to: (limit: string) => `to ${limit}`,
  aboveLast: "above",
  times: (ratio: string) => `${ratio}×`,
  inBand: ", this algo",
  notRecorded: "no record shown",
  meanings: {
    stressLoss: "after a market move and a volatility shock",
    extremeLoss: "after a move of 20% up or down",
    leverage: "value of the shares, divided by the amount",
    maxDrawdown: "from a peak to the lowest point after it",
    worstDay: "largest loss in one day",
    tailLoss: "average of the worst 5% of days",
  },
  worstGives: "The worst band is the risk level:",

  stressTitle: "The stress table of a condor",
  moveAcross: "Move of the index, in columns",
  stressLabel: "Stress table, scrolls sideways",
  stressCaption: "Result as a share of the amount, by move of the index and change of volatility",
  volatility: "Volatility",
  stressNote: ({ overnight, sameDay, factor }: { overnight: string; sameDay: string; factor: number }) =>
    `The table revalues all open positions after a sudden move. Stop-losses do not help, because the price skips them. The risk level uses moves up to ${overnight} overnight and ${sameDay} within the day. For a single share, the moves are ${factor} times as large.`,

  fourRules: "Four rules",
  rules: {
    worst: "The risk level is the worst band of six inputs. A good input does not offset a bad one.",
    uncovered: "Options sold without cover are at least Moderately high.",
    short: (days: number) =>
      `If the record has fewer than ${days} days or is not disclosed, the rule uses only structure and stress test.`,
    live: "If the losses of a live record reach a higher band, the algo’s page states this until the algo is rated again.",
  },

  notSaid: "What the risk level does not say",
  notLargest:
    "The level is not the largest possible loss. {example} It says nothing about returns or how likely a loss is.",
  lowYet: "{name} has the level Low, yet one position could lose {loss} of {amount}.",
  canBeLarger: "A loss can be larger than every figure on this page.",
  version: "Version",
  inForceSince: "In force since",
} as const;

export const verificationText = {
  recordFields:
    "format (2), algo, version, evidence, start, simulated, capital in paise, monthly fee in paise, seconds between two checks, benchmark, since, first day",
  methodFields: "sentences on how the record was computed, one per line",
  dayFields: "day, net, gross, fees, margin, trades, benchmark × 100",
  tradeFields:
    "number, opened, closed, gross, brokerage, transaction tax, exchange, regulator, stamp duty, GST, slippage, net, best, worst, margin, reason to enter, reason to exit",
  tradeIn: "the day when the trade closed; the head while the trade is open",
  legFields: "symbol, side, quantity, entry price, exit price",
  legIn: "the trade",
  missedFields: "time; “refused”, “away” or “capital”; reason",
  cashFields: "day, amount, note",
  actionFields: "day, symbol, kind, new shares, old shares, dividend a share, note",
  textFields: "name (version, backtest, paper, live, simulated, market in this order), text; a line each",
  textsIn: "texts",
  headFields:
    "format (3), state, hash of the texts, genesis, last hash, number of days, first day, last day, time of creation, ended on, kind of end, reason, signals not followed, signals after the end, trades, missed signals, the seven cost totals",
  partFields: "“verified”; only for the part of a live record that a verification covers",
  idleFields: "from, to, trading days, fees, signals not followed",
  headsFields:
    "format, day, previous day, hash of the previous day, published at, number of records; then for each record: algo, version, evidence, start, last hash, and “verified” for a verified part",
  headsIn: "a day’s published heads",
  studiesFields:
    "format (2), algo, version, state, first day, last day, time of creation, number of results; then the lines of the texts",
  resultFields:
    "kind, name, percent, value, capital, net, largest drawdown in millionths, trades; a line for each result",
  studiesIn: "an algo’s studies",

  madeOfLines:
    "A record consists of lines in UTF-8. A line is a list of fields separated by tabs and ended by a line feed. Numbers are integers: decimal digits without leading zeros, and a minus sign if negative. Amounts are in paise. Days are written as 2026-11-20. Times are milliseconds since 1 January 1970 UTC. A missing value is an empty field. Yes and no are 1 and 0. Text contains no control characters.",
  genesis: "Genesis: the SHA-256 of the header’s lines.",
  hashOfDay:
    "A day’s hash: the SHA-256 of the previous day’s hash (64 hex digits), one line feed, and the day’s lines. The lines contain the day, then its trades, missed signals, cash flows and corporate actions.",
  textsHash:
    "Texts: the SHA-256 of the lines of the texts that must be shown with the figures. The record contains them.",
  headLines:
    "The record ends with the lines of the head: state, texts, length, totals, open trades and the reason for the end. The operator signs these lines with Ed25519.",
  allCovered:
    "The seal covers every field of the file. The command refuses a file with any other field. It also refuses seals of earlier formats, which did not cover texts and state.",
  nameOfKey: "A key’s name is the first 16 hex digits of the SHA-256 of its 32 bytes.",
  lines: "Lines of the format",
  linesCaption: "Lines of the format, with their fields in order",
  line: "Line",
  fieldsInOrder: "Fields in order",
  part: "Part of",
} as const;

export const drawdownChartText = {
  belowPeak: "How far the record was below its highest point",
} as const;

export const checkViewText = {
  lastHash: "Last hash",
  states: { good: "Passed:", bad: "Failed:", unknown: "Not checked:" },
} as const;
