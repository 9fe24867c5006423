import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMessage } from "../contract/live/live.ts";
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
  it("are delayed between two responses, never live or stale", () => {
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

  it("become stale when responses stop", () => {
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
