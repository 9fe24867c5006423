// A socket as an async iterator. It connects, logs in, reconnects with increasing delays and subscribes again. It
// reports each reconnect after which messages may be missing. A refused login ends the iteration with an error.
import WebSocket from "ws";

/** Message that the stream has connected. `isReconnect` is true after an interruption. */
export type Connected = { kind: "connected"; isReconnect: boolean };

export type StreamOptions = {
  signal?: AbortSignal;
  /**
   * Called with the error if the token function fails at a reconnect, or a message is unreadable; the stream then
   * reconnects. The default is process.emitWarning, which also reports an error that this function throws.
   */
  onError?: (error: Error) => void;
  /**
   * Maximum number of messages that are buffered for a slow consumer, 10,000 by default. Beyond this, streams of prices
   * drop old messages, and a stream of orders fails.
   */
  bufferedMessages?: number;
};

const BUFFERED_MESSAGES = 10_000;
const CONNECT_WITHIN_MS = 10_000;
/** Time without messages after which a connection counts as lost. The server pings every ten seconds. */
const SILENT_FOR_MS = 40_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
/** A connection that lasts this long counts as stable and resets the pauses. */
const STEADY_AFTER_MS = 10_000;
/** Code for too many connections, after which the client waits before it retries. */
const TOO_MANY_CONNECTIONS = 805;
const TOO_MANY_CONNECTIONS_PAUSE_MS = 60_000;
const REFUSED_CLOSE = 1008;

/** Permanent failure of a stream: a refused login, or a consumer that is too slow for order updates. */
export class StreamError extends Error {
  override readonly name = "StreamError";
  /** The API's code, such as 809; null if there is none. */
  readonly code: number | null;

  constructor(message: string, code: number | null = null) {
    super(message);
    this.code = code;
  }
}

type Wire<Message> = {
  address(): Promise<string>;
  /** Called after each handshake to log in and subscribe. */
  begin(socket: { send(text: string): void }): Promise<void>;
  read(data: ArrayBuffer): Message[];
  /** True if old messages may be dropped in favour of new ones. */
  isLossy: boolean;
};

export class Stream<Message> implements AsyncIterable<Message | Connected> {
  readonly #wire: Wire<Message>;
  readonly #bufferedAtMost: number;
  readonly #onError: (error: Error) => void;
  readonly #waiting: (Message | Connected)[] = [];
  #wake: (() => void) | null = null;
  #fault: Error | null = null;
  #isClosed = false;
  #hasBeenOpen = false;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(wire: Wire<Message>, options: StreamOptions = {}) {
    this.#wire = wire;
    this.#bufferedAtMost = options.bufferedMessages ?? BUFFERED_MESSAGES;
    this.#onError = options.onError ?? ((error) => process.emitWarning(error));
    options.signal?.addEventListener("abort", () => this.close(), { once: true });
    if (options.signal?.aborted === true) this.close();
    else void this.#connect();
  }

  /** Ends the stream and every iteration over it. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket?.close();
    this.#wakeReader();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Message | Connected, void, void> {
    try {
      for (;;) {
        const next = this.#waiting.shift();
        if (next !== undefined) yield next;
        else if (this.#fault !== null) throw this.#fault;
        else if (this.#isClosed) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      this.close();
    }
  }

  /** Sends a message if connected. After a reconnect, `begin` repeats earlier subscriptions. */
  protected send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #wakeReader(): void {
    this.#wake?.();
    this.#wake = null;
  }

  #fail(fault: Error): void {
    this.#fault ??= fault;
    this.close();
  }

  #push(message: Message | Connected): void {
    if (this.#waiting.length >= this.#bufferedAtMost) {
      if (!this.#wire.isLossy) {
        this.#fail(new StreamError(`More than ${this.#bufferedAtMost} messages were not read.`));
        return;
      }
      this.#waiting.shift();
    }
    this.#waiting.push(message);
    this.#wakeReader();
  }

  async #connect(): Promise<void> {
    let address: string | null;
    try {
      address = await this.#wire.address();
    } catch (fault) {
      this.#report(fault);
      address = null;
    }
    if (this.#isClosed) return;
    if (address === null) return this.#connectAgain(0);
    const socket = new WebSocket(address, {
      handshakeTimeout: CONNECT_WITHIN_MS,
      perMessageDeflate: false,
    });
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    let pauseAtLeastMs = 0;
    let silence: NodeJS.Timeout | undefined;
    let steady: NodeJS.Timeout | undefined;
    const onSign = () => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.terminate(), SILENT_FOR_MS);
    };
    socket.on("ping", onSign);
    socket.on("open", () => {
      onSign();
      steady = setTimeout(() => {
        this.#failures = 0;
      }, STEADY_AFTER_MS);
      this.#wire.begin(socket).then(
        () => {
          // The server processes messages in order, so this pong confirms that it received login and subscriptions.
          socket.once("pong", () => {
            this.#push({ kind: "connected", isReconnect: this.#hasBeenOpen });
            this.#hasBeenOpen = true;
          });
          socket.ping();
        },
        (fault: unknown) => {
          this.#report(fault);
          socket.terminate();
        },
      );
    });
    socket.on("message", (data: ArrayBuffer | Buffer) => {
      onSign();
      for (const message of this.#read(asArrayBuffer(data), socket)) {
        const reason = refusalOf(message);
        if (reason === TOO_MANY_CONNECTIONS) pauseAtLeastMs = TOO_MANY_CONNECTIONS_PAUSE_MS;
        else if (reason !== null)
          return this.#fail(new StreamError(`The server rejected the connection: ${reason}`, reason));
        this.#push(message);
      }
    });
    socket.on("unexpected-response", (_, { statusCode = 0 }) => {
      if (this.#hasBeenOpen || !isFinal(statusCode)) return socket.terminate();
      this.#fail(new StreamError(`The server rejected the connection with status ${statusCode}.`));
    });
    // Ignores the error, because the close event that follows reports it.
    socket.on("error", () => {});
    socket.on("close", (code, reason) => {
      clearTimeout(silence);
      clearTimeout(steady);
      if (code === REFUSED_CLOSE)
        return this.#fail(new StreamError(reason.toString() || "The login was refused."));
      if (!this.#isClosed) this.#connectAgain(pauseAtLeastMs);
    });
  }

  /** Parses a message. If it is unreadable, reports this, closes the socket and returns an empty list. */
  #read(data: ArrayBuffer, socket: WebSocket): Message[] {
    try {
      return this.#wire.read(data);
    } catch (fault) {
      this.#report(fault);
      socket.terminate();
      return [];
    }
  }

  /** Reports an error of the token function, or an unreadable message. Before the first connection it ends the stream. */
  #report(fault: unknown): void {
    const error = fault instanceof Error ? fault : new StreamError(String(fault));
    try {
      if (!this.#hasBeenOpen) this.#fail(error);
      else if (!this.#isClosed) this.#onError(error);
    } catch (thrown) {
      process.emitWarning(thrown instanceof Error ? thrown : String(thrown));
    }
  }

  #connectAgain(atLeastMs: number): void {
    const mostMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.#connect(), Math.max(atLeastMs, Math.random() * mostMs));
  }
}

/** True for a status that a retry does not change, such as 404 for a wrong address. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

function asArrayBuffer(data: ArrayBuffer | Buffer): ArrayBuffer {
  return data instanceof ArrayBuffer ? data : new Uint8Array(data).buffer;
}

/** Returns the reason in a disconnect packet; null for every other message. */
function refusalOf(message: unknown): number | null {
  const { kind, reason } = message as { kind?: unknown; reason?: unknown };
  return kind === "disconnect" && typeof reason === "number" ? reason : null;
}
