// The page about the official clients: how to get, check and use what the build made of the contract. The programs on it run in the tests.
import { shellArgument } from "../format/literals.ts";
import { code, list, type Section, section, text } from "./blocks.ts";

/** Path of the archives below the site's address. */
const ARCHIVES = "/docs/v2/clients";

/** A whole program: places an order and prints what becomes of it. */
const TYPESCRIPT_PROGRAM = `import { TradingClient } from "trading-api-client";

const { BASE_URL = "", ACCESS_TOKEN = "", CLIENT_ID = "" } = process.env;
const client = new TradingClient({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN, clientId: CLIENT_ID });

for await (const update of client.orderUpdates()) {
  if (update.kind === "connected") {
    const placed = await client.placeOrderOnce({
      transactionType: "BUY",
      exchangeSegment: "NSE_EQ",
      productType: "INTRADAY",
      orderType: "MARKET",
      validity: "DAY",
      securityId: "1333",
      quantity: 5,
    });
    console.log("placed", placed.orderId, placed.orderStatus);
  } else {
    console.log("update", update.order.OrderNo, update.order.Status);
    if (update.order.Status === "TRADED") break;
  }
}`;

/** `base` is the site's address without a slash at the end. */
export function clients(base: string): Section[] {
  const archives = `${base}${ARCHIVES}`;
  return [
    section(
      "archives",
      "Archives and checksums",
      text(
        "The clients are generated from the same contract that the API is served by, and tested against the sandbox as you install them. Each archive has an address that stays and one with its version.",
      ),
      code(
        "bash",
        `curl -sSfO ${shellArgument(`${archives}/SHA256SUMS.txt`)}
curl -sSf --create-dirs -o typescript/trading-api-client.tgz ${shellArgument(`${archives}/typescript/trading-api-client.tgz`)}
sha256sum -c --ignore-missing SHA256SUMS.txt`,
        "Check an archive before you install it",
      ),
    ),
    section(
      "typescript",
      "TypeScript",
      text("For Node 20 and later, with types. It depends on ws and nothing else."),
      code("bash", `npm install ${shellArgument(`${archives}/typescript/trading-api-client.tgz`)}`),
      code("typescript", TYPESCRIPT_PROGRAM, "Place an order and follow it"),
      list(
        "One method for each operation, with the request and the answer as types: placeOrder, listPositions, getOptionChain.",
        "marketFeed, depthFeed, fullDepthFeed and orderUpdates open the sockets. Iterate over them with for await.",
        "TradingApiError has status, code, requestId, retryAfterMs and isOutcomeUnknown.",
      ),
    ),
    section(
      "python",
      "Python",
      text(
        "For Python 3.9 and later: one typed module on the standard library and websockets. The name of the wheel with its version stands in SHA256SUMS.txt.",
      ),
      code(
        "bash",
        `pip install "${archives}/$(curl -sSf ${shellArgument(`${archives}/SHA256SUMS.txt`)} | grep -o 'python/.*whl')"`,
      ),
      list(
        "One method for each operation in Python's spelling: place_order, list_positions, get_option_chain. Requests and answers are TypedDicts.",
        "order_updates, market_feed, depth_feed and full_depth_feed are iterators that reconnect. What they yield has types as well: MarketPacket, DepthPacket, OrderEvent.",
        "place_order_once and the retries are those below.",
      ),
    ),
    section(
      "retries",
      "Retries",
      list(
        "429 was refused before anything was done. Every call waits as long as Retry-After says and is sent again, four times by default.",
        "After a lost answer or a 5xx, only calls that change nothing are sent again.",
        "placeOrderOnce gives the order a correlation id. After a lost answer it looks for the order by that id, and sends again only when the order is not there.",
      ),
    ),
    section(
      "sockets",
      "Sockets",
      list(
        "A broken connection is opened again after a growing pause, and subscriptions are sent again.",
        "The event connected with isReconnect says that something may have been missed: read the orders once.",
        "A refused login ends the iteration with an error that has the API's code.",
        "A slow reader of prices loses the oldest ones; a reader of orders who is 10,000 messages behind gets an error.",
      ),
    ),
  ];
}
