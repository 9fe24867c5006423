// Text of the part about chance.
export const text = {
  trend: "Trend",
  trendMeans: "the benchmark moved 3% or more in 20 days",
  calm: "Calm",
  calmMeans: "neither a trend nor stressed",
  stressed: "Stressed",
  stressedMeans: "the fifth of days after the largest swings",

  tooShort: (days: number) =>
    `The record is shorter than ${days} days: too short to say how much of it is chance.`,
  nextYearMeans: ({
    count,
    median,
    capital,
    oneInTwenty,
    share,
  }: {
    count: string;
    median: string;
    capital: string;
    oneInTwenty: string;
    share: string;
  }) =>
    `In half of ${count} resampled years the drawdown was larger than ${median} of ${capital}; in one of twenty it was larger than ${oneInTwenty} (${share}).`,
  nextYear: "Drawdown to expect over the next year",
  rangeMeans: ({ low, high }: { low: string; high: string }) =>
    `The same days in another order could as well have given this range, with a max drawdown of ${low} to ${high} (stationary bootstrap, Politis and Romano 1994).`,
  range: "Range by chance (90%)",
  deflatedMeans: ({ sharpe, trials, best }: { sharpe: string; trials: string; best: string }) =>
    `The probability that the Sharpe ratio on fixed capital (${sharpe}) isn't just the best of at least ${trials} variants, of which the luckiest would show ${best} without any merit (Bailey and López de Prado 2014). Counted are the manager's algos and this algo's versions; the manager may have tried more.`,
  deflated: "Deflated Sharpe ratio",
  fixedOn: ({ day, days }: { day: string; days: string }) =>
    `The rules of this version were fixed on ${day}; only the ${days} days since then couldn't have been used to choose them.`,
  outOfSample: (share: string) => `Out-of-sample: ${share} of the days.`,
  regimesLabel: "Results by market regime",
  regimesCaption: "By market regime: an average day of each, scaled to a year of the capital",
  market: "Market",
  days: "Days",
  aYearLike: "A year like it",
  worstDay: "Worst day",
  daysWon: "Winning days",
} as const;
