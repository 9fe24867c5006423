// The sandbox's market: one tape for one seed, shares that move with their index, options priced from their underlying,
// sessions kept, ids that lead back to their contracts.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, istDay, ROUND_THE_CLOCK } from "../../../app/wire/market-sessions.ts";
import { depthMessage, modePacket } from "../feeds/feed-packets.ts";
import { UNDERLYINGS } from "./instrument-master.ts";
import { SandboxMarket, STEP_MS } from "./market.ts";
import { impliedVolatility, normalCumulative, optionPrice } from "./option-pricing.ts";
import { busyness, pace } from "./price-path.ts";

const at = (text: string) => Date.parse(`${text}+05:30`);
const NOON = at("2026-09-15T12:00:00");

function tape(seed: number, steps: number): string {
  const market = new SandboxMarket(seed, ROUND_THE_CLOCK);
  const wanted = [
    market.find("IDX_I", "13", NOON),
    market.find("NSE_EQ", "1333", NOON),
    market.find("NSE_EQ", "20400", NOON),
    ...market.contracts(NOON).slice(40, 44),
  ].flatMap((instrument) => instrument ?? []);
  const hash = createHash("sha256");
  for (let step = 0; step < steps; step += 1)
    for (const instrument of wanted)
      if (market.traded(instrument, NOON + step * STEP_MS)) {
        hash.update(modePacket("full", market, instrument, NOON + step * STEP_MS));
        if (instrument.exchangeSegment !== "IDX_I")
          hash.update(depthMessage(market, instrument, NOON + step * STEP_MS, step));
      }
  return hash.digest("hex");
}

describe("the tape", () => {
  it("is the same byte for byte for one seed, and another for another", () => {
    expect(tape(7, 2_000)).toBe(tape(7, 2_000));
    expect(tape(8, 2_000)).not.toBe(tape(7, 2_000));
  });

  it("goes on after a restart where it would have been", () => {
    const [one, two] = [new SandboxMarket(3, ROUND_THE_CLOCK), new SandboxMarket(3, ROUND_THE_CLOCK)];
    for (const id of ["13", "25", "51"]) {
      for (let step = 0; step < 200; step += 1) {
        const index = one.find("IDX_I", id, NOON);
        if (index !== null) one.quote(index, NOON + step * STEP_MS);
      }
      const later = NOON + 200 * STEP_MS;
      expect(one.spot(`IDX_I:${id}`, later)).toBe(two.spot(`IDX_I:${id}`, later));
    }
  });

  it("quotes hold together: low ≤ last ≤ high, volume never falls, prices on the tick", () => {
    const market = new SandboxMarket(5, ROUND_THE_CLOCK);
    for (const instrument of market.listed().slice(0, 200)) {
      let volume = 0;
      for (let step = 0; step < 40; step += 1) {
        const quote = market.quote(instrument, NOON + step * STEP_MS);
        expect(quote.lowPaise).toBeLessThanOrEqual(quote.lastPaise);
        expect(quote.highPaise).toBeGreaterThanOrEqual(quote.lastPaise);
        expect(quote.lastPaise % instrument.tickPaise).toBe(0);
        expect(quote.volume).toBeGreaterThanOrEqual(volume);
        volume = quote.volume;
      }
    }
  });

  it("books are ordered and never crossed", () => {
    const market = new SandboxMarket(5, ROUND_THE_CLOCK);
    for (const instrument of [...market.listed().slice(5, 60), ...market.contracts(NOON).slice(0, 60)]) {
      const { bids, asks } = market.book(instrument, NOON);
      expect(asks).toHaveLength(20);
      expect(bids[0]?.pricePaise ?? 0).toBeLessThan(asks[0]?.pricePaise ?? 0);
      for (const [index, bid] of bids.entries())
        if (index > 0) expect(bid.pricePaise).toBeLessThan(bids[index - 1]?.pricePaise ?? 0);
      for (const level of [...bids, ...asks]) {
        expect(level.quantity % instrument.lotSize).toBe(0);
        expect(level.orders).toBeGreaterThan(0);
      }
    }
  });
});

describe("how prices move", () => {
  const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
  const returns = (key: string) => {
    const [segment = "", id = ""] = key.split(":");
    const instrument = market.find(segment as "IDX_I", id, NOON);
    if (!instrument?.path) throw new Error(key);
    const { path } = instrument;
    const found: number[] = [];
    for (let day = istDay(NOON) - 750; day < istDay(NOON); day += 1)
      if (market.paths.isTradingDay(day))
        found.push(
          Math.log(market.paths.previousClose(path, day + 1) / market.paths.previousClose(path, day)),
        );
    return found;
  };
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const correlation = (a: number[], b: number[]) => {
    const [ma, mb] = [mean(a), mean(b)];
    const cross = mean(a.map((value, index) => (value - ma) * ((b[index] ?? 0) - mb)));
    return cross / Math.sqrt(mean(a.map((v) => (v - ma) ** 2)) * mean(b.map((v) => (v - mb) ** 2)));
  };

  it("an index as restless as an index, indices nearly together, shares with their index", () => {
    const nifty = returns("IDX_I:13");
    const yearly = Math.sqrt(mean(nifty.map((value) => value ** 2)) * 250);
    expect(yearly).toBeGreaterThan(0.09);
    expect(yearly).toBeLessThan(0.25);
    expect(correlation(nifty, returns("IDX_I:51"))).toBeGreaterThan(0.9);
    const share = correlation(nifty, returns("NSE_EQ:1333"));
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.95);
  });

  it("within the day too: one minute's moves of a share follow the index's", () => {
    const series = (key: string) => {
      const found: number[] = [];
      let before = market.spot(key, at("2026-09-15T09:15:00"));
      for (let minute = 5; minute < 370; minute += 5) {
        const now = market.spot(key, at("2026-09-15T09:15:00") + minute * 60_000);
        found.push(Math.log(now / before));
        before = now;
      }
      return found;
    };
    expect(correlation(series("IDX_I:13"), series("NSE_EQ:1333"))).toBeGreaterThan(0.2);
  });

  it("busiest at the open and at the close; the pace runs from 0 to 1 without turning back", () => {
    expect(busyness(0)).toBeGreaterThan(2 * busyness(0.5));
    expect(busyness(1)).toBeGreaterThan(1.4 * busyness(0.5));
    expect([pace(0), pace(1)]).toEqual([0, 1]);
    for (let step = 1; step <= 100; step += 1)
      expect(pace(step / 100)).toBeGreaterThan(pace((step - 1) / 100));
  });

  it("keeps the exchanges' hours when told to", () => {
    const share = market.find("NSE_EQ", "1333", NOON);
    if (share === null) throw new Error("no share");
    const close = market.quote(share, at("2026-09-15T15:31:00"));
    expect(market.traded(share, at("2026-09-15T15:31:00"))).toBe(false);
    expect(market.quote(share, at("2026-09-15T20:00:00")).lastPaise).toBe(close.lastPaise);
    expect(close.lastTradeAt).toBeLessThan(at("2026-09-15T15:30:00"));
    const preOpen = market.quote(share, at("2026-09-16T08:00:00"));
    expect(preOpen.volume).toBe(0);
    expect(market.traded(share, at("2026-09-14T12:00:00"))).toBe(false);
  });
});

describe("the master", () => {
  const market = new SandboxMarket(1, ROUND_THE_CLOCK);

  it("a thousand shares and more, 950 of them on the margin list up to four times, ids once each", () => {
    const shares = market
      .listed()
      .filter(({ kind, exchangeSegment }) => kind === "EQUITY" && exchangeSegment === "NSE_EQ");
    expect(shares.length).toBeGreaterThanOrEqual(1_000);
    expect(shares.filter(({ marginLeverage }) => marginLeverage > 1).length).toBeGreaterThanOrEqual(950);
    expect(Math.max(...shares.map(({ marginLeverage }) => marginLeverage))).toBe(4);
    expect(new Set(shares.map(({ securityId }) => securityId)).size).toBe(shares.length);
    expect(new Set(shares.map(({ symbol }) => symbol)).size).toBe(shares.length);
  });

  it.each([
    ["IDX_I", "13", "NIFTY"],
    ["IDX_I", "25", "BANKNIFTY"],
    ["IDX_I", "27", "FINNIFTY"],
    ["IDX_I", "51", "SENSEX"],
    ["IDX_I", "442", "MIDCPNIFTY"],
    ["NSE_EQ", "1333", "HDFCBANK"],
    ["NSE_EQ", "11536", "TCS"],
    ["NSE_EQ", "2885", "RELIANCE"],
    ["BSE_EQ", "532540", "TCS"],
  ] as const)("%s:%s is %s", (segment, id, symbol) =>
    expect(market.find(segment, id, NOON)?.symbol).toBe(symbol),
  );

  it("weekly and monthly contracts, strikes each way, and every id leads back to its contract", () => {
    const contracts = market.contracts(NOON);
    const nifty = contracts.filter(({ option }) => option?.underlyingKey === "IDX_I:13");
    expect(new Set(nifty.map(({ option }) => option?.expiryDay)).size).toBeGreaterThanOrEqual(5);
    expect(nifty.some(({ option }) => option?.isMonthly)).toBe(true);
    expect(nifty.some(({ option }) => !option?.isMonthly)).toBe(true);
    expect(new Set(contracts.map(({ key }) => key)).size).toBe(contracts.length);
    for (const contract of contracts.filter((_, index) => index % 17 === 0))
      expect(market.find(contract.exchangeSegment, contract.securityId, NOON)).toEqual(contract);
  });

  it("an expiry on a holiday moves to the day before; an expired contract is gone", () => {
    // 10 November 2026, a Tuesday, is a holiday.
    const [expiry] = market.expiries(0, at("2026-11-05T12:00:00"));
    expect(expiry?.day).toBe(istDay(at("2026-11-09T12:00:00")));
    const contract = market.contracts(NOON)[0];
    if (contract === undefined) throw new Error("no contract");
    expect(market.find(contract.exchangeSegment, contract.securityId, NOON + 20 * 86_400_000)).toBeNull();
  });

  it.each(["0", "1", "99999999999", "-5", "17"])("the id %s is no contract", (id) =>
    expect(market.find("NSE_FNO", id, NOON)).toBeNull(),
  );

  it("underlyings of options are listed indices", () => {
    for (const { key } of UNDERLYINGS) expect(market.listed().some((one) => one.key === key)).toBe(true);
  });
});

describe("option prices", () => {
  it("agree with worked examples (Hull, Options, Futures and Other Derivatives, 15.6: S 42, K 40, r 10 %, σ 20 %, half a year)", () => {
    expect(optionPrice("CE", 42, 40, 0.5, 0.2, 0.1)).toBeCloseTo(4.76, 2);
    expect(optionPrice("PE", 42, 40, 0.5, 0.2, 0.1)).toBeCloseTo(0.81, 2);
    expect(normalCumulative(0.7693)).toBeCloseTo(0.7791, 4);
    expect(normalCumulative(-0.6278)).toBeCloseTo(0.2651, 4);
  });

  it("keep put-call parity and fall with the strike", () => {
    for (const strike of [24_000, 25_000, 26_000]) {
      const call = optionPrice("CE", 25_000, strike, 0.02, 0.14);
      const put = optionPrice("PE", 25_000, strike, 0.02, 0.14);
      expect(call - put).toBeCloseTo(25_000 - strike * Math.exp(-0.065 * 0.02), 2);
    }
    expect(optionPrice("CE", 25_000, 25_500, 0.02, 0.14)).toBeLessThan(
      optionPrice("CE", 25_000, 25_000, 0.02, 0.14),
    );
  });

  it("the smile is dearer below the money", () => {
    expect(impliedVolatility(0.14, 25_000, 24_000, 0.05)).toBeGreaterThan(
      impliedVolatility(0.14, 25_000, 25_000, 0.05),
    );
  });
});
