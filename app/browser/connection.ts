// The browser's line to the relay: a socket; where sockets do not get through, server-sent events; where neither does,
// polling. Comes back by itself with full jitter, acknowledges what it has read, and hands every message on. Runs in a page
// or in a shared worker.
import { mayReconnect } from "../wire/close-codes.ts";
import {
  HEARTBEAT_LATE_MS,
  LIVE_PATH,
  LIVE_POLL_PATH,
  LIVE_SSE_PATH,
  LIVE_SUBPROTOCOL,
  reconnectDelayMs,
  type ServerMessage,
} from "../wire/live.ts";

export type Connection = {
  /** Changes the watched channels; the connection stays open. */
  watch(channels: readonly string[]): void;
  show(isVisible: boolean): void;
  /** Reconnects immediately instead of waiting for the pause. */
  hurry(): void;
};

const LOOK_EVERY_MS = 1_000;
/** An acknowledgement costs the relay as much as a frame, so there is one to sixteen frames. */
const ACK_EVERY_MS = 4_000;
/** What comes after such a pause is acknowledged within a second, since the relay may be waiting for it. */
const ACK_AFTER_PAUSE_MS = 1_500;
export const POLL_EVERY_MS = 10_000;
const FAILURES_BEFORE_FALLBACK = 2;
/** After this long on a lesser way the socket is tried again. */
const TRY_SOCKET_AGAIN_MS = 300_000;

const TRY_NAMES_AGAIN_MS = 10_000;

type Way = "socket" | "events" | "poll";

/** Messages of the connection and, before a snapshot, the transport: a price that is polled every ten seconds is never live. */
export type LineMessage = ServerMessage | ["way", Way];

export function openConnection(onMessage: (message: LineMessage) => void): Connection {
  const line = new Line(onMessage);
  setInterval(() => line.look(), LOOK_EVERY_MS);
  return {
    watch: (next) => line.watch(next),
    show: (isVisible) => line.show(isVisible),
    hurry: () => line.hurry(),
  };
}

class Line {
  readonly #onMessage: (message: LineMessage) => void;
  #channels: readonly string[] = [];
  #isVisible = true;
  #way: Way = "socket";
  #socket: WebSocket | null = null;
  #events: EventSource | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #failures = 0;
  #lastSeq = -1;
  #ackedSeq = -1;
  #ackedAt = 0;
  #heardAt = 0;
  #drain: [number, number] | null = null;
  #isRefused = false;

  constructor(onMessage: (message: LineMessage) => void) {
    this.#onMessage = onMessage;
  }

  #open(): void {
    this.#stopWaiting();
    if (this.#channels.length === 0 || this.#isRefused) return;
    if (this.#way === "socket") this.#openSocket();
    else if (this.#way === "events") this.#openEvents();
    else this.#poll();
  }

  #openSocket(): void {
    if (this.#socket !== null) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(`${scheme}//${location.host}${LIVE_PATH}`, LIVE_SUBPROTOCOL);
    this.#socket = mine;
    let hasOpened = false;
    this.#heardAt = Date.now();
    mine.onopen = () => {
      hasOpened = true;
      this.#failures = 0;
      this.#lastSeq = -1;
      this.#ackedSeq = -1;
      if (!this.#isVisible) this.#say(["v", 0]);
      this.#say(["sub", this.#channels]);
    };
    mine.onmessage = (event) => this.#take(String(event.data));
    mine.onclose = (event) => {
      if (this.#socket !== mine) return;
      this.#socket = null;
      if (!hasOpened) this.#fail("events");
      if (!mayReconnect(event.code)) this.#isRefused = true;
      else this.#again();
    };
  }

  #openEvents(): void {
    if (this.#events !== null) return;
    const mine = new EventSource(`${LIVE_SSE_PATH}?${this.#query()}`);
    this.#events = mine;
    this.#heardAt = Date.now();
    mine.onopen = () => {
      this.#failures = 0;
    };
    mine.onmessage = (event) => this.#take(String(event.data));
    mine.onerror = () => {
      if (this.#events !== mine) return;
      mine.close();
      this.#events = null;
      this.#fail("poll");
      this.#again();
    };
  }

  #closeEvents(): void {
    this.#events?.close();
    this.#events = null;
  }

  #poll(): void {
    self
      .fetch(`${LIVE_POLL_PATH}?${this.#query()}`)
      .then(async (answer) => {
        if (answer.ok) this.#take(await answer.text());
      })
      .catch(() => {})
      .finally(() => {
        clearTimeout(this.#timer);
        if (this.#way === "poll" && this.#channels.length > 0)
          this.#timer = setTimeout(() => this.#open(), POLL_EVERY_MS);
      });
  }

  #query(): string {
    return this.#channels.map((name) => `ch=${encodeURIComponent(name)}`).join("&");
  }

  #fail(next: Way): void {
    this.#failures += 1;
    if (this.#failures < FAILURES_BEFORE_FALLBACK) return;
    if (this.#way === "socket")
      setTimeout(() => {
        this.#way = "socket";
        this.#failures = 0;
        this.#closeEvents();
        this.#open();
      }, TRY_SOCKET_AGAIN_MS);
    this.#way = next;
    this.#failures = 0;
  }

  #again(): void {
    clearTimeout(this.#timer);
    const drain = this.#drain;
    const pause =
      drain === null
        ? reconnectDelayMs(this.#attempt, Math.random())
        : drain[0] + Math.random() * (drain[1] - drain[0]);
    this.#drain = null;
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#open(), pause);
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #take(text: string): void {
    const now = Date.now();
    if (now - this.#heardAt > ACK_AFTER_PAUSE_MS) this.#ackedAt = 0;
    this.#heardAt = now;
    const message = JSON.parse(text) as ServerMessage;
    if (message[0] === "s") {
      this.#lastSeq = message[1];
      this.#attempt = 0;
      this.#onMessage(["way", this.#way]);
    } else if (message[0] === "q") {
      // A frame is missing between the last one and this: ask for the whole.
      if (message[1] !== this.#lastSeq && this.#way === "socket") {
        this.#say(["r"]);
        return;
      }
      this.#lastSeq = message[2];
    } else if (message[0] === "x") this.#drain = [message[1], message[2]];
    // Channels whose lookup failed are requested again later.
    else if (message[0] === "e" && message[1] === "try_later")
      setTimeout(
        () => {
          if (this.#channels.length > 0) this.#say(["sub", this.#channels]);
        },
        TRY_NAMES_AGAIN_MS * (1 + Math.random()),
      );
    this.#onMessage(message);
  }

  #say(message: unknown[]): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  /** Runs once a second: acknowledges what was read, and closes a silent connection. */
  look(): void {
    const isDue = Date.now() - this.#ackedAt > ACK_EVERY_MS - LOOK_EVERY_MS / 2;
    if (isDue && this.#lastSeq !== this.#ackedSeq && this.#lastSeq >= 0) {
      this.#ackedSeq = this.#lastSeq;
      this.#ackedAt = Date.now();
      this.#say(["a", this.#lastSeq]);
    }
    // A connection without any message is dead, even if it looks open.
    if (this.#socket?.readyState === 1 && Date.now() - this.#heardAt > 2 * HEARTBEAT_LATE_MS) {
      const dead = this.#socket;
      this.#socket = null;
      dead.close();
      this.#again();
    }
  }

  watch(next: readonly string[]): void {
    if (next.join() === this.#channels.join()) return;
    this.#channels = next;
    if (next.length === 0) {
      this.#socket?.close(1000);
      this.#socket = null;
      this.#closeEvents();
      this.#stopWaiting();
    } else if (this.#socket?.readyState === 1) this.#say(["sub", next]);
    else if (this.#way === "socket") {
      if (this.#socket === null && this.#timer === undefined) this.#open();
    } else {
      this.#closeEvents();
      this.#open();
    }
  }

  show(next: boolean): void {
    if (next === this.#isVisible) return;
    this.#isVisible = next;
    this.#say(["v", next ? 1 : 0]);
  }

  hurry(): void {
    if (this.#timer !== undefined && this.#way !== "poll") {
      this.#attempt = 0;
      this.#open();
    }
  }
}
