// The sandbox's sockets under attack: unauthenticated sockets occupy no slot of authenticated ones, are limited per
// address, and are closed soon.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openBaseApi } from "../../support/base-api.ts";
import { TradingClient } from "../../support/trading-client.ts";

let api: Awaited<ReturnType<typeof openBaseApi>>;
const opened: WebSocket[] = [];
beforeAll(async () => {
  api = await openBaseApi({ records: [], accountsPerHour: 1_000 });
});
afterAll(() => {
  for (const socket of opened) socket.terminate();
  api.close();
});

type Probe = {
  socket: WebSocket;
  refused: Promise<number | null>;
  closed: Promise<number>;
  messages: Buffer[];
};

function connect(path: string, address: string, headers: Record<string, string> = {}): Probe {
  const socket = new WebSocket(`${api.url.replace("http", "ws")}${path}`, {
    headers: { "x-client-address": address, ...headers },
  });
  opened.push(socket);
  const messages: Buffer[] = [];
  socket.on("message", (data) => messages.push(data as Buffer));
  const refused = new Promise<number | null>((resolve) => {
    socket.on("unexpected-response", (_, answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
      socket.terminate();
    });
    socket.on("open", () => resolve(null));
    socket.on("error", () => resolve(0));
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  return { socket, refused, closed, messages };
}

const feedOf = ({ account }: TradingClient) =>
  `/feed?version=2&token=${account.accessToken}&clientId=${account.dhanClientId}&authType=2`;

function login(probe: Probe, { account }: TradingClient): void {
  probe.socket.send(
    JSON.stringify({
      LoginReq: { MsgCode: 42, ClientId: account.dhanClientId, Token: account.accessToken },
      UserType: "SELF",
    }),
  );
}

describe("sockets without a token", () => {
  it("above the limit per address get 429, and other addresses can connect", async () => {
    const attacker = "203.0.113.9";
    const silent = Array.from({ length: 250 }, () => connect("/order-update", attacker));
    const wrong = Array.from({ length: 250 }, () =>
      connect("/feed?version=2&token=none&clientId=nobody&authType=2", attacker),
    );
    const answers = await Promise.all([...silent, ...wrong].map(({ refused }) => refused));
    expect(answers.filter((status) => status === null).length).toBeLessThanOrEqual(40);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(400);

    const client = await TradingClient.open(api.url);
    const updates = connect("/order-update", "198.51.100.7");
    expect(await updates.refused).toBeNull();
    login(updates, client);
    const feed = connect(feedOf(client), "198.51.100.7");
    expect(await feed.refused).toBeNull();
    feed.socket.send(
      JSON.stringify({
        RequestCode: 15,
        InstrumentCount: 1,
        InstrumentList: [{ ExchangeSegment: "IDX_I", SecurityId: "13" }],
      }),
    );
    await expect.poll(() => feed.messages.length, { timeout: 10_000 }).toBeGreaterThan(2);
    await client.place({ quantity: 1 });
    await expect.poll(() => updates.messages.length, { timeout: 10_000 }).toBeGreaterThan(0);
    // Unauthenticated sockets are closed within seconds.
    const codes = await Promise.all(silent.map(({ closed }) => closed));
    expect(codes).toHaveLength(250);
    expect(feed.socket.readyState).toBe(WebSocket.OPEN);
    expect(updates.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("are refused with 429 only for addresses with many failed sign-ins", async () => {
    const address = "203.0.113.40";
    const wrong = () => connect("/feed?version=2&token=none&clientId=nobody&authType=2", address);
    let last: number | null = null;
    for (let count = 0; count < 40 && last !== 429; count += 1) {
      const probe = wrong();
      last = await probe.refused;
      probe.socket.terminate();
      await probe.closed;
    }
    expect(last).toBe(429);
    expect(await connect("/order-update", "198.51.100.8").refused).toBeNull();
  });
});

describe("sockets with an X-Sandbox-Fault header", () => {
  it("are counted as failed sign-ins of their address if the fault is unknown", async () => {
    const address = "203.0.113.50";
    const client = await TradingClient.open(api.url);
    let last: number | null = null;
    for (let count = 0; count < 40 && last !== 429; count += 1) {
      const probe = connect(feedOf(client), address, { "x-sandbox-fault": "explode" });
      last = await probe.refused;
      probe.socket.terminate();
      await probe.closed;
    }
    expect(last).toBe(429);
    expect(await connect(feedOf(client), "198.51.100.11").refused).toBeNull();
  });
});

describe("sockets with a token", () => {
  it("that flood are closed: the feed with code 805, order updates with 1008", async () => {
    const client = await TradingClient.open(api.url);
    const feed = connect(feedOf(client), "198.51.100.9");
    await feed.refused;
    const message = JSON.stringify({
      RequestCode: 15,
      InstrumentCount: 1,
      InstrumentList: [{ ExchangeSegment: "IDX_I", SecurityId: "13" }],
    });
    for (let count = 0; count < 400; count += 1) feed.socket.send(message);
    await feed.closed;
    const disconnect = feed.messages.at(-1);
    expect(disconnect?.[0]).toBe(50);
    expect(disconnect?.readUInt16LE(8)).toBe(805);

    const updates = connect("/order-update", "198.51.100.9");
    await updates.refused;
    login(updates, client);
    for (let count = 0; count < 100; count += 1) updates.socket.send("{}");
    expect(await updates.closed).toBe(1008);
  });

  it("above the limit replace the oldest order-update socket of the same client", async () => {
    const [one, other] = [await TradingClient.open(api.url), await TradingClient.open(api.url)];
    const stored = connect("/order-update", "198.51.100.10");
    await stored.refused;
    login(stored, other);
    const own: Probe[] = [];
    for (let count = 0; count < 7; count += 1) {
      const probe = connect("/order-update", "198.51.100.10");
      await probe.refused;
      login(probe, one);
      own.push(probe);
    }
    expect(await Promise.all(own.slice(0, 2).map(({ closed }) => closed))).toEqual([1008, 1008]);
    await other.place({ quantity: 1 });
    await expect.poll(() => stored.messages.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(own.slice(2).every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true);
  });
});
