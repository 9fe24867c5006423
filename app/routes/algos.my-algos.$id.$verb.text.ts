// Text of the page before an action.
export const text = {
  thereIsNoSuchAction: "There is no such action.",

  noteTooLong: (characters: number) => `A note has at most ${characters} characters.`,
  notKnownWhetherDone:
    "The broker does not answer just now; whether it was done is not known. Send it again: it is done once.",

  title: "Action",
  description: "What would be cancelled and sent, and one button to do it.",

  portfolio: "Portfolio",
  nothingWasDone: "Nothing was done",
  now: "Now:",
  note: "Note for the audit trail (optional)",
  leaveAsItIs: "Leave it as it is",
  notPossible: "That is not possible in this state.",
  toTheDeployment: "To the deployment",

  whatWouldBeSentNow: "What would be sent now",
  noOrderNothingOpen: "No order: nothing is open.",
  cancelled: "Cancelled",
  buy: "Buy",
  sell: "Sell",
  sentAtTheMarket: "Sent at the market",
  leg: ({
    side,
    quantity,
    symbol,
    price,
  }: {
    side: string;
    quantity: string;
    symbol: string;
    price: string;
  }) => `${side} ${quantity} ${symbol}, last ${price}`,
  pricesMove: "Prices move; these orders are computed again when you confirm.",

  openPositions: "Open positions, unrealised P&L",
  noneIsOpen: "None.",
  sold: "Sold",
  bought: "Bought",
  riskLimits: "Risk limits used",

  noOrderPositionsStay: "No order: the positions stay as they are.",
} as const;
