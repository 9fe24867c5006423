// Text of candles, of option chains, and of the pages of markets.
import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const candleChartText = {
  noBars: "No bars.",
  up: "up",
  down: "down",
  summary: (words: {
    from: string;
    to: string;
    moved: string;
    low: string;
    high: string;
    bars: number;
    extended: string;
  }) =>
    `${words.from} to ${words.to}: ${words.moved}, between ${words.low} and ${words.high}. ${formatCount(words.bars)} ${plural(words.bars, { one: "bar", other: "bars" })}${words.extended}.`,
  extendedAmongThem: ", extended hours among them",

  asTable: "The bars as a table",
  newestOf: ({ shown, count }: { shown: number; count: string }) => `The newest ${shown} of ${count}; `,
  allAsCsv: "all as CSV",
  barsOf: (name: string) => `Bars of ${name}, scrolls sideways`,
  tableCaption: (name: string) => `Bars of ${name}, the newest first, prices in rupees`,
  day: "Day",
  beginsIst: "Begins, IST",
  open: "Open",
  high: "High",
  low: "Low",
  close: "Close",
  volume: "Volume",
} as const;

export const optionChainTableText = {
  chainOf: (name: string) => `Option chain of ${name}, scrolls sideways`,
  caption: ({ name, expiry }: { name: string; expiry: string }) =>
    `Calls and puts on ${name} that expire on ${expiry}, prices in rupees`,
  calls: "Calls",
  puts: "Puts",
  volume: "Volume",
  call: "Call",
  strike: "Strike",
  put: "Put",
  callAt: (strike: number) => `call ${strike}`,
  atm: "ATM",
  putAt: (strike: number) => `put ${strike}`,

  inTheMoney: ", in the money",
} as const;

export const optionChainText = {
  noOptions: (name: string) => `No options are listed on ${name}.`,
  noneExpire: (name: string) => `${name} has no options that expire on this day.`,
  chainOf: (expiry: string) => `Option chain, ${expiry}`,

  title: ({ name, expiry, part }: { name: string; expiry: string; part: string }) =>
    `${name} option chain, ${expiry}${part}`,
  allStrikesPart: ", all strikes",
  description: ({ calls, name, expiry }: { calls: string; name: string; expiry: string }) =>
    `${calls} and puts on ${name} expiring ${expiry}: price, implied volatility, volume and open interest by strike.`,
  allCalls: "All calls",
  calls: "Calls",

  home: "Home",
  markets: "Markets",
  optionChain: "Option chain",
  heading: ({ name, expiry }: { name: string; expiry: string }) => `${name}: option chain, ${expiry}`,
  priceAsOf: "{name} at {price} as of {moment}. In-the-money prices are shaded.",
  refresh: "Refresh",
  lastKept: "The service that keeps prices does not answer just now; this is the last chain that it gave.",
  expiry: "Expiry",
  nearTheMoneyOnly: "Strikes near the money only",
  allStrikes: (count: string) => `All ${count} strikes`,
} as const;

export const marketsText = {
  titleOf: (query: string) => `Markets: ${query}`,
  title: "Markets",
  description: "Prices, candle charts, market depth and option chains of indices, shares and contracts.",

  lead: "Price, chart, market depth and option chain of any instrument.",
  searchLabel: "Instrument by name, symbol or security id",
  searchExample: "HDFC Bank, NIFTY, 1333",
  find: "Find",
  noneMatches: (query: string) => `No instrument matches “${query}”`,
  matching: (query: string) => `Instruments that match “${query}”`,
  tryASymbol:
    "Try a symbol such as RELIANCE, part of a company's name, or a contract such as NIFTY-Nov2026-FUT.",
  indices: "Indices",
  pricesAway: "Live prices are not available just now.",
  chart: "Chart",
  ofInstrument: (name: string) => `of ${name}`,
  optionChain: "Option chain",
} as const;
