// Text of the page of an instrument.

export const pageText = {
  title: ({ name, chain }: { name: string; chain: string }) => `${name}: price, chart${chain}`,
  andOptionChain: " and option chain",
  description: ({ name, instrument }: { name: string; instrument: string }) =>
    `${name}: ${instrument}. Price, market depth, day and 52-week range, candles of one minute to one day.`,

  home: "Home",
  markets: "Markets",
  pricesKept: (moment: string) =>
    `The service that keeps prices does not answer just now. Everything here is as of ${moment}.`,
  algosOn: (name: string) => `Algos on ${name}`,

  open: "Open",
  daysRange: "Day's range",
  fromTo: ({ low, high }: { low: string; high: string }) => `${low} to ${high}`,
  prevClose: "Prev. close",
  volume: "Volume",
  averagePrice: "Average price",
  circuitLimits: "Circuit limits",
  openInterest: "Open interest",
  oneLotIsWorth: "One lot is worth",

  priceChart: "Price chart",
  chartAway:
    "The chart cannot be drawn just now: its prices do not arrive. The quote above is unaffected. Reload the page in a few seconds.",
  notTraded: (name: string) => `${name} has not traded in this time. Choose a longer range.`,
  chartTitle: ({ name, range, bar }: { name: string; range: string; bar: string }) =>
    `${name}, ${range}, bars of ${bar}`,

  prevCloseAt: (price: string) => `Prev. close ${price}`,

  rangeLabel: "Range of the chart",
  barLabel: "Length of a bar",

  marketDepth: "Market depth, 20 levels",

  optionChain: "Option chain",
  chainAway: "The option chain does not arrive just now. Reload the page in a few seconds.",

  optionChainOf: (expiry: string) => `Option chain, ${expiry}`,
  expiry: "Expiry",
  allStrikes: (count: number) => `All ${count} strikes`,
} as const;
