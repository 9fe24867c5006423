// Text of the page of positions.

import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const text = {
  marginNotAvailable: "Margin is not available now.",
  chooseAtLeastOne: "Choose at least one position to square off.",
  notKnownWhetherSent:
    "The broker does not answer right now; whether the orders were sent is not known. Send the form again: each order is sent once.",

  title: "Positions",
  description: "Open positions with their P&L and margin, who manages each, and how to square them off.",

  nothingWasSent: "Nothing was sent",
  sent: (count: number) => `${formatCount(count)} ${plural(count, { one: "order", other: "orders" })} sent.`,
  oneWasRejected: "At least one was rejected:",
  seeTheOrderBook: "See the order book",
  unrealisedPnlLive: "Unrealised P&L, live",
  availableMargin: "Available margin",
  usedMargin: "Used margin",
  yoursToManage: "Yours to manage",
  noneOfYours: "None. Positions you take over from an algo, and those your own orders open, appear here.",
  noAlgoWatches:
    "No algo watches stops or targets on these. Square them off here, or set a price with the order form.",
  yoursCaption: "Positions yours to manage",
  squareOffChosen: "Square off the chosen at market",
  managedByAlgos: "Managed by algos",
  noneOfAlgos: "No running algo holds a position.",
  algosCaption: "Positions managed by algos",
  killSwitch: "Kill switch",

  choose: "Choose",
  instrumentFrom: "Instrument, from",
  instrumentAlgo: "Instrument, algo",
  quantity: "Quantity",
  ltpAverage: "LTP, average, ₹",
  unrealisedPnl: "Unrealised P&L",
  marginAlone: "Margin alone",
  action: "Action",

  live: "Live",
  paper: "Paper",
  squareOffSymbol: (symbol: string) => `Square off ${symbol}`,
  yourOwnOrders: "Your own orders",
  short: "short",
  long: "long",
  ltp: "LTP",
  notKnown: "not known",
  average: (price: string) => `avg ${price}`,
  margin: "Margin",
  orderForm: "Order form",
  forSymbol: (symbol: string) => `for ${symbol}`,
  squareOff: "Square off",
} as const;
