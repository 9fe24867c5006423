// A message to many viewers that is encoded once per transport, on first use: as a WebSocket text frame and as a
// server-sent event.

const TEXT_FRAME = 0x81;

export class SharedFrame {
  readonly text: string;
  #socket: Buffer | null = null;
  #event: Buffer | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get socketBytes(): Buffer {
    this.#socket ??= textFrame(this.text);
    return this.#socket;
  }

  get eventBytes(): Buffer {
    this.#event ??= Buffer.from(`data: ${this.text}\n\n`);
    return this.#event;
  }
}

/**
 * Encodes an unmasked text frame with the FIN bit (RFC 6455, 5.2). Its buffer is not allocated from Node's shared pool,
 * because it would keep the pool's complete buffer in memory.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerBytes + length);
  frame[0] = TEXT_FRAME;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUInt32BE(Math.floor(length / 2 ** 32), 2);
    frame.writeUInt32BE(length >>> 0, 6);
  }
  frame.write(text, headerBytes, "utf8");
  return frame;
}
