// Text of the drawings and tables of a record, and of the pages on a past trade, on the risk method and on verifying records.

export const correlationsText = {
  correlations: "Correlations",
  withOther: "With",
} as const;

export const equityChartText = {
  drawdownOf: (share: string) => `drawdown ${share}`,
  curve: ({ evidence, from, to }: { evidence: string; from: string; to: string }) =>
    `${evidence}: capital set aside and what was made with it, ${from} to ${to}`,

  noTrades: "No trades",
  begins: ({ evidence, day }: { evidence: string; day: string }) => `${evidence} begins ${day}`,

  drawdown: "Drawdown",
} as const;

export const evidenceTermsText = {
  verifiedBy: ({ by, reference, day }: { by: string; reference: string; day: string }) =>
    `Verified by ${by}, reference ${reference}, last on ${day}.`,
  inFull: "What these words mean in full",
} as const;

export const limitsInShortText = {
  stop: "Stop",
  noStop: "the rules have no stop",
  stopForTheDay: "Stop for the day",
  stopOnOneTrade: "Stop on one trade",
  largestLoss: "Largest loss of one position",
  largestPossible: "the largest possible",
  underStress: "under stress, not a limit",
} as const;

export const overlayChartText = {
  change: ({ from, to }: { from: string; to: string }) => `Change of each capital, ${from} to ${to}`,
} as const;

export const stripViewText = {
  net: ({ evidence, from, to, share }: { evidence: string; from: string; to: string; share: string }) =>
    `${evidence}, net, ${from} to ${to}: ${share}`,

  aYear: "a year",
  inTotal: "in total",

  notDisclosed: "Performance not disclosed",
  notShownHere: "Performance not shown on this site",
  onRequestSignedIn: "Record shown on request, signed in",
  onRequest: "Record shown on request",
  noneVerified: "No verified record",
  failsVerification: "Record fails verification",

  beingMade: "Record is being made",
  notAvailable: "Record not available at the moment",

  maxDrawdown: "Max drawdown",
} as const;

export const versionRecordsText = {
  backtestOfEach: (amount: string) => `Backtest of each, for ${amount}`,
  version: (version: string) => `Version ${version}`,
  simulated: ({ evidence, from, to }: { evidence: string; from: string; to: string }) =>
    `${evidence}, simulated, ${from} to ${to}`,
  maxDrawdown: "Max drawdown",
  netOfCostsAndFee: "Net of costs and fee",
  costsAYear: "Costs a year",
  knowingThePast:
    "A rule that was chosen knowing the past looks better on it than it will be. The newer version has no live record yet.",
} as const;

export const waterfallText = {
  gross: "Gross",
  chargesAndSlippage: "Charges and slippage",
  managersFee: "Manager’s fee",
  net: "Net",
  fromGrossToNet: (amount: string) => `From gross to net, of ${amount}`,
} as const;

export const pastTradeText = {
  title: "A past trade",
  titleOf: ({ number, algo }: { number: number; algo: string }) => `Trade ${number} of ${algo}`,
  description:
    "Entry, exit and stop of one past trade on the price chart, with why it was opened and closed.",

  stopOnOneTrade: "Stop on one trade",
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
  worstWhileOpen: "Worst while open",
  bestWhileOpen: "Best while open",
  noStop: "The rules have none",
  lost: (amount: string) => `${amount} lost`,
  whyItWasOpened: "Why it was opened",
  whyItWasClosed: "Why it was closed",
  stillOpen: "It is open at the end of the record.",
  meanwhile: "{instrument} meanwhile",
  withTrade: (name: string) => `${name} with entry and exit of the trade`,
  bought: "Bought",
  sold: "Sold",
  withEntryAndExit: (symbol: string) => `${symbol} with entry and exit`,
  pricesAway:
    "The prices of that time cannot be had just now, so there is no chart. Reload the page in a few seconds.",
  stopIsOnSum: "The stop is on the sum of all legs, so no single chart has a line for it.",
} as const;

export const riskMethodologyText = {
  title: "Risk methodology",
  description:
    "How an algo's risk word follows from its positions under stress and from the losses of its record.",

  times: (ratio: string) => `${ratio} times`,

  lead: "A risk word is the result of a rule, not an opinion. This is the rule.",
  inForce: ({ version, day }: { version: string; day: string }) =>
    `Version ${version}, in force since ${day}. Every change of a band, of the table or of an input is a new version.`,
  theRule: "The rule",
  eachInput: (bands: string) => `Each input below is computed and falls into a band: ${bands}.`,
  worstBand: "The word is the worst band of all inputs. No input makes up for another.",
  soldWithoutCover: "Options sold without cover are never called less than Moderately high.",
  ratedRecord: (days: number) =>
    `The record is the backtest of the present version, rated again whenever it grows. Where a record may not be shown to everybody, or has fewer than ${days} days, the word doesn't use it: it comes from structure and stress alone, and the algo's page says so.`,
  liveRecordLeaves:
    "If a live record leaves the band of the word, the algo's Performance tab says so, and the operator is told, until the algo is rated again.",
  notSaid: "What the word doesn't say",
  notSaidInFull:
    "It says how much could be lost for the amount deployed, not how likely that is, and nothing about returns. A loss can be larger than every figure on this page: prices can jump further than the table goes, orders can fail, and stops are orders, not promises.",

  inputsAndBands: "Inputs and bands",
  inputsCaption: "Each input with the largest value of each band",
  input: "Input",
  from: "From",
  structureAndStress: "Structure and stress",
  record: "Record",
  above: "above",
  upTo: (limit: string) => `up to ${limit}`,

  stressTable: "The stress table",
  stressMethod: (shocks: string) =>
    `All positions that may be open at once are valued again after a sudden move of the market, combined with a change of implied volatility to ${shocks} times what it was. Options are valued by Black and Scholes without interest. Stops don't help in this table: the move comes at once.`,
  ratedMoves: ({
    overnight,
    sameDay,
    factor,
    extreme,
  }: {
    overnight: string;
    sameDay: string;
    factor: number;
    extreme: string;
  }) =>
    `Rated are moves up to ${overnight} for what is held overnight and up to ${sameDay} for what is closed the same day; a single share moves ${factor} times as far. The extreme loss is at ${extreme} for all. At 10%, 15% and 20% the exchanges halt all trading.`,
  exampleLabel: "Example of a stress table",
  exampleCaption:
    "Example: an iron condor a week before expiry, strikes 2% and 3% away, on an index worth ten times the amount. Result as a share of the amount.",
  move: "Move",
  volatility: "Volatility",
  rated: ", rated",
  extreme: ", extreme",
  countOfCells: ({ moves, shocks }: { moves: number; shocks: number }) =>
    `${moves} moves by ${shocks} shocks of volatility.`,
} as const;

export const verificationText = {
  recordFields:
    "format (2), algo, version, evidence, start, simulated, capital in paise, monthly fee in paise, seconds between two looks, benchmark, since, first day",
  methodFields: "one sentence on how it was made; a line each",
  dayFields: "day, net, gross, fees, margin, trades, benchmark × 100",
  tradeFields:
    "number, opened, closed, gross, brokerage, transaction tax, exchange, regulator, stamp duty, GST, slippage, net, best, worst, margin, reason to enter, reason to exit",
  tradeIn: "the day it closed; the head while open",
  legFields: "symbol, side, quantity, entry price, exit price",
  legIn: "its trade",
  missedFields: "time, refused or away or capital, reason",
  cashFields: "day, amount, note",
  actionFields: "day, symbol, kind, new shares, old shares, dividend a share, note",
  textFields: "name (version, backtest, paper, live, simulated, market in this order), text; a line each",
  textsIn: "texts",
  headFields:
    "format (3), state, hash of the texts, genesis, last hash, number of days, first day, last day, made at, ended on, kind of end, reason, signals not carried, signals after the end, trades, missed signals, the seven cost totals",
  partFields: "verified; only on the part of a live record that a verification covers",
  idleFields: "from, to, trading days, fees, signals not carried",
  headsFields:
    "format, day, day before, its hash, published at, number of records; then for each record: algo, version, evidence, start, last hash, and “verified” for such a part",
  headsIn: "a day’s published heads",
  studiesFields:
    "format (2), algo, version, state, first day, last day, made at, number of results; then the lines of the texts",
  resultFields:
    "kind, name, percent, value, capital, net, largest drawdown in millionths, trades; a line for each result",
  studiesIn: "an algo’s studies",

  madeOfLines:
    "Everything is made of lines. A line is a list of fields with one tab between two, ended by one line feed, in UTF-8. Numbers are whole: decimal digits without leading zeros, with a minus below zero. Sums are paise; days are written 2026-11-20; times are milliseconds since 1 January 1970 UTC; nothing is an empty field; yes and no are 1 and 0. Text holds no control characters.",
  genesis: "Genesis: the SHA-256 of the header’s lines.",
  hashOfDay:
    "A day’s hash: the SHA-256 of the hash before it (64 hex digits), one line feed, and the day’s lines: first the day, then its trades, missed signals, cash flows and corporate actions.",
  textsHash:
    "Texts: the SHA-256 of the lines of the texts that must be shown with the figures. The record contains them.",
  headLines:
    "The head’s lines end the record: its state, texts, length, totals, open trades and why it ended. The operator’s Ed25519 signature is over these lines.",
  allCovered:
    "The seal covers every field of the file. The command refuses a file with any other field, and seals of earlier formats, which did not cover texts and state.",
  nameOfKey: "A key’s name is the first 16 hex digits of the SHA-256 of its 32 bytes.",
  lines: "Lines of the format",
  linesCaption: "Lines of the format, with their fields in order",
  line: "Line",
  fieldsInOrder: "Fields in order",
  part: "Part of",
} as const;

export const fallChartText = {
  belowPeak: "How far the record was below its highest point",
} as const;

export const checkViewText = {
  lastHash: "Last hash",
  states: { good: "Passed:", bad: "Failed:", unknown: "Not checked:" },
} as const;
