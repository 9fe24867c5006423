// The order-update socket of a client whose token ends: it is closed with the reason, and the others remain open.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { SOCKET_LIMITS } from "../../exchange/feeds/socket-guard.ts";
import { OrderUpdateServer } from "./order-update-server.ts";

const tokens = new Map<string, string>();
const sockets: WebSocket[] = [];
let rig: BrokerRig;
let http: Server;
let updates: OrderUpdateServer;

beforeEach(async () => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  updates = new OrderUpdateServer({
    broker: rig.broker,
    clientOf: (token) => tokens.get(token) ?? null,
    isPartner: (id, secret) => id === "P" && secret === "S",
  });
  http = createServer();
  http.on("upgrade", (request, socket, head) => updates.upgrade(request, socket, head));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  updates.close();
  await new Promise((resolve) => http.close(resolve));
  rig.close();
});

async function listen(login: object) {
  const { port } = http.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/order-update`);
  sockets.push(socket);
  const received: string[] = [];
  socket.on("message", (data) => received.push(String(data)));
  const closed = new Promise<string>((resolve) =>
    socket.on("close", (code, reason) => resolve(`${code} ${reason}`)),
  );
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify(login));
  return { received, closed, socket };
}

it("waits for a login as long as the documentation states", () => {
  const page = readFileSync("app/docs/content/order-update.md", "utf8");
  expect(page).toContain("Send the login message within five seconds.");
  expect(SOCKET_LIMITS.loginTimeoutMs).toBe(5_000);
});

it("closes the socket of a client with a revoked token, but not the partner's socket", async () => {
  tokens.set("good", rig.clientId);
  const own = await listen({
    LoginReq: { MsgCode: 42, ClientId: rig.clientId, Token: "good" },
    UserType: "SELF",
  });
  const partner = await listen({
    LoginReq: { MsgCode: 42, ClientId: "P" },
    UserType: "PARTNER",
    Secret: "S",
  });
  await expect
    .poll(() => {
      rig.place({ side: "BUY", quantity: 1 });
      return own.received.length > 0 && partner.received.length > 0;
    })
    .toBe(true);
  tokens.delete("good");
  expect(await own.closed).toBe("1008 the access token has ended");
  expect(partner.socket.readyState).toBe(WebSocket.OPEN);
});
