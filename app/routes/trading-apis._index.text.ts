// Text of the page of the trading APIs.
export const text = {
  title: "Trading and data APIs",
  description:
    "Orders, portfolio, funds, live prices, depth and history over free APIs, with published limits and a page for each kind of user.",

  lead: "Orders, positions, funds, statements, live prices and history, by plain HTTP and sockets. The limits are printed, not discovered.",
  readTheDocumentation: "Read the documentation",
  whoItIsFor: "Who it is for",
  timeToIntegrate: "Time to integrate:",
  home: "Home",
  tradingApis: "Trading APIs",
} as const;
