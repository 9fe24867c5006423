// Market tools: the period and the times of candles, and error codes.
import { expect, it, vi } from "vitest";
import { READ_TOOLS } from "./read-tools.ts";
import type { ToolContext } from "./tool.ts";

async function candles(interval: string, timestamp: number, from = "2026-11-16") {
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
    { ...input, from, to: "2026-11-20" } as never,
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

it("get_candles names its own fields when the period ends before it starts", async () => {
  await expect(candles("day", 0, "2026-11-21")).rejects.toThrow("from must not be after to.");
});

it.each(["DH-905", "dh-905", "905"])("explain_error explains the code %s", async (code) => {
  const tool = READ_TOOLS.find(({ name }) => name === "explain_error");
  const answer = await tool?.run({} as ToolContext, { code } as never);
  expect(answer).toMatchObject({ error: { code: "DH-905" } });
});
