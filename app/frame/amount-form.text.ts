// Text of the form of the reader's amount.
export const text = {
  myAmountRupees: "My amount (₹)",
  update: "Update",
  amountMeans: "Losses, costs and results are stated for this amount. It is kept in a cookie.",

  myAmount: "My amount",
} as const;
