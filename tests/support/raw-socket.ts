// A minimal WebSocket client over TCP that can send frames that no library would send, and reads the close frame (RFC
// 6455).
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export type FrameShape = {
  opcode: number;
  payload?: Buffer | string;
  isFinal?: boolean;
  /** The three reserved bits; 4 is RSV1. */
  reserved?: number;
  isMasked?: boolean;
  /** Value of the frame's length field, which may differ from the payload's length. */
  statedLength?: bigint;
};

/** Encodes one frame. Frames are masked by default, as required of clients. */
export function frame({
  opcode,
  payload = "",
  isFinal = true,
  reserved = 0,
  isMasked = true,
  statedLength,
}: FrameShape): Buffer {
  const body = Buffer.from(payload);
  const length = statedLength ?? BigInt(body.length);
  const first = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  const maskBit = isMasked ? 0x80 : 0;
  let header: Buffer;
  if (length < 126n) header = Buffer.from([first, maskBit | Number(length)]);
  else if (length < 65_536n) {
    header = Buffer.from([first, maskBit | 126, 0, 0]);
    header.writeUInt16BE(Number(length), 2);
  } else {
    header = Buffer.alloc(10);
    header[0] = first;
    header[1] = maskBit | 127;
    header.writeBigUInt64BE(length, 2);
  }
  if (!isMasked) return Buffer.concat([header, body]);
  const mask = randomBytes(4);
  return Buffer.concat([header, mask, body.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

/** Returns the payload of a close frame. */
export function closePayload(code: number, reason: Buffer | string = ""): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return Buffer.concat([head, Buffer.from(reason)]);
}

export class RawSocket {
  readonly socket: Socket;
  /** Received frames, by opcode. */
  readonly frames: { opcode: number; payload: Buffer }[] = [];
  status: number | null = null;
  /** Code of the server's close frame; null before it arrives. */
  closedWith: number | null = null;
  hasEnded = false;
  #unread = Buffer.alloc(0);

  constructor(port: number, path: string, headers: Record<string, string>) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.setNoDelay(true);
    const lines = Object.entries({
      Host: `127.0.0.1:${port}`,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    this.socket.on("data", (data) => this.#read(data));
    this.socket.on("error", () => {});
    this.socket.on("close", () => {
      this.hasEnded = true;
    });
  }

  send(...frames: (FrameShape | Buffer)[]): void {
    for (const one of frames) this.socket.write(Buffer.isBuffer(one) ? one : frame(one));
  }

  /** Returns the payloads of received frames with this opcode. */
  payloadsOf(opcode: number): string[] {
    return this.frames.flatMap((one) => (one.opcode === opcode ? one.payload.toString() : []));
  }

  #read(data: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, data]);
    if (this.status === null) {
      const end = this.#unread.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#unread.toString("latin1"))?.[1] ?? 0);
      this.#unread = this.#unread.subarray(end + 4);
    }
    while (this.status === 101 && this.#takeFrame());
  }

  /** Reads a frame; a server's frames are not masked. */
  #takeFrame(): boolean {
    const bytes = this.#unread;
    if (bytes.length < 2) return false;
    const short = (bytes[1] ?? 0) & 0x7f;
    const start = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (bytes.length < start) return false;
    const length =
      short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
    if (bytes.length < start + length) return false;
    const opcode = (bytes[0] ?? 0) & 0x0f;
    const payload = Buffer.from(bytes.subarray(start, start + length));
    this.frames.push({ opcode, payload });
    if (opcode === OPCODE.close) this.closedWith = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    this.#unread = bytes.subarray(start + length);
    return true;
  }
}
