// Tools that read the caller's account: funds, holdings, positions, orders and trades.
import { z } from "zod";
import { OUTPUTS } from "./outputs.ts";
import { type ToolContext, tool } from "./tool.ts";

const ROWS_MAX = 200;

/** Shortens a long list to its newest entries. `total` is the number of entries of the complete list. */
const shortenList = (name: string, rows: unknown[]) => ({
  total: rows.length,
  [name]: rows.slice(0, ROWS_MAX),
});

async function readList(context: ToolContext, operation: "listHoldings" | "listPositions" | "listTrades") {
  return context.trading.call<unknown[]>(operation);
}

export const ACCOUNT_TOOLS = [
  tool({
    name: "get_funds",
    title: "Read funds",
    description: "Available margin, used margin, collateral and withdrawable balance, in rupees.",
    output: OUTPUTS.funds,
    scope: "read",
    input: {},
    run: async ({ trading }) => ({ funds: await trading.call<object>("getFundLimit") }),
  }),
  tool({
    name: "get_holdings",
    title: "Read holdings",
    description: "Shares in the demat account.",
    output: OUTPUTS.holdings,
    scope: "read",
    input: {},
    run: async (context) => shortenList("holdings", await readList(context, "listHoldings")),
  }),
  tool({
    name: "get_positions",
    title: "Read positions",
    description: "Open and closed positions of the day with realised and unrealised P&L.",
    output: OUTPUTS.positions,
    scope: "read",
    input: {},
    run: async (context) => shortenList("positions", await readList(context, "listPositions")),
  }),
  tool({
    name: "list_orders",
    title: "List the day's orders",
    description: "The day's order book, newest first.",
    output: OUTPUTS.orders,
    scope: "read",
    input: { onlyOpen: z.boolean().default(false).describe("Only orders that are pending or partly traded") },
    async run({ trading }, { onlyOpen }) {
      const orders = await trading.call<{ orderStatus: string }[]>("listOrders");
      return shortenList(
        "orders",
        onlyOpen
          ? orders.filter(({ orderStatus }) => ["TRANSIT", "PENDING", "PART_TRADED"].includes(orderStatus))
          : orders,
      );
    },
  }),
  tool({
    name: "get_order",
    title: "Read one order",
    description: "One order by its id, with its state and fills.",
    output: OUTPUTS.order,
    scope: "read",
    input: { orderId: z.string().regex(/^\d{6,24}$/) },
    run: async ({ trading }, { orderId }) => ({
      order: await trading.call<object>("getOrder", { path: { orderId } }),
    }),
  }),
  tool({
    name: "list_trades",
    title: "List the day's trades",
    description: "Every fill of the day, newest first.",
    output: OUTPUTS.trades,
    scope: "read",
    input: {},
    run: async (context) => shortenList("trades", await readList(context, "listTrades")),
  }),
];
