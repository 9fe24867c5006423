// Text of the form of a deployment's terms.
export const text = {
  notComplete: "The terms are not complete",
  paperOrLive: "Paper or live",
  paperMeans: "It trades the market's prices with no money of yours. The same rules and risk limits.",
  onPaper: "On paper",
  liveMeans: "It sends orders for your account. Available margin:",
  live: "Live",
  howMuch: "How much",
  minimumOfHoldings: (amount: string) =>
    `The minimum is ${amount} for the holdings. It works in whole multiples of that.`,
  amountInRupees: "Amount, in rupees",
  amountHint: "Such as 75,000 or 1.5L; what is over a multiple stays idle.",
  orMultiples: "or multiples of the minimum",
  multiplesHint: (most: number) => `1 to ${most}; if given, it counts.`,
  whenItMayOpen: "When it may open positions",
  from: "From",
  onTheseDays: ({ from, to }: { from: string; to: string }) => `On these days, ${from} to ${to} IST`,
  yourRiskLimits: "Your risk limits",
  brokerChecksLimits:
    "The broker checks them at every step, beside the algo's own stops. Leave a field empty for no limit.",
  dailyLossLimit: "Daily loss limit",
  dayLimitMeans: "When reached: squared off, then paused.",
  dayLimitBesideOwnStop: (amount: string) =>
    `When reached: squared off, then paused. The algo's own day stop is ${amount} for the minimum.`,
  maxLoss: "Max loss",
  maxLossMeans: "When reached: squared off, then stopped.",
  maxTradesADay: "Max trades a day",
  maxTradesMeans: "When reached: it opens nothing more today.",
  goToReview: "Go on to the review",

  minimumWithBuffer: ({ margin, buffer, sum }: { margin: string; buffer: string; sum: string }) =>
    `The minimum is ${margin} margin or purchase + ${buffer} buffer = ${sum}. It works in whole multiples of that.`,
} as const;
