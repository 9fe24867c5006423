// Text of the form of an exit order.
export const text = {
  noSuchPosition: "You manage no such position; it may have been closed already.",
  positions: "Positions",

  closedAlready: "This position has been closed already.",
  notKnownWhetherSent:
    "The broker does not answer right now; whether the order was sent is not known. Send it again: it is sent once.",

  quantityFault: ({ most, lots }: { most: string; lots: string }) =>
    `Quantity: a whole number up to ${most}${lots}.`,
  inLots: (lotSize: number) => `, in lots of ${lotSize}`,
  priceFault: "Limit price: rupees such as 41.20, or empty for market.",

  title: "Exit order",
  description: "Close a position at market or with a limit; margin and charges before you send it.",

  sell: "Sell",
  buy: "Buy",
  portfolio: "Portfolio",
  lead: ({
    quantity,
    side,
    mode,
    lastPrice,
  }: {
    quantity: string;
    side: string;
    mode: string;
    lastPrice: string;
  }) => `You hold ${quantity} ${side}, ${mode}. LTP ${lastPrice}.`,
  onPaper: "on paper",
  notKnown: "not known",
  notComplete: "The order is not complete",
  nothingWasSent: "Nothing was sent",
  quantityIn: (lots: string) => `Quantity${lots}`,
  limitPriceRupees: "Limit price, ₹",
  emptyForMarket: "Leave it empty to close at market.",
  seeMarginAndCharges: "See margin and charges",
  update: "Update",
  cancel: "Cancel",

  positionNow: "Position now",
  unrealisedPnl: "Unrealised P&L",
  average: "Average price",
  marginAlone: "Margin alone",

  atMarket: "at market",
  atPrice: (price: string) => `at ${price}`,
  worstPrice: "At worst, price held to",
  limit: "Limit",
  marginItFrees: "Margin it frees",
  marginItBlocks: "Margin it blocks",
  availableMarginNow: "Available margin now",
  shortBy: "Short by",
  legHedges: "This leg hedges another one: closing it alone raises the margin of what stays open.",
  charges: "Charges",
  asOf: (moment: string) => `As of ${moment}.`,
  wouldBeRefused: (reason: string) => `The broker would refuse this now: ${reason}`,
} as const;
