// README of the TypeScript client's package.
import type { Contract } from "../contract.ts";

/** Returns the README of the npm package `name`; `command` is its command-line tool. */
export function readme(contract: Contract, name: string, command: string): string {
  return `# ${name}

Client of the trading and data API, version ${contract.version}, for Node 20 and later. Generated from the API's own contract: one typed
method for each operation, retries that honour \`Retry-After\`, and sockets that are iterators.

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

- A call with status \`429\` had no effect. The client waits for the time in \`Retry-After\` and retries, four times by default.
- After a lost response or a 5xx, the client retries only calls that do not change data. If \`isOutcomeUnknown\` of the error is true, an
  order may exist. \`placeOrderOnce\` looks up the order by its correlation id before it sends the order again.
- Each call that places, changes or cancels an order sends its own \`Idempotency-Key\`, the same with every retry. To choose the key, send
  it in \`headers\` of the call's options.
- \`maxRetries: 0\` turns retries off; \`onRetry\` is called before every pause.

## Sockets

\`marketFeed()\`, \`depthFeed()\`, \`fullDepthFeed(instrument)\` and \`orderUpdates()\` reconnect with growing pauses and subscribe again. \`connected\` with
\`isReconnect\` means that messages may have been missed: read the orders once. A rejected login ends the iteration with \`StreamError\`.

## Examples

The folder \`examples\` contains programs that run unchanged with BASE_URL, ACCESS_TOKEN and CLIENT_ID set:

\`\`\`sh
node node_modules/${name}/examples/first-order.mjs
\`\`\`

## Licence

MIT, see LICENSE.

## Command line

\`npx ${command} --help\` lists the commands: log in, call any operation by its name, receive postbacks on your own machine, trigger
events, tail requests and move the account's clock.

## Operations

| Method | Call | What it does |
|---|---|---|
${contract.operations
  .map(({ id, method, path, summary }) => `| \`${id}\` | \`${method} ${path}\` | ${summary} |`)
  .join("\n")}
`;
}
