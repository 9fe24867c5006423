// Text of the chat and of the pages on support, status and legal matters.

export const chatPanelText = {
  person: "Support team",
  chat: "Chat",
  whoAnswers:
    "Answers come from our questions and pages by search; what they do not answer goes to a person.",
  notAnswering: "The chat does not answer just now. Write or call instead.",
  you: "You",
  answer: "Answer",
  yourQuestion: "Your question",
  goOn: "Go on",
  send: "Send",
} as const;

export const legalText = {
  noSuchPage: "There is no such legal page.",

  description: (title: string) => `${title}: what holds for the use of this site, its algos and its APIs.`,
} as const;

export const statusText = {
  announcements: "Announcements",
  resolved: (moment: string) => `Resolved ${moment}`,
  title: "Status",

  description:
    "Live prices, order updates and the broker’s services: how they are now, and recent incidents.",

  asOf: "As of {moment}.",
  update: "Update",
  services: "Services",
  statesMean:
    "Live: newest data at most 2 seconds old. Delayed: up to 15 seconds. Stale: older, or reconnecting. Prices carry the same words on every page. A bar is a minute and shows its worst state; a gap means that this server was not running or had just started.",

  api: "Trading API, last hour",
  apiMeans:
    "Time from the request’s arrival at this server to the end of its answer. The 99th percentile is the time that 99 of 100 calls stay below. Calls over a rate limit are not counted.",
  apiTable: "Times of the trading API by group of operations",
  group: "Operations",
  calls: "Calls",
  median: "Median (p50)",
  slowest: "99th percentile (p99)",
  noCalls: "–",
  milliseconds: (ms: string) => `${ms} ms`,
  orderSockets: ({ open, opened }: { open: number; opened: number }) =>
    `Order-update sockets: ${open} open now, ${opened} opened in the last hour.`,

  notWorking: (services: string) => `Not working now: ${services}.`,
  slow: (services: string) => `Slow now: ${services}.`,
  allWorking: "All services are working.",

  since: (moment: string) => `since ${moment}`,
  serviceLastHour: ({ service, minutes }: { service: string; minutes: string }) =>
    `${service}, last hour: ${minutes}`,
  lastHour: (minutes: string) => `Last hour: ${minutes}`,

  minutesOf: ({ state, minutes, known }: { state: string; minutes: number; known: number }) =>
    `${state} ${minutes} of ${known} min`,

  incidentsOf: (days: number) => `Incidents of the last ${days} days`,
  noneSince: (day: string) => `No incident since ${day}.`,
  incidents: "Incidents",
  service: "Service",
  state: "State",
  began: "Began",
  ended: "Ended",
  lasted: "Lasted",
  cachedSince: (day: string) =>
    `Kept by this server since ${day}. A fault of less than 30 seconds is not an incident.`,

  notYet: "Not yet",

  minutes: (minutes: number) => `${minutes} min`,
  hours: ({ hours, minutes }: { hours: number; minutes: number }) => `${hours} h ${minutes} min`,
} as const;

export const supportText = {
  noChat: "There is no chat on this site.",
  tooMany: "That was a lot in one minute. Wait a little and send it again.",

  title: "Support",
  description:
    "Write or call us, raise a complaint, or read short answers about algos, amounts, stops and the APIs.",

  lead: "A person reads what you send.",
  leadWithChat: "Ask below, write or call. A person answers what our pages do not.",
  write: "Write",
  call: "Call",
  complianceOfficer: "Compliance officer",
  complaintSystem: "Regulator's complaint system",
  scores: "SCORES",
  questions: "Questions",
} as const;
