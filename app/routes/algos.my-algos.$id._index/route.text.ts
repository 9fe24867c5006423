// Text of the page of a deployment.
import { plural } from "../../format/locale.ts";

export const text = {
  title: "Deployment",
  description: "A deployed algo: its state, P&L, risk limits, positions, orders and audit trail.",

  portfolio: "Portfolio",
  confirmInTheOrderWindow: "Confirm in the order window",
  riskLimits: "Risk limits",
  positions: "Positions",
  noOpenPosition: "No open position.",
  yoursToClose: "They are yours to close: {link}.",
  positionsPage: "square off or use the order form",

  noTradeOpenedToday: "No trade opened today.",
  openedToday: (count: number) =>
    `${count} ${plural(count, { one: "trade", other: "trades" })} opened today.`,
  lastOrder: ({ event, moment }: { event: string; moment: string }) => `Last order: ${event}, ${moment}. `,

  orderBook: "Order book",
  ordersOf: (algo: string) => `Orders of ${algo}`,
  noOrderYet: "No order yet.",
  allOrders: "All orders of this deployment",
  ordersAsCsv: "Orders as CSV",
  tradesAsCsv: "Trades as CSV",
  tradeBook: "Trade book",
  tradesOnTheChart: "Trades on the chart",
  tradesOf: ({ algo, part }: { algo: string; part: string }) => `Trades of ${algo}${part}`,
  newestOnly: ", the newest",
} as const;
