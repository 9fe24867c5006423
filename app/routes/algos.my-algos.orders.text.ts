// Text of the order book.
export const text = {
  title: "Orders",
  description: "Every order that your algos have sent, with what it was sent for and what came of it.",

  leadOfAll: "Every order your algos and you have sent, newest first.",
  leadOfOne: "The orders of one deployment, newest first.",
  orderBook: "Order book",
  noneYet: "No order has been sent yet. Orders appear here as soon as an algo sends one.",
  newest: "Newest",
  older: "Older",
  asCsv: "As CSV",
} as const;
