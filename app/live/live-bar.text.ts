// Text above prices without scripts.
export const text = {
  pricesAsOf: "Prices as of {clock}",
  fromTheSandbox: ", from the sandbox's simulated market",
  refresh: "Refresh",
  stopRefreshing: "Stop refreshing",
  refreshEvery: (seconds: number) => `Refresh every ${seconds} seconds`,
} as const;
