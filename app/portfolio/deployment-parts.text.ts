// Text of parts of deployments: states, orders, trades, positions.
export const text = {
  live: "Live",
  paper: "Paper",

  notKnown: "not known",

  sinceBy: ({ moment, actor }: { moment: string; actor: string }) => `since ${moment}, by ${actor}`,

  timeIst: "Time, IST",
  instrument: "Instrument",
  instrumentAlgo: "Instrument, algo",
  side: "Side",
  filled: "Filled",
  averageAndLimit: "Average, limit, ₹",
  status: "Status",
  whyAndOrderId: "Why, order id",

  buy: "Buy",
  sell: "Sell",
  filledOf: ({ filled, quantity }: { filled: string; quantity: string }) => `${filled} of ${quantity}`,
  limit: (price: string) => `limit ${price}`,

  ownOrderLive: "Your own order · Live",
  earlierDeployment: "Earlier deployment",

  instrumentOrderId: "Instrument, order id",
  quantity: "Quantity",
  priceRupees: "Price, ₹",
  chargesRupees: "Charges, ₹",
  charges: "Charges",

  openPositions: "Open positions",
  averageRupees: "Average, ₹",
  ltpRupees: "LTP, ₹",
  unrealisedPnl: "Unrealised P&L",
  sold: "sold",
  bought: "bought",
  average: "Average",
  ltp: "LTP",
  total: "Total",
} as const;
