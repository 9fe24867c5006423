// Resources and prompts of the MCP endpoint: the documentation's pages, the OpenAPI and AsyncAPI documents,
// and three common tasks.
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { ToolContext } from "./tool.ts";

const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";

/** Registers the documentation's pages and the OpenAPI and AsyncAPI documents. */
export function registerResources(server: McpServer, { documents, origin }: ToolContext): void {
  for (const [name, title, read] of [
    ["openapi", "The trading API as OpenAPI 3.1", documents.openApi],
    ["asyncapi", "Sockets and postbacks as AsyncAPI 3.1", documents.asyncApi],
  ] as const)
    server.registerResource(
      name,
      `${origin}/docs/v2/${name}.json`,
      { title, mimeType: JSON_TYPE },
      async ({ href }) => ({
        contents: [{ uri: href, mimeType: JSON_TYPE, text: await read() }],
      }),
    );
  server.registerResource(
    "docs-page",
    new ResourceTemplate(`${origin}/docs/v2/{page}.md`, {
      list: async () => ({
        resources: (await documents.search("")).pages.map(({ id, title, description }) => ({
          uri: `${origin}/docs/v2/${id}.md`,
          name: id,
          title,
          description,
          mimeType: MARKDOWN,
        })),
      }),
    }),
    { title: "A page of the API documentation", mimeType: MARKDOWN },
    async ({ href }, { page }) => ({
      contents: [{ uri: href, mimeType: MARKDOWN, text: await documents.page(String(page)) }],
    }),
  );
}

const ask = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
});

/** Registers prompts for three common tasks, which a user starts by name. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "place_an_order",
    {
      title: "Place an order",
      description:
        "Finds the instrument, previews the order with margin and charges, and places it once you agree.",
      argsSchema: {
        instrument: z.string().max(80).describe("Symbol or name, such as HDFCBANK"),
        quantity: z.string().max(12).describe("Units; must be a multiple of the lot size"),
        side: z.string().max(4).optional().describe("BUY or SELL; BUY if left out"),
      },
    },
    ({ instrument, quantity, side }) =>
      ask(
        `${side ?? "BUY"} ${quantity} of ${instrument} at the market, INTRADAY. Find it with find_instrument, preview the order with preview_order, show me the summary, the margin and every charge, and wait for my answer. Only when I agree, call place_order. Then read the order with get_order and tell me the fill.`,
      ),
  );
  server.registerPrompt(
    "review_my_account",
    {
      title: "Review my account",
      description: "Funds, holdings, positions and the day's orders on one page, with what needs attention.",
    },
    () =>
      ask(
        "Review my account. Read get_funds, get_holdings, get_positions, list_orders and list_trades. Give me available margin, used margin, unrealised and realised P&L for each position, pending orders with their age, and anything that needs attention, such as a rejected order with its reason. Change nothing.",
      ),
  );
  server.registerPrompt(
    "compare_algos",
    {
      title: "Compare algos for my capital",
      description: "Finds algos that fit an amount and compares their risk and records, losses first.",
      argsSchema: { capital: z.string().max(12).describe("Rupees, such as 200000") },
    },
    ({ capital }) =>
      ask(
        `Find algos with search_algos for capitalRupees ${capital}. For the five that fit best read get_algo and get_algo_evidence. Compare in a table: minimum amount, risk, worst drawdown, what could go wrong, evidence class and period; losses before gains. Say which records are backtests. Recommend nothing that the evidence does not show.`,
      ),
  );
}
