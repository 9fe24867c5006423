// Text of the card of the curve.
export const text = {
  all: "All",

  since: ({ evidence, capital, day }: { evidence: string; capital: string; day: string }) =>
    `${evidence}: ${capital} since ${day}`,
  simulated: ", simulated",
  shaded: "Shaded: a stressed market, the fifth of days after the largest swings.",
  smallSample: (warning: string) => `Small sample: ${warning}`,
  span: ({
    from,
    to,
    days,
    capital,
    basis,
  }: {
    from: string;
    to: string;
    days: string;
    capital: string;
    basis: string;
  }) => `${from} to ${to}, ${days} trading days, on ${capital}, ${basis}.`,
  netOfCosts: "net of costs and fees",
  grossOfCosts: "gross, before costs and fees",

  whatIsShown: "What is shown",
  range: "Range",
  costs: "Costs",
  net: "Net",
  gross: "Gross",
  scale: "Scale",
  linear: "Linear",
  log: "Log",

  noTrades: ({
    from,
    to,
    days,
    fees,
    signals,
  }: {
    from: string;
    to: string;
    days: string;
    fees: string;
    signals: string;
  }) =>
    `No trades from ${from} to ${to}, ${days} trading days: only fees of ${fees} moved the line. ${signals} signals needed more capital than there was.`,

  theSameAsATable: "The same as a table",
  equityByDay: "Equity by day",
  tableCaption: (days: number) => `Capital and results on ${days} days of the range`,
  day: "Day",
  sameSum: (benchmark: string) => `${benchmark}, same sum`,
  drawdown: "Drawdown",
} as const;
