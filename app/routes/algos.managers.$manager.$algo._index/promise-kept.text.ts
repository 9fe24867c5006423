// Text of the comparison of backtest and live.
export const text = {
  notAvailable: "not available",

  backtestVs: (evidence: string) => `Backtest vs ${evidence}`,
  bothRecords:
    "From {from} to {to}, {days} days that both records have, {record} made {made} of the capital; the backtest says {backtest}.",
  theLiveRecord: "the live record",
  thePaperRecord: "the paper record",
  tableLabel: "Backtest and what came of it",
  tableCaption: (name: string) => `The same days in the backtest and ${name}`,
  sameDays: "The same days",
  backtest: "Backtest",
  result: "Result",
  resultMeans: "net of costs and fees, of the capital",
  inRupees: "In rupees",
  inRupeesMeans: "on the same capital",
  positionsOpened: "Positions opened",
  positionsMean: "on these days",
  slippage: "Slippage",
  slippageMeans: "assumed in the backtest, realised in the other; of the value traded",
  differenceAndSignals: (share: string) => `Tracking difference ${share}, signals followed`,
  trackingDifference: "Tracking difference",
  dailyDifferences: (share: string) => `daily differences vary by ${share} a year (tracking error)`,
  signalsFollowed: "Signals followed",
  refused: (count: string) => `${count} refused`,
  away: (count: string) => `${count} while the exchange could not be reached`,
  otherwise: (count: string) => `${count} because other positions were held`,
  extra: (count: string) => `${count} opened that the backtest has not`,
  lastMissed: "The last signals that were missed",

  noneGiven: "none were given",
  followedOf: ({ followed, given }: { followed: string; given: string }) => `${followed} of ${given}`,
} as const;
