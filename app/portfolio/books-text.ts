// Texts of the pages about orders, positions, the order form and statements.
import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const ordersText = {
  title: "Orders",
  description: "Every order of your algos, with its reason and result.",

  leadOfAll: "Your orders and your algos' orders, newest first.",
  leadOfOne: "Orders of one deployment, newest first.",
  orderBook: "Order book",
  none: "No orders",
  noneYet: "Orders appear here as soon as an algo sends one.",
  findAlgos: "Find algos",
  newest: "Newest",
  older: "Older",
  asCsv: "As CSV",
} as const;

export const positionsText = {
  marginNotAvailable: "Margin is not available now.",
  chooseAtLeastOne: "Choose at least one position to square off.",
  notKnownWhetherSent:
    "The broker did not respond, so it is not known whether the orders were sent. Send the form again; each order is sent only once.",
  sendsNothing: "Orders to close these positions have already been sent.",

  title: "Positions",
  description: "Open positions with their P&L and margin, who manages each, and how to square them off.",
  openIn: ({ open, algos }: { open: number; algos: number }) =>
    `${formatCount(open)} open${algos === 0 ? "" : `, in ${formatCount(algos)} ${plural(algos, { one: "algo", other: "algos" })}`}`,

  nothingWasSent: "Nothing was sent",
  unrealisedPnlLive: "Unrealised P&L, live",
  availableMargin: "Available margin",
  usedMargin: "Used margin",
  yoursToManage: "Managed by you",
  noAlgoWatches:
    "No algo manages stop-losses or targets for these positions. Square them off, or set a price with the order form.",
  yoursCaption: "Positions that you manage",
  squareOffChosen: "Square off selected at market",
  managedByAlgos: "Managed by algos",
  algosCaption: "Positions managed by algos",
  squareOffMeans:
    "“Square off” closes one position; the algo's other positions stay open. “Square off all” closes all positions of an algo and pauses it.",
  none: "No open positions",
  noneMeans: "Positions appear here as soon as an algo or your own order opens one.",
  portfolio: "Portfolio",

  choose: "Choose",
  instrument: "Instrument",
  quantity: "Quantity",
  averageHead: "Average",
  last: "Last",
  unrealisedPnl: "Unrealised P&L",
  marginAlone: "Standalone margin",
  action: "Action",

  live: "Live",
  paper: "Paper",
  squareOffSymbol: (symbol: string) => `Square off ${symbol}`,
  yourOwnOrders: "Your own orders",
  short: "short",
  long: "long",
  notKnown: "not known",
  margin: "Margin",
  orderForm: "Order form",
  forSymbol: (symbol: string) => `for ${symbol}`,
  squareOff: "Square off",
  squareOffAll: (count: number) => `Square off all ${formatCount(count)}`,
  ofAlgo: (algo: string) => `of ${algo}`,
} as const;

export const exitText = {
  noSuchPosition: "There is no such position; it may have been closed already.",
  positions: "Positions",

  notKnownWhetherSent:
    "The broker did not respond, so it is not known whether the order was sent. Send the form again; the order is sent only once.",

  quantityFault: ({ most, lots }: { most: string; lots: string }) =>
    `Enter a whole quantity up to ${most}${lots}.`,
  alreadySent: ({ pending, most }: { pending: string; most: string }) =>
    `Orders to close ${pending} were already sent and are pending. At most ${most} more can be closed.`,
  inLots: (lotSize: number) => `, in lots of ${lotSize}`,
  priceFault: "Enter a limit price in rupees, such as 41.20, or leave it empty for market.",

  managedBy: (algo: string) =>
    `${algo} manages this position, so the whole position is closed at market. The algo's other positions stay open.`,
  estimatedResult: "Estimated P&L",
  afterCharges: "at the last price, after charges",
  atLimitAfterCharges: "at the limit price, after charges",
  sendsNothing: "Orders to close it have already been sent.",

  title: "Exit order",
  description:
    "Close a position at market or with a limit order. You see margin and charges before you send it.",

  sell: "Sell",
  buy: "Buy",
  lead: ({
    quantity,
    side,
    mode,
    lastPrice,
  }: {
    quantity: string;
    side: string;
    mode: string;
    lastPrice: string;
  }) => `You hold ${quantity} ${side}, ${mode}. LTP ${lastPrice}.`,
  long: "long",
  short: "short",
  live: "live",
  onPaper: "on paper",
  notKnown: "not known",
  notComplete: "Check the order",
  nothingWasSent: "Nothing was sent",
  quantityIn: (lots: string) => `Quantity${lots}`,
  inPendingOrders: (count: string) =>
    `Pending orders already close ${count}. “Square off selected at market” on the Positions page cancels them and closes the position.`,
  limitPriceRupees: "Limit price, ₹",
  emptyForMarket: "Leave it empty to close at market.",
  seeMarginAndCharges: "See margin and charges",
  update: "Update",
  cancel: "Cancel",

  positionNow: "Position now",
  unrealisedPnl: "Unrealised P&L",
  average: "Average price",
  marginAlone: "Standalone margin",

  atMarket: "at market",
  atPrice: (price: string) => `at ${price}`,
  worstPrice: "Worst price",
  limit: "Limit",
  marginItFrees: "Margin released",
  marginItBlocks: "Margin blocked",
  limitWaits:
    "A limit order stays open until the end of the day. To cancel it, use “Square off selected at market” on the Positions page, which also closes the position.",
  availableMarginNow: "Available margin now",
  shortBy: "Short by",
  legHedges: "This leg hedges another one: closing it alone raises the margin of the other leg.",
  charges: "Charges",
  asOf: (moment: string) => `As of ${moment}.`,
  wouldBeRefused: (reason: string) => `The broker would reject this order now: ${reason}`,
} as const;

export const statementsText = {
  title: "Statements",
  ownOrders: "Your own orders",
  description: "P&L by financial year: realised, charges by line, manager's fees, net. Live trades only.",

  titleOfYear: (year: string) => `P&L statement, FY ${year}`,
  period: ({ from, to }: { from: string; to: string }) =>
    `${from} to ${to}. Live trades only, no paper trades.`,
  financialYear: "Financial year",
  noSuchYear: "There is no such financial year.",
  netPnlRealised: "Net P&L, realised",
  realisedPnlGross: "Realised P&L, gross",
  charges: "Charges",
  managersFees: "Managers' fees, with GST",
  turnover: "Turnover",
  trades: "Trades",
  basis: (moment: string) => `Realised P&L uses average cost. As of ${moment}.`,
  notForTax: "Simulated: not for tax.",
  chargesByLine: "Charges by line",
  byAlgo: "By algo",
  algo: "Algo",
  byMonth: "By month",
  month: "Month",
  downloadAsCsv: "Download as CSV",

  noLiveTrade: "No live trade in this financial year",
  noLiveTradeMeans: "Profit, charges and fees appear here after the first live trade.",
  portfolio: "Portfolio",
  realisedRupees: "Realised, ₹",
  chargesRupees: "Charges, ₹",
  feesRupees: "Fees, ₹",
  netPnl: "Net P&L",
  realised: "Realised",
  fees: "Fees",
} as const;
