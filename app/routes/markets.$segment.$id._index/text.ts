// Texts of the instrument page.
import { plural } from "../../format/locale.ts";
import { formatCount } from "../../format/rupees.ts";

export const pageText = {
  title: ({ name, chain }: { name: string; chain: string }) => `${name}: price, chart${chain}`,
  andOptionChain: " and option chain",
  description: ({ name, instrument }: { name: string; instrument: string }) =>
    `${name}: ${instrument}. Price, market depth, day and 52-week range, candles of one minute to one day.`,

  markets: "Markets",
  id: (id: string) => `id ${id}`,
  pricesKept: (moment: string) => `Delayed. The price service does not respond. Last updated ${moment}.`,

  open: (price: string) => `open ${price}`,
  daysRange: "Day’s range",
  weeks52: "52 weeks",
  fromTo: ({ low, high }: { low: string; high: string }) => `${low} – ${high}`,
  prevClose: "Previous close",
  volume: "Volume",
  averagePrice: (price: string) => `average price ${price}`,
  circuitLimits: "Circuit limits",
  eitherWay: (percent: number) => `${percent}% either way`,
  downUp: ({ down, up }: { down: number; up: number }) => `${down}% down, ${up}% up`,
  openInterest: "Open interest",
  changeOf: (change: string) => `${change} today`,
  oneLot: "One lot",
  units: (count: string) => `${count} units`,
  nearestExpiry: "Nearest expiry",
  expiries: (count: number) => `${count} expiries listed`,

  priceChart: "Price chart",
  chartAway: "The chart is unavailable because its prices cannot be loaded. Reload in a few seconds.",
  notTraded: (name: string) => `${name} has not traded in this period. Choose a longer range.`,
  chartTitle: ({ name, range, bar }: { name: string; range: string; bar: string }) =>
    `${name}, ${range}, bars of ${bar}`,

  prevCloseAt: (price: string) => `Prev. close ${price}`,

  barsTable: "Bars as a table",
  barsHint: (count: number) => `${formatCount(count)} ${plural(count, { one: "bar", other: "bars" })}, CSV`,

  depth: "Depth",
  allLevels: "All 20 levels",

  algosThatTrade: "Algos that trade it",
  forAmount: (amount: string) => `for ${amount}`,
  drawdown: "Drawdown",
  noAlgos: "No algo trades it.",
  allAlgos: (count: number) => `All ${count} algos`,

  optionChain: "Option chain",
  nearTheMoney: "Option chain near the money",
  chainAway: "The option chain is not available now.",
  chainHint: ({ expiry, strike, volatility }: { expiry: string; strike: string; volatility: string }) =>
    `${expiry}, ${strike} strike, IV ${volatility}`,
  wholeChain: (expiry: string) => `Full chain of ${expiry}`,
} as const;
