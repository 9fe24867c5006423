import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HEARTBEAT_LATE_MS, LIVE_POLL_PATH } from "../contract/live/live.ts";
import { Connection, type LineMessage } from "./connection.ts";

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = 1;
    this.onopen();
  }
  refuse() {
    this.readyState = 3;
    this.onclose({ code: 1006 });
  }
  receive(message: unknown) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** An event stream that opens and then sends nothing, except what a test sends. */
class SilentEvents {
  static opened = 0;
  static newest: SilentEvents;
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    SilentEvents.opened += 1;
    SilentEvents.newest = this;
    setTimeout(() => this.onopen());
  }
  close() {}
}

const fetched = vi.fn(() => new Promise<Response>(() => {}));

function connect() {
  const received: LineMessage[] = [];
  const connection = new Connection((message) => received.push(message));
  connection.watch(["strip"]);
  return { connection, received };
}
const newest = () => FakeSocket.all.at(-1) as FakeSocket;
const snapshot = (seq: number) => ["s", seq, Date.now(), [], [], {}, []];

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  SilentEvents.opened = 0;
  fetched.mockClear();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("EventSource", SilentEvents);
  vi.stubGlobal("location", { origin: "http://site.test" });
  vi.stubGlobal("self", { fetch: fetched });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("acknowledges every snapshot, even with a repeated sequence number", () => {
  connect();
  newest().accept();
  for (let count = 0; count < 2; count += 1) {
    newest().receive(snapshot(0));
    vi.advanceTimersByTime(5_000);
  }
  expect(newest().sent).toEqual([
    ["sub", ["strip"]],
    ["a", 0],
    ["a", 0],
  ]);
});

it("falls back to server-sent events, then to polling, if a transport stays silent", () => {
  connect();
  const passed = () => vi.advanceTimersByTime(2 * HEARTBEAT_LATE_MS + 22_000);
  newest().accept();
  passed();
  newest().accept();
  passed();
  expect(FakeSocket.all).toHaveLength(2);
  expect(SilentEvents.opened).toBeGreaterThan(0);
  passed();
  passed();
  expect(SilentEvents.opened).toBe(2);
  expect(fetched.mock.calls[0]?.at(0)).toContain(LIVE_POLL_PATH);
});

it("reconnects by WebSocket if the silent socket had sent prices before", () => {
  connect();
  for (let count = 0; count < 5; count += 1) {
    newest().accept();
    newest().receive(snapshot(count));
    vi.advanceTimersByTime(2 * HEARTBEAT_LATE_MS + 22_000);
  }
  expect(SilentEvents.opened).toBe(0);
  expect(FakeSocket.all).toHaveLength(6);
});

it("retries the subscription if the server reports too many channel sets", () => {
  connect();
  newest().accept();
  newest().receive(["e", "full", "Too many different channel sets are in use."]);
  for (let passed = 0; passed < 20_000; passed += 5_000) {
    newest().receive(["hb", Date.now()]);
    vi.advanceTimersByTime(5_000);
  }
  expect(newest().sent).toEqual([
    ["sub", ["strip"]],
    ["sub", ["strip"]],
  ]);
});

it("opens an event stream again later if too many channel sets are in use", () => {
  connect();
  for (let count = 0; count < 2; count += 1) {
    newest().refuse();
    vi.advanceTimersByTime(20_000);
  }
  const receive = (message: unknown) => SilentEvents.newest.onmessage({ data: JSON.stringify(message) });
  const { opened } = SilentEvents;
  expect(opened).toBeGreaterThan(0);
  receive(["e", "full", "Too many different channel sets are in use."]);
  receive(["e", "full", "Too many different channel sets are in use."]);
  for (let passed = 0; passed < 20_000; passed += 5_000) {
    receive(["hb", Date.now()]);
    vi.advanceTimersByTime(5_000);
  }
  expect(SilentEvents.opened).toBe(opened + 1);
});
