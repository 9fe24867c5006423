// Text of the start page of a signed-in reader.
export const text = {
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
