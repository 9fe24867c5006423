// The benchmark's viewers in a separate process: raw sockets that count frames by their headers. Only every n-th viewer
// reads the frames, to measure the latency of prices. Acknowledgements are sent every four seconds, as browsers do.
// Arguments: kind, port, viewers, sets, epoch, frozen. Responds to "window" over IPC with the counts since the last
// request.
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { LIVE_SUBPROTOCOL } from "../../app/contract/live/live.ts";

const [kind = "relay", ...numbers] = process.argv.slice(2);
const [port = 0, viewers = 1_000, sets = 50, epoch = 0, frozen = 0] = numbers.map(Number);
const SAMPLE_EVERY = 50;
const PARALLEL_CONNECTS = 100;

type Viewer = {
  socket: Socket;
  /** Bytes of the current frame that have not arrived yet. */
  missingBytes: number;
  unparsed: Buffer;
  isSampled: boolean;
  newestPrices: Buffer | null;
  lastAcked: string;
  closedAt: number | null;
};

let frames = 0;
let bytes = 0;
let delays: number[] = [];
const all: Viewer[] = [];

function maskedText(text: string): Buffer {
  const body = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, mask, body.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

function parseFrames(viewer: Viewer, chunk: Buffer): void {
  bytes += chunk.length;
  let data = viewer.unparsed.length > 0 ? Buffer.concat([viewer.unparsed, chunk]) : chunk;
  viewer.unparsed = Buffer.alloc(0);
  for (;;) {
    if (viewer.missingBytes > 0) {
      const skipped = Math.min(viewer.missingBytes, data.length);
      viewer.missingBytes -= skipped;
      data = data.subarray(skipped);
    }
    if (data.length < 2) break;
    const short = (data[1] ?? 0) & 127;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (data.length < header) break;
    const length =
      short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
    // Viewers with `isSampled` need the complete frame; for the others the first bytes are enough.
    const needed = viewer.isSampled ? header + length : Math.min(header + length, header + 64);
    if (data.length < needed) break;
    frames += 1;
    const start = data.subarray(header, Math.min(data.length, header + 64));
    if (isPriceFrame(start)) viewer.newestPrices = start;
    if (viewer.isSampled) recordDelays(data.subarray(header, header + length).toString());
    if (kind === "socket.io" && length === 1 && data[header] === 0x32) viewer.socket.write(maskedText("3"));
    if (data.length < header + length) {
      viewer.missingBytes = header + length - data.length;
      return;
    }
    data = data.subarray(header + length);
  }
  viewer.unparsed = Buffer.from(data);
}

/** True for a price frame, which starts with `["q",` or `["s",`. Other frames are not acknowledged. */
function isPriceFrame(start: Buffer): boolean {
  return (
    start[0] === 0x5b && start[1] === 0x22 && (start[2] === 0x71 || start[2] === 0x73) && start[3] === 0x22
  );
}

function recordDelays(text: string): void {
  const json = text.startsWith("42") ? text.slice(2) : text;
  if (!json.startsWith('["q"')) return;
  const now = Date.now() - epoch;
  const message = JSON.parse(json) as [string, number, number, number, [string, number, number, number][]];
  for (const [, , , volume] of message[4]) delays.push(now - volume);
}

function connectViewer(index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const viewer: Viewer = {
      socket,
      missingBytes: 0,
      unparsed: Buffer.alloc(0),
      isSampled: index % SAMPLE_EVERY === 0,
      newestPrices: null,
      lastAcked: "",
      closedAt: null,
    };
    all.push(viewer);
    const set = `a${index % sets}`;
    const path = kind === "socket.io" ? "/socket.io/?EIO=4&transport=websocket" : "/live";
    const protocol = kind === "relay" ? `Sec-WebSocket-Protocol: ${LIVE_SUBPROTOCOL}\r\n` : "";
    let head = "";
    socket.setNoDelay(true);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${protocol}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${createHash("md5").update(String(index)).digest("base64")}\r\n\r\n`,
    );
    const onHead = (chunk: Buffer) => {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end === -1) return;
      if (!head.startsWith("HTTP/1.1 101")) return reject(new Error(head.slice(0, 100)));
      socket.off("data", onHead);
      socket.on("data", (data: Buffer) => parseFrames(viewer, data));
      const first = Buffer.from(head.slice(end + 4), "latin1");
      if (first.length > 0) parseFrames(viewer, first);
      if (kind === "socket.io") {
        socket.write(maskedText("40"));
        setTimeout(() => socket.write(maskedText(`42["sub","${set}"]`)), 300);
      } else socket.write(maskedText(JSON.stringify(["sub", [`algo:${set}`]])));
      if (index < frozen) setTimeout(() => socket.pause(), 1_000);
      resolve();
    };
    socket.on("data", onHead);
    socket.on("error", (fault) => {
      viewer.closedAt = Date.now();
      reject(fault);
    });
    socket.on("close", () => {
      viewer.closedAt = Date.now();
    });
  });
}

/** Number of groups of viewers that acknowledge at different times. */
const ACK_GROUPS = 16;
const ACK_EVERY_MS = 4_000;
let ackGroup = 0;
if (kind === "relay")
  setInterval(() => {
    ackGroup = (ackGroup + 1) % ACK_GROUPS;
    for (const [index, viewer] of all.entries()) {
      if (index % ACK_GROUPS !== ackGroup) continue;
      if (viewer.newestPrices === null || viewer.socket.isPaused() || viewer.closedAt !== null) continue;
      const match = /^\["(?:q",\d+|s"),(\d+)/.exec(viewer.newestPrices.toString("latin1"));
      const seq = match?.[1];
      if (seq === undefined || seq === viewer.lastAcked) continue;
      viewer.lastAcked = seq;
      viewer.socket.write(maskedText(`["a",${seq}]`));
    }
  }, ACK_EVERY_MS / ACK_GROUPS);

process.on("message", (message) => {
  if (message !== "window") return;
  delays.sort((a, b) => a - b);
  const at = (ackGroup: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * ackGroup))] ?? null;
  process.send?.({
    frames,
    bytes,
    p50: at(0.5),
    p99: at(0.99),
    open: all.filter(({ closedAt }) => closedAt === null).length,
  });
  frames = 0;
  bytes = 0;
  delays = [];
});

for (let from = 0; from < viewers; from += PARALLEL_CONNECTS)
  await Promise.all(
    Array.from({ length: Math.min(PARALLEL_CONNECTS, viewers - from) }, (_, index) =>
      connectViewer(from + index),
    ),
  );
process.send?.("ready");
