// Text of the portfolio page.
import { listed, plural } from "../../format/locale.ts";
import { formatCount } from "../../format/rupees.ts";

export const pageText = {
  title: "Portfolio",
  description: "Today's P&L, margin and risk limits of the algos you have deployed, live and on paper.",

  signIn: "Sign in to see your algos",
  signedOut: "You are signed out. Deployments belong to an account, so there is nothing to show yet.",
  liveOrPaper: "Live or paper",
  live: "Live",
  paper: "Paper",
  running: "Running",
  runningAlgos: (mode: string) => `Running algos, ${mode}`,
  latestEvents: "Latest events",
  eventsAppearHere: "Orders, fills, rejects and risk limits appear here.",
  allEvents: "All events",
  endedAlgos: (count: number) => `Ended algos (${count})`,
  killSwitch: "Kill switch",

  notAvailable: "Part of this page is not available",
  missingParts: (names: string[]) =>
    `The broker does not provide: ${listed(names)}. Your algos and orders are not affected.`,
  parts: {
    portfolio: "P&L and margin",
    deployments: "the list of algos",
    killSwitch: "the state of the kill switch",
    positions: "positions",
    events: "events",
  },
  killSwitchIsOn: "The kill switch is on",
  nothingNewIsOpened: "Nothing new is opened, and every algo is stopped.",
  seeWhenItCanBeLifted: "See when it can be lifted",
  withoutAlgo: (count: number) =>
    plural(count, { one: "One position has no algo", other: `${count} positions have no algo` }),
  noStopWatchesThem: "You took them over; no stop watches them, and they use margin.",
  reviewAndSquareOff: "Review and square off",

  todaysPnl: (mode: string) => `P&L today, ${mode}`,
  closedToday: "Closed today, net",
  unrealised: "Unrealised",
  sinceStart: "Since start, all algos",
  chargesToday: "Charges today",
  openPositions: "Open positions",
  marginUsed: "Margin used",
  usedOf: ({ used, margin }: { used: string; margin: string }) => `${used} of ${margin}`,
  todayOf: (mode: string) => `${mode} today`,

  nothingDeployed: (name: string) => `${name}, you have deployed nothing yet.`,
  noneRunning: (mode: string) => `No ${mode} algo is running.`,
  tryPaperFirst: "Try one on paper first: the same rules and prices, no money.",
  findInThreeQuestions: "Find an algo in three questions",

  today: "{amount} today",
  killSwitchOn: "Kill switch is on",

  algos: (count: number) => `${formatCount(count)} ${plural(count, { one: "algo", other: "algos" })}`,
  trades: (count: number) => `${formatCount(count)} ${plural(count, { one: "trade", other: "trades" })}`,
} as const;

export const algoTableText = {
  algo: "Algo",
  status: "Status",
  today: "Today",
  sinceStart: "Since start",
  nearestLimit: "Nearest limit",
  action: "Action",
  total: "Total",

  live: "Live",
  paper: "Paper",
  setALimit: "Set a limit",
  forAlgo: (algo: string) => `for ${algo}`,
  aDay: "a day",
  trades: "trades",
  maxLoss: "in all",
  confirm: "Confirm",
  resumeOrStop: "Resume or stop",

  newVersion: (version: string) => `Version ${version}: see what changed`,

  endedAlgos: "Ended algos",
  state: "State",
} as const;

export const pnlPanelText = {
  pnlSince: (day: string) => `P&L since ${day}`,
  pnlByMinute: "P&L today, by minute",
  period: "Period",
  now: "Now",
  deepest: "Lowest",
  noneYet: (mode: string) => `No P&L in this period yet. The line starts with the first ${mode} trade.`,
  live: "live",
  paper: "paper",
  summary: ({ now, days }: { now: string; days: string }) => `Now ${now}. ${days}`,
  tableTitle: "P&L by day as a table",
  day: "Day",
  pnl: "P&L",
  sinceStart: "Since start of period",
} as const;
