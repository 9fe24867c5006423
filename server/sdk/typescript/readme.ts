// README of the TypeScript client's package.
import type { Contract } from "../contract.ts";

/** Returns the README of the npm package `name`; `command` is its command-line tool. */
export function readme(contract: Contract, name: string, command: string): string {
  return `# ${name}

Client of the trading and data API, version ${contract.version}, for Node 20 and later. Generated from the API's own contract: one typed
method for each operation, retries that honour \`Retry-After\`, and the sockets as things to iterate over.

\`\`\`ts
import { TradingClient } from "${name}";

const client = new TradingClient({
  baseUrl: process.env.BASE_URL ?? "http://localhost:8080/sandbox/v2",
  accessToken: process.env.ACCESS_TOKEN ?? "",
  clientId: process.env.CLIENT_ID ?? "",
});

const updates = client.orderUpdates();
for await (const update of updates) {
  if (update.kind === "connected" && !update.isReconnect)
    await client.placeOrderOnce({
      transactionType: "BUY",
      exchangeSegment: "NSE_EQ",
      productType: "INTRADAY",
      orderType: "MARKET",
      validity: "DAY",
      securityId: "1333",
      quantity: 5,
    });
  if (update.kind === "order") {
    console.log(update.order);
    break;
  }
}
\`\`\`

## Retries

- \`429\` was refused before anything was done: every call waits as long as \`Retry-After\` says and is sent again, four times by default.
- After a lost answer or a 5xx only calls that change nothing are sent again. \`isOutcomeUnknown\` on the error says that an order may be
  there. \`placeOrderOnce\` looks for it by its correlation id before it sends again.
- \`maxRetries: 0\` turns retries off; \`onRetry\` is told before every pause.

## Sockets

\`marketFeed()\`, \`depthFeed()\`, \`fullDepthFeed(instrument)\` and \`orderUpdates()\` reconnect with growing pauses and subscribe again. \`connected\` with
\`isReconnect\` means that something may have been missed: read the orders once. A refused login ends the iteration with \`StreamError\`.

## Examples

The folder \`examples\` has programs that run as they are with BASE_URL, ACCESS_TOKEN and CLIENT_ID set:

\`\`\`sh
node node_modules/${name}/examples/first-order.mjs
\`\`\`

## Licence

MIT, see LICENSE.

## Command line

\`npx ${command} --help\` lists the commands: log in, call any operation by its name, hear postbacks on your own machine, cause events,
follow requests, move the account's clock.

## Operations

| Method | Call | What it does |
|---|---|---|
${contract.operations
  .map(({ id, method, path, summary }) => `| \`${id}\` | \`${method} ${path}\` | ${summary} |`)
  .join("\n")}
`;
}
