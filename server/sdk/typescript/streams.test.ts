// The order-update stream against a server that spells its messages as a live account does.
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { ApiClient } from "./http.ts";
import { OrderUpdates } from "./streams.ts";

it("gives order updates of a live account the contract's keys and statuses", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) =>
    socket.once("message", () =>
      socket.send(JSON.stringify({ Type: "order_alert", Data: { orderNo: "1", status: "Part Traded" } })),
    ),
  );
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const client = new ApiClient({ baseUrl: `http://127.0.0.1:${port}/v2`, accessToken: "t", clientId: "1" });
  const orders: unknown[] = [];
  for await (const update of new OrderUpdates(client)) {
    if (update.kind !== "order") continue;
    orders.push(update.order);
    break;
  }
  server.close();
  expect(orders).toEqual([{ orderNo: "1", OrderNo: "1", status: "Part Traded", Status: "PART_TRADED" }]);
});
