// The page about the endpoint for assistants: what its tools do, how a trade is confirmed, and the set-up for three common clients.
import { shellArgument } from "../format/literals.ts";
import { code, list, type Section, section, table, text } from "./blocks.ts";

const NAME = "trading-sandbox";
const FIRST_SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333" };
const FIRST_ORDER = {
  ...FIRST_SHARE,
  transactionType: "BUY",
  productType: "INTRADAY",
  orderType: "MARKET",
  quantity: 5,
};
const CONFIRMED = JSON.stringify({ confirmationId: "…", summary: "…" });

/** `base` is the site's address without a slash at the end. */
export function assistants(base: string): Section[] {
  const url = `${base}/sandbox/mcp`;
  return [
    section(
      "endpoint",
      "Endpoint",
      code("text", url),
      list(
        "Model Context Protocol over streamable HTTP. Every request is a POST with one JSON answer; there are no sessions and no streams to keep open.",
        "The access token goes in the header Authorization: Bearer …, or in access-token. It is never read from the address.",
        "The same token, limits and request log as the trading API. A token that may only read is not offered the tools that trade.",
        "One JSON-RPC message per request, no batches. Per minute 300 messages, 32 MiB of answers, 120 tool calls, 10 of them trades, at most ₹10,00,000 an order. Each tool call is one line in the operator's log.",
      ),
    ),
    section(
      "set-up",
      "Set up a client",
      text("Take a token from the quick start or the developer portal and set ACCESS_TOKEN to it."),
      code(
        "bash",
        `claude mcp add --transport http ${NAME} ${shellArgument(url)} --header "Authorization: Bearer $ACCESS_TOKEN"`,
        "Claude Code, in a terminal",
      ),
      code(
        "json",
        JSON.stringify(
          { mcpServers: { [NAME]: { url, headers: { Authorization: "Bearer ${" + "env:ACCESS_TOKEN}" } } } },
          null,
          2,
        ),
        "Cursor, in ~/.cursor/mcp.json",
      ),
      code(
        "json",
        JSON.stringify(
          {
            inputs: [{ id: "token", type: "promptString", description: "Access token", password: true }],
            servers: {
              [NAME]: { type: "http", url, headers: { Authorization: "Bearer ${" + "input:token}" } },
            },
          },
          null,
          2,
        ),
        "VS Code, in .vscode/mcp.json",
      ),
    ),
    section(
      "confirming",
      "How a trade is confirmed",
      text(
        "Nothing trades in one call. A preview says in one sentence what would be sent, with margin and charges, and answers a confirmationId. The trading tool takes that id and the sentence, word by word. So the call that your assistant asks you to approve reads like this:",
      ),
      code(
        "json",
        JSON.stringify(
          {
            name: "place_order",
            arguments: {
              confirmationId: "3q0pX1cT9mZb7KfYw2LsVh8d",
              summary: "BUY 5 HDFCBANK (NSE_EQ 1333) MARKET at market, INTRADAY, DAY",
            },
          },
          null,
          2,
        ),
      ),
      list(
        "A preview is good for two minutes, for your client alone, and once. Anything that differs from it is refused.",
        "Trading tools are marked destructive, so clients ask before they call them. Do not switch that off.",
        "Orders carry the confirmation as their correlation id. After a lost answer, find the order by it before you preview again.",
      ),
    ),
    firstTrade(),
    section(
      "tools",
      "Tools",
      table(
        "Tools and what they need",
        ["Tool", "What it does", "Token"],
        [
          ["search_algos, get_algo", "Find and read ready-made algos", "read"],
          ["get_algo_evidence", "An algo's record, as far as the site shows it", "read"],
          ["search_docs, read_docs, explain_error", "This documentation and every error code", "read"],
          ["find_instrument", "Symbols and names to segment, security id and lot", "read"],
          ["get_quotes, get_candles", "Prices with depth, and candles", "read"],
          ["list_expiries, get_option_chain", "Option chains around the money", "read"],
          ["get_funds, get_holdings, get_positions", "What the account has", "read"],
          ["list_orders, get_order, list_trades", "The day's orders and fills", "read"],
          ["preview_order, preview_modify_order", "What it would be, with margin and charges", "read"],
          ["preview_cancel_order, preview_square_off", "What would be cancelled or closed", "read"],
          ["place_order, modify_order, cancel_order, square_off", "Carry out a confirmed preview", "trade"],
        ],
      ),
      text(
        "Resources are the pages of this documentation as Markdown, and the OpenAPI and AsyncAPI documents.",
      ),
    ),
  ];
}

function firstTrade(): Section {
  return section(
    "first-trade",
    "A first trade",
    text(
      "What an assistant calls when it is asked to buy five shares of HDFC Bank and to close the position again. confirmationId and summary are those of the preview before.",
    ),
    table(
      "Calls of a first trade",
      ["Tool", "Arguments", "What the answer has"],
      [
        ["find_instrument", JSON.stringify({ text: "HDFCBANK" }), "securityId"],
        ["preview_order", JSON.stringify(FIRST_ORDER), "confirmationId"],
        ["place_order", CONFIRMED, "orderId"],
        ["get_positions", "{}", "netQty"],
        ["preview_square_off", JSON.stringify(FIRST_SHARE), "confirmationId"],
        ["square_off", CONFIRMED, "orderId"],
        ["get_positions", "{}", "netQty"],
      ],
      [0, 1],
    ),
  );
}
