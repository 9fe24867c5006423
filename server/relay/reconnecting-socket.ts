// The relay's sockets to a provider: connects, reconnects with growing pauses, and replaces an open connection with a
// second one without a gap.
import { WebSocket } from "ws";
import type { Clock } from "./clock.ts";

export type FeedSocket = {
  send(text: string): void;
  /** Closes the connection without waiting for the provider. */
  terminate(): void;
};

export type FeedSocketEvents = {
  onOpen(): void;
  onMessage(message: Buffer): void;
  onPing(): void;
  /** Called once. `httpStatus` is not null if the handshake was refused. */
  onClose(end: SocketEnd): void;
};

/** `cause` is the fault of the connection, such as ECONNREFUSED, or the check that its certificate failed. */
export type SocketEnd = { code: number; httpStatus: number | null; cause?: string };

/** Describes the end of a connection for the log: "http 503", "1000" or "1006 ECONNREFUSED". */
export function endText({ code, httpStatus, cause }: SocketEnd): string {
  if (httpStatus !== null) return `http ${httpStatus}`;
  return cause === undefined ? String(code) : `${code} ${cause}`;
}

export type FeedDialer = (url: string, events: FeedSocketEvents) => FeedSocket;

const HANDSHAKE_WITHIN_MS = 5_000;
const MESSAGE_BYTES_MAX = 1_024 * 1_024;
const DOUBLINGS_MAX = 16;

/** Connects to a feed of binary packets. */
export const dialFeed: FeedDialer = (url, events) => dial(url, events, true);

/** Connects to a feed of JSON in text frames. */
export const dialTextFeed: FeedDialer = (url, events) => dial(url, events, false);

function dial(url: string, events: FeedSocketEvents, wantsBinary: boolean): FeedSocket {
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_WITHIN_MS,
    maxPayload: MESSAGE_BYTES_MAX,
    followRedirects: false,
  });
  let httpStatus: number | null = null;
  let cause: string | undefined;
  let hasEnded = false;
  const end = (code: number) => {
    if (hasEnded) return;
    hasEnded = true;
    events.onClose({ code, httpStatus, ...(cause === undefined ? {} : { cause }) });
  };
  socket.on("open", () => events.onOpen());
  socket.on("message", (data, isBinary) => {
    if (isBinary === wantsBinary) events.onMessage(toBuffer(data));
  });
  socket.on("ping", () => events.onPing());
  socket.on("unexpected-response", (request, response) => {
    httpStatus = response.statusCode ?? null;
    request.destroy();
    end(1006);
  });
  // A "close" event follows. Without a listener, an error would end the process.
  socket.on("error", (fault) => {
    cause = "code" in fault ? String(fault.code) : fault.message;
  });
  socket.on("close", (code) => end(code));
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    terminate: () => socket.terminate(),
  };
}

function toBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}

/**
 * Returns a random pause below a limit that doubles with each attempt ("full jitter"), so that processes do not
 * reconnect at the same time.
 */
export function fullJitterMs(attempt: number, firstMs: number, mostMs: number, random: () => number): number {
  return random() * Math.min(mostMs, firstMs * 2 ** Math.min(attempt, DOUBLINGS_MAX));
}

/** `State` contains the caller's data about a connection. Times are monotonic ms. */
export type Connection<State> = State & {
  socket: FeedSocket;
  isOpen: boolean;
  /** Time of the connection attempt until the connection opens; then the time of opening. */
  openedAt: number;
  heardAt: number;
};

type ReconnectingOptions<State extends { url: string }> = {
  dial: FeedDialer;
  clock: Clock;
  random: () => number;
  backoffFirstMs: number;
  /** Time after which a second connection is closed if it has not replaced the current one. */
  adoptTimeoutMs: number;
  /**
   * Returns the address and data for the next attempt. Null if no attempt is possible now; the caller then plans one
   * with `again`.
   */
  next(): State | null;
  onOpen(connection: Connection<State>): void;
  /** Called when a connection has become the current one. */
  onAdopt?(connection: Connection<State>): void;
  onPing?(connection: Connection<State>): void;
  onMessage(connection: Connection<State>, message: Buffer): void;
  /** Called when a connection has closed. The caller plans the next attempt with `again`. */
  onClose(connection: Connection<State>, end: SocketEnd, wasCurrent: boolean): void;
};

/** One current connection and at most one candidate to replace it. Events of other connections are ignored. */
export class ReconnectingSocket<State extends { url: string }> {
  readonly #options: ReconnectingOptions<State>;
  #current: Connection<State> | null = null;
  #candidate: Connection<State> | null = null;
  #attempt = 0;
  #isStopped = true;
  #cancelWait: () => void = () => {};

  constructor(options: ReconnectingOptions<State>) {
    this.#options = options;
  }

  get current(): Connection<State> | null {
    return this.#current;
  }

  get candidate(): Connection<State> | null {
    return this.#candidate;
  }

  /** Number of planned attempts since the last reset. */
  get attempt(): number {
    return this.#attempt;
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#attempt = 0;
    this.dial();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelWait();
    this.drop(this.#candidate);
    this.drop(this.#current);
  }

  /** Connects immediately. The connection replaces the current one when it is adopted. */
  dial(): void {
    if (this.#isStopped || this.#candidate !== null) return;
    this.#cancelWait();
    const { clock, next, dial, adoptTimeoutMs, onOpen, onPing, onMessage } = this.#options;
    const state = next();
    if (state === null) return;
    const now = clock.mono();
    const socket: FeedSocket = { send() {}, terminate() {} };
    const connection: Connection<State> = { ...state, socket, isOpen: false, openedAt: now, heardAt: now };
    this.#candidate = connection;
    connection.socket = dial(state.url, {
      onOpen: () => {
        if (!this.#has(connection)) return;
        connection.isOpen = true;
        connection.openedAt = clock.mono();
        connection.heardAt = clock.mono();
        onOpen(connection);
        if (this.#current === null) this.adopt(connection);
      },
      onPing: () => {
        connection.heardAt = clock.mono();
        if (this.#has(connection)) onPing?.(connection);
      },
      onMessage: (message) => {
        connection.heardAt = clock.mono();
        if (this.#has(connection)) onMessage(connection, message);
      },
      onClose: (end) => this.close(connection, end),
    });
    if (this.#current !== null)
      clock.after(adoptTimeoutMs, () => {
        if (this.#candidate === connection) this.close(connection, { code: 1006, httpStatus: null });
      });
  }

  /** Plans an attempt after a pause. It replaces an attempt that was planned earlier. */
  again(ms: number): void {
    this.#cancelWait();
    if (!this.#isStopped) this.#cancelWait = this.#options.clock.after(ms, () => this.dial());
  }

  /** Plans the next attempt with a growing pause of at most `mostMs`. */
  againWithBackoff(mostMs: number): void {
    const { backoffFirstMs, random } = this.#options;
    this.#attempt += 1;
    this.again(fullJitterMs(this.#attempt - 1, backoffFirstMs, mostMs, random));
  }

  /**
   * Plans the next attempt after at least `atLeastMs`, as the provider requested, plus a random time up to `overMs`.
   */
  againAfter(atLeastMs: number, overMs: number): void {
    this.#attempt += 1;
    this.again(atLeastMs + this.#options.random() * overMs);
  }

  /** Makes the next pause short again, because the connection is stable. */
  resetBackoff(): void {
    this.#attempt = 0;
  }

  /** Makes the candidate the current connection. */
  adopt(connection: Connection<State>): void {
    this.drop(this.#current);
    this.#current = connection;
    this.#candidate = null;
    this.#options.onAdopt?.(connection);
  }

  /** Drops the replacement connection and every planned attempt. */
  dropCandidate(): void {
    this.#cancelWait();
    this.drop(this.#candidate);
  }

  /** Closes a connection without calling onClose. */
  drop(connection: Connection<State> | null): void {
    if (connection === this.#current) this.#current = null;
    if (connection === this.#candidate) this.#candidate = null;
    connection?.socket.terminate();
  }

  /** Ends a connection as if the provider had closed it. */
  close(connection: Connection<State>, end: SocketEnd): void {
    if (!this.#has(connection)) return;
    const wasCurrent = connection === this.#current;
    this.drop(connection);
    this.#options.onClose(connection, end, wasCurrent);
  }

  #has(connection: Connection<State>): boolean {
    return connection === this.#current || connection === this.#candidate;
  }
}
