// Texts of an algo's record: figures, charts, trades, risks.
import { plural } from "../../format/locale.ts";
import { formatCount } from "../../format/rupees.ts";

function formatTradeCount(count: number): string {
  return `${formatCount(count)} ${plural(count, { one: "trade", other: "trades" })}`;
}

export const chartCardText = {
  since: ({ evidence, capital, day, basis }: Record<"evidence" | "capital" | "day" | "basis", string>) =>
    `${evidence}: ${capital} on ${day}, ${basis}`,
  fellOnTheWay: (rupees: string) => `max drawdown ${rupees}`,
  smallSample: (warning: string) => `Small sample: ${warning}`,
  netOfCosts: "after all costs",
  grossOfCosts: "before costs",

  whatIsShown: "Chart settings",
  costs: "Costs",
  net: "Net",
  gross: "Gross",
  log: "Log",
  resetZoom: "Reset zoom",
  benchmark: "Benchmark",
  benchmarkAway: (benchmark: string) => `${benchmark} is not available now.`,
  noBenchmark: "None",
  show: "Show",

  entry: "entry",
  exitWithGain: "gain",
  exitWithLoss: "loss",
  trades: (count: number) => formatTradeCount(count),
  someTrades: ({ shown, of }: { shown: string; of: string }) => `${shown} of ${of} trades`,
  hideTrades: "Hide",
  showTrades: "Mark trades",

  noTrades: ({
    from,
    to,
    days,
    fees,
    signals,
  }: {
    from: string;
    to: string;
    days: string;
    fees: string;
    signals: string;
  }) =>
    `No trades from ${from} to ${to}, ${days} trading days: only fees of ${fees} moved the line. ${signals} signals needed more capital than was available.`,

  theSameAsATable: "Table",
  equityByDay: "Equity by day",
  tableCaption: (days: number) => `Capital and results on ${days} days of the range`,
  day: "Day",
  sameSum: (benchmark: string) => `${benchmark}, same capital`,
  drawdown: "Drawdown",
} as const;

export const dayCalendarText = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",

  dayByDay: (month: string) => `Day by day: ${month}`,
  daysOf: (month: string) => `Days of ${month}`,
  resultsByDay: (month: string) => `Results by day, ${month}`,
  monthTogether: "Whole month:",
} as const;

export const marketDrawdownsText = {
  didNotFall: (benchmark: string) =>
    `${benchmark} did not fall by 5% or more during this record, so the algo's behaviour in a falling market isn't known.`,
  tableTitle: "Results in the market's largest drawdowns",
  when: "When",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
} as const;

export const lossSectionText = {
  tableTitle: "Losses of the record and their risk bands",
  input: "Input",
  ofTheAmount: "% of amount",
  inRupees: "In rupees",
  riskBand: "Risk band",
  noDayStop: "The rules have no daily stop-loss.",
  dayStopNotStated: "The provider does not state whether the rules have a daily stop-loss.",
  beyondStop: ({ percent, days, all }: { percent: number; days: string; all: string }) =>
    `The daily stop-loss is ${percent}% of the amount. The record lost more on ${days} of ${all} days.`,
  methodVersion: (version: string) => `Risk methodology, version ${version}`,
} as const;

export const monthHeatmapText = {
  jan: "Jan",
  feb: "Feb",
  mar: "Mar",
  apr: "Apr",
  may: "May",
  jun: "Jun",
  jul: "Jul",
  aug: "Aug",
  sep: "Sep",
  oct: "Oct",
  nov: "Nov",
  dec: "Dec",

  byYearAndMonth: (basis: string) => `Returns by year and month, ${basis}, as a share of the capital`,
  year: "Year",
  all: "All",
} as const;

export const pastTradesText = {
  all: "All",
  won: "Winners",
  lost: "Losers",

  worstTrade: "Worst trade",
  averageLoss: "Average loss",
  averageWin: "Average win",
  allTrades: "All trades",
  ofTrades: (count: string) => `of ${count} closed`,
  trades: (count: number) => formatTradeCount(count),
  beforeFee: "after charges, before the fee",
  byMonth: "P&L by month",
  month: "Month",
  allMonths: "All months",
  show: "Show",
  lossMonths: ({ losses, months }: { losses: string; months: string }) =>
    `${losses} of ${months} months with a loss`,
  monthResult: ({ month, count, net }: { month: string; count: number; net: string }) =>
    `${month}: ${formatTradeCount(count)}, net ${net}`,
  result: "Result",

  whichTrades: "Which trades",
  allAsCsv: "All as CSV",
  countOfPage: ({ count, page, pages }: { count: number; page: string; pages: string }) =>
    `${formatTradeCount(count)}, newest first; page ${page} of ${pages}.`,
  sizesFor: (amount: string) => `Quantities and rupee amounts are for ${amount}.`,
  noneOfThisKind: "No trades of this kind.",

  pastTrades: "Past trades",
  openedAndClosed: "Opened and closed, IST",
  net: "Net",
  grossAndCosts: "Gross and costs",
  bestAndWorst: "Best and worst P&L",
  whatAndWhy: "Why it closed",

  totalClosed: (count: string) => `Total, ${count} closed`,

  newer: "Newer",
  older: "Older",

  onTheChart: "On the chart",
  tradeNumber: (number: number) => `: trade ${number}`,
  oneLeg: "1 leg",
  legs: (legs: number) => `${legs} legs`,
  leg: ({
    side,
    quantity,
    symbol,
    price,
    closed,
  }: {
    side: string;
    quantity: string;
    symbol: string;
    price: string;
    closed: string;
  }) => `${side} ${quantity} ${symbol} at ${price}${closed}`,
  buy: "Buy",
  sell: "Sell",
  closedAt: (price: string) => `, closed at ${price}`,
  openAtTheEnd: "Open at the end of the record.",

  open: "open",
  to: (moment: string) => `to ${moment}`,
} as const;

export const performanceText = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  weekend: "Weekend",

  whereTheMoneyWent: "From gross to net result",
  overYears: (years: string) => `% of capital, ${years} years`,
  monthByMonth: "Month by month",
  ofTheCapital: (basis: string) => `${basis}, % of capital`,
  net: "net",
  gross: "gross",

  allFigures: "All figures",
  allFiguresHint: "Losses, benchmarks, days, reliability, other settings, method and files",
  lossesFor: (amount: string) => `Losses in this record, for ${amount}`,
  noDayStop: "no daily stop-loss",
  dayStopNotStated: "daily stop-loss not stated",
  pastDayStop: (days: number) =>
    `beyond the daily stop-loss on ${formatCount(days)} ${plural(days, { one: "day", other: "days" })}`,
  benchmarks: "Against its benchmarks",
  dayByDay: "Days and weekdays",
  distribution: "Distribution of results, rolling 12 months",
  worstPeriods: "Worst market periods",
  weight: "How reliable this record is",
  different: "Results with other settings",
  method: "Method, versions and files",
  allTradesAsCsv: "All trades as CSV",
  recordByDay: "Record by day, with its hash chain",

  costsLineByLine: "Costs line by line",
  costsCaption: "Total costs over the record, on its starting capital",
  total: "Total",

  byWeekday: "By weekday",
  day: "Day",
  average: "Average",
  gained: "Winning days",
  winsOf: ({ share, days }: { share: string; days: string }) => `${share} of ${days} days`,

  versions: "Versions",
  versionsNeverJoined:
    "A change of the rules creates a new version with its own record. Only the live curve continues across versions; a mark shows each change.",
  untilToday: "to today",
  to: (day: string) => `to ${day}`,
  firstVersion: "First version with a record here.",

  benchmarksCaption: "The same capital in other investments over the same days",
  overTheSameDays: "Over the same days",
  return: "Return",
  notAvailable: "not available",
} as const;

export const backtestAndLiveText = {
  notAvailable: "not available",

  backtestVs: (evidence: string) => `Backtest vs ${evidence}`,
  bothRecords: ({ from, to, days }: { from: string; to: string; days: string }) =>
    `${from} to ${to}, ${days} days in both records.`,
  restarted: "The backtest begins on the same day as the live record: {record}, {trades}.",
  record: "record by day",
  trades: "its trades",
  tableLabel: "Backtest and result",
  tableCaption: (name: string) => `Backtest and ${name} over the same days`,
  sameDays: "The same days",
  backtest: "Backtest",
  result: "Result",
  inRupees: "In rupees",
  positionsOpened: "Positions opened",
  slippage: "Slippage, as a share of traded value",
  differenceAndSignals: (share: string) => `Tracking difference ${share} and signals followed`,
  trackingDifference: "Tracking difference",
  dailyDifferences: (share: string) => `daily differences vary by ${share} a year (tracking error)`,
  signalsFollowed: "Signals followed",
  refused: (count: string) => `${count} refused`,
  away: (count: string) => `${count} while the exchange could not be reached`,
  otherwise: (count: string) => `${count} because other positions were held`,
  extra: (count: string) => `${count} opened only in this record`,
  lastMissed: "Last missed signals",

  noneGiven: "no signals",
  followedOf: ({ followed, given }: { followed: string; given: string }) => `${followed} of ${given}`,
} as const;

export const resultShapesText = {
  distributionOfTrades: "Distribution of trades",
  result: "Result",
  trades: "Trades",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  rollingYears: "Rolling years",
  tooShort: "Needs a record of at least 13 months.",
  periodsLost: ({ lost, all }: { lost: string; all: string }) =>
    `${lost} of ${all} twelve-month periods had a loss. Each period starts at a month's end.`,
  worst: "Worst",
  median: "Median",
  best: "Best",
  to: (day: string) => `, to ${day}`,
} as const;

export const riskSectionText = {
  worstOfAll: ({ day, word }: { day: string; word: string }) =>
    `The risk level is the worst band of structure, stress test and the backtest to ${day}. Without the backtest, it is ${word}.`,
  structureAlone: "No record yet: the risk level is based on structure and stress test only.",
  byStructure: (word: string) => `From structure and stress test only, the risk level is ${word}.`,
  soldWithoutCover: "Options are sold without cover, so it is at least Moderately high.",
  methodVersion: (version: string) => `Risk methodology, version ${version}`,
  inputs: "Inputs of the risk level",
  stressTable: "Stress table",

  inputsFor: (amount: string) => `Inputs of the risk level, for ${amount}`,
  forAmount: (amount: string) => `For ${amount}`,
  value: "Value",
  inRupees: "In rupees",
  riskBand: "Risk band",
  times: (ratio: string) => `${ratio} times`,
  byOwnPayoff:
    "From the payoff with typical strikes, premiums and size. Those of an actual position differ, and it can lose more. Charges are extra.",
  worstOfStress: "The largest loss in the stress table. A larger move can lose more.",
  manyPositions: (positions: number) => `Up to ${positions} positions may be open at once.`,

  stressCaption:
    "Result of all positions that may be open at once, as a share of the amount, by sudden market move and change of implied volatility",
  move: "Move",
  volatility: "Volatility",
  rated: ", rated",
} as const;

export const segmentsText = {
  title: "Segments of the record",
  hint: ({ restarts, paidIn }: { restarts: number; paidIn: string }) =>
    `${restarts} ${plural(restarts, { one: "restart", other: "restarts" })}, ${paidIn} paid in`,
  means:
    "If losses leave too little capital for three signals in a row over three trading days, the record restarts with fresh capital. Money paid in is not a gain. Returns and drawdowns are based on the amount deployed.",
  segment: "Segment",
  paidIn: "Paid in",
  trades: "Trades",
  notFollowed: "Signals not followed",
  netResult: "Net result",
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
} as const;

export const studiesSectionText = {
  beingComputed: (progress: string) =>
    `Backtests with other costs, parameters and capital are being computed. ${progress}`,
  sameRules: (span: string) => `The same rules over ${span}. Each row changes one setting.`,
  signatureVerified: "Signature verified: signed by the operator.",
  verificationFailed: "Verification failed",
  notWhatWasSigned: (fault: string) =>
    `These studies differ from the signed ones. Do not rely on their figures. ${fault}`,
  change: "Change",
  netResult: "Net result",
  maxDrawdown: "Max drawdown",
  trades: "Trades",
  asJson: "Studies as JSON, signed",
} as const;

export const significanceSectionText = {
  trend: "Trend",
  trendMeans: "the benchmark moved 3% or more in 20 days",
  calm: "Calm",
  calmMeans: "neither a trend nor stressed",
  stressed: "Stressed",
  stressedMeans: "the 20% of days that followed the largest price swings",

  tooShort: (days: number) =>
    `The record is shorter than ${days} days: too short to say how much of it is chance.`,
  nextYearMeans: ({
    count,
    median,
    capital,
    oneInTwenty,
    share,
  }: {
    count: string;
    median: string;
    capital: string;
    oneInTwenty: string;
    share: string;
  }) =>
    `We resampled ${count} years from this record. In half of them, the drawdown was larger than ${median} of ${capital}; in 5%, it was larger than ${oneInTwenty} (${share}).`,
  nextYear: "Drawdown to expect over the next year",
  rangeMeans: ({ low, high }: { low: string; high: string }) =>
    `Resampled days give this range, and a max drawdown of ${low} to ${high} (stationary bootstrap, Politis and Romano 1994).`,
  range: "Resampled range (90%)",
  deflatedMeans: ({ sharpe, trials, best }: { sharpe: string; trials: string; best: string }) =>
    `The probability that the Sharpe ratio on fixed capital (${sharpe}) is better than luck. By luck alone, the best of at least ${trials} variants would have ${best} (Bailey and López de Prado 2014). The variants are the manager's algos and this algo's versions; the manager may have tried more.`,
  deflated: "Deflated Sharpe ratio",
  fixedOn: ({ day, days }: { day: string; days: string }) =>
    `The rules of this version were fixed on ${day}. Only the ${days} days since then cannot have influenced the choice of the rules.`,
  outOfSample: (share: string) => `Out-of-sample: ${share} of the days.`,
  regimesLabel: "Results by market regime",
  regimesCaption: "By market regime: the average day, annualised, as a share of the capital",
  market: "Market",
  days: "Days",
  aYearLike: "Annualised",
  worstDay: "Worst day",
  daysWon: "Winning days",
} as const;
