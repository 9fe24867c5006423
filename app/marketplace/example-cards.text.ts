// Text of the three examples.
export const text = {
  wentThrough: ({ amount, day, count }: { amount: string; day: string; count: number }) =>
    `What ${amount} went through since ${day}: the upper quartile, the median and the lower quartile of all ${count} algos by net result.`,
  afterAllCosts: (market: string) =>
    `Backtests after all costs${market}: rules applied to past prices; nobody earned these results. Past results are no promise of later ones.`,
  onASimulatedMarket: ", on a simulated market",

  became: "became",
  fell: (amount: string) => `max drawdown ${amount}`,
  neverFell: "no drawdown",

  awaited: "Three records, chosen by rule, will be shown here",
  chosenByRule:
    "They are the upper quartile, the median and the lower quartile of all algos by net result. The records are being prepared.",
} as const;
