// Texts of account pages: deployments, orders, positions, limits, statements.
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

/** Validation messages of the account limits form. */
export const limitsFaultText = {
  wholeRupees: "Enter whole rupees, such as 5,000, or leave it empty.",
  bothFields: "Fill in both fields of the profit lock, or leave both empty.",
  giveBackTooLarge: "The giveback must not exceed the profit at which the lock starts.",
} as const;

/** Validation messages of the notification channels form. */
export const choicesFaultText = {
  webhook: (characters: number) => `Webhook: at most ${characters} characters.`,
  from: "From: a time of day, such as 22:00.",
  to: "To: a time of day, such as 08:00.",
  sameTime: "To: choose a time other than From.",
} as const;

export const trackText = {
  firstList: "Tracked algos",
} as const;

/** Decisions that only the client can take. */
export const decisionText = {
  unmanaged: (positions: number) =>
    plural(positions, {
      one: "1 position has no algo and no stop.",
      other: `${positions} positions have no algo and no stop.`,
    }),
  reviewAndSquareOff: "Review and square off",
  killSwitchIsOn: "The kill switch is on.",
  seeWhenLifted: "See when it can be lifted",
  paused: (algo: string) => `${algo} is paused.`,
  pausedBecause: ({ algo, reason }: { algo: string; reason: string }) => `${algo} is paused. ${reason}`,
  allPaused: ({ count, reason }: { count: number; reason: string }) => `${count} algos are paused. ${reason}`,
  resumeOrStop: "Resume or stop",
  toConfirm: (algo: string) => `${algo} waits for your confirmation.`,
  confirm: "Confirm",
  newVersion: ({ algo, version }: { algo: string; version: string }) => `${algo} has version ${version}.`,
  seeWhatChanged: "See what changed",
};

export const brokerDownText = {
  notAnswering: "The broker is not responding",
  algosKeepRunning:
    "This page cannot show your algos, positions or P&L right now. Your algos keep running at the broker: open positions, stops and risk limits are still managed there.",
  call: (legalName: string) => `To stop an algo or close a position now, call ${legalName}:`,
  tryAgain: "Try again",
  resultNotKnown: "The result is not known",
  checkAgain: "Check again",
  sendAgain: "Send the form again",
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
  whyAndOrderId: "Reason, order id",

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
} as const;

export const flashNoticeText = {
  signedIn: ({ name, clientId }: { name: string; clientId: string }) => `Signed in as ${name} (${clientId}).`,
  formNotSent: ({ name, clientId }: { name: string; clientId: string }) =>
    `Signed in as ${name} (${clientId}). You had been signed out, so your form was not sent and nothing was changed. Check it and send it again.`,
  sessionEnded: "That device is signed out.",
  othersEnded: "You are signed out everywhere else.",
  appRevoked: "The app's access is revoked.",
  positionClosed: "This position has been closed already.",
  ordersSent: "Your orders were sent.",
  orderRejected: "Your orders were sent. At least one was rejected.",
  seeTheOrderBook: "See the order book",
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
  maxTradesPerDay: "Max trades a day",

  notSet: "not set",
  withoutKnownUse: (limit: string) => `of ${limit}, amount used unknown`,
  countOf: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit}`,

  used: ({ limit, use }: { limit: string; use: string }) => `${limit}: ${use} used`,

  reached: "Reached",
  resumeTomorrow: "resume tomorrow, or today after you raise the limit",
  opensTomorrow: "new positions tomorrow, or once you raise the limit",
  noneUsed: "none used",
  shareUsed: (percent: number) => `${percent}% used`,
  thenPauses: "pauses when reached",
  thenStops: "stops when reached",
  thenNoneToday: "no new positions today when reached",
} as const;

export const algoTableText = {
  algo: "Algo",
  status: "Status",
  today: "Today",
  sinceStart: "Since start",
  dailyLossLimit: "Daily loss limit",
  action: "Action",
  total: "Total",

  live: "Live",
  paper: "Paper",
  manage: "Manage",
  confirm: "Confirm",
  resumeOrStop: "Resume or stop",

  newVersion: (version: string) => `Version ${version}: see what changed`,

  endedAlgos: "Ended algos",
  state: "State",
} as const;

export const algoRowText = {
  live: "Live",
  paper: "Paper",
  setALimit: "Set a limit",
  forAlgo: (algo: string) => `for ${algo}`,
  aDay: "a day",
  trades: "trades",
  maxLoss: "max loss",
} as const;

export const accountLimitsText = {
  heading: "Limits over all algos",
  usedToday: "Used today",
  set: "Set",
  change: "Change",
  dailyLoss: "Daily loss limit",
  profitLock: "Profit lock",
  notSet: "not set",
  ofLimit: (limit: string) => `of ${limit}`,
  usedOf: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit}`,
  reached: "Reached",
  startsAt: (profit: string) => `starts at +${profit}`,
  floorAt: (floor: string) => `square-off at ${floor}`,
  mayGiveBack: (most: string) => `allowed giveback: ${most}`,
  returned: ({ given, most }: { given: string; most: string }) => `giveback used: ${given} of ${most}`,
  thenAllPause: "all algos pause when reached",
  reachedAt: (clock: string) => `at ${clock}, no new positions until tomorrow`,
  reachedOver: ({ limit, clock }: { limit: string; clock: string }) =>
    `${limit} over all algos reached at ${clock}. No position is opened until tomorrow.`,
} as const;

export const limitsPageText = {
  title: "Limits over all algos",
  description: "A daily loss limit and a trailing profit lock over all of your algos together.",
  lead: "When a limit is reached, the broker squares off and pauses all algos. You can resume them from tomorrow.",
  liveOrPaper: "Live or paper",
  live: "Live",
  paper: "Paper",
  howToContinue: "A limit was reached: a change applies from tomorrow. Resume your algos then.",
  seeThePausedAlgos: "See the paused algos",
  notSaved: "Nothing was saved",
  notKnownWhetherSaved: "The broker did not respond. Check whether the limits were saved.",
  dailyLoss: "Daily loss limit",
  dailyLossRupees: "Loss in one day, ₹",
  dailyLossHint: "Empty for no limit.",
  lossNow: (amount: string) =>
    `Empty for no limit. Today's loss is ${amount}: a limit up to this amount squares off all algos at once.`,
  profitLock: "Trailing profit lock",
  lockFromRupees: "Starts at a profit of (₹)",
  lockFromHint: "Today's P&L of all algos.",
  giveBackRupees: "Allowed giveback (₹)",
  giveBackHint: "From today's highest P&L.",
  lockExample: ({ from, back, peak, floor }: { from: string; back: string; peak: string; floor: string }) =>
    `Example: the lock starts at ${from} and allows a giveback of ${back}. After a high of ${peak}, it squares off at ${floor}.`,
  save: "Save",
  cancel: "Cancel",
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
  greeting: ({ hour, name }: { hour: number; name: string }) =>
    `Good ${hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening"}, ${name}`,
  openPortfolio: "Open portfolio",
  events: "Events",
  eventsAppearHere: "Orders, fills and risk limits appear here.",
  allEvents: "All events",

  todaysPnlLive: "P&L today, live",
  todaysPnlPaper: "P&L today, on paper",
  sinceStart: "Since start",
  liveToday: "Live today",
  paperToday: "On paper today",
  noTradeToday: "No trade today yet.",
  lowest: "Lowest today",
  chartTitle: "P&L today by minute",
  chartSummary: (now: string) => `Now ${now}.`,

  running: "Running",
  liveAndPaper: ({ live, paper }: { live: number; paper: number }) => `${live} live, ${paper} on paper`,
  noneRunning: "No algos running",
  paperFirst: "Start one on paper: no money, the same rules.",
  findInThreeQuestions: "Find an algo in three questions",
} as const;

export const deploymentChartText = {
  title: "Trades on the chart",
  titleOf: (algo: string) => `${algo}: trades on the chart`,
  description: "The fills of a deployment on the price chart of each instrument.",

  live: "Live",
  paper: "Paper",
  noneYet: "This deployment has not traded yet. Its fills will appear here on the price chart.",
  whatWasTraded: "Instruments traded",
  pricesAreAway: "The prices cannot be loaded now. The fills are listed below.",
  chartTitle: (symbol: string) => `${symbol}: chart of this deployment's fills`,
  fill: ({ side, quantity, price }: { side: string; quantity: string; price: string }) =>
    `${side} ${quantity} at ${price}`,
  bought: "Bought",
  sold: "Sold",
  noReasonWasGiven: "No reason was given.",
} as const;

export const killSwitchText = {
  theFormWasNotUnderstood: "The form is not valid. Try again from this page.",
  typeToConfirmFault: (word: string) => `Type ${word} to confirm.`,
  notKnownWhetherSwitched: "The broker did not respond, so it is not known whether the switch was changed.",

  title: "Kill switch",
  description: "Stops all your algos at once, closes their positions and blocks new positions today.",

  portfolio: "Portfolio",
  isOn: "The kill switch is on",
  leadWhileOn: (moment: string) =>
    `Since ${moment}. No new positions are opened. Lifting the switch restarts no algo.`,
  lead: "Cancels orders that would open a position, squares off every algo at market, and blocks new positions today.",
  estimated: (mode: string) => `Estimated P&L, ${mode}`,
  live: "live",
  paper: "paper",
  fromPositions: (count: number) =>
    `${formatCount(count)} open ${plural(count, { one: "position", other: "positions" })} at the last price, before charges`,
  nothingWasChanged: "Nothing was changed",
  lift: "Lift the kill switch",
  canBeLiftedFrom: (when: string) => `It can be lifted from ${when}.`,
  tomorrow: "tomorrow",
  cannotBeLiftedToday: "It cannot be lifted today. To stop one algo only, open it and choose “Stop”.",
  wouldStopNow: "What it would stop now",
  nothingIsRunning: "No algo is running. The kill switch would only block new deployments today.",
  alsoSquaresOff: ({ count, symbols }: { count: number; symbols: string }) =>
    `It also squares off ${plural(count, { one: "the position", other: `the ${count} positions` })} you took over: ${symbols}.`,
  whileClosed: "Positions whose market is closed are squared off at its next opening.",
  stillSquaresOff: ({ count, symbols }: { count: number; symbols: string }) =>
    `${plural(count, { one: "The position", other: `The ${count} positions` })} you took over will be squared off when the market is open: ${symbols}.`,
  ownStayOpen: (count: number) =>
    plural(count, {
      one: "One position from your own orders stays open:",
      other: `${count} positions from your own orders stay open:`,
    }),
  squareOffThere: "square off on the Positions page",
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  stopEverything: "Stop everything",
  leave: "Leave it as it is",
} as const;
