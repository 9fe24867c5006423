// Text of statements.
export const text = {
  title: "Statements",
  description: "P&L by financial year: realised, charges by line, manager's fees, net. Live trades only.",

  titleOfYear: (year: string) => `P&L statement, FY ${year}`,
  period: ({ from, to }: { from: string; to: string }) =>
    `${from} to ${to}. Live trades only; paper is not in it.`,
  financialYear: "Financial year",
  netPnlRealised: "Net P&L, realised",
  realisedPnlGross: "Realised P&L, gross",
  charges: "Charges",
  managersFees: "Managers' fees, with GST",
  turnover: "Turnover",
  trades: "Trades",
  basis: (moment: string) => `Realised by average cost. As of ${moment}.`,
  notForTax: "Simulated: not for tax.",
  chargesByLine: "Charges by line",
  byAlgo: "By algo",
  algo: "Algo",
  byMonth: "By month",
  month: "Month",
  downloadAsCsv: "Download as CSV",
  orderBook: "Order book",
  printAsPdf: "To keep it as PDF, print this page.",

  noLiveTrade: "No live trade in this financial year.",
  realisedRupees: "Realised, ₹",
  chargesRupees: "Charges, ₹",
  feesRupees: "Fees, ₹",
  netPnl: "Net P&L",
  realised: "Realised",
  fees: "Fees",
} as const;
