// The browser's connection to the relay. It uses a socket, server-sent events where sockets are blocked, or polling
// where both are blocked. It reconnects, acknowledges frames and forwards all messages. It runs in a page or in a
// shared worker.
import { mayReconnect } from "../contract/live/close-codes.ts";
import {
  HEARTBEAT_LATE_MS,
  LIVE_PATH,
  LIVE_POLL_PATH,
  LIVE_SSE_PATH,
  LIVE_SUBPROTOCOL,
  type ServerMessage,
} from "../contract/live/live.ts";
import { ReconnectingSocket } from "./reconnecting-socket.ts";

const CHECK_EVERY_MS = 1_000;
/**
 * Interval of acknowledgements. An acknowledgement costs the relay as much as a frame, so each covers up to sixteen
 * frames.
 */
const ACK_EVERY_MS = 4_000;
/**
 * Time without frames after which the next frame is acknowledged within a second, because the relay may be waiting for
 * an acknowledgement.
 */
const ACK_AFTER_PAUSE_MS = 1_500;
export const POLL_EVERY_MS = 10_000;
const FAILURES_BEFORE_FALLBACK = 2;
/** Time on a fallback transport after which the socket is tried again. */
const TRY_SOCKET_AGAIN_MS = 300_000;

const RETRY_CHANNELS_AFTER_MS = 10_000;

type Transport = "socket" | "events" | "poll";

/**
 * A relay message, or a notice of the transport in use. The notice precedes each snapshot, so that polled prices are
 * never labelled live.
 */
export type LineMessage = ServerMessage | ["way", Transport];

export class Connection extends ReconnectingSocket {
  readonly #onMessage: (message: LineMessage) => void;
  #channels: readonly string[] = [];
  #isVisible = true;
  #way: Transport = "socket";
  #events: EventSource | null = null;
  #failures = 0;
  #lastSeq = -1;
  #isAcked = true;
  #ackedAt = 0;
  #receivedAt = 0;
  /** Pause before the next connection, as requested by a stopping server, ms. */
  #drainMs: number | undefined;
  #isRefused = false;
  /** Timer of the next subscription after the relay refused one. */
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(onMessage: (message: LineMessage) => void) {
    super();
    this.#onMessage = onMessage;
    setInterval(() => this.#check(), CHECK_EVERY_MS);
  }

  protected override onOpen(): void {
    this.#isAcked = true;
    if (!this.#isVisible) this.send(["v", 0]);
    this.send(["sub", this.#channels]);
  }

  protected override onClose(code: number, hasOpened: boolean): void {
    if (!hasOpened) this.#fail();
    if (!mayReconnect(code)) this.#isRefused = true;
    else this.#again();
  }

  override open(): void {
    this.stopWaiting();
    if (this.#channels.length === 0 || this.#isRefused) return;
    if (this.#way === "socket") {
      this.#receivedAt = Date.now();
      this.connect(LIVE_PATH, LIVE_SUBPROTOCOL);
    } else if (this.#way === "events") this.#openEvents();
    else this.#poll();
  }

  #openEvents(): void {
    if (this.#events !== null) return;
    const mine = new EventSource(`${LIVE_SSE_PATH}?${this.#query()}`);
    this.#events = mine;
    this.#receivedAt = Date.now();
    mine.onmessage = (event) => this.onText(String(event.data));
    mine.onerror = () => {
      if (this.#events !== mine) return;
      this.#lose();
    };
  }

  #closeEvents(): void {
    this.#events?.close();
    this.#events = null;
  }

  #poll(): void {
    self
      .fetch(`${LIVE_POLL_PATH}?${this.#query()}`, { signal: AbortSignal.timeout(POLL_EVERY_MS) })
      .then(async (answer) => {
        if (answer.ok) this.onText(await answer.text());
      })
      .catch(() => {})
      .finally(() => {
        if (this.#way === "poll" && this.#channels.length > 0) this.again(POLL_EVERY_MS);
      });
  }

  #query(): string {
    return this.#channels.map((name) => `ch=${encodeURIComponent(name)}`).join("&");
  }

  /** Counts a failure of the transport. After several without a snapshot the next transport is used. */
  #fail(): void {
    this.#failures += 1;
    if (this.#failures < FAILURES_BEFORE_FALLBACK) return;
    this.#failures = 0;
    if (this.#way !== "socket") {
      this.#way = "poll";
      return;
    }
    this.#way = "events";
    setTimeout(() => {
      this.#way = "socket";
      this.#failures = 0;
      this.#closeEvents();
      this.open();
    }, TRY_SOCKET_AGAIN_MS);
  }

  /** Closes a connection that failed or is silent, and opens a new one after a pause. */
  #lose(): void {
    this.close();
    this.#closeEvents();
    this.#fail();
    this.#again();
  }

  #again(): void {
    this.again(this.#drainMs);
    this.#drainMs = undefined;
  }

  protected override onText(text: string): void {
    const now = Date.now();
    if (now - this.#receivedAt > ACK_AFTER_PAUSE_MS) this.#ackedAt = 0;
    this.#receivedAt = now;
    const message = JSON.parse(text) as ServerMessage;
    if (message[0] === "s") {
      this.#lastSeq = message[1];
      // The relay waits for an acknowledgement of every snapshot, even if its number is not new.
      this.#isAcked = false;
      this.attempt = 0;
      this.#failures = 0;
      this.#onMessage(["way", this.#way]);
    } else if (message[0] === "q") {
      // A frame was lost: request a snapshot.
      if (message[1] !== this.#lastSeq && this.#way === "socket") {
        this.send(["r"]);
        return;
      }
      this.#lastSeq = message[2];
      this.#isAcked = false;
    } else if (message[0] === "x") this.#drainMs = message[1] + Math.random() * (message[2] - message[1]);
    // The relay could not look up or add some channels: subscribe again later.
    else if (message[0] === "e" && ["try_later", "full"].includes(message[1])) {
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.#subscribe(), RETRY_CHANNELS_AFTER_MS * (1 + Math.random()));
    }
    this.#onMessage(message);
  }

  /** Acknowledges received frames, and closes a silent connection. */
  #check(): void {
    const isDue = Date.now() - this.#ackedAt > ACK_EVERY_MS - CHECK_EVERY_MS / 2;
    if (isDue && !this.#isAcked) {
      this.#isAcked = true;
      this.#ackedAt = Date.now();
      this.send(["a", this.#lastSeq]);
    }
    // A connection without messages for this long is dead, even if its state is "open".
    if ((this.isOpen || this.#events) && Date.now() - this.#receivedAt > 2 * HEARTBEAT_LATE_MS) this.#lose();
  }

  /** Subscribes to the channels, over the open socket or with a new event stream. */
  #subscribe(): void {
    clearTimeout(this.#retry);
    if (this.isOpen) this.send(["sub", this.#channels]);
    else if (this.#way === "socket") {
      if (this.timer === undefined) this.open();
    } else {
      this.#closeEvents();
      this.open();
    }
  }

  /** Changes the watched channels. */
  watch(next: readonly string[]): void {
    if (next.join() === this.#channels.join()) return;
    this.#channels = next;
    if (next.length === 0) {
      this.close();
      this.#closeEvents();
    } else this.#subscribe();
  }

  show(next: boolean): void {
    if (next === this.#isVisible) return;
    this.#isVisible = next;
    this.send(["v", next ? 1 : 0]);
  }

  /** Reconnects immediately instead of after the pause. */
  reconnectNow(): void {
    if (this.timer !== undefined && this.#way !== "poll") {
      this.attempt = 0;
      this.open();
    }
  }
}
