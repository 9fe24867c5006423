// Texts of the deployment page.
import { plural } from "../../format/locale.ts";

export const pageText = {
  title: "Deployment",
  description: "A deployed algo: its state, P&L, risk limits, positions, orders and audit trail.",

  confirmInTheOrderWindow: "Confirm in the order window",
  yourLimits: "Your limits",
  change: "Change",
  capitalOrLimits: "capital or risk limits",
  capitalOnPaper: ({ capital, mode }: { capital: string; mode: string }) =>
    mode === "live" ? capital : `${capital} on paper`,
  openPosition: (legs: number) =>
    legs === 0 ? "Open position" : `Open position, ${legs} ${plural(legs, { one: "leg", other: "legs" })}`,
  orders: ({ count, hasMore }: { count: number; hasMore: boolean }) => `${count}${hasMore ? " newest" : ""}`,
  charges: (sum: string) => `charges ${sum}`,
  yoursToClose: "You close them yourself: {link}.",
  positionsPage: "square off or use the order form",

  noTradeOpenedToday: "No trade opened today.",
  openedToday: (count: number) =>
    `${count} ${plural(count, { one: "trade", other: "trades" })} opened today.`,
  lastOrder: ({ event, moment }: { event: string; moment: string }) => `Last order: ${event}, ${moment}. `,

  orderBook: "Orders",
  ordersOf: (algo: string) => `Orders of ${algo}`,
  noOrderYet: "No order yet.",
  allOrders: "All orders of this deployment",
  ordersAsCsv: "Orders as CSV",
  tradesAsCsv: "Trades as CSV",
  tradeBook: "Trades",
  tradesOnTheChart: "Trades on the chart",
  tradesOf: ({ algo, part }: { algo: string; part: string }) => `Trades of ${algo}${part}`,
  newestOnly: ", the newest",
} as const;

export const payoffText = {
  atExpiry: (day: string) => `At expiry, ${day}`,
  byPrice: (underlying: string) => `P&L of the open position by price of ${underlying}, before charges`,
  mostLost: "Max loss at expiry",
  mostMade: "Max profit at expiry",
  breaksEven: "Break-even",
  and: " and ",
  noLimit: "no limit",
  now: ({ underlying, price }: { underlying: string; price: string }) => `${underlying} ${price}`,
  chart: ({ underlying, now }: { underlying: string; now: string }) =>
    `P&L at expiry by the price of ${underlying}. At the current price: ${now}.`,
} as const;

export const partsText = {
  changed: "Changed. The new terms are stored; see the receipt.",
  deployed: "Deployed. Orders appear below as soon as the algo sends them.",
  otherAlgos: "Deploy the other algos",
  deployedAlready: "You have deployed this algo already. This is your existing deployment.",
  newVersion: ({ next, version }: { next: string; version: string }) =>
    `Version ${next} is out. Version ${version} opens no more positions until you consent to it.`,
  seeWhatChanged: "See what changed",

  whatYouCanDo: "What you can do",
  deployAgain: "Deploy again",

  todaysPnl: (mode: string) => `Today's P&L, ${mode}`,
  netPnlOf: (mode: string) => `Net P&L since start, ${mode}`,
  today: "Today's P&L",
  itHasNotTradedYet: "It has not traded yet",
  pnlFollows: "P&L appears with the next prices",
  itNeverTraded: "It never traded",
  netPnlSinceStart: "Net P&L since start",
  charges: "Charges",
  managersFeesWithGst: "Manager's fees, with GST",
  fillsToday: "Orders filled today",
  algoSinceStart: (algo: string) => `${algo}: net P&L since start`,
  now: (amount: string) => `Now ${amount}.`,
  liveYours: "Your P&L, live",
  paperYours: "Your P&L, paper",
  noBacktest: {
    unreadable: "The backtest is not available here.",
    withheld: "This algo's backtest is not shown on this site.",
    making: "The backtest of this version is still being computed.",
    firstDay: "The backtest covers days up to yesterday: the comparison starts with the first full day.",
    missing: "No backtest of this version is available.",
  },
  backtestSameDays: "Backtest, same days and capital",

  auditTrail: "Audit trail",
  lastEvent: (event: string) => `last: ${event.toLowerCase()}`,
  eventBy: "{event}, by {actor} {moment}",
  yourNote: (note: string) => `Your note: ${note}`,
  auditTrailAsCsv: "Audit trail as CSV",

  terms: "Terms and consent",
  signed: (day: string) => `signed ${day}`,
  capital: "Capital",
  multiples: "Multiples",
  version: "Version",
  from: "From",
  on: "On",
  consentGiven: "Consent given",
  receiptOfYourConsent: "Receipt of your consent",
  theAlgosPage: "The algo's page",
} as const;
