import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { QuoteRow, ServerMessage, SparkRow, StateTable } from "../contract/live/live.ts";
import { POLL_EVERY_MS } from "./connection.ts";
import { type FeedPainter, Painter } from "./painter.ts";

const snapshot = (): ServerMessage => ["s", 1, Date.now(), [], [], { NSE_EQ: ["live", 0, ""] }, []];
const painterOver = (way: "socket" | "events" | "poll") => {
  const painter = new Painter({ querySelectorAll: () => [] } as unknown as ParentNode);
  painter.take(["way", way]);
  painter.take(snapshot());
  return painter;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", () => 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("polled prices", () => {
  it("are labelled delayed between two responses", () => {
    const painter = painterOver("poll");
    for (let second = 0; second < 3 * (POLL_EVERY_MS / 1_000); second += 1) {
      expect(painter.trust("NSE_EQ"), `after ${second} s`).toEqual({
        state: "delayed",
        reason: "updated every 10 s",
      });
      vi.advanceTimersByTime(1_000);
      if ((second + 1) % (POLL_EVERY_MS / 1_000) === 0) painter.take(snapshot());
    }
  });

  it("are labelled stale 16 seconds after the last response", () => {
    const painter = painterOver("poll");
    vi.advanceTimersByTime(16_000);
    expect(painter.trust("NSE_EQ").state).toBe("stale");
  });

  it("are labelled closed if the server reports a closed market", () => {
    const painter = painterOver("poll");
    painter.take(["st", Date.now(), { NSE_EQ: ["closed", 0, "until Monday"] }]);
    expect(painter.trust("NSE_EQ")).toEqual({ state: "closed", reason: "until Monday" });
  });
});

it.each(["socket", "events"] as const)(
  "labels prices from the transport %s as live until heartbeats are late",
  (way) => {
    const painter = painterOver(way);
    vi.advanceTimersByTime(6_000);
    expect(painter.trust("NSE_EQ").state).toBe("live");
    vi.advanceTimersByTime(2_000);
    expect(painter.trust("NSE_EQ").state).toBe("stale");
  },
);

const row: QuoteRow = ["NSE_EQ:1", 100, 1, 1, 0];
const withRows = (now: number, rows: QuoteRow[], sparks: SparkRow[] = []): ServerMessage => [
  "s",
  1,
  now,
  rows,
  [],
  { NSE_EQ: ["live", 0, ""] },
  sparks,
];

it("labels a price delayed if the last snapshot does not contain it", () => {
  const painter = painterOver("socket");
  const waiting = { state: "delayed", reason: "waiting for its first price" };
  painter.take(withRows(Date.now(), [row]));
  expect(painter.trust("NSE_EQ:1").state).toBe("live");
  painter.take(withRows(Date.now(), [["NSE_EQ:2", 100, 1, 1, 0]]));
  expect(painter.trust("NSE_EQ:1")).toEqual(waiting);
  painter.take(["q", 1, 2, Date.now(), [row], []]);
  expect(painter.trust("NSE_EQ:1").state).toBe("live");
});

it.each(["full", "paused"])("labels no price live after the message %s until a snapshot", (code) => {
  const painter = painterOver("socket");
  painter.take(withRows(Date.now(), [row]));
  painter.take(["e", code, ""]);
  vi.advanceTimersByTime(5_000);
  painter.take(["hb", Date.now()]);
  painter.take(["st", Date.now(), { NSE_EQ: ["live", 0, ""] }]);
  expect(painter.trust("NSE_EQ:1").state).toBe("delayed");
  painter.take(withRows(Date.now(), [row]));
  expect(painter.trust("NSE_EQ:1").state).toBe("live");
});

it("shows prices as live after the message that a channel is unknown", () => {
  const painter = painterOver("socket");
  painter.take(withRows(Date.now(), [row]));
  painter.take(["e", "no_channel", ""]);
  expect(painter.trust("NSE_EQ:1").state).toBe("live");
});

it("labels prices live after reconnecting to a server whose clock is behind", () => {
  const painter = painterOver("socket");
  painter.take(["h", { sid: "a", flush: 250, hb: 5_000, now: 0 }]);
  painter.take(withRows(Date.now() - 10_000, [row]));
  expect(painter.trust("NSE_EQ:1").state).toBe("live");
});

it("labels prices stale without a connection, even if the market was closed before", () => {
  const painter = painterOver("socket");
  painter.take(["st", Date.now(), { NSE_EQ: ["closed", 0, ""] }]);
  expect(painter.trust("NSE_EQ").state).toBe("closed");
  vi.advanceTimersByTime(3_600_000);
  expect(painter.trust("NSE_EQ")).toEqual({ state: "stale", reason: "no connection to this site" });
});

it("restarts a price curve after a long gap and drops curves missing from a snapshot", () => {
  const painter = painterOver("socket");
  const minute = (count: number) => count * 60_000;
  painter.take(withRows(Date.now(), [], [["NSE_EQ:1", 0, 60_000, 100]]));
  painter.take(["q", 1, 2, Date.now(), [["NSE_EQ:1", 200, minute(95), 1, 0]], []]);
  painter.take(["q", 2, 3, Date.now(), [["NSE_EQ:1", 300, minute(96), 1, 0]], []]);
  expect(painter.quotes.sparks.get("NSE_EQ:1")).toEqual(["NSE_EQ:1", minute(95), 60_000, 200, 300]);
  painter.take(withRows(Date.now(), []));
  expect(painter.quotes.sparks.size).toBe(0);
});

it.each([
  ["the feed named in data-depth-state", "depth_fno", "live"],
  ["the default depth feed if data-depth-state is empty", "", "closed"],
])("labels an order book with the state of %s", (_, name, shown) => {
  const label = {
    textContent: "",
    getAttribute: (attribute: string) => (attribute === "data-depth-state" ? name : null),
    setAttribute: vi.fn(),
  };
  const body = { dataset: { depth: "NSE_FNO:1" }, closest: () => null, rows: [] };
  vi.stubGlobal("document", {
    querySelectorAll: () => [body],
    querySelector: (selector: string) => (selector === "[data-depth-state]" ? label : null),
  });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => run());
  const painter = new Painter({ querySelectorAll: () => [] } as unknown as ParentNode);
  const states: StateTable = { depth: ["closed", 0, ""], depth_fno: ["live", 0, ""] };
  painter.take(["s", 1, Date.now(), [], [["NSE_FNO:1", Date.now(), [], []]], states, []]);
  expect(label.setAttribute).toHaveBeenCalledWith("data-state", shown);
  painter.take(["s", 2, Date.now(), [], [], states, []]);
  expect(label.textContent).toBe(shown === "live" ? "Delayed: waiting for its first price" : "Market closed");
});

it("passes the rows of each feed message to an additional painter", () => {
  const stored: unknown[] = [];
  const painted: unknown[] = [];
  const further: FeedPainter = {
    store: (rows) => stored.push(rows),
    paint: (basis) => painted.push(basis.trust("NSE_FNO").state),
  };
  vi.stubGlobal("document", { querySelectorAll: () => [], querySelector: () => null });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => run());
  const painter = new Painter({ querySelectorAll: () => [] } as unknown as ParentNode, [further]);
  const row = ["NSE_FNO:1", 12] as [string, number];
  painter.take(["s", 1, Date.now(), [], [], { NSE_FNO: ["live", 0, ""] }, [], [row]]);
  painter.take(["q", 1, 2, Date.now(), [], [], []]);
  expect(stored).toEqual([[row], []]);
  expect(painted).toEqual(["live", "live"]);
});
