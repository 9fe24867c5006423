// Opens one socket to a provider's feed. The rest of the relay knows only this interface, so that tests can script the
// other end.
import { WebSocket } from "ws";

export type FeedSocket = {
  send(text: string): void;
  /** Ends it without waiting for the other side. */
  terminate(): void;
};

export type FeedSocketEvents = {
  onOpen(): void;
  onMessage(message: Buffer): void;
  onPing(): void;
  /** Once. `httpStatus` where the handshake was refused. */
  onClose(end: { code: number; httpStatus: number | null }): void;
};

export type FeedDialer = (url: string, events: FeedSocketEvents) => FeedSocket;

const HANDSHAKE_WITHIN_MS = 5_000;
const MESSAGE_BYTES_AT_MOST = 1_024 * 1_024;

/** A feed of binary packets. */
export const dialFeed: FeedDialer = (url, events) => dial(url, events, true);

/** A feed of JSON in text frames. */
export const dialTextFeed: FeedDialer = (url, events) => dial(url, events, false);

function dial(url: string, events: FeedSocketEvents, wantsBinary: boolean): FeedSocket {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_WITHIN_MS,
    maxPayload: MESSAGE_BYTES_AT_MOST,
    followRedirects: false,
  });
  let httpStatus: number | null = null;
  let hasEnded = false;
  const end = (code: number) => {
    if (hasEnded) return;
    hasEnded = true;
    events.onClose({ code, httpStatus });
  };
  socket.on("open", () => events.onOpen());
  socket.on("message", (data, isBinary) => {
    if (isBinary === wantsBinary) events.onMessage(asBuffer(data));
  });
  socket.on("ping", () => events.onPing());
  socket.on("unexpected-response", (request, response) => {
    httpStatus = response.statusCode ?? null;
    request.destroy();
    end(1006);
  });
  // The reason follows in "close"; without a listener an error would end the process.
  socket.on("error", () => {});
  socket.on("close", (code) => end(code));
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    terminate: () => socket.terminate(),
  };
}

function asBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
