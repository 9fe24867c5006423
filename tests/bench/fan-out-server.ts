// The measured fan-out server. It is the relay, a plain `ws` server that forwards every tick to every viewer of its
// instrument, Socket.IO with the relay's conflation, or bare sockets that receive one prepared buffer per set of
// instruments four times a second (the minimum cost). Arguments: kind, port, feed port, sets, and for the relay the
// address of a bus. Responds to "usage" and "counters" over IPC.
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { Server as SocketIo } from "socket.io";
import { WebSocket, WebSocketServer } from "ws";
import type { Instrument } from "../../app/contract/base-api/strategy.ts";
import { ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { LIMITS } from "../../server/limits.ts";
import { decodeMarketMessage } from "../../server/protocol/market-feed.ts";
import { writeRequests } from "../../server/protocol/requests.ts";
import { createRedisBus } from "../../server/relay/bus-redis.ts";
import { DEPTH_FEED } from "../../server/relay/prices/feeds/depth.ts";
import { MARKET_FEED } from "../../server/relay/prices/feeds/market.ts";
import { createRelay } from "../../server/relay/prices/relay.ts";
import { textFrame } from "../../server/relay/prices/viewer.ts";

const [kind = "relay", port = "0", feedPort = "0", sets = "50", busUrl = ""] = process.argv.slice(2);
const PER_SET = 20;
const INSTRUMENTS = 400;
const FIRST_ID = 1_000;
const FLUSH_MS = 250;

/**
 * Returns the instruments of a set: twenty of the four hundred, starting at a different instrument per set. At most
 * four hundred sets are different.
 */
function instrumentIdsOf(set: number): string[] {
  const first = set * 8 + Math.floor(set / 50);
  return Array.from({ length: PER_SET }, (_, index) => String(FIRST_ID + ((first + index) % INSTRUMENTS)));
}

const server = createServer((_, response) => response.writeHead(404).end());
let counters: () => unknown = () => ({});

/** Connects to the feed, for all servers except the relay, which has a feed client. */
function connectToFeed(onTick: (id: string, ltp: number, ltt: number, volume: number) => void): void {
  const feed = new WebSocket(`ws://127.0.0.1:${feedPort}/market`, { perMessageDeflate: false });
  feed.on("open", () => {
    const all = Array.from({ length: INSTRUMENTS }, (_, index) => ({
      exchangeSegment: "NSE_EQ" as const,
      securityId: String(FIRST_ID + index),
    }));
    for (const text of writeRequests(17, all, 100)) feed.send(text);
  });
  feed.on("message", (data) => {
    for (const packet of decodeMarketMessage(data as Buffer).packets)
      if (packet.kind === "quote")
        onTick(
          String(packet.securityId),
          Math.round(packet.lastPrice * 100),
          packet.lastTradeTime,
          packet.volume,
        );
  });
}

if (kind === "relay") {
  const relay = createRelay({
    feeds: [
      {
        definition: MARKET_FEED,
        urls: () => [`ws://127.0.0.1:${feedPort}/market`],
        canaries: [`NSE_EQ:${FIRST_ID}`],
      },
      { definition: DEPTH_FEED, urls: () => [`ws://127.0.0.1:${feedPort}/depth`], canaries: [] },
    ],
    login: () => ({ clientId: "B", token: "t" }),
    calendar: ROUND_THE_CLOCK,
    timeBase: "ist",
    strip: [`NSE_EQ:${FIRST_ID}`],
    source: {
      ofStrategy: async (id) =>
        instrumentIdsOf(Number(id.slice(1))).map(
          (securityId): Instrument => ({
            exchangeSegment: "NSE_EQ",
            securityId,
            symbol: securityId,
            name: securityId,
            role: "traded",
          }),
        ),
      ofInstrument: async () => null,
    },
    bus:
      busUrl === ""
        ? null
        : createRedisBus({
            url: busUrl,
            prefix: "bench",
            name: "relay",
            secrets: ["one-secret-of-all-replicas-32-chars"],
            limits: LIMITS,
            onFault: () => {},
            onRefused: () => {},
          }),
    // All viewers connect from one address, so the limits per address are raised.
    limits: {
      ...LIMITS,
      viewers: 100_000,
      viewersPerAddress: 100_000,
      lookupsPerAddress: 100_000,
      drainOverMs: 0,
    },
    onEvent() {},
  });
  relay.start();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    relay.upgrade(request, socket, head, "bench"),
  );
  counters = () => ({ ...relay.counters, ...relay.status().hub });
} else if (kind === "naive") {
  const viewers = new Map<string, Set<WebSocket>>();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on("error", () => {});
      ws.on("message", (data) => {
        const set = /a(\d+)/.exec(data.toString())?.[1];
        if (set === undefined) return;
        const ids = instrumentIdsOf(Number(set));
        for (const id of ids) viewers.set(id, (viewers.get(id) ?? new Set()).add(ws));
        ws.on("close", () => {
          for (const id of ids) viewers.get(id)?.delete(ws);
        });
      });
    }),
  );
  connectToFeed((id, ltp, ltt, volume) => {
    const text = JSON.stringify(["q", 0, 0, 0, [[`NSE_EQ:${id}`, ltp, ltt, volume, 0]], []]);
    for (const ws of viewers.get(id) ?? []) ws.send(text);
  });
} else if (kind === "bare") {
  const socketsBySet = Array.from({ length: Number(sets) }, () => new Set<Duplex>());
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on("error", () => {});
    // The first frame is the subscription, masked as RFC 6455 requires. It ends with the number of the set. Later
    // frames are ignored.
    socket.once("data", (data: Buffer) => {
      const mask = data.subarray(data.length > 130 ? 4 : 2).subarray(0, 4);
      const text = data.subarray(6).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
      const set = Number(/a(\d+)/.exec(Buffer.from(text).toString())?.[1] ?? 0);
      socketsBySet[set]?.add(socket);
      socket.on("close", () => socketsBySet[set]?.delete(socket));
    });
  });
  const rows = instrumentIdsOf(0).map((id) => [`NSE_EQ:${id}`, 12_345, Date.now(), 123_456, 0]);
  socketsBySet.forEach((sockets, set) => {
    setTimeout(
      () =>
        setInterval(() => {
          const frame = textFrame(JSON.stringify(["q", 1, 2, Date.now(), rows, []]));
          for (const socket of sockets) socket.write(frame);
        }, FLUSH_MS),
      (set * FLUSH_MS) / Number(sets),
    );
  });
} else {
  const io = new SocketIo(server, {
    transports: ["websocket"],
    perMessageDeflate: false,
    serveClient: false,
  });
  const latestRows = new Map<string, [string, number, number, number, number]>();
  const changed = new Set<string>();
  io.on("connection", (socket) => {
    socket.on("sub", (set: string) => void socket.join(set));
  });
  connectToFeed((id, ltp, ltt, volume) => {
    latestRows.set(id, [`NSE_EQ:${id}`, ltp, ltt, volume, 0]);
    changed.add(id);
  });
  setInterval(() => {
    for (let set = 0; set < Number(sets); set += 1) {
      const rows = instrumentIdsOf(set).flatMap((id) => (changed.has(id) ? [latestRows.get(id)] : []));
      if (rows.length > 0) io.to(`a${set}`).emit("q", 0, 0, 0, rows, []);
    }
    changed.clear();
  }, FLUSH_MS);
}

process.on("message", (message) => {
  if (message === "usage")
    process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss, at: performance.now() });
  if (message === "exit") process.exit(0);
  if (message === "counters") process.send?.(counters());
});
server.listen({ port: Number(port), host: "127.0.0.1", backlog: 4_096 }, () => process.send?.("ready"));
