// Text next to prices.
export const text = {
  prices: "Prices:",
  stateAsOf: "{state}, as of {clock}",
} as const;
