// Text of the market's depth.
export const text = {
  waiting: "waiting for the first depth",
  depthOf: (name: string) => `Market depth of ${name}`,
  caption: (name: string) => `Best twenty bids and asks of ${name}, prices in rupees`,
  bidOrders: "Bid orders",
  bidQuantity: "Bid quantity",
  bid: "Bid",
  ask: "Ask",
  askQuantity: "Ask quantity",
  askOrders: "Ask orders",
} as const;
