// Text of the table of past trades.
export const text = {
  all: "All",
  won: "Winners",
  lost: "Losers",

  whichTrades: "Which trades",
  allAsCsv: "All as CSV",
  countOfPage: ({ count, page, pages }: { count: string; page: string; pages: string }) =>
    `${count} trades, newest first; page ${page} of ${pages}.`,
  noneOfThisKind: "No trades of this kind.",

  pastTrades: "Past trades",
  openedAndClosed: "Opened and closed, IST",
  net: "Net",
  grossAndCosts: "Gross and costs",
  bestAndWorst: "Best and worst P&L",
  whatAndWhy: "Legs and reasons",

  newer: "Newer",
  older: "Older",

  onTheChart: "On the chart",
  tradeNumber: (number: number) => `: trade ${number}`,
  legsAndWhy: (legs: number) => `${legs} legs, and reasons`,
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
