// Sockets to a provider: malformed frames from a raw TCP server, and reconnecting with a manual clock.
import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ManualClock } from "../../tests/support/manual-clock.ts";
import { quote } from "../../tests/support/scripted-provider.ts";
import { decodeMarketMessage } from "../protocol/market-feed.ts";
import {
  dialFeed,
  endText,
  type FeedSocket,
  type FeedSocketEvents,
  ReconnectingSocket,
  type SocketEnd,
} from "./reconnecting-socket.ts";

let server: Server | undefined;
let peer: Socket;
let line: FeedSocket | null = null;
let messages: Buffer[] = [];
let end: SocketEnd | null = null;

async function connect(answer?: string): Promise<void> {
  messages = [];
  end = null;
  let isOpen = false;
  server = createServer((socket) => {
    peer = socket;
    socket.on("error", () => {});
    socket.once("data", (request) => {
      const key = /sec-websocket-key: (.*)\r\n/i.exec(request.toString())?.[1] ?? "";
      const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      socket.write(
        answer ??
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  line = dialFeed(`ws://127.0.0.1:${port}/`, {
    onOpen: () => {
      isOpen = true;
    },
    onMessage: (message) => messages.push(message),
    onPing() {},
    onClose: (closed) => {
      end = closed;
    },
  });
  await expect.poll(() => isOpen || end !== null, { timeout: 7_000 }).toBe(true);
}

afterEach(() => {
  line?.terminate();
  peer?.destroy();
  server?.close();
});

function frame(payload: Buffer, opcode = 2, isFinal = true): Buffer {
  const header = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, ...header]), payload]);
}

const packet = quote("NSE_EQ:1333", 1650.25, Date.now());
const write = (bytes: Buffer) =>
  new Promise<void>((resolve) => peer.write(bytes, () => setImmediate(resolve)));

it("delivers a packet that arrives byte by byte", async () => {
  await connect();
  peer.setNoDelay(true);
  for (const byte of frame(packet)) await write(Buffer.from([byte]));
  await expect.poll(() => messages.length).toBe(1);
  expect(messages[0]).toEqual(packet);
});

it("delivers a packet in fragments with a ping between them", async () => {
  await connect();
  await write(frame(packet.subarray(0, 7), 2, false));
  await write(frame(Buffer.alloc(0), 9));
  await write(frame(packet.subarray(7, 20), 0, false));
  await write(frame(packet.subarray(20), 0, true));
  await expect.poll(() => messages.length).toBe(1);
  expect(decodeMarketMessage(messages[0] ?? Buffer.alloc(0)).packets).toHaveLength(1);
});

it("delivers binary frames, ignores text, and closes with 1006 on an invalid frame", async () => {
  await connect();
  await write(frame(Buffer.concat([packet, packet, packet])));
  await write(frame(Buffer.from("not for us"), 1));
  await write(Buffer.from([0xff, 0xff, 0xff]));
  await expect.poll(() => end?.code).toBe(1006);
  expect(messages.map((message) => decodeMarketMessage(message).packets.length)).toEqual([3]);
});

it("reports code 1006 for a reset and the peer's code for a regular close", async () => {
  await connect();
  peer.resetAndDestroy();
  await expect.poll(() => end).toEqual({ code: 1006, httpStatus: null });
  await connect();
  await write(frame(Buffer.from([0x03, 0xf5]), 8));
  await expect.poll(() => end?.code).toBe(1013);
});

it.each([401, 403, 429, 503])("reports the HTTP status %d of a refused handshake", async (status) => {
  await connect(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
  expect(end).toEqual({ code: 1006, httpStatus: status });
});

it("closes the socket if the handshake gets no response", { timeout: 10_000 }, async () => {
  await connect("");
  expect(end).toMatchObject({ code: 1006, httpStatus: null, cause: expect.stringContaining("timed out") });
});

it("describes the end of a connection with its cause", async () => {
  let unused: SocketEnd | null = null;
  dialFeed("ws://127.0.0.1:1/", {
    onOpen: () => {},
    onMessage: () => {},
    onPing: () => {},
    onClose: (one) => {
      unused = one;
    },
  });
  await expect.poll(() => unused && endText(unused)).toBe("1006 ECONNREFUSED");
  expect(endText({ code: 1006, httpStatus: 503 })).toBe("http 503");
  expect(endText({ code: 1000, httpStatus: null })).toBe("1000");
});

it("closes the socket after a message that exceeds the maximum size", async () => {
  await connect();
  const header = Buffer.from([0x82, 127, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]);
  await write(header);
  await expect.poll(() => end !== null).toBe(true);
});

describe("a reconnecting socket", () => {
  function start(random = 1) {
    const clock = new ManualClock("2026-09-15T11:00:00+05:30");
    const dialled: (FeedSocketEvents & { at: number; isTerminated: boolean })[] = [];
    const received: string[] = [];
    let mayDial = true;
    const startedAt = clock.mono();
    const socket: ReconnectingSocket<{ url: string }> = new ReconnectingSocket({
      dial: (_, events) => {
        const peer = { ...events, at: clock.mono() - startedAt, isTerminated: false };
        dialled.push(peer);
        return {
          send() {},
          terminate() {
            peer.isTerminated = true;
          },
        };
      },
      clock,
      random: () => random,
      backoffFirstMs: 100,
      adoptTimeoutMs: 2_000,
      next: () => (mayDial ? { url: "ws://provider.test/" } : null),
      onOpen: () => {},
      onMessage: (_, message) => received.push(message.toString()),
      onClose: () => socket.againWithBackoff(1_000),
    });
    socket.start();
    const latest = () => dialled.at(-1) as (typeof dialled)[number];
    const stopDialling = () => {
      mayDial = false;
    };
    return { socket, clock, dialled, received, latest, stopDialling };
  }
  const END = { code: 1006, httpStatus: null };

  it("doubles the pause between attempts up to a maximum, until the pause is reset", async () => {
    const { socket, clock, dialled, latest } = start();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      latest().onClose(END);
      await clock.advance(1_000);
    }
    const pauses = dialled.slice(1).map(({ at }, index) => at - index * 1_000);
    expect(pauses).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    socket.resetBackoff();
    latest().onClose(END);
    await clock.advance(100);
    expect(dialled).toHaveLength(8);
  });

  it.each([
    [0, 0],
    [0.5, 50],
  ])("pauses for a random share of the backoff: %d results in %d ms", async (random, pause) => {
    const { clock, dialled, latest } = start(random);
    latest().onClose(END);
    await clock.advance(1_000);
    expect(dialled[1]?.at).toBe(pause);
  });

  it("pauses at least as long as the provider requested, and counts one attempt", async () => {
    const { socket, clock, dialled } = start(0.5);
    socket.drop(socket.candidate);
    socket.againAfter(5_000, 1_000);
    await clock.advance(6_000);
    expect(dialled[1]?.at).toBe(5_500);
    expect(socket.attempt).toBe(1);
  });

  it("limits the pause to the maximum even after thousands of attempts", async () => {
    const { clock, dialled, latest } = start();
    for (let attempt = 0; attempt < 2_000; attempt += 1) {
      latest().onClose(END);
      await clock.advance(1_000);
    }
    expect(dialled).toHaveLength(2_001);
  });

  it("uses the current connection until its replacement is adopted", () => {
    const { socket, dialled, received } = start();
    dialled[0]?.onOpen();
    socket.dial();
    dialled[1]?.onOpen();
    expect(dialled[0]?.isTerminated).toBe(false);
    if (socket.candidate !== null) socket.adopt(socket.candidate);
    expect(dialled.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    dialled[0]?.onMessage(Buffer.from("old"));
    dialled[0]?.onClose(END);
    dialled[1]?.onMessage(Buffer.from("new"));
    expect(received).toEqual(["new"]);
    expect(socket.attempt).toBe(0);
  });

  it("closes a replacement connection that is not adopted in time, and retries", async () => {
    const { socket, clock, dialled } = start();
    dialled[0]?.onOpen();
    socket.dial();
    await clock.advance(2_100);
    expect(dialled[1]?.isTerminated).toBe(true);
    expect(dialled).toHaveLength(3);
    expect(socket.current).not.toBeNull();
  });

  it("does not connect after it was stopped or while it has no address", async () => {
    const { socket, clock, dialled, latest, stopDialling } = start();
    latest().onClose(END);
    stopDialling();
    await clock.advance(1_000);
    expect(dialled).toHaveLength(1);
    socket.again(10);
    socket.stop();
    await clock.advance(1_000);
    expect(dialled).toHaveLength(1);
  });
});
