// Text of the page of a past trade.
export const text = {
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
