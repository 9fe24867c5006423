// The order-update stream against a server that spells its messages as a live account does, and against servers that
// refuse the handshake.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { ApiClient } from "./http.ts";
import type { StreamOptions } from "./stream.ts";
import { OrderUpdates } from "./streams.ts";

let stream: OrderUpdates<unknown>;
let server: ReturnType<typeof createServer>;
afterEach(() => {
  stream.close();
  server.close();
});

/**
 * Opens a stream to a server that refuses handshakes with the statuses, one after the other, and then accepts one.
 * After the login the server sends an order update.
 */
async function streamAfter(
  statuses: number[],
  options: StreamOptions & { accessToken?: () => string; onUpdate?: (socket: WebSocket) => void } = {},
) {
  const sockets = new WebSocketServer({ noServer: true });
  const update = JSON.stringify({ Type: "order_alert", Data: { orderNo: "1", status: "Part Traded" } });
  server = createServer().on("upgrade", (request, socket, head) => {
    const status = statuses.shift();
    if (status === undefined)
      sockets.handleUpgrade(request, socket, head, (ws) =>
        ws.once("message", () => ws.send(update, () => options.onUpdate?.(ws))),
      );
    else socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = new ApiClient({
    baseUrl: `http://127.0.0.1:${port}/v2`,
    accessToken: options.accessToken ?? "t",
    clientId: "1",
  });
  stream = new OrderUpdates(client, options);
  return stream;
}

it("gives order updates of a live account the contract's keys and statuses", async () => {
  const orders: unknown[] = [];
  for await (const update of await streamAfter([])) {
    if (update.kind !== "order") continue;
    orders.push(update.order);
    break;
  }
  expect(orders).toEqual([{ orderNo: "1", OrderNo: "1", status: "Part Traded", Status: "PART_TRADED" }]);
});

it.each([404, 401])("ends with StreamError if the server refuses the handshake with %i", async (status) => {
  const first = (await streamAfter([status]))[Symbol.asyncIterator]().next();
  await expect(first).rejects.toThrow(`rejected the connection with status ${status}`);
});

it("reconnects after handshakes that were refused with 429 and 503", async () => {
  const messages = (await streamAfter([429, 503]))[Symbol.asyncIterator]();
  const kinds = [(await messages.next()).value?.kind, (await messages.next()).value?.kind];
  expect(kinds.sort()).toEqual(["connected", "order"]);
});

it("retries after a token error at a reconnect, and ends if the first call fails", async () => {
  const failing = [false, true, false];
  const errors: string[] = [];
  const messages = await streamAfter([], {
    accessToken: () => {
      if (failing.shift() === true) throw new Error("no token");
      return "t";
    },
    onError: ({ message }) => errors.push(message),
    onUpdate: (socket) => setTimeout(() => socket.terminate(), 50),
  });
  let reconnects = 0;
  for await (const update of messages) {
    if (update.kind === "connected" && update.isReconnect) reconnects += 1;
    if (reconnects === 1) break;
  }
  expect(errors).toEqual(["no token"]);
  server.close();
  const first = await streamAfter([], {
    accessToken: () => {
      throw new Error("no token");
    },
  });
  await expect(first[Symbol.asyncIterator]().next()).rejects.toThrow("no token");
});

it("continues if onError throws", async () => {
  const failing = [false, true, false];
  const messages = await streamAfter([], {
    accessToken: () => {
      if (failing.shift() === true) throw new Error("no token");
      return "t";
    },
    onError: () => {
      throw new Error("the callback's own error");
    },
    onUpdate: (socket) => setTimeout(() => socket.terminate(), 50),
  });
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on("warning", onWarning);
  for await (const update of messages) if (update.kind === "connected" && update.isReconnect) break;
  process.off("warning", onWarning);
  expect(warnings).toContain("the callback's own error");
});

it("reconnects and reports the error if a message is unreadable", async () => {
  const errors: string[] = [];
  const messages = await streamAfter([], {
    onError: ({ name }) => errors.push(name),
    onUpdate: (socket) => setTimeout(() => socket.send("{"), 50),
  });
  for await (const update of messages) if (update.kind === "connected" && update.isReconnect) break;
  expect(errors).toEqual(["SyntaxError"]);
});
