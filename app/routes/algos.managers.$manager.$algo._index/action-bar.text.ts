// Text of the bar of an algo's page on phones.
export const text = {
  maxDrawdown: "{amount} max drawdown",
  minimum: (amount: string) => `minimum ${amount}`,
  track: "Track",
  deploy: "Deploy",
} as const;
