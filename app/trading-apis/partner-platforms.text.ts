// Text of the part about partner platforms.
export const text = {
  tradeWithoutCode: "Trade without code on partner platforms",
  connectOnce: (brand: string) =>
    `Connect your ${brand} account once, with your consent, and trade from theirs.`,
  connect: "Connect",
} as const;
