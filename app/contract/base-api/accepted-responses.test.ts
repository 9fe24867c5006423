// The site accepts some responses of other providers that the contract does not allow.
import { expect, it } from "vitest";
import { MARKET_OPERATIONS } from "./market-operations.ts";
import { CATALOGUE_OPERATIONS } from "./operations.ts";
import { lenientStrategySchema } from "./strategy.ts";

it("accepts `asOf` of a list of algos in any UTC offset", () => {
  const { asOf } = CATALOGUE_OPERATIONS.listStrategies.reading.shape;
  expect(asOf.parse("2026-11-28T09:15:00+05:30")).toBe("2026-11-28T03:45:00.000Z");
  expect(asOf.parse("2026-11-28T03:45:00.000Z")).toBe("2026-11-28T03:45:00.000Z");
});

it("parses a null or invalid rating of an algo as undefined", () => {
  const { rating } = lenientStrategySchema.shape;
  expect([rating.parse(null), rating.parse({ method: 7 })]).toEqual([undefined, undefined]);
  expect(rating.parse({ method: "M1", recordTo: null })).toEqual({ method: "M1", recordTo: null });
});

it("accepts loss limits as strings, and never reads an invalid stop as no stop", () => {
  const { lossLimits } = lenientStrategySchema.shape;
  const sent = { perTradePercent: "1.5", perDayPercent: 3, worstCase: "gap" };
  expect(lossLimits.parse(sent)).toEqual({ ...sent, perTradePercent: 1.5 });
  expect(lossLimits.parse({ ...sent, perTradePercent: 0 })).toMatchObject({
    perTradePercent: null,
    perDayPercent: 3,
  });
  expect(lossLimits.parse({ ...sent, worstCase: "other" })).toMatchObject({
    perDayPercent: 3,
    worstCase: "unstated",
  });
  expect(lossLimits.safeParse({ ...sent, perDayPercent: -3 }).success).toBe(false);
  expect(lossLimits.parse(undefined)).toMatchObject({ worstCase: "unstated" });
});

it("drops empty levels of a market depth and rejects a negative order count", () => {
  const { depth } = MARKET_OPERATIONS.getInstrument.reading.shape;
  const level = { pricePaise: 100, quantity: 5, orders: 1 };
  const padding = { pricePaise: 0, quantity: 0, orders: 0 };
  expect(depth.parse({ bids: [level, padding], asks: [] })).toEqual({ bids: [level], asks: [] });
  expect(depth.safeParse({ bids: [{ ...level, orders: -1 }], asks: [] }).success).toBe(false);
});
