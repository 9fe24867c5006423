// Texts of the portfolio page.
import { formatList, plural } from "../../format/locale.ts";
import { formatCount } from "../../format/rupees.ts";

export const pageText = {
  title: "Portfolio",
  description: "Today's P&L, margin and risk limits of the algos you have deployed, live and on paper.",

  signIn: "Sign in to see your algos",
  signedOut: "You are signed out. Deployments belong to an account, so there is nothing to show yet.",
  statements: "Statements",
  stopAll: "Stop all algos",
  killSwitchIsOnShort: "Kill switch is on",
  algosHeading: "Algos",
  openPositionsLink: (count: number) =>
    `${formatCount(count)} open ${plural(count, { one: "position", other: "positions" })}`,
  limitsSaved: "Limits saved. They apply now.",
  liveOrPaper: "Live or paper",
  live: "Live",
  paper: "Paper",
  runningAlgos: (mode: string) => `Running algos, ${mode}`,
  latestEvents: "Events",
  eventsAppearHere: "Orders, fills, rejects and risk limits appear here.",
  allEvents: "All events",
  endedAlgos: "Ended",
  endedHint: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
  otherMode: { live: "Live", paper: "On paper" },
  otherHint: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })} today`,
  seeOther: { live: "See the live algos", paper: "See the algos on paper" },
  killSwitch: "Kill switch",

  notAvailable: "Part of this page is not available.",
  missingParts: (names: string[]) =>
    `Currently unavailable from the broker: ${formatList(names)}. Your algos and orders are not affected.`,
  parts: {
    portfolio: "P&L and margin",
    deployments: "the list of algos",
    killSwitch: "the state of the kill switch",
    positions: "positions",
    events: "events",
    limits: "limits over all algos",
  },
  killSwitchIsOn: "The kill switch is on. Every algo is stopped.",
  seeWhenItCanBeLifted: "See when it can be lifted",
  withoutAlgo: (count: number) =>
    plural(count, {
      one: "One position has no algo and no stop.",
      other: `${count} positions have no algo and no stop.`,
    }),
  howToContinue: "How to continue",
  reviewAndSquareOff: "Review and square off",

  nothingDeployed: (name: string) => `${name}, you have not deployed an algo yet.`,
  noneRunning: (mode: string) => `No ${mode} algo is running.`,
  tryPaperFirst: "Try one on paper first: the same rules and prices, without real money.",
  findInThreeQuestions: "Find an algo in three questions",

  today: "{amount} today",
  killSwitchOn: "Kill switch is on",
} as const;

export const totalsText = {
  todaysPnl: (mode: string) => `P&L today, ${mode}`,
  closedToday: "Closed today, net",
  unrealised: "Unrealised",
  sinceStart: "Since the first trade",
  chargesToday: "Charges today",
  marginUsed: "Margin used",
  usedOf: ({ used, margin }: { used: string; margin: string }) => `${used} of ${margin}`,
  algos: (count: number) => `${formatCount(count)} ${plural(count, { one: "algo", other: "algos" })}`,
  fills: (count: number) => `${formatCount(count)} ${plural(count, { one: "fill", other: "fills" })}`,
} as const;

export const pnlPanelText = {
  pnlSince: (day: string) => `P&L since ${day}`,
  pnlByMinute: "P&L today, by minute",
  period: "Period",
  ranges: { "1d": "1D", "1m": "1M", "3m": "3M", ytd: "YTD", "1y": "1Y" },
  now: "Now",
  deepest: "Lowest",
  noneYet: (mode: string) => `No P&L in this period yet. The line starts with the first ${mode} trade.`,
  summary: ({ now, days }: { now: string; days: string }) => `Now ${now}. ${days}`,
  tableTitle: "P&L by day as a table",
  day: "Day",
  pnl: "P&L",
  sinceStart: "Since start of period",
} as const;
