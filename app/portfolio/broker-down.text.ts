// Text of a page while the broker is away.
export const text = {
  notAnswering: "The broker is not answering",
  algosKeepRunning:
    "This page cannot show your algos, positions or P&L right now. Your algos keep running at the broker: open positions, stops and risk limits are still managed there.",
  call: (legalName: string) => `To stop an algo or close a position now, call ${legalName}:`,
  tryAgain: "Try again",
} as const;
