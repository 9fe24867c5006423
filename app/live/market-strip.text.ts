// Text of the strip under the header.
export const text = {
  preOpenSession: "Pre-open session",
  marketOpen: "Market open",
  closingAuction: "Closing auction",
  postCloseSession: "Post-close session",
  marketClosed: "Market closed",

  preOpen: "Pre-open",
  open: "Open",
  auction: "Auction",
  postClose: "Post-close",
  closed: "Closed",

  market: "Market",
  asOf: "as of",

  simulated: ", simulated",
  simulatedExtended: ", simulated, extended hours",
  opens: (moment: string) => `, opens ${moment}`,
  until: (moment: string) => `until ${moment}`,
} as const;
