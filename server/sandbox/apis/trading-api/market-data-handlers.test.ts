// Candles of the trading API: the days that a period covers.
import { expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import type { HandlerContext } from "./handler-context.ts";
import { dataHandlers } from "./market-data-handlers.ts";

it("returns the complete day for an intraday period with the same date twice", async () => {
  const rig = new BrokerRig("2026-11-19T12:00:00+05:30", "exchange");
  const { getIntradayCandles } = dataHandlers({ broker: rig.broker } as HandlerContext);
  const candles = (fromDate: string, toDate: string) => {
    const body = {
      exchangeSegment: "NSE_EQ",
      securityId: "1333",
      instrument: "EQUITY",
      interval: 15,
      fromDate,
      toDate,
    };
    return getIntradayCandles({ body } as never);
  };
  const day = await candles("2026-11-18", "2026-11-18");
  expect(day.timestamp).toHaveLength(25);
  expect(day).toEqual(await candles("2026-11-18", "2026-11-19"));
  await expect(candles("2026-11-18 09:15:00", "2026-11-18 09:15:00")).rejects.toThrow(/toDate/);
  await expect(candles("2026-11-18", "2026-11-17")).rejects.toThrow(/toDate/);
  rig.close();
});
