// What the three examples say.
export const text = {
  wentThrough: ({ amount, day, count }: { amount: string; day: string; count: number }) =>
    `What ${amount} went through since ${day}: the algos at the upper quarter, the middle and the lower quarter of all ${count} by net result.`,
  afterAllCosts: (market: string) =>
    `Backtests after all costs${market}: rules applied to past prices; nobody earned these results. Past results are no promise of later ones.`,
  onASimulatedMarket: ", on a simulated market",

  became: "became",
  fell: (amount: string) => `fell ${amount} on the way`,
  neverFell: "never fell",

  awaited: "Three records stand here, one of them a loser",
  chosenByRule:
    "They are chosen by rule: the algos at the upper quarter, the middle and the lower quarter of all by net result. The records are being prepared.",
} as const;
