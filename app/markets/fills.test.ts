import { describe, expect, it } from "vitest";
import type { Order, Trade } from "../contract/base-api/order.ts";
import { fillMarks, fillsByInstrument, stopLevels } from "./fills.ts";

const fill = (id: string, at: string, side: "BUY" | "SELL", quantity: number, securityId = "1"): Trade => ({
  id,
  orderId: `o${id}`,
  deploymentId: null,
  exchangeSegment: "NSE_FNO",
  securityId,
  symbol: `S${securityId}`,
  side,
  quantity,
  pricePaise: 5_000,
  chargesPaise: 0,
  at,
});

describe("fills on a chart", () => {
  it("are grouped by instrument and day in IST, latest group first", () => {
    const groups = fillsByInstrument([
      fill("4", "2026-11-20T05:00:00Z", "BUY", 50),
      fill("3", "2026-11-20T04:30:00Z", "SELL", 50, "2"),
      fill("2", "2026-11-20T04:00:00Z", "SELL", 50),
      // 18:30 UTC is midnight in India, so this fill belongs to the next day in IST.
      fill("1", "2026-11-18T18:31:00Z", "SELL", 50),
    ]);
    expect(groups.map(({ key, day, fills }) => [key, day, fills.map(({ id }) => id)])).toEqual([
      ["NSE_FNO:1", "2026-11-20", ["2", "4"]],
      ["NSE_FNO:2", "2026-11-20", ["3"]],
      ["NSE_FNO:1", "2026-11-19", ["1"]],
    ]);
  });

  it("are entries if they increase the position, and exits if they reduce it", () => {
    const day = "2026-11-20T04:00:00Z";
    const marks = fillMarks([
      fill("1", day, "SELL", 50),
      fill("2", day, "SELL", 25),
      fill("3", day, "BUY", 75),
      fill("4", day, "BUY", 10),
    ]);
    expect(marks.map(({ kind }) => kind)).toEqual(["entry", "entry", "exit", "entry"]);
    expect(marks[0]?.words).toBe("Sold 50 at 50.00");
  });

  it("stop levels contain each stop price of the instrument and day once", () => {
    const order = (type: string, securityId: string, createdAt: string) =>
      ({ exchangeSegment: "NSE_FNO", securityId, type, pricePaise: 6_000, createdAt }) as unknown as Order;
    const orders = [
      order("STOP_LOSS", "1", "2026-11-20T04:00:00Z"),
      order("STOP_LOSS", "1", "2026-11-20T05:00:00Z"),
      order("LIMIT", "1", "2026-11-20T04:00:00Z"),
      order("STOP_LOSS", "2", "2026-11-20T04:00:00Z"),
    ];
    expect(stopLevels(orders, "NSE_FNO:1", "2026-11-20")).toEqual([
      { kind: "stop", pricePaise: 6_000, words: "Stop 60.00" },
    ]);
    expect(stopLevels(orders, "NSE_FNO:1", "2026-11-19")).toEqual([]);
  });
});
