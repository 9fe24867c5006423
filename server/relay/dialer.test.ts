// The dialler against a raw TCP server that writes WebSocket frames as badly as the protocol allows.
import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { quote } from "../../tests/support/scripted-provider.ts";
import { decodeMarketMessage } from "../protocol/market-feed.ts";
import { dialFeed, type FeedSocket } from "./dialer.ts";

let server: Server;
let peer: Socket;
let line: FeedSocket | null = null;
let messages: Buffer[] = [];
let end: { code: number; httpStatus: number | null } | null = null;

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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
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
  server.close();
});

function frame(payload: Buffer, opcode = 2, isFinal = true): Buffer {
  const header = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode, ...header]), payload]);
}

const packet = quote("NSE_EQ:1333", 1650.25, Date.now());
const write = (bytes: Buffer) =>
  new Promise<void>((resolve) => peer.write(bytes, () => setImmediate(resolve)));

it("a packet split at every byte arrives whole", async () => {
  await connect();
  peer.setNoDelay(true);
  for (const byte of frame(packet)) await write(Buffer.from([byte]));
  await expect.poll(() => messages.length).toBe(1);
  expect(messages[0]).toEqual(packet);
});

it("a packet in fragments, with a ping between them, arrives whole", async () => {
  await connect();
  await write(frame(packet.subarray(0, 7), 2, false));
  await write(frame(Buffer.alloc(0), 9));
  await write(frame(packet.subarray(7, 20), 0, false));
  await write(frame(packet.subarray(20), 0, true));
  await expect.poll(() => messages.length).toBe(1);
  expect(decodeMarketMessage(messages[0] ?? Buffer.alloc(0)).packets).toHaveLength(1);
});

it("stacked packets, text frames and rubbish after a good frame: the good ones are there, the line ends once", async () => {
  await connect();
  await write(frame(Buffer.concat([packet, packet, packet])));
  await write(frame(Buffer.from("not for us"), 1));
  await write(Buffer.from([0xff, 0xff, 0xff]));
  await expect.poll(() => end?.code).toBe(1006);
  expect(messages.map((message) => decodeMarketMessage(message).packets.length)).toEqual([3]);
});

it("a reset, and an ordinary close, are told once", async () => {
  await connect();
  peer.resetAndDestroy();
  await expect.poll(() => end).toEqual({ code: 1006, httpStatus: null });
  await connect();
  await write(frame(Buffer.from([0x03, 0xf5]), 8));
  await expect.poll(() => end?.code).toBe(1013);
});

it.each([401, 403, 429, 503])("a handshake refused with %d says so", async (status) => {
  await connect(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
  expect(end).toEqual({ code: 1006, httpStatus: status });
});

it("a handshake that is never answered ends by itself", { timeout: 10_000 }, async () => {
  await connect("");
  expect(end).toEqual({ code: 1006, httpStatus: null });
});

it("a message larger than any feed sends ends the line", async () => {
  await connect();
  const header = Buffer.from([0x82, 127, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]);
  await write(header);
  await expect.poll(() => end !== null).toBe(true);
});
