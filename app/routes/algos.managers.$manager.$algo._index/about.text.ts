// Text of the About tab.
export const text = {
  whatItTrades: "What it trades",
  whatOfItsRecord: "What there is of its record",
  isInvented:
    "This algo and its manager belong to the sandbox's catalogue. They are invented; the rules of its record are real.",

  howItWorks: "How it works",
  whatCouldGoWrong: "What could go wrong",

  whenItTrades: "When it trades",
  daysAndEntries: ({ days, from, to }: { days: string; from: string; to: string }) =>
    `${days}, entries ${from} to ${to} IST`,
  daysWhenOpen: (days: string) => `${days}, when the exchange is open`,
  tradingDays: "Trading days",
  frequency: "Frequency",
  entriesFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to} IST`,
  entries: "Entries",
  exitsFromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to} IST, or by stop at any time`,
  exitsBy: "Exits by",
  holds: "Holds",
  largestExposure: "Largest exposure",
  noLeverage: "No leverage",
  upToTimes: (leverage: number) => `Up to ${leverage} times the amount`,

  facts: "Facts",
  versionAndMore: ({ version, day }: { version: string; day: string }) =>
    `Version ${version}, since ${day}, and more`,
  version: "Version",
  versionSince: ({ version, day }: { version: string; day: string }) => `${version}, since ${day}`,
  liveSince: "Live since",
  deployedBy: "Deployed by",
  trackedBy: "Tracked by",
  logic: "Logic",
  whiteBox: "White box: disclosed",
  blackBox: "Black box: not disclosed",
  exchangeAlgoId: "Exchange algo id",
  researchReport: "Research report",
  keptOnRequest: "Kept, on request",
  notRequired: "Not required",
  tags: "Tags",

  instruments: "Instruments",
  instrument: "Instrument",
  symbol: "Symbol",
  segmentAndId: "Segment and id",
  role: "Role",

  performance: "Performance",
  why: "{why} See {performance}.",
  recordFromTo:
    "{evidence} from {from} to {to}{live}: curve, drawdowns, months, costs and every trade are under {performance}.",
  andLive: (months: string) => `, and a live record of ${months}`,
} as const;
