// The sandbox's three feeds over real sockets: login, limits, data of each subscription, disconnect requests and idle
// connections.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../../app/domain/market-sessions.ts";
import { countLadders, LADDERS_PER_MINUTE, SLICE_LADDERS_MAX } from "../../../../tests/support/ladders.ts";
import { type DepthPacket, decodeDepthMessage } from "../../../protocol/depth-feed.ts";
import { decodeMarketMessage, feedTimeToEpochMs, type MarketPacket } from "../../../protocol/market-feed.ts";
import { SandboxMarket } from "../market.ts";
import { FeedServer, type FeedServerOptions } from "./feed-server.ts";

const market = new SandboxMarket(1, ROUND_THE_CLOCK);
let http: Server;
let feeds: FeedServer;
const clients: WebSocket[] = [];

const revoked = new Set<string>();

async function start(
  limits?: FeedServerOptions["limits"],
  source: Pick<FeedServerOptions, "market" | "now"> = { market, now: () => Date.now() },
): Promise<void> {
  feeds = new FeedServer({
    ...source,
    authenticate: (clientId, token) =>
      clientId === "" ? 810 : token === "good" && !revoked.has(clientId) ? null : 809,
    ...(limits === undefined ? {} : { limits }),
  });
  http = createServer();
  http.on("upgrade", (request, socket, head) => {
    if (!feeds.upgrade(request, socket, head)) socket.destroy();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
}

afterEach(async () => {
  revoked.clear();
  for (const client of clients.splice(0)) client.terminate();
  feeds.close();
  await new Promise((resolve) => http.close(resolve));
});

type Client = {
  socket: WebSocket;
  messages: Buffer[];
  packets(): MarketPacket[];
  depth(): DepthPacket[];
  closed: Promise<number>;
  ask(code: number, instruments: [string, string | number][]): void;
};

async function connect(path = "/feed", token = "good", clientId = "T", options = {}): Promise<Client> {
  const { port } = http.address() as AddressInfo;
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}${path}?version=2&token=${token}&clientId=${clientId}&authType=2`,
    options,
  );
  clients.push(socket);
  const messages: Buffer[] = [];
  socket.on("message", (data) => messages.push(data as Buffer));
  socket.on("error", () => {});
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve) => socket.once("open", resolve));
  return {
    socket,
    messages,
    closed,
    packets: () => messages.flatMap((message) => decodeMarketMessage(message).packets),
    depth: () => messages.flatMap((message) => decodeDepthMessage(message).packets),
    ask: (code, instruments) =>
      socket.send(
        JSON.stringify({
          RequestCode: code,
          InstrumentCount: instruments.length,
          InstrumentList: instruments.map(([ExchangeSegment, SecurityId]) => ({
            ExchangeSegment,
            SecurityId,
          })),
        }),
      ),
  };
}

async function until(isMet: () => boolean): Promise<void> {
  await expect.poll(isMet, { timeout: 5_000, interval: 10 }).toBe(true);
}

describe("a market feed subscription", () => {
  it("in ticker mode sends the previous close, then tickers, one packet per message", async () => {
    await start();
    const client = await connect();
    client.ask(15, [["IDX_I", 13]]);
    await until(() => client.packets().filter(({ kind }) => kind === "ticker").length >= 3);
    expect(
      client
        .packets()
        .slice(0, 3)
        .map(({ kind }) => kind),
    ).toEqual(["marketStatus", "previousClose", "ticker"]);
    for (const message of client.messages) expect(decodeMarketMessage(message).packets).toHaveLength(1);
    const last = client.packets().findLast((packet) => packet.kind === "ticker");
    if (last?.kind !== "ticker") throw new Error("no ticker");
    expect(Math.abs(feedTimeToEpochMs(last.lastTradeTime, "ist") - Date.now())).toBeLessThan(5_000);
    expect(last.lastPrice).toBeGreaterThan(1_000);
  });

  it("sends open interest with each quote of a derivative, and five levels in full mode", async () => {
    await start();
    const client = await connect();
    const future = market.contracts(Date.now()).find((one) => one.future !== null);
    client.ask(17, [["NSE_FNO", future?.securityId ?? ""]]);
    client.ask(21, [["NSE_EQ", "1333"]]);
    const interest = () =>
      client.packets().flatMap(({ kind }) => (kind === "quote" || kind === "openInterest" ? kind : []));
    await until(() => interest().length >= 4);
    expect(interest().slice(0, 4)).toEqual(["quote", "openInterest", "quote", "openInterest"]);
    await until(() => client.packets().some(({ kind }) => kind === "full"));
    const full = client.packets().find((packet) => packet.kind === "full");
    if (full?.kind !== "full") throw new Error("no full packet");
    expect(full.levels).toHaveLength(5);
    expect(full.levels[0]?.bidPrice).toBeLessThan(full.levels[0]?.askPrice ?? 0);
    expect(full.close).toBeGreaterThan(0);
  });

  it("unsubscribing one mode of an instrument leaves its other modes subscribed", async () => {
    await start();
    const client = await connect();
    client.ask(15, [["IDX_I", "13"]]);
    client.ask(17, [["IDX_I", "13"]]);
    await until(() => client.packets().some(({ kind }) => kind === "quote"));
    client.ask(16, [["IDX_I", "13"]]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.messages.length = 0;
    await until(() => client.packets().filter(({ kind }) => kind === "quote").length >= 2);
    expect(client.packets().some(({ kind }) => kind === "ticker")).toBe(false);
  });

  it("at depth 20 sends bids, then asks in one message, for NSE shares only", async () => {
    await start();
    const client = await connect("/twentydepth");
    client.ask(23, [
      ["NSE_EQ", "1333"],
      ["IDX_I", "13"],
      ["BSE_EQ", "532540"],
    ]);
    await until(() => client.messages.length >= 2);
    for (const message of client.messages) {
      const { packets, faults } = decodeDepthMessage(message);
      expect(faults).toEqual([]);
      expect(packets.map(({ kind, securityId }) => [kind, securityId])).toEqual([
        ["bid", 1333],
        ["ask", 1333],
      ]);
      expect(message).toHaveLength(2 * 332);
    }
  });

  it("at depth 200 accepts both request formats, and sends 200 rows per side", async () => {
    await start();
    for (const ask of [
      { RequestCode: 23, ExchangeSegment: "NSE_EQ", SecurityId: "1333" },
      {
        RequestCode: 23,
        InstrumentCount: 1,
        InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
      },
    ]) {
      const client = await connect("/twohundreddepth");
      client.socket.send(JSON.stringify(ask));
      await until(() => client.messages.length >= 2);
      for (const message of client.messages) {
        const { packets, faults } = decodeDepthMessage(message);
        expect(faults).toEqual([]);
        expect(
          packets.map((packet) => [packet.kind, packet.securityId, "rows" in packet && packet.rows.length]),
        ).toEqual([
          ["bid", 1333, 200],
          ["ask", 1333, 200],
        ]);
        expect([message.length, message.readUInt32LE(8), message.readUInt32LE(3212 + 8)]).toEqual([
          2 * 3212,
          200,
          200,
        ]);
        const [bids = [], asks = []] = packets.map((packet) => ("rows" in packet ? packet.rows : []));
        expect(bids.map(({ price }) => price)).toEqual(bids.map(({ price }) => price).sort((a, b) => b - a));
        expect(asks.map(({ price }) => price)).toEqual(asks.map(({ price }) => price).sort((a, b) => a - b));
        expect([...bids, ...asks].every(({ price, quantity, orders }) => price * quantity * orders > 0)).toBe(
          true,
        );
      }
    }
  });

  it("computes the first packets of options late in a session in short slices", async () => {
    const now = Date.parse("2026-11-19T15:25:00+05:30");
    const late = new SandboxMarket(1, EXCHANGE_CALENDAR);
    await start(undefined, { market: late, now: () => now });
    const client = await connect();
    const options = late.contracts(now).slice(0, 3);
    const { total, maxPerIteration } = await countLadders(async () => {
      client.ask(
        17,
        options.map(({ securityId }) => ["NSE_FNO", securityId]),
      );
      while (client.packets().filter(({ kind }) => kind === "quote").length < 3)
        await new Promise((resolve) => client.socket.once("message", resolve));
    });
    expect(total).toBeGreaterThan(370 * LADDERS_PER_MINUTE);
    expect(total).toBeLessThan(390 * LADDERS_PER_MINUTE);
    expect(maxPerIteration).toBeLessThan(SLICE_LADDERS_MAX);
  });

  it("200-level depth of a cheap option has no bids at or below zero", async () => {
    await start();
    const now = Date.now();
    const cheap = market
      .contracts(now)
      .find((one) => one.exchangeSegment === "NSE_FNO" && market.quote(one, now).lastPaise < 500);
    if (cheap === undefined) throw new Error("no option below five rupees");
    const client = await connect("/twohundreddepth");
    client.ask(23, [["NSE_FNO", cheap.securityId]]);
    await until(() => client.messages.length >= 1);
    const [bid] = client.depth();
    if (bid?.kind !== "bid") throw new Error("no bids");
    expect(bid.rows.length).toBeLessThan(200);
    expect(bid.sequence).toBe(bid.rows.length);
    expect(client.messages[0]?.readInt16LE(0)).toBe(12 + 16 * bid.rows.length);
  });

  it("the first twenty of 200 levels equal the 20-level depth", () => {
    const now = Date.now();
    const share = market.find("NSE_EQ", "1333", now);
    if (share === null) throw new Error("no share");
    const [book, deep] = [market.book(share, now), market.deepBook(share, now)];
    expect([deep.bids.length, deep.asks.length]).toEqual([200, 200]);
    expect([deep.bids.slice(0, 20), deep.asks.slice(0, 20)]).toEqual([book.bids, book.asks]);
  });

  it("at depth 200 can switch to another instrument after unsubscribing", async () => {
    await start();
    const client = await connect("/twohundreddepth");
    client.ask(23, [["NSE_EQ", "1333"]]);
    await until(() => client.depth().some(({ securityId }) => securityId === 1333));
    client.socket.send(JSON.stringify({ RequestCode: 25, ExchangeSegment: "NSE_EQ", SecurityId: "1333" }));
    client.ask(23, [["NSE_EQ", "11536"]]);
    await until(() => client.depth().some(({ securityId }) => securityId === 11536));
    expect(client.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("ignores an unlisted security id without an error", async () => {
    await start();
    const client = await connect();
    client.ask(15, [
      ["NSE_EQ", "4"],
      ["IDX_I", "13"],
    ]);
    await until(() => client.packets().length >= 3);
    expect(client.packets().every(({ securityId }) => [0, 13].includes(securityId))).toBe(true);
  });
});

describe("connections to the market feeds", () => {
  it.each([
    ["a wrong token", "/feed", "bad", "T", 809],
    ["a missing client id", "/feed", "good", "", 810],
  ])(
    "%s closes the connection with a disconnect packet that states the reason",
    async (_, path, token, clientId, reason) => {
      await start();
      const client = await connect(path, token, clientId);
      await client.closed;
      expect(client.packets()).toMatchObject([{ kind: "disconnect", reason }]);
    },
  );

  it("a wrong token on the depth feed closes the connection with reason code 809", async () => {
    await start();
    const client = await connect("/twentydepth", "bad");
    await client.closed;
    expect(client.depth()).toMatchObject([{ kind: "disconnect", reason: 809 }]);
    expect(client.messages[0]?.readUInt32LE(8)).toBe(809);
  });

  it("a sixth connection closes only the client's oldest connection, with code 805", async () => {
    await start();
    const other = await connect("/feed", "good", "U");
    const five = [];
    for (let count = 0; count < 5; count += 1) five.push(await connect());
    const depth = await connect("/twentydepth");
    expect(feeds.connectionCount()).toBe(7);
    await connect();
    await five[0]?.closed;
    expect(five[0]?.packets()).toMatchObject([{ kind: "disconnect", reason: 805 }]);
    expect(feeds.connectionCount()).toBe(7);
    for (const open of [...five.slice(1), other, depth]) expect(open.socket.readyState).toBe(WebSocket.OPEN);
  });

  it.each([
    ["more than 100 instruments in a message", "/feed", 15, 101],
    ["more than 50 instruments with depth", "/twentydepth", 23, 51],
    ["more than one instrument with 200-level depth", "/twohundreddepth", 23, 2],
  ])("the feed closes with code 804 for %s", async (_, path, code, count) => {
    await start();
    const client = await connect(path);
    client.ask(
      code,
      Array.from({ length: count }, (_, index) => ["NSE_EQ", String(20_001 + index)]),
    );
    await client.closed;
    const lastMessage = path === "/feed" ? client.packets()[0] : client.depth()[0];
    expect(lastMessage).toMatchObject({ kind: "disconnect", reason: 804 });
  });

  it("a second instrument on a 200-level connection closes it with code 804", async () => {
    await start();
    const client = await connect("/twohundreddepth");
    client.ask(23, [["NSE_EQ", "1333"]]);
    await until(() => client.depth().length > 0);
    client.ask(23, [["NSE_EQ", "11536"]]);
    expect(await client.closed).toBe(1000);
    expect(client.depth().at(-1)).toMatchObject({ kind: "disconnect", reason: 804 });
  });

  it("are limited separately for each of the three feeds", async () => {
    await start();
    const open = [];
    for (const path of ["/feed", "/twentydepth", "/twohundreddepth"])
      for (let count = 0; count < 5; count += 1) open.push(await connect(path));
    expect(feeds.connectionCount()).toBe(15);
    await connect("/twohundreddepth");
    expect(await open[10]?.closed).toBe(1000);
    expect(open[10]?.depth()).toMatchObject([{ kind: "disconnect", reason: 805 }]);
    expect(feeds.connectionCount()).toBe(15);
  });

  it("too many instruments on a connection close the connection with code 804", async () => {
    await start({ instrumentsPerConnection: 150 });
    const client = await connect();
    for (const from of [20_001, 20_101])
      client.ask(
        15,
        Array.from({ length: 100 }, (_, index) => ["NSE_EQ", String(from + index)]),
      );
    await client.closed;
    expect(client.packets().at(-1)).toMatchObject({ kind: "disconnect", reason: 804 });
  });

  it.each([
    "{",
    "[]",
    '{"RequestCode":23,"InstrumentList":[]}',
    '{"RequestCode":15,"InstrumentList":[{"ExchangeSegment":"X","SecurityId":"1"}]}',
  ])("an invalid request (%s) closes the connection with code 814", async (text) => {
    await start();
    const client = await connect();
    client.socket.send(text);
    await client.closed;
    expect(client.packets()).toMatchObject([{ kind: "disconnect", reason: 814 }]);
  });

  it("a JSON disconnect request closes the connection; the old binary form is ignored", async () => {
    await start();
    const client = await connect();
    client.socket.send(Buffer.alloc(83, 0x0c));
    client.socket.send('{"RequestCode":12}');
    expect(await client.closed).toBe(1000);
    expect(client.messages).toEqual([]);
  });

  it("are closed only for clients that never answer a ping", async () => {
    await start({ pingEveryMs: 100, silentForMs: 1_000 });
    const quiet = await connect("/feed", "good", "Q", { autoPong: false });
    const good = await connect("/feed", "good", "G");
    expect(await quiet.closed).toBe(1006);
    expect(good.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe("a revoked token", () => {
  it.each(["/feed", "/twentydepth", "/twohundreddepth"])(
    "closes the token's connections on %s, with the reason",
    async (path) => {
      await start({ tokenCheckEveryMs: 10 });
      const ended = await connect(path, "good", "A");
      const other = await connect(path, "good", "B");
      revoked.add("A");
      expect(await ended.closed).toBe(1000);
      const received = path === "/feed" ? ended.packets() : ended.depth();
      expect(received.at(-1)).toMatchObject({ kind: "disconnect", reason: 807 });
      expect(other.socket.readyState).toBe(WebSocket.OPEN);
      expect(feeds.connectionCount()).toBe(1);
    },
  );
});
