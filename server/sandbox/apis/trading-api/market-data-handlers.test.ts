// Market data of the trading API: the days in a period of candles, and the computation of quotes in slices.
import { expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { countLadders, LADDERS_PER_MINUTE, SLICE_LADDERS_MAX } from "../../../../tests/support/ladders.ts";
import type { HandlerContext } from "./handler-context.ts";
import { dataHandlers } from "./market-data-handlers.ts";

it("returns the complete day for an intraday period that starts and ends on one date", async () => {
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

const MINUTES = 370;
function optionRequests(at = "2026-11-19T15:25:00+05:30", hours: "exchange" | "always" = "exchange") {
  const rig = new BrokerRig(at, hours);
  const handlers = dataHandlers({ broker: rig.broker } as HandlerContext);
  const [expiry = ""] = handlers.listExpiries({
    body: { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" },
  } as never).data;
  const chain = () =>
    handlers.getOptionChain({
      body: { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I", Expiry: expiry },
    } as never);
  return { rig, handlers, chain };
}

it("computes an option's quote late in a session in short slices", async () => {
  const { rig, handlers } = optionRequests();
  const option = rig.option("CE");
  const body = { NSE_FNO: [option.securityId] } as never;
  const { total, maxPerIteration } = await countLadders(async () => handlers.quoteFull({ body } as never));
  expect(total).toBeGreaterThan(MINUTES * LADDERS_PER_MINUTE);
  expect(maxPerIteration).toBeLessThan(SLICE_LADDERS_MAX);
  rig.close();
});

it("computes an option chain in short slices, and only once for concurrent requests", async () => {
  const { rig, chain } = optionRequests();
  const other = optionRequests();
  const alone = await countLadders(chain);
  const together = await countLadders(() => Promise.all([other.chain(), other.chain(), other.chain()]));
  expect(alone.maxPerIteration).toBeLessThan(SLICE_LADDERS_MAX);
  expect(together.maxPerIteration).toBeLessThan(SLICE_LADDERS_MAX);
  expect(together.total).toBeLessThan(alone.total * 1.3);
  rig.close();
  other.rig.close();
});

it("computes each price of an option chain once, even in a very long session", async () => {
  const { rig, chain } = optionRequests("2026-11-21T23:50:00+05:30", "always");
  const { total } = await countLadders(chain);
  expect(total).toBeLessThan(1_440 * (LADDERS_PER_MINUTE + 1));
  rig.close();
});

it("returns the last price of an option without computing its session", async () => {
  const { rig, handlers } = optionRequests();
  const body = { NSE_FNO: [rig.option("CE").securityId] } as never;
  const { total } = await countLadders(async () => handlers.quoteLtp({ body } as never));
  expect(total).toBeLessThan(2 * LADDERS_PER_MINUTE);
  rig.close();
});

it("returns the same open interest of a running bar in rolling options and in candles", async () => {
  const { rig, handlers } = optionRequests("2026-11-19T10:16:00+05:30");
  const day = { fromDate: "2026-11-19", toDate: "2026-11-20", exchangeSegment: "NSE_FNO", interval: 60 };
  const rolling = await handlers.getRollingOption({
    body: {
      ...{ ...day, securityId: "13", instrument: "OPTIDX", expiryFlag: "WEEK", expiryCode: 1 },
      ...{ strike: "ATM", drvOptionType: "CALL", requiredData: ["oi", "strike"] },
    },
  } as never);
  const { oi, strike } = rolling.data.ce as { oi: number[]; strike: number[] };
  const contract = Array.from({ length: 21 }, (_, index) => rig.option("CE", index - 10)).find(
    ({ option }) => option?.strikeRupees === strike.at(-1),
  );
  const candles = await handlers.getIntradayCandles({
    body: { ...day, securityId: contract?.securityId, instrument: "OPTIDX", oi: true },
  } as never);
  expect(oi.at(-1)).toBe(candles.open_interest.at(-1));
  rig.close();
});
