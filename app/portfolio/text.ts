// Text of the parts and pages of an account: deployments, orders, positions, limits, statements.
import { plural } from "../format/locale.ts";
import { formatCount } from "../format/rupees.ts";

export const accountAreaText = {
  yourAccount: "Your account",
} as const;

export const accountNavText = {
  portfolio: "Portfolio",
  positions: "Positions",
  orders: "Orders",
  statements: "Statements",
  notifications: "Notifications",

  account: "Account",
} as const;

export const brokerDownText = {
  notAnswering: "The broker is not answering",
  algosKeepRunning:
    "This page cannot show your algos, positions or P&L right now. Your algos keep running at the broker: open positions, stops and risk limits are still managed there.",
  call: (legalName: string) => `To stop an algo or close a position now, call ${legalName}:`,
  tryAgain: "Try again",
} as const;

export const deploymentPartsText = {
  live: "Live",
  paper: "Paper",

  notKnown: "not known",

  sinceBy: ({ moment, actor }: { moment: string; actor: string }) => `since ${moment}, by ${actor}`,

  timeIst: "Time, IST",
  instrument: "Instrument",
  instrumentAlgo: "Instrument, algo",
  side: "Side",
  filled: "Filled",
  averageAndLimit: "Average, limit, ₹",
  status: "Status",
  whyAndOrderId: "Why, order id",

  buy: "Buy",
  sell: "Sell",
  filledOf: ({ filled, quantity }: { filled: string; quantity: string }) => `${filled} of ${quantity}`,
  limit: (price: string) => `limit ${price}`,

  ownOrderLive: "Your own order · Live",
  earlierDeployment: "Earlier deployment",

  instrumentOrderId: "Instrument, order id",
  quantity: "Quantity",
  priceRupees: "Price, ₹",
  chargesRupees: "Charges, ₹",
  charges: "Charges",

  openPositions: "Open positions",
  averageRupees: "Average, ₹",
  ltpRupees: "LTP, ₹",
  unrealisedPnl: "Unrealised P&L",
  sold: "sold",
  bought: "bought",
  average: "Average",
  ltp: "LTP",
  total: "Total",
} as const;

export const eventListText = {
  yourOwnOrder: "Your own order",
  live: "Live",
  paper: "Paper",
} as const;

export const flashNoticeText = {
  signedIn: ({ name, clientId }: { name: string; clientId: string }) => `Signed in as ${name} (${clientId}).`,
  sessionEnded: "That sign-in was ended.",
  othersEnded: "You are signed out everywhere else.",
  appRevoked: "The app is revoked: its token has ended.",
} as const;

export const pnlChartsText = {
  noTradeOn: (day: string) => `${day}: no trade`,

  onDay: ({ sign, amount, day }: { sign: string; amount: string; day: string }) =>
    `${sign}${amount} on ${day}`,
  oneTradingDay: (result: string) => `One trading day: ${result}.`,
  daysInProfit: ({ won, days, best, worst }: { won: number; days: number; best: string; worst: string }) =>
    `${won} of ${days} days in profit. Best ${best}; worst ${worst}.`,
} as const;

export const riskLimitsText = {
  dailyLossLimit: "Daily loss limit",
  maxLoss: "Max loss",
  maxTradesADay: "Max trades a day",

  notSet: "not set",
  withoutKnownUse: (limit: string) => `of ${limit}, use not known`,
  countOf: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit}`,

  used: ({ limit, use }: { limit: string; use: string }) => `${limit}: ${use} used`,

  reached: "reached",
  close: "close",
  overHalf: "over half",
} as const;

export const signedOutText = {
  findAnAlgo: "Find an algo",
} as const;

export const statusLineText = {
  asOf: (moment: string) => `As of ${moment}`,
  sandbox: "sandbox, simulated market",
  reload: "Reload",
} as const;

export const todayText = {
  today: "Today",
  needsDecision: "Needs a decision",
  nothingWaits: "Nothing waits for you.",
  whatHappened: "What happened",
  eventsAppearHere: "Orders, fills and risk limits appear here.",
  allEvents: "All events",

  todaysPnlLive: "Today's P&L, live",
  todaysPnlPaper: "Today's P&L, paper",
  totalPnlSinceStartLive: "Total P&L since start, live",
  portfolio: "Portfolio",

  runningAlgos: "Running algos",
  noneRunning: "None. Try one on paper first: the same rules and prices, no money.",
  findInThreeQuestions: "Find an algo in three questions",
  live: "Live",
  paper: "Paper",
  noTradeYet: "no trade yet",
  all: (count: number) => `All ${count}`,
} as const;

export const deploymentChartText = {
  title: "Trades on the chart",
  titleOf: (algo: string) => `${algo}: trades on the chart`,
  description: "Each fill of a deployment on the price chart of what it traded.",

  portfolio: "Portfolio",
  live: "Live",
  paper: "Paper",
  noneYet:
    "This deployment has not traded yet. Its fills appear here, on the price chart, as soon as there are some.",
  whatWasTraded: "What was traded",
  pricesAreAway: "The prices of that time cannot be had just now. The fills are listed below.",
  chartTitle: (symbol: string) => `${symbol} with the fills of this deployment`,
  fill: ({ side, quantity, price }: { side: string; quantity: string; price: string }) =>
    `${side} ${quantity} at ${price}`,
  bought: "Bought",
  sold: "Sold",
  noReasonWasGiven: "No reason was given.",
} as const;

export const killSwitchText = {
  theFormWasNotUnderstood: "The form was not understood. Try it again from this page.",
  typeToConfirmFault: (word: string) => `Type ${word} to confirm.`,

  title: "Kill switch",
  description: "Stops all of your algos at once, closes their positions and lets nothing new begin today.",

  portfolio: "Portfolio",
  isOn: "The kill switch is on",
  leadWhileOn: (moment: string) =>
    `Since ${moment}. Nothing new is opened. Algos do not resume on their own, not even when it is lifted.`,
  lead: "Stops all of your algos at once: open orders are cancelled, positions are squared off at market, and nothing new starts for the rest of the day.",
  nothingWasChanged: "Nothing was changed",
  lift: "Lift the kill switch",
  canBeLiftedFrom: (when: string) => `It can be lifted from ${when}.`,
  tomorrow: "tomorrow",
  cannotBeLiftedToday:
    "It cannot be lifted before the next day. To stop one algo only, open it and choose “Stop”.",
  wouldStopNow: "What it would stop now",
  nothingIsRunning: "Nothing is running. It would only keep new deployments and entries from starting.",
  alsoSquaresOff: ({ count, symbols }: { count: number; symbols: string }) =>
    `It also squares off ${plural(count, { one: "the position", other: `the ${count} positions` })} you took over: ${symbols}.`,
  ownStayOpen: (count: number) =>
    plural(count, {
      one: "One position of your own orders stays open:",
      other: `${count} positions of your own orders stay open:`,
    }),
  squareOffThere: "square off there",
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  stopEverything: "Stop everything",
  leave: "Leave it as it is",
} as const;

export const ordersText = {
  title: "Orders",
  description: "Every order that your algos have sent, with what it was sent for and what came of it.",

  leadOfAll: "Every order your algos and you have sent, newest first.",
  leadOfOne: "The orders of one deployment, newest first.",
  orderBook: "Order book",
  noneYet: "No order has been sent yet. Orders appear here as soon as an algo sends one.",
  newest: "Newest",
  older: "Older",
  asCsv: "As CSV",
} as const;

export const positionsText = {
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

export const exitText = {
  noSuchPosition: "You manage no such position; it may have been closed already.",
  positions: "Positions",

  closedAlready: "This position has been closed already.",
  notKnownWhetherSent:
    "The broker does not answer right now; whether the order was sent is not known. Send it again: it is sent once.",

  quantityFault: ({ most, lots }: { most: string; lots: string }) =>
    `Quantity: a whole number up to ${most}${lots}.`,
  inLots: (lotSize: number) => `, in lots of ${lotSize}`,
  priceFault: "Limit price: rupees such as 41.20, or empty for market.",

  title: "Exit order",
  description: "Close a position at market or with a limit; margin and charges before you send it.",

  sell: "Sell",
  buy: "Buy",
  portfolio: "Portfolio",
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
  onPaper: "on paper",
  notKnown: "not known",
  notComplete: "The order is not complete",
  nothingWasSent: "Nothing was sent",
  quantityIn: (lots: string) => `Quantity${lots}`,
  limitPriceRupees: "Limit price, ₹",
  emptyForMarket: "Leave it empty to close at market.",
  seeMarginAndCharges: "See margin and charges",
  update: "Update",
  cancel: "Cancel",

  positionNow: "Position now",
  unrealisedPnl: "Unrealised P&L",
  average: "Average price",
  marginAlone: "Margin alone",

  atMarket: "at market",
  atPrice: (price: string) => `at ${price}`,
  worstPrice: "At worst, price held to",
  limit: "Limit",
  marginItFrees: "Margin it frees",
  marginItBlocks: "Margin it blocks",
  availableMarginNow: "Available margin now",
  shortBy: "Short by",
  legHedges: "This leg hedges another one: closing it alone raises the margin of what stays open.",
  charges: "Charges",
  asOf: (moment: string) => `As of ${moment}.`,
  wouldBeRefused: (reason: string) => `The broker would refuse this now: ${reason}`,
} as const;

export const statementsText = {
  title: "Statements",
  description: "P&L by financial year: realised, charges by line, manager's fees, net. Live trades only.",

  titleOfYear: (year: string) => `P&L statement, FY ${year}`,
  period: ({ from, to }: { from: string; to: string }) =>
    `${from} to ${to}. Live trades only; paper is not in it.`,
  financialYear: "Financial year",
  netPnlRealised: "Net P&L, realised",
  realisedPnlGross: "Realised P&L, gross",
  charges: "Charges",
  managersFees: "Managers' fees, with GST",
  turnover: "Turnover",
  trades: "Trades",
  basis: (moment: string) => `Realised by average cost. As of ${moment}.`,
  notForTax: "Simulated: not for tax.",
  chargesByLine: "Charges by line",
  byAlgo: "By algo",
  algo: "Algo",
  byMonth: "By month",
  month: "Month",
  downloadAsCsv: "Download as CSV",
  orderBook: "Order book",
  printAsPdf: "To keep it as PDF, print this page.",

  noLiveTrade: "No live trade in this financial year.",
  realisedRupees: "Realised, ₹",
  chargesRupees: "Charges, ₹",
  feesRupees: "Fees, ₹",
  netPnl: "Net P&L",
  realised: "Realised",
  fees: "Fees",
} as const;
