import { describe, expect, it } from "vitest";
import type { Candle } from "../contract/base-api/market.ts";
import { instantMarks, isNearBars, legMarks, lossLevel, tradeWindow } from "./trade-chart.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const bar = (at: string, closePaise: number): Candle => ({
  at,
  openPaise: closePaise,
  highPaise: closePaise + 100,
  lowPaise: closePaise - 100,
  closePaise,
  volume: 1,
  isExtended: false,
});
const SOLD = { side: "SELL" as const, quantity: 50, entryPaise: 10_000, exitPaise: 7_500 };

describe("the chart of a trade", () => {
  it.each([
    [
      "2026-11-20T04:00:00Z",
      "2026-11-20T05:00:00Z",
      "1",
      "2026-11-20T03:15:00.000Z",
      "2026-11-20T05:45:00.000Z",
    ],
    [
      "2026-11-20T04:00:00Z",
      "2026-11-20T09:30:00Z",
      "5",
      "2026-11-20T01:00:00.000Z",
      "2026-11-20T10:00:00.000Z",
    ],
    [
      "2026-11-10T04:00:00Z",
      "2026-11-13T09:30:00Z",
      "60",
      "2026-11-07T04:00:00.000Z",
      "2026-11-16T09:30:00.000Z",
    ],
    ["2026-06-10T04:00:00Z", null, "day", "2026-05-16T04:00:00.000Z", "2026-11-20T10:00:00.000Z"],
  ] as const)(
    "covers the trade from %s to %s in bars of interval %s",
    (opened, closed, interval, from, before) => {
      expect(tradeWindow(opened, closed, NOW)).toEqual({ interval, from, before });
    },
  );

  it("marks a leg's entry and exit at the leg's prices, and no exit of an open leg", () => {
    expect(legMarks(SOLD, "a", "b").map(({ kind, pricePaise, words }) => [kind, pricePaise, words])).toEqual([
      ["entry", 10_000, "Sold 50 at 100.00"],
      ["exit", 7_500, "Bought back at 75.00"],
    ]);
    expect(legMarks({ ...SOLD, exitPaise: null }, "a", null)).toHaveLength(1);
  });

  it("places marks on the underlying's chart at the underlying's prices", () => {
    const bars = [bar("2026-11-20T04:00:00Z", 500), bar("2026-11-20T04:05:00Z", 600)];
    expect(
      instantMarks(bars, "2026-11-20T04:01:00Z", "2026-11-20T04:09:00Z").map(({ pricePaise }) => pricePaise),
    ).toEqual([500, 600]);
  });

  it("draws a stop on the loss side of the entry, but only at a price above zero", () => {
    expect(lossLevel(SOLD, 100_000, "Stop")).toMatchObject({ pricePaise: 12_000, words: "Stop 120.00" });
    expect(lossLevel({ ...SOLD, side: "BUY" }, 100_000, "Stop")?.pricePaise).toBe(8_000);
    expect(lossLevel({ ...SOLD, side: "BUY" }, 600_000, "Stop")).toBeNull();
    const bars = [bar("2026-11-20T04:00:00Z", 10_000)];
    expect(isNearBars(bars, { kind: "stop", pricePaise: 10_250, words: "" })).toBe(true);
    expect(isNearBars(bars, { kind: "stop", pricePaise: 20_000, words: "" })).toBe(false);
  });
});
