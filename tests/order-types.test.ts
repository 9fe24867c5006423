// Lists the five base types of an order: order and event in the base API's contract, order record and request in the
// trading API's contract, and the row in the sandbox's store. Every other order type is derived from these types with
// Pick, Omit or an intersection.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const BASE_TYPES = [
  "app/contract/base-api/order.ts Order",
  "app/contract/base-api/order.ts OrderEvent",
  "app/contract/trading-api/orders.ts ApiOrder",
  "app/contract/trading-api/orders.ts PlaceOrder",
  "server/sandbox/broker/order-rows.ts OrderRow",
];

/** Types with "Order" in their name that do not describe an order: responses, sockets, options, services. */
const OTHER_TYPES = [
  "app/contract/base-api/order.ts OrderEvents",
  "app/contract/base-api/portfolio.ts OrderPreview",
  "app/contract/trading-api/faults.ts OrderFault",
  "server/mcp/trading-caller.ts OrderRejection",
  "server/observe/metrics.ts OrdersView",
  "server/protocol/order-alert.ts OrderAlertDetails",
  "server/relay/orders/client-orders.ts OrderSession",
  "server/relay/orders/client-orders.ts OrderTab",
  "server/relay/orders/order-bus-messages.ts OrderBusMessage",
  "server/relay/orders/order-upstream.ts OrderLogin",
  "server/relay/orders/order-upstream.ts OrderUpstreamOptions",
  "server/relay/orders/shared-connection.ts OrderSource",
  "server/relay/orders/shared-connection.ts OrderShare",
  "server/sandbox/algos/rules/rule.ts OrderLeg",
  "server/sandbox/broker/margin.ts ScannedOrders",
];

const DECLARATION =
  /\b(?:interface\s+(\w*Order\w*)|type\s+(\w*Order\w*)(?:<[^=]*>)?\s*=\s*(?:\|\s*)?(?:\{|z\.(?:infer|input|output)\b))/g;

it("only the five base types and the listed exceptions declare an order type", () => {
  expect(BASE_TYPES).toHaveLength(5);
  const files = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "app", "server"],
    {
      encoding: "utf8",
    },
  )
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const declared = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(DECLARATION)].map((match) => `${file} ${match[1] ?? match[2]}`),
  );
  expect(declared.sort()).toEqual([...BASE_TYPES, ...OTHER_TYPES].sort());
});
