// Texts of the chat and of the pages on support, status and legal matters.

import { plural } from "../format/locale.ts";

export const chatPanelText = {
  person: "Support team",
  chat: "Chat",
  whoAnswers: "Answers from our pages, then a person.",
  notAnswering: "The chat is not available now. Write or call instead.",
  you: "You",
  answer: "Answer",
  yourQuestion: "Your question",
  goOn: "Continue",
  send: "Send",
} as const;

export const legalText = {
  noSuchPage: "There is no such legal page.",

  description: (title: string) => `${title}: the rules for using this site, its algos and its APIs.`,
} as const;

export const statusText = {
  announcements: "Announcements",
  resolved: (moment: string) => `Resolved ${moment}`,
  title: "Status",

  description:
    "Live prices, order updates and the broker’s services: their current state and recent incidents.",

  asOf: "As of {moment}.",
  update: "Update",
  lastDays: (days: number) => `Last ${days} days`,
  up: "Up",
  late: "Late",
  down: "Down",
  noRecord: "Not recorded",
  daysAgo: (days: number) => `${days} days ago`,
  today: "Today",
  daysOf: ({ service, days, faulty }: { service: string; days: number; faulty: number }) =>
    `${service}: ${faulty} of ${days} recorded ${plural(days, { one: "day", other: "days" })} with a fault`,
  lastHourTitle: "Last hour, by minute",
  statesMean:
    "Live: newest data at most 2 seconds old. Delayed: up to 15 seconds. Stale: older, or reconnecting.",

  api: "Trading API, last hour",
  apiMeans:
    "Times run from the arrival of a call to the end of its response. Calls over a rate limit are not counted.",
  apiTable: "Response times of the trading API by group of operations",
  group: "Operations",
  calls: "Calls",
  median: "Median (p50)",
  slowest: "99th percentile (p99)",
  noCalls: "–",
  noneCalled: "No calls in the last hour.",
  milliseconds: (ms: string) => `${ms} ms`,
  seconds: (seconds: string) => `${seconds} s`,

  tooFewTimes: "Not enough data yet",
  timesOf: ({ service, highest }: { service: string; highest: string }) =>
    `${service}, last hour: at most ${highest}`,
  newestAge: (age: string) => `${age} old`,
  ageAtClose: (age: string) => `${age} old at the close`,
  lastHour: "Last hour",

  getAlerts: "Get alerts",
  incidentsAlert: "Incidents of all services",
  feed: "Atom feed",
  feedTitle: (brand: string) => `${brand}: incidents`,
  ownAlert: "Your own orders, limits and algos",
  notifications: "Notifications",
  orderSockets: ({ open, opened }: { open: number; opened: number }) =>
    `Order-update sockets: ${open} open now, ${opened} opened in the last hour.`,

  notWorking: (services: string) => `Not working now: ${services}.`,
  slow: (services: string) => `Slow now: ${services}.`,
  allWorking: "All services are working.",

  since: (moment: string) => `since ${moment}`,
  serviceLastHour: ({ service, minutes }: { service: string; minutes: string }) =>
    `${service}, last hour: ${minutes}`,
  minutesOf: ({ state, minutes, known }: { state: string; minutes: number; known: number }) =>
    `${state} ${minutes} of ${known} min`,

  incidentsOf: (days: number) => `Incidents of the last ${days} days`,
  noneSince: (day: string) => `No incident since ${day}; faults of 30 seconds or more are recorded.`,
  incidents: "Incidents",
  service: "Service",
  state: "State",
  began: "Began",
  ended: "Ended",
  lasted: "Lasted",
  recordedFrom: (day: string) => `Faults of 30 seconds or more, recorded since ${day}`,

  notYet: "Not yet",

  minutes: (minutes: number) => `${minutes} min`,
  hours: ({ hours, minutes }: { hours: number; minutes: number }) => `${hours} h ${minutes} min`,
} as const;

export const supportText = {
  noChat: "There is no chat on this site.",
  noQuestion: "Write a question first",
  tooLong: (characters: number) => `At most ${characters} characters`,
  tooMany: "Too many messages in one minute. Wait a moment and send it again.",

  title: "Support",
  description:
    "Write or call us, raise a complaint, or read short answers about algos, amounts, stops and the APIs.",

  lead: "A person reads what you send.",
  leadWithChat: "Find an answer, or ask a person.",
  describe: "Describe the problem",
  find: "Find",
  topics: "Topics",
  topicWrong: "An order went wrong",
  topicWrongHint: "Orders and reasons",
  topicMoney: "Money and charges",
  topicMoneyHint: "Statements",
  topicAccount: "Sign-in and account",
  topicAccountHint: "Devices",
  topicApi: "Trading APIs",
  topicApiHint: "Error codes",
  topicRisk: "How risk is rated",
  topicRiskHint: "The rule",
  topicComplain: "Complain",
  topicComplainHint: "Two steps",
  reachAPerson: "Reach a person",
  notEnough: "If the answer does not help",
  write: "Write",
  call: "Call",
  complianceOfficer: "Compliance officer",
  complaintSystem: "Regulator's complaint system",
  scores: "SCORES",
  questions: "Common questions",
} as const;
