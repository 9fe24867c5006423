// The base API's contract for instruments. Formats, order and refusals are the same for any provider; the tests use
// instruments of the provider's strategies.
import { afterAll, describe, expect, it } from "vitest";
import {
  type Candles,
  candlesSchema,
  foundInstrumentsSchema,
  instrumentDetailSchema,
  optionChainSchema,
} from "../../app/contract/base-api/market.ts";
import { marketOverviewSchema } from "../../app/contract/base-api/market-overview.ts";
import { problemSchema } from "../../app/contract/base-api/operations.ts";
import { openBaseApi } from "../support/base-api.ts";

const api = await openBaseApi();
afterAll(() => api.close());

const read = async (path: string) => {
  const { status, body } = await api.call("GET", path);
  expect(status, path).toBe(200);
  return body;
};
const candles = async (path: string): Promise<Candles> => candlesSchema.parse(await read(path));

/** An index and a share that this provider's strategies use. */
const INDEX = "/v1/instruments/IDX_I/13";
const SHARE = "/v1/instruments/NSE_EQ/1333";

describe("instruments", () => {
  it("are found by symbol, name and id; contracts are found by symbol", async () => {
    const find = async (text: string) =>
      foundInstrumentsSchema.parse(await read(`/v1/instruments?${new URLSearchParams({ text })}`)).items;
    expect((await find("nifty"))[0]).toMatchObject({ exchangeSegment: "IDX_I", securityId: "13" });
    expect((await find("hdfc"))[0]).toMatchObject({ exchangeSegment: "NSE_EQ", securityId: "1333" });
    expect((await find("1333")).map(({ symbol }) => symbol)).toContain("HDFCBANK");
    expect(await find("no such thing at all")).toEqual([]);
    const chain = optionChainSchema.parse(await read(`${INDEX}/option-chain`));
    const call = chain.rows[Math.floor(chain.rows.length / 2)]?.call;
    const contract = instrumentDetailSchema.parse(
      await read(`/v1/instruments/${call?.exchangeSegment}/${call?.securityId}`),
    ).instrument;
    expect(contract).toMatchObject({ side: "CE", expiry: chain.expiry, underlying: { securityId: "13" } });
    expect((await find(contract.symbol)).map(({ securityId }) => securityId)).toEqual([contract.securityId]);
  });

  it("have a quote within the day's range, and a best bid below the best ask", async () => {
    for (const path of [INDEX, SHARE]) {
      const { quote, depth, instrument, year } = instrumentDetailSchema.parse(await read(path));
      expect(quote.lowPaise).toBeLessThanOrEqual(quote.lastPaise);
      expect(quote.highPaise).toBeGreaterThanOrEqual(quote.lastPaise);
      expect(instrument.expiries).toEqual([...instrument.expiries].sort());
      if (path === INDEX) expect(depth).toBeNull();
      else expect(depth?.bids[0]?.pricePaise).toBeLessThan(depth?.asks[0]?.pricePaise ?? 0);
      if (year !== null) expect(year.lowPaise).toBeLessThan(year.highPaise);
    }
  });

  it("have a market overview that lists options by volume and expiries by day", async () => {
    const { indices, shares, options, expiries } = marketOverviewSchema.parse(await read("/v1/market"));
    expect(indices.length).toBeGreaterThan(0);
    for (const line of [...indices, ...shares])
      if (line.curve.length > 0) expect(line.lastPaise).toBeGreaterThan(0);
    const volumes = options.map(({ volume }) => volume);
    expect(volumes).toEqual([...volumes].sort((one, other) => other - one));
    const days = expiries.map(({ day }) => day);
    expect(days).toEqual([...days].sort());
  });

  it("have minute bars, oldest first, that add up to the daily bar", async () => {
    const daily = (await candles(`${SHARE}/candles?interval=day&count=5`)).items;
    expect(daily).toHaveLength(5);
    const day = daily[3];
    const next = daily[4];
    const span = `from=${day?.at}&before=${next?.at}`;
    const minutes = (await candles(`${SHARE}/candles?interval=1&${span}`)).items;
    const quarters = (await candles(`${SHARE}/candles?interval=15&${span}`)).items;
    expect(minutes.map(({ at }) => at)).toEqual(minutes.map(({ at }) => at).sort());
    for (const bars of [minutes, quarters]) {
      expect(Math.max(...bars.map(({ highPaise }) => highPaise))).toBe(day?.highPaise);
      expect(Math.min(...bars.map(({ lowPaise }) => lowPaise))).toBe(day?.lowPaise);
      expect(bars.reduce((sum, { volume }) => sum + volume, 0)).toBe(day?.volume);
    }
    const last = (await candles(`${SHARE}/candles?interval=1&count=10&${span}`)).items;
    expect(last).toEqual(minutes.slice(-10));
  });

  it("include expired contracts with bars, found by symbol and a day of their listing", async () => {
    const days = (await candles(`${INDEX}/candles?interval=day&count=30`)).items;
    const [first] = days;
    const day = first?.at ?? "";
    const on = new Date(Date.parse(day) + 12 * 3_600_000).toISOString().slice(0, 10);
    const month = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" }).format(Date.parse(on));
    const strike = Math.round((first?.closePaise ?? 0) / 100 / 500) * 500;
    const symbol = `NIFTY-${month}${on.slice(0, 4)}-${strike}-CE`;
    const { items } = foundInstrumentsSchema.parse(
      await read(`/v1/instruments?${new URLSearchParams({ text: symbol, on })}`),
    );
    expect(items.map((found) => found.symbol)).toEqual([symbol]);
    const from = new Date(Date.parse(day) + 5 * 3_600_000).toISOString();
    const path = `/v1/instruments/${items[0]?.exchangeSegment}/${items[0]?.securityId}/candles`;
    const past = (await candles(`${path}?interval=day&from=${from}`)).items;
    expect(past.length).toBeGreaterThan(0);
    expect(past.at(-1)?.at.slice(0, 10) ?? "").toMatch(/^20/);
    expect((await candles(`${path}?interval=60&from=${from}&count=3`)).items).toHaveLength(3);
  });

  it("have an option chain for each expiry, with strikes around the underlying's price", async () => {
    const { instrument } = instrumentDetailSchema.parse(await read(SHARE));
    for (const expiry of instrument.expiries.slice(0, 2)) {
      const chain = optionChainSchema.parse(await read(`${SHARE}/option-chain?expiry=${expiry}`));
      expect(chain.expiry).toBe(expiry);
      const strikes = chain.rows.map(({ strikePaise }) => strikePaise);
      expect(strikes).toEqual([...strikes].sort((one, other) => one - other));
      expect(strikes[0]).toBeLessThan(chain.spotPaise);
      expect(strikes.at(-1)).toBeGreaterThan(chain.spotPaise);
    }
  });

  it("return 404 or 400 with a problem response for unknown or invalid input", async () => {
    for (const [status, path] of [
      [404, "/v1/instruments/NSE_EQ/99999999"],
      [404, "/v1/instruments/NOWHERE/1333"],
      [404, "/v1/instruments/NSE_EQ/99999999/candles?interval=1"],
      [400, `${SHARE}/candles?interval=7`],
      [400, `${SHARE}/candles?interval=1&count=100000`],
      [400, `${SHARE}/candles?interval=1&before=yesterday`],
      [404, `${SHARE}/option-chain?expiry=2001-01-01`],
      [400, `${SHARE}/option-chain?expiry=soon`],
      [404, "/v1/instruments/NSE_EQ/20001/option-chain"],
      [400, "/v1/instruments"],
    ] as const) {
      const answer = await api.call("GET", path);
      expect(answer.status, path).toBe(status);
      expect(problemSchema.safeParse(answer.body).success, path).toBe(true);
    }
  });
});
