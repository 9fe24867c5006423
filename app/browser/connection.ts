// The browser's line to the relay: a socket; where sockets do not get through, server-sent events; where neither does,
// polling. Comes back by itself with full jitter, acknowledges once a second, and hands every message on. Runs in a page
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
  /** What to watch from now on; nothing closes the line. */
  watch(channels: readonly string[]): void;
  show(isVisible: boolean): void;
  /** Comes back at once instead of waiting out a pause. */
  hurry(): void;
};

const ACK_EVERY_MS = 1_000;
export const POLL_EVERY_MS = 10_000;
const FAILURES_BEFORE_FALLBACK = 2;
/** After this long on a lesser way the socket is tried again. */
const TRY_SOCKET_AGAIN_MS = 300_000;

const TRY_NAMES_AGAIN_MS = 10_000;

type Way = "socket" | "events" | "poll";

/** What comes over the line, and, before a snapshot, the way it came: a price that is asked for every ten seconds is never live. */
export type LineMessage = ServerMessage | ["way", Way];

export function openConnection(onMessage: (message: LineMessage) => void): Connection {
  let channels: readonly string[] = [];
  let isVisible = true;
  let way: Way = "socket";
  let socket: WebSocket | null = null;
  let events: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let failures = 0;
  let lastSeq = -1;
  let ackedSeq = -1;
  let heardAt = 0;
  let drain: [number, number] | null = null;
  let isRefused = false;

  function open(): void {
    clearTimeout(timer);
    timer = undefined;
    if (channels.length === 0 || isRefused) return;
    if (way === "socket") openSocket();
    else if (way === "events") openEvents();
    else poll();
  }

  function openSocket(): void {
    if (socket !== null) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(`${scheme}//${location.host}${LIVE_PATH}`, LIVE_SUBPROTOCOL);
    socket = mine;
    let hasOpened = false;
    heardAt = Date.now();
    mine.onopen = () => {
      hasOpened = true;
      failures = 0;
      lastSeq = -1;
      ackedSeq = -1;
      if (!isVisible) say(["v", 0]);
      say(["sub", channels]);
    };
    mine.onmessage = (event) => take(String(event.data));
    mine.onclose = (event) => {
      if (socket !== mine) return;
      socket = null;
      if (!hasOpened) fail("events");
      if (!mayReconnect(event.code)) isRefused = true;
      else again();
    };
  }

  function openEvents(): void {
    if (events !== null) return;
    const mine = new EventSource(`${LIVE_SSE_PATH}?${query()}`);
    events = mine;
    heardAt = Date.now();
    mine.onopen = () => {
      failures = 0;
    };
    mine.onmessage = (event) => take(String(event.data));
    mine.onerror = () => {
      if (events !== mine) return;
      mine.close();
      events = null;
      fail("poll");
      again();
    };
  }

  function poll(): void {
    self
      .fetch(`${LIVE_POLL_PATH}?${query()}`)
      .then(async (answer) => {
        if (answer.ok) take(await answer.text());
      })
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer);
        if (way === "poll" && channels.length > 0) timer = setTimeout(open, POLL_EVERY_MS);
      });
  }

  function query(): string {
    return channels.map((name) => `ch=${encodeURIComponent(name)}`).join("&");
  }

  function fail(next: Way): void {
    failures += 1;
    if (failures < FAILURES_BEFORE_FALLBACK) return;
    if (way === "socket")
      setTimeout(() => {
        way = "socket";
        failures = 0;
        events?.close();
        events = null;
        open();
      }, TRY_SOCKET_AGAIN_MS);
    way = next;
    failures = 0;
  }

  function again(): void {
    clearTimeout(timer);
    const [least, most] = drain ?? [0, 0];
    const pause =
      drain === null ? reconnectDelayMs(attempt, Math.random()) : least + Math.random() * (most - least);
    drain = null;
    attempt += 1;
    timer = setTimeout(open, pause);
  }

  function take(text: string): void {
    heardAt = Date.now();
    const message = JSON.parse(text) as ServerMessage;
    if (message[0] === "s") {
      lastSeq = message[1];
      attempt = 0;
      onMessage(["way", way]);
    } else if (message[0] === "q") {
      // A frame is missing between the last one and this: ask for the whole.
      if (message[1] !== lastSeq && way === "socket") {
        say(["r"]);
        return;
      }
      lastSeq = message[2];
    } else if (message[0] === "x") drain = [message[1], message[2]];
    // What could not be looked up just now is asked for once more in a while.
    else if (message[0] === "e" && message[1] === "try_later")
      setTimeout(
        () => {
          if (channels.length > 0) say(["sub", channels]);
        },
        TRY_NAMES_AGAIN_MS * (1 + Math.random()),
      );
    onMessage(message);
  }

  function say(message: unknown[]): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  setInterval(() => {
    if (lastSeq !== ackedSeq && lastSeq >= 0) {
      ackedSeq = lastSeq;
      say(["a", lastSeq]);
    }
    // A line that says nothing at all is dead, whatever it claims.
    if (socket?.readyState === 1 && Date.now() - heardAt > 2 * HEARTBEAT_LATE_MS) {
      const dead = socket;
      socket = null;
      dead.close();
      again();
    }
  }, ACK_EVERY_MS);

  return {
    watch(next) {
      if (next.join() === channels.join()) return;
      channels = next;
      if (channels.length === 0) {
        socket?.close(1000);
        events?.close();
        socket = null;
        events = null;
        clearTimeout(timer);
        timer = undefined;
      } else if (socket?.readyState === 1) say(["sub", channels]);
      else if (way === "socket") {
        if (socket === null && timer === undefined) open();
      } else {
        events?.close();
        events = null;
        open();
      }
    },
    show(next) {
      if (next === isVisible) return;
      isVisible = next;
      say(["v", next ? 1 : 0]);
    },
    hurry() {
      if (timer !== undefined && way !== "poll") {
        attempt = 0;
        open();
      }
    },
  };
}
