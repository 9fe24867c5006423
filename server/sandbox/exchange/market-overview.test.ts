// The sandbox's market overview: it follows the contract, its curves end at the last price, and requests within a few
// seconds share one response.
import { expect, it } from "vitest";
import { marketOverviewSchema } from "../../../app/contract/base-api/market-overview.ts";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../app/domain/market-sessions.ts";
import { SandboxMarket } from "./market.ts";
import { MarketOverviewReader, OVERVIEW_LIMITS } from "./market-overview.ts";
import { PriceHistory } from "./price-history.ts";

const at = (text: string) => Date.parse(`${text}+05:30`);

it.each([
  ["during the session", EXCHANGE_CALENDAR, "2026-09-15T12:00:00", "2026-09-15T09:15:00"],
  ["after the session", EXCHANGE_CALENDAR, "2026-09-15T20:00:00", "2026-09-15T09:15:00"],
  ["before the first trade", EXCHANGE_CALENDAR, "2026-09-15T08:00:00", "2026-09-11T09:15:00"],
  ["at night, in extended hours", ROUND_THE_CLOCK, "2026-09-16T03:00:00", "2026-09-15T09:15:00"],
])("the market overview shows the latest session when requested %s", async (_, calendar, now, from) => {
  const market = new SandboxMarket(5, calendar);
  const reader = new MarketOverviewReader(market, new PriceHistory(market));
  const overview = marketOverviewSchema.parse(await reader.read(at(now)));
  expect(Date.parse(overview.curveFrom)).toBe(at(from));
  expect(overview.indices.map(({ securityId }) => securityId)).toEqual(["13", "25", "51"]);
  expect(overview.shares.length).toBeGreaterThan(20);
  for (const line of [...overview.indices, ...overview.shares]) {
    expect(line.curve.at(-1), line.symbol).toBe(line.lastPaise);
    expect(line.lowPaise).toBeLessThanOrEqual(line.lastPaise);
    expect(line.highPaise).toBeGreaterThanOrEqual(line.lastPaise);
  }
  const volumes = overview.options.map(({ volume }) => volume);
  expect(volumes).toHaveLength(OVERVIEW_LIMITS.options);
  expect(volumes).toEqual([...volumes].sort((one, other) => other - one));
});

it("computes the market overview once for all requests within a few seconds", async () => {
  const market = new SandboxMarket(5, EXCHANGE_CALENDAR);
  const reader = new MarketOverviewReader(market, new PriceHistory(market));
  const now = at("2026-09-15T12:00:00");
  const both = await Promise.all([reader.read(now), reader.read(now)]);
  const [first] = both;
  expect(both[1]).toBe(first);
  const { sharedForMs, oldestMs } = OVERVIEW_LIMITS;
  expect(reader.read(now + sharedForMs - 1)).toBe(first);
  expect(reader.read(now + sharedForMs)).toBe(first);
  await expect.poll(() => reader.read(now + sharedForMs)).not.toBe(first);
  const late = await reader.read(now + sharedForMs + oldestMs);
  expect(Date.parse(late.asOf)).toBe(now + sharedForMs + oldestMs);
});
