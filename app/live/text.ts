// Texts around live prices.

export const depthLadderText = {
  waiting: "waiting for market depth",
  depthOf: (name: string) => `Market depth of ${name}`,
  caption: (name: string) => `Twenty best bids and asks of ${name}, prices in rupees`,
  bidOrders: "Bid orders",
  bidQuantity: "Bid qty",
  bid: "Bid",
  ask: "Ask",
  askQuantity: "Ask qty",
  askOrders: "Ask orders",
} as const;

export const liveBarText = {
  pricesAsOf: "Prices as of {clock}",
  fromTheSandbox: ", from the sandbox's simulated market",
  refresh: "Refresh",
  stopRefreshing: "Stop refreshing",
  refreshEvery: (seconds: number) => `Refresh every ${seconds} seconds`,
} as const;

export const recordProgressText = {
  recordsMade: "Records computed",
  madeOf: ({ done, total }: { done: string; total: string }) => `${done} of ${total} records are computed.`,
  checkAgain: "Check again",
  checksEvery: (seconds: number) => `This page checks every ${seconds} seconds.`,
  stopChecking: "Stop checking",
  checkEvery: (seconds: number) => `Check every ${seconds} seconds`,
} as const;

export const marketStripText = {
  preOpenSession: "Pre-open session",
  marketOpen: "Market open",
  closingAuction: "Closing auction",
  postCloseSession: "Post-close session",
  marketClosed: "Market closed",

  preOpen: "Pre-open",
  open: "Open",
  auction: "Auction",
  postClose: "Post-close",
  closed: "Closed",

  market: "Market",
  asOf: "as of",

  simulated: ", simulated",
  simulatedExtended: ", simulated, extended hours",
  opens: (moment: string) => `, opens ${moment}`,
  until: (moment: string) => `until ${moment}`,
} as const;

export const priceTableText = {
  instrumentsAndPrices: "Instruments and prices",
  instrument: "Instrument",
  lastChangeTime: "Last, change, time",
  daysRange: "Day's range",
  lastHourAndAHalf: "Last 90 minutes",
  depth: "depth",
  ofName: (name: string) => `of ${name}`,
} as const;
