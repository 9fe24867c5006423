// Texts of candle charts, option chains and the Markets pages.
import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const candleChartText = {
  noBars: "No bars.",
  up: "up",
  down: "down",
  unchanged: "unchanged",
  summary: ({
    from,
    to,
    moved,
    low,
    high,
    bars,
    extended,
  }: {
    from: string;
    to: string;
    moved: string;
    low: string;
    high: string;
    bars: number;
    extended: string;
  }) =>
    `${from} to ${to}: ${moved}, between ${low} and ${high}. ${formatCount(bars)} ${plural(bars, { one: "bar", other: "bars" })}${extended}.`,
  extendedAmongThem: ", including extended hours",
  beginsAfterEntry: "The chart begins after the entry.",

  newestOf: ({ shown, count }: { shown: number; count: string }) => `The newest ${shown} of ${count}; `,
  allAsCsv: "all as CSV",
  barsOf: (name: string) => `Bars of ${name}, scrolls sideways`,
  tableCaption: (name: string) => `Bars of ${name}, newest first, prices in rupees`,
  day: "Day",
  beginsIst: "Start, IST",
  open: "Open",
  high: "High",
  low: "Low",
  close: "Close",
  volume: "Volume",
} as const;

export const compareChartText = {
  summary: (changes: string) => `Change since the first bar: ${changes}.`,
} as const;

export const chartToolsText = {
  rangeLabel: "Time range",
  barLabel: "Bar length",
  formLabel: "Chart type",
  forms: { candles: "Candles", line: "Line", area: "Area" },
  indicators: "Indicators",
  indicatorNames: {
    sma: "SMA",
    ema: "EMA",
    vwap: "VWAP",
    rsi: "RSI",
    bollinger: "Bollinger",
  },
  indicatorHints: {
    sma: (length: number) => `${length} bars`,
    ema: (length: number) => `${length} bars`,
    vwap: () => "from the open",
    rsi: () => "14 bars, separate pane",
    bollinger: (length: number) => `${length} bars, 2σ`,
  },
  length: "Length in bars",
  show: "Show",
  compare: "Compare",
  compareWith: "Compare with",
  compareHint: "Name or symbol",
  addToChart: "Add",
  remove: (name: string) => `Remove ${name}`,
  comparedMost: (count: number) => `Up to ${count}, as % since the first bar`,
  notFound: (name: string) => `Nothing matches “${name}”.`,
  legend: {
    open: "Open",
    high: "High",
    low: "Low",
    close: "Close",
    volume: "Volume",
  },
  vwapNeedsVolume: "VWAP needs volume, which an index does not have.",
} as const;

export const optionChainTableText = {
  chainOf: (name: string) => `Option chain of ${name}, scrolls sideways`,
  caption: ({ name, expiry }: { name: string; expiry: string }) =>
    `Calls (left) and puts (right) on ${name} that expire on ${expiry}, prices in rupees`,
  columns: {
    oi: "OI",
    volume: "Volume",
    iv: "IV",
    delta: "Delta",
    gamma: "Gamma",
    theta: "Theta",
    vega: "Vega",
    price: "Price",
  },
  oiLakh: "OI, lakh",
  call: "Call",
  strike: "Strike",
  put: "Put",
  callAt: (strike: number) => `call ${strike}`,
  putAt: (strike: number) => `put ${strike}`,
  atm: "at the money",
  largest: "largest open interest",
  spotAt: ({ name, price }: { name: string; price: string }) => `${name} at ${price}`,

  inTheMoney: ", in the money",
} as const;

export const optionChainText = {
  noOptions: (name: string) => `No options are listed on ${name}.`,
  noneExpire: (name: string) => `${name} has no options that expire on this day.`,
  chainOf: (expiry: string) => `Option chain, ${expiry}`,

  title: ({ name, expiry }: { name: string; expiry: string }) => `${name} option chain, ${expiry}`,
  description: ({ name, expiry }: { name: string; expiry: string }) =>
    `Calls and puts on ${name} expiring ${expiry}: price, open interest, implied volatility, greeks, max pain and put-call ratio.`,

  markets: "Markets",
  optionChain: "Option chain",
  heading: (name: string) => `${name} option chain`,
  lead: ({ expiry, price, moment }: { expiry: string; price: string; moment: string }) =>
    `Expires ${expiry}. ${price} at ${moment}.`,
  refresh: "Refresh",
  lastKept: "Delayed. The price service does not respond. Showing the last option chain.",
  expiry: "Expiry",

  maxPain: "Max pain",
  away: ({ points, isAbove }: { points: string; isAbove: boolean }) =>
    `${points} points ${isAbove ? "above" : "below"} spot`,
  noInterest: "no open interest",
  putCallRatio: "Put–call ratio",
  byInterest: "by open interest",
  volatility: "Implied volatility",
  atTheMoney: "at the money",
  expectedMove: "Expected move",
  straddle: (percent: string) => `${percent}%, from the price of the straddle`,
  noPrices: "no prices at the money",
  largestInterest: "Largest open interest",
  putsAt: (strike: string) => `calls; puts at ${strike}`,

  openInterest: "Open interest",
  interestLabel: (most: string) => `Open interest of calls and puts by strike, up to ${most} units`,
  calls: "Calls",
  puts: "Puts",
  now: (price: string) => `Now ${price}`,
  maxPainAt: (strike: string) => `Max pain ${strike}`,

  aroundTheMoney: "Around the money",
  columnsLabel: "Columns",
  views: { price: "Price", greeks: "Greeks", all: "All" },
  strikesLabel: "Strikes",
  nearStrikes: (count: string) => (count === "8" ? "8 strikes" : count),
  allStrikes: (count: number) => `All ${count}`,
  notes:
    "Shaded prices are in the money. An amber line marks the largest open interest. Theta is in rupees a day for one unit. Select a price to open its contract.",
} as const;

export const marketsText = {
  titleOf: (query: string) => `Markets: ${query}`,
  title: "Markets",
  description: "Prices, candle charts, market depth and option chains of indices, shares and contracts.",

  simulated: "Simulated market",
  searchLabel: "Share, index or security id",
  find: "Find",
  noneMatches: (query: string) => `Nothing matches “${query}”`,
  matching: (query: string) => `Matches for “${query}”`,
  tryASymbol: "Try a symbol such as RELIANCE or a contract such as NIFTY-Nov2026-FUT.",
  indices: "Indices",
  overviewAway: "Movers and charts are not available now. Search and instrument pages still work.",
} as const;

/** Texts for the lists on the Markets page and for the watch button. */
export const boardText = {
  expires: (day: string) => `Expires ${day}`,
  today: "today",
  tomorrow: "tomorrow",
  previousClose: (price: string) => `Previous close ${price}`,
  low: "Low",
  high: "High",
  chart: "Chart",
  optionChain: "Option chain",
  algos: (count: number) => `Algos (${count})`,
  of: (name: string) => `of ${name}`,
  on: (name: string) => `on ${name}`,

  movers: "Movers",
  moversOrder: "Sort movers",
  moverKinds: { weakest: "Losers", strongest: "Gainers", traded: "Most active" },
  moversTable: "Movers, scrolls sideways",
  moversCaption: (count: number) =>
    `Movers among ${count} ${plural(count, { one: "large share", other: "large shares" })}, prices in rupees`,
  share: "Share",
  todayTitle: "Today",
  daysRange: "Day’s range",
  fromTo: ({ low, high }: { low: string; high: string }) => `${low} to ${high}`,
  volume: "Volume",
  price: "Price",
  change: "Change",

  watchlist: "Watchlist",
  search: "Search",
  nothingWatched: "Your watchlist is empty. Add one of these, or search.",
  watchlistKept: "Stored in this browser.",
  watchlistFull: "The list is full. Remove an instrument before you add another.",
  watch: "Watch",
  watching: "Watching",
  watchName: (name: string) => `Watch ${name}`,
  unwatch: (name: string) => `Stop watching ${name}`,

  activeOptions: "Most active options",
  unitsTraded: "Units traded",
  optionName: ({ underlying, strike, side }: { underlying: string; strike: string; side: "CE" | "PE" }) =>
    `${underlying} ${strike} ${side === "CE" ? "call" : "put"}`,

  sectors: "Sectors",
  averageOfShares: "Average of shares",

  breadthAndDates: "Market breadth and dates",
  fell: (count: number) => `${count} fell`,
  unchanged: (count: number) => `${count} unchanged`,
  rose: (count: number) => `${count} rose`,
  largeShares: (count: number) => `${count} ${plural(count, { one: "large share", other: "large shares" })}.`,
  holiday: (name: string) => `Closed: ${name}`,
  expiring: ({ name, isMonthly }: { name: string; isMonthly: boolean }) =>
    `${name} ${isMonthly ? "monthly" : "weekly"} options expire`,
} as const;

/** Entry and exit of a leg on a chart. */
export const legMarksText = {
  entry: "Entry",
  exit: "Exit",
  stop: (price: string) => `Stop ${price}`,
  bought: ({ quantity, price }: { quantity: string; price: string }) => `Bought ${quantity} at ${price}`,
  sold: ({ quantity, price }: { quantity: string; price: string }) => `Sold ${quantity} at ${price}`,
  soldAt: (price: string) => `Sold at ${price}`,
  boughtBack: (price: string) => `Bought back at ${price}`,
} as const;
