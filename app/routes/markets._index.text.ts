// Text of the page of markets.
export const text = {
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
