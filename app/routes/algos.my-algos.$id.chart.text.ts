// Text of the page of trades on the chart.
export const text = {
  title: "Trades on the chart",
  titleOf: (algo: string) => `${algo}: trades on the chart`,
  description: "Each fill of a deployment on the price chart of what it traded.",

  portfolio: "Portfolio",
  live: "Live",
  paper: "Paper",
  noneYet:
    "This deployment has not traded yet. Its fills appear here, on the price chart, as soon as there are some.",
  whatWasTraded: "What was traded",
  pricesAreAway: "The prices of that time cannot be had just now. The fills are listed below.",
  chartTitle: (symbol: string) => `${symbol} with the fills of this deployment`,
  fill: ({ side, quantity, price }: { side: string; quantity: string; price: string }) =>
    `${side} ${quantity} at ${price}`,
  bought: "Bought",
  sold: "Sold",
  noReasonWasGiven: "No reason was given.",
} as const;
