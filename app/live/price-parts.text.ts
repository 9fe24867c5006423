// What stands beside prices.
export const text = {
  prices: "Prices:",
  stateAsOf: "{state}, as of {clock}",
} as const;
