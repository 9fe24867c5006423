// Candles of the market tools: the period and the times of the bars.
import { expect, it, vi } from "vitest";
import { READ_TOOLS } from "./read-tools.ts";
import type { ToolContext } from "./tool.ts";

async function candles(interval: string, timestamp: number) {
  const call = vi.fn(async () => ({
    timestamp: [timestamp],
    open: [1],
    high: [1],
    low: [1],
    close: [1],
    volume: [1],
  }));
  const input = { exchangeSegment: "NSE_EQ", securityId: "1333", kind: "EQUITY", interval };
  const tool = READ_TOOLS.find(({ name }) => name === "get_candles");
  const answer = await tool?.run(
    { trading: { call } } as unknown as ToolContext,
    { ...input, from: "2026-11-16", to: "2026-11-20" } as never,
  );
  return { at: (answer as { bars: { at: string }[] }).bars[0]?.at, sent: call.mock.calls[0] as unknown[] };
}

it("get_candles returns bars in Indian time and includes the last day", async () => {
  const daily = await candles("day", Date.parse("2026-11-20T00:00:00+05:30") / 1_000);
  expect(daily.at).toBe("2026-11-20");
  expect(daily.sent).toMatchObject(["getDailyCandles", { body: { toDate: "2026-11-21" } }]);
  const quarterHours = await candles("15", Date.parse("2026-11-20T09:15:00+05:30") / 1_000);
  expect(quarterHours.at).toBe("2026-11-20T09:15:00+05:30");
  expect(quarterHours.sent).toMatchObject(["getIntradayCandles", { body: { toDate: "2026-11-21" } }]);
});
