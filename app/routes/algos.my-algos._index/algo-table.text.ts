// Text of the table of algos.
export const text = {
  algo: "Algo",
  sinceStart: "Since start",
  today: "Today",
  total: "Total",
  riskLimitUsed: "Risk limit used",
  now: "Now",
  action: "Action",

  live: "Live",
  paper: "Paper",
  setALimit: "Set a limit",
  forAlgo: (algo: string) => `for ${algo}`,
  aDay: "a day",
  trades: "trades",
  maxLoss: "max loss",
  confirm: "Confirm",

  active: "Active.",
  newVersion: (version: string) => `Version ${version}: see what changed`,

  endedAlgos: "Ended algos",
  state: "State",
} as const;
