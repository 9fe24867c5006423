// The menu of the documentation: groups of pages, in order. content/<id>.md contains the page's text.

export const DOCS_MENU = {
  Start: ["quick-start", "authentication", "rate-limits", "errors"],
  Sandbox: ["sandbox", "simulated-faults", "scenarios", "simulated-market", "broker-simulator"],
  Concepts: ["market-hours", "order-states", "freeze-and-slicing", "sandbox-and-live", "not-served"],
  Trading: [
    "orders",
    "super-order",
    "forever",
    "conditional-trigger",
    "portfolio",
    "edis",
    "traders-control",
    "funds",
    "statements",
    "postback",
    "order-update",
  ],
  Data: [
    "market-quote",
    "live-market-feed",
    "20-market-depth",
    "200-market-depth",
    "historical-data",
    "option-chain",
  ],
  Reference: ["annexure", "instruments", "assistants", "clients", "command-line", "changelog"],
} as const satisfies Record<string, readonly string[]>;
