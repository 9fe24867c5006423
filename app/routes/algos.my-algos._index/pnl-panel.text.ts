// Text of the panel of the P&L.
export const text = {
  pnlSince: (day: string) => `P&L since ${day}`,
  pnlByMinute: "P&L today, by minute",
  period: "Period",
  noneYet: (mode: string) =>
    `No P&L yet. The line starts with the first ${mode} trade; each trading day adds a point and a square.`,
  live: "live",
  paper: "paper",
  summary: ({ now, days }: { now: string; days: string }) => `Now ${now}. ${days}`,
  tableTitle: "P&L by day as a table",
  day: "Day",
  pnl: "P&L",
  sinceStart: "Since start of period",
} as const;
