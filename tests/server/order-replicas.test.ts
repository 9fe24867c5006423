// Order updates of two replicas on a real Redis: they share one connection to the provider, both receive all changes,
// and the bus may fail.
import { type ChildProcess, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createClient } from "redis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import type { OrdersServerMessage } from "../../app/contract/live/order-updates.ts";
import { LIMITS } from "../../server/limits.ts";
import { encodeOrderAlert } from "../../server/protocol/order-alert.ts";
import { createRedisBus } from "../../server/relay/bus-redis.ts";
import { BusSeal } from "../../server/relay/bus-seal.ts";
import { systemClock } from "../../server/relay/clock.ts";
import { OrderHub } from "../../server/relay/orders/order-hub.ts";
import { dialTextFeed } from "../../server/relay/reconnecting-socket.ts";
import { FILLED_ORDER as ORDER } from "../support/filled-order.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/site.ts";
import { ensureRedis } from "../support/system-tools.ts";

const CLIENT = "1000000001";
const SECRET = "one-secret-of-all-replicas-32-chars";
const WITHIN_MS = 30_000;

const provider = new WebSocketServer({ port: 0, host: "127.0.0.1" });
const connections = new Set<WebSocket>();
provider.on("connection", (socket) => {
  connections.add(socket);
  socket.on("close", () => connections.delete(socket));
});

let busPort: number;
let redis: ChildProcess;
const openRedis = () =>
  spawn(ensureRedis(), ["--port", String(busPort), "--save", "", "--appendonly", "no"], { stdio: "ignore" });

function startReplica() {
  const received: OrdersServerMessage[] = [];
  let nodeId = "";
  let refused = 0;
  const hub = new OrderHub({
    url: () => `ws://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    dial: dialTextFeed,
    clock: systemClock,
    loginKind: "partner",
    partner: () => ({ id: "P1", secret: "s3cret" }),
    checkSession: async () => "alive",
    share: {
      openBus() {
        const bus = createRedisBus({
          url: `redis://127.0.0.1:${busPort}`,
          prefix: "test",
          name: "orders",
          secrets: [SECRET],
          limits: LIMITS,
          onFault: () => {},
          onRefused: () => {
            refused += 1;
          },
        });
        nodeId = bus.nodeId;
        return bus;
      },
    },
    limits: LIMITS,
    onEvent: () => {},
  });
  const tab = hub.enter(
    { clientId: CLIENT, accessToken: "token", endsAt: Date.now() + 600_000 },
    { send: (text) => received.push(JSON.parse(text)), queuedBytes: () => 0, close: () => {} },
  );
  tab?.receive(JSON.stringify(["s", "", 0]));
  return { hub, received, nodeId, refused: () => refused };
}

const filled = ({ received }: ReturnType<typeof startReplica>) =>
  received.flatMap((message) => (message[0] === "o" ? [message[2].filled] : []));
const say = (filledQuantity: number) => {
  for (const socket of connections) socket.send(encodeOrderAlert(CLIENT, { ...ORDER, filledQuantity }));
};
const both = (one: ReturnType<typeof startReplica>, two: ReturnType<typeof startReplica>) =>
  one.hub.upCount === 1 && two.hub.upCount === 1;

let one: ReturnType<typeof startReplica>;
let two: ReturnType<typeof startReplica>;
beforeAll(async () => {
  busPort = await freePort();
  redis = openRedis();
  one = startReplica();
  two = startReplica();
});
afterAll(() => {
  one.hub.stop();
  two.hub.stop();
  for (const socket of connections) socket.terminate();
  provider.close();
  redis.kill("SIGKILL");
});

it("both replicas receive order updates through a single connection to the provider", async () => {
  await until(async () => both(one, two) && connections.size === 1, Boolean, WITHIN_MS);
  for (const quantity of [1, 2, 3]) say(quantity);
  await until(async () => filled(one).length === 3 && filled(two).length === 3, Boolean, WITHIN_MS);
  expect([filled(one), filled(two)]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

it("forged order updates are rejected, and the same replica stays connected", async () => {
  const attacker = createClient({ url: `redis://127.0.0.1:${busPort}` });
  await attacker.connect();
  const holder = await attacker.get("test:orders:lease");
  const news = {
    fence: Date.now() + 240_000,
    node: "attacker",
    number: 1,
    isUp: true,
    alert: { clientId: CLIENT, change: { ...ORDER, filled: 666 } },
  };
  const sealed = (scope: string, secret: string) =>
    new BusSeal({ secrets: [secret], scope, nodeId: "attacker", limits: LIMITS }).seal(
      "batches",
      JSON.stringify(news),
    );
  for (const message of [
    JSON.stringify(news),
    sealed("test:orders", "another-secret-of-32-characters!!"),
    sealed("test:relay", SECRET),
  ])
    await attacker.publish("test:orders:batches", message);
  await until(
    async () => [one.refused(), two.refused()],
    (counts) => Math.min(...counts) === 3,
    WITHIN_MS,
  );
  expect([filled(one), filled(two)].flat()).not.toContain(666);
  expect([await attacker.get("test:orders:lease"), both(one, two), connections.size]).toEqual([
    holder,
    true,
    1,
  ]);
  attacker.destroy();
});

it("both replicas connect while the bus is down, and one disconnects afterwards", async () => {
  redis.kill("SIGKILL");
  await until(async () => both(one, two) && connections.size === 2, Boolean, WITHIN_MS);
  say(4);
  await until(async () => filled(one).at(-1) === 4 && filled(two).at(-1) === 4, Boolean, WITHIN_MS);
  redis = openRedis();
  await until(async () => both(one, two) && connections.size === 1, Boolean, WITHIN_MS);
  say(5);
  await until(async () => filled(one).at(-1) === 5 && filled(two).at(-1) === 5, Boolean, WITHIN_MS);
  const reloads = [one, two].map(({ received }) => received.filter(([kind]) => kind === "r").length);
  expect(Math.max(...reloads)).toBeGreaterThan(0);
});

it("the second replica connects when the connected replica stops", async () => {
  const client = createClient({ url: `redis://127.0.0.1:${busPort}` });
  await client.connect();
  const holder = await client.get("test:orders:lease");
  client.destroy();
  expect([one.nodeId, two.nodeId]).toContain(holder);
  const [listens, follows] = holder === one.nodeId ? [one, two] : [two, one];
  const [socket] = connections;
  listens.hub.stop();
  await until(
    async () => follows.hub.upCount === 1 && connections.size === 1 && !connections.has(socket as WebSocket),
    Boolean,
    WITHIN_MS,
  );
  say(6);
  await until(async () => filled(follows).at(-1) === 6, Boolean, WITHIN_MS);
  expect(filled(listens)).not.toContain(6);
});
