// Text of risk limits.
export const text = {
  dailyLossLimit: "Daily loss limit",
  maxLoss: "Max loss",
  maxTradesADay: "Max trades a day",

  notSet: "not set",
  withoutKnownUse: (limit: string) => `of ${limit}, use not known`,
  shareOf: ({ share, limit }: { share: number; limit: string }) => `${share}% of ${limit}`,
  countOf: ({ used, limit }: { used: string; limit: string }) => `${used} of ${limit}`,

  used: ({ limit, use }: { limit: string; use: string }) => `${limit}: ${use} used`,

  reached: "reached",
  close: "close",
  overHalf: "over half",
} as const;
