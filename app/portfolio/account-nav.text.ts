// The names of the account's pages.
export const text = {
  portfolio: "Portfolio",
  positions: "Positions",
  orders: "Orders",
  statements: "Statements",
  notifications: "Notifications",

  account: "Account",
} as const;
