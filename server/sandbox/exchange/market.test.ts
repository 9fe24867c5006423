// The sandbox's market as one tape: the same seed gives the same prices in any order of calls. Bars are sums of trades.
// Regular sessions do not depend on the market's hours. Ids resolve to their contracts.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../app/domain/market-sessions.ts";
import { dayOfIso, istDay, istDayStart, MINUTE_MS } from "../../../app/domain/time.ts";
import { dailyBar, sessionBars } from "./candles.ts";
import { depthMessage, modePacket } from "./feeds/feed-packets.ts";
import { type MarketInstrument, UNDERLYINGS } from "./instrument-master.ts";
import { SandboxMarket, STEP_MS } from "./market.ts";
import { allocateTrades } from "./minute-tape.ts";
import { callPrice, putPrice } from "./option-ladder.ts";
import { fastNormalCumulative, normalCumulative } from "./option-pricing.ts";
import { minuteStart } from "./trading-days.ts";

const at = (text: string) => Date.parse(`${text}+05:30`);
const NOON = at("2026-09-15T12:00:00");

function tape(seed: number, steps: number): string {
  const market = new SandboxMarket(seed, ROUND_THE_CLOCK);
  const requested = [
    market.find("IDX_I", "13", NOON),
    market.find("NSE_EQ", "1333", NOON),
    market.find("NSE_EQ", "20400", NOON),
    ...market.contracts(NOON).slice(40, 44),
  ].flatMap((instrument) => instrument ?? []);
  const hash = createHash("sha256");
  for (let step = 0; step < steps; step += 1)
    for (const instrument of requested)
      if (market.traded(instrument, NOON + step * STEP_MS)) {
        hash.update(modePacket("full", market, instrument, NOON + step * STEP_MS));
        if (instrument.exchangeSegment !== "IDX_I")
          hash.update(depthMessage(market, instrument, NOON + step * STEP_MS, step));
      }
  return hash.digest("hex");
}

describe("the simulated price history", () => {
  it("is identical byte for byte for the same seed, and differs for another seed", () => {
    expect(tape(7, 600)).toBe(tape(7, 600));
    expect(tape(8, 600)).not.toBe(tape(7, 600));
  });

  it("does not depend on earlier calls or their order", () => {
    const [one, two] = [new SandboxMarket(3, ROUND_THE_CLOCK), new SandboxMarket(3, ROUND_THE_CLOCK)];
    const share = one.find("NSE_EQ", "2885", NOON);
    if (share === null) throw new Error("no share");
    for (let step = 0; step < 200; step += 1) one.quote(share, NOON + step * STEP_MS);
    one.quote(share, at("2024-05-20T10:00:00"));
    const later = NOON + 200 * STEP_MS;
    expect(JSON.stringify(one.quote(share, later))).toBe(JSON.stringify(two.quote(share, later)));
  });

  it("follows exchange hours if the market is configured for them", () => {
    const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
    const share = market.find("NSE_EQ", "1333", NOON);
    if (share === null) throw new Error("no share");
    const close = market.quote(share, at("2026-09-15T15:31:00"));
    expect(market.traded(share, at("2026-09-15T15:31:00"))).toBe(false);
    expect(market.quote(share, at("2026-09-15T20:00:00"))).toEqual(close);
    expect(close.lastTradeAt).toBeLessThan(at("2026-09-15T15:30:00"));
    expect(market.quote(share, at("2026-09-16T08:00:00"))).toEqual(close);
    const next = market.quote(share, at("2026-09-16T09:15:00"));
    expect(next.previousClosePaise).toBe(close.lastPaise);
    expect(next.isExtended).toBe(false);
    expect(market.traded(share, at("2026-09-14T12:00:00"))).toBe(false);
  });
});

const closed = new SandboxMarket(1, EXCHANGE_CALENDAR);
const always = new SandboxMarket(1, ROUND_THE_CLOCK);
const FIRST = dayOfIso("2023-01-02");
const LAST = dayOfIso("2027-02-01");

/** A listed instrument on a random trading day between 2023 and 2027. */
const listedOn = (market: SandboxMarket, day: number, pick: number): MarketInstrument => {
  const midday = istDayStart(day) + 12 * 60 * MINUTE_MS;
  const shares = market.listed(midday);
  if (pick % 2 === 0) return shares[pick % shares.length] as MarketInstrument;
  const base = (pick >> 1) % UNDERLYINGS.length;
  const key = UNDERLYINGS[base]?.key;
  const contracts = market
    .contracts(midday)
    .filter(({ option, future }) => (option?.underlyingKey ?? future?.underlyingKey) === key);
  // The underlying may not have contracts yet on that day.
  return (contracts[(pick >> 6) % contracts.length] ?? shares[pick % shares.length]) as MarketInstrument;
};
const anyDay = fc.integer({ min: FIRST, max: LAST }).filter((day) => closed.paths.isTradingDay(day));
const anyPick = fc.nat({ max: 1_000_000 });

describe("simulated prices of any instrument on any day", () => {
  const RUNS = { numRuns: 40, seed: 20_261_121 };

  it("longer candles and the daily candle equal the sum of their minute candles", {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(
        anyDay,
        anyPick,
        fc.constantFrom(5, 15, 25, 30, 60),
        fc.nat({ max: 24_000 }),
        (day, pick, interval, second) => {
          const instrument = listedOn(closed, day, pick);
          const session = closed.tapes.sessions.regular(instrument.exchangeSegment, day);
          if (session === null) return;
          const now = session.fromMs + second * 1_000;
          const minutes = sessionBars(closed.tapes, instrument, session, 1, now);
          const bars = sessionBars(closed.tapes, instrument, session, interval, now);
          const dayBar = dailyBar(closed.tapes, instrument, day, now);
          for (const bar of [...bars, ...(dayBar === null ? [] : [{ ...dayBar, atMs: session.fromMs }])]) {
            const ends = bars[bars.indexOf(bar) + 1]?.atMs ?? Number.POSITIVE_INFINITY;
            const inside = minutes.filter(
              ({ atMs }) => atMs >= bar.atMs && (bars.includes(bar) ? atMs < ends : true),
            );
            expect(bar.openPaise).toBe(inside[0]?.openPaise);
            expect(bar.closePaise).toBe(inside.at(-1)?.closePaise);
            expect(bar.highPaise).toBe(Math.max(...inside.map(({ highPaise }) => highPaise)));
            expect(bar.lowPaise).toBe(Math.min(...inside.map(({ lowPaise }) => lowPaise)));
            expect(bar.volume).toBe(inside.reduce((sum, { volume }) => sum + volume, 0));
          }
          const quote = closed.quote(instrument, now);
          expect([quote.openPaise, quote.highPaise, quote.lowPaise, quote.lastPaise, quote.volume]).toEqual([
            dayBar?.openPaise,
            dayBar?.highPaise,
            dayBar?.lowPaise,
            dayBar?.closePaise,
            dayBar?.volume,
          ]);
          expect(quote.openInterest).toBeGreaterThanOrEqual(quote.lowestOpenInterest);
        },
      ),
      RUNS,
    );
  });

  it("minute candles equal the sum of their trades, and turnover is price × quantity", {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(anyDay, anyPick, fc.nat({ max: 400 }), (day, pick, place) => {
        const instrument = listedOn(closed, day, pick);
        const session = closed.tapes.sessions.regular(instrument.exchangeSegment, day);
        if (session === null) return;
        const own = closed.tapes.tape(instrument, session);
        const minute = place % session.minutes;
        const room = allocateTrades();
        own.trades(minute, room);
        const prices = [...room.price.subarray(0, own.slots)];
        const quantities = [...room.quantity.subarray(0, own.slots)];
        const { bars } = own;
        expect(prices[0]).toBe(bars.open[minute]);
        expect(prices.at(-1)).toBe(bars.close[minute]);
        expect(Math.max(...prices)).toBe(bars.high[minute]);
        expect(Math.min(...prices)).toBe(bars.low[minute]);
        expect(quantities.reduce((sum, quantity) => sum + quantity, 0)).toBe(bars.volume[minute]);
        for (const price of prices) expect(price % instrument.tickPaise).toBe(0);
        for (const quantity of quantities) expect(quantity % instrument.lotSize).toBe(0);
        const from = minuteStart(session, minute);
        const turnover = closed.quote(instrument, from + MINUTE_MS - 1).turnoverPaise;
        const before = minute === 0 ? 0 : closed.quote(instrument, from - 1).turnoverPaise;
        const traded = prices.reduce((sum, price, index) => sum + price * (quantities[index] ?? 0), 0);
        if (minute === 0 || minuteStart(session, minute - 1) === from - MINUTE_MS)
          expect(turnover - before).toBe(traded);
      }),
      RUNS,
    );
  });

  it("quotes have the last session's close, and a price within day range and spread", {
    timeout: 120_000,
  }, () => {
    let moved = 0;
    let seen = 0;
    fc.assert(
      fc.property(anyDay, anyPick, fc.nat({ max: 22_000 }), (day, pick, second) => {
        const instrument = listedOn(closed, day, pick);
        const session = closed.tapes.sessions.regular(instrument.exchangeSegment, day);
        if (session === null) return;
        const now = session.fromMs + second * 1_000;
        const quote = closed.quote(instrument, now);
        const before = closed.tapes.days.dayAt((closed.tapes.days.ordinal(day) ?? 1) - 1);
        expect(quote.previousClosePaise).toBe(dailyBar(closed.tapes, instrument, before, now)?.closePaise);
        expect(quote.lastPaise).toBeGreaterThanOrEqual(quote.lowPaise);
        expect(quote.lastPaise).toBeLessThanOrEqual(quote.highPaise);
        expect(quote.averagePaise).toBeGreaterThanOrEqual(quote.lowPaise);
        expect(quote.averagePaise).toBeLessThanOrEqual(quote.highPaise);
        expect(quote.lowerCircuitPaise % instrument.tickPaise).toBe(0);
        expect(quote.upperCircuitPaise % instrument.tickPaise).toBe(0);
        expect(quote.highPaise).toBeLessThanOrEqual(quote.upperCircuitPaise);
        expect(quote.lowPaise).toBeGreaterThanOrEqual(quote.lowerCircuitPaise);
        seen += 1;
        if (quote.openPaise !== quote.previousClosePaise) moved += 1;
        if (instrument.kind === "INDEX") return;
        const { bids, asks } = closed.book(instrument, now);
        expect(asks[0]?.pricePaise).toBeGreaterThanOrEqual(quote.lastPaise);
        if (bids[0] !== undefined) expect(bids[0].pricePaise).toBeLessThanOrEqual(quote.lastPaise);
        expect(bids[0]?.pricePaise ?? 0).toBeLessThan(asks[0]?.pricePaise ?? 0);
        for (const level of [...bids, ...asks]) {
          expect(level.pricePaise % instrument.tickPaise).toBe(0);
          expect(level.quantity % instrument.lotSize).toBe(0);
        }
      }),
      RUNS,
    );
    expect(moved / seen).toBeGreaterThan(0.7);
  });

  it("a 24-hour market has the same regular sessions, with extended hours in between", {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(anyDay, anyPick, fc.nat({ max: 400 }), (day, pick, place) => {
        const instrument = listedOn(closed, day, pick);
        const session = closed.tapes.sessions.regular(instrument.exchangeSegment, day);
        if (session === null) return;
        const now = session.fromMs + (place % session.minutes) * MINUTE_MS + 31_000;
        expect(JSON.stringify(always.quote(instrument, now))).toBe(
          JSON.stringify(closed.quote(instrument, now)),
        );
        if (instrument.path === null) return;
        const morning = always.quote(instrument, session.fromMs - 250);
        const opened = always.quote(instrument, session.fromMs);
        expect(morning.isExtended).toBe(true);
        expect(opened.isExtended).toBe(false);
        expect(Math.abs(Math.log(morning.lastPaise / opened.openPaise))).toBeLessThan(0.006);
        const evening = always.quote(instrument, session.toMs + 1_000);
        expect(evening.previousClosePaise).toBe(closed.quote(instrument, session.toMs).lastPaise);
        expect(Math.abs(Math.log(evening.lastPaise / evening.previousClosePaise))).toBeLessThan(0.006);
      }),
      RUNS,
    );
  });

  it("candles match the trades that subscribers received", () => {
    const share = closed.find("NSE_EQ", "11536", NOON) as MarketInstrument;
    const from = at("2026-09-15T11:07:00");
    const seen: number[] = [];
    for (let step = 0; step < 240; step += 1)
      if (closed.traded(share, from + step * STEP_MS))
        seen.push(closed.quote(share, from + step * STEP_MS).lastPaise);
    const session = closed.tapes.sessions.regular("NSE_EQ", istDay(from));
    if (session === null) throw new Error("no session");
    const bar = sessionBars(closed.tapes, share, session, 1, at("2026-09-18T12:00:00")).find(
      ({ atMs }) => atMs === from,
    );
    expect(seen.length).toBe(share.slots);
    expect([seen[0], Math.max(...seen), Math.min(...seen), seen.at(-1)]).toEqual([
      bar?.openPaise,
      bar?.highPaise,
      bar?.lowPaise,
      bar?.closePaise,
    ]);
  });
});

describe("the instrument master", () => {
  it("lists over 1,000 shares with unique ids: 950 with leverage, 200 also at the BSE", () => {
    const shares = closed
      .listed()
      .filter(({ kind, exchangeSegment }) => kind === "EQUITY" && exchangeSegment === "NSE_EQ");
    expect(shares.length).toBeGreaterThanOrEqual(1_000);
    expect(shares.filter(({ marginLeverage }) => marginLeverage > 1).length).toBeGreaterThanOrEqual(950);
    expect(Math.max(...shares.map(({ marginLeverage }) => marginLeverage))).toBe(4);
    expect(new Set(shares.map(({ securityId }) => securityId)).size).toBe(shares.length);
    expect(new Set(shares.map(({ symbol }) => symbol)).size).toBe(shares.length);
    const atBse = closed.listed().filter(({ exchangeSegment }) => exchangeSegment === "BSE_EQ");
    expect(atBse.length).toBeGreaterThanOrEqual(200);
    expect(new Set(atBse.map(({ securityId }) => securityId)).size).toBe(atBse.length);
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
    ["BSE_EQ", "500180", "HDFCBANK"],
  ] as const)("resolves %s:%s to %s", (segment, id, symbol) =>
    expect(closed.find(segment, id, NOON)?.symbol).toBe(symbol),
  );

  it("a share has the same price at both exchanges, within a few ticks", () => {
    const [nse, bse] = [closed.find("NSE_EQ", "11536", NOON), closed.find("BSE_EQ", "532540", NOON)];
    if (nse === null || bse === null) throw new Error("not listed");
    const [here, there] = [closed.quote(nse, NOON).lastPaise, closed.quote(bse, NOON).lastPaise];
    expect(Math.abs(here - there) / here).toBeLessThan(0.002);
  });

  it("lists weekly and monthly options and three futures, with ids that resolve", () => {
    const contracts = closed.contracts(NOON);
    const nifty = contracts.filter(({ option }) => option?.underlyingKey === "IDX_I:13");
    expect(new Set(nifty.map(({ option }) => option?.expiryDay)).size).toBeGreaterThanOrEqual(5);
    expect(nifty.some(({ option }) => option?.isMonthly)).toBe(true);
    expect(nifty.some(({ option }) => !option?.isMonthly)).toBe(true);
    for (const { key } of UNDERLYINGS)
      expect(contracts.filter(({ future }) => future?.underlyingKey === key)).toHaveLength(3);
    expect(new Set(contracts.map(({ key }) => key)).size).toBe(contracts.length);
    for (const contract of contracts.filter(({ future }, index) => index % 17 === 0 || future !== null))
      expect(closed.find(contract.exchangeSegment, contract.securityId, NOON)).toEqual(contract);
  });

  it("an expiry on a holiday moves a day back, and an expired contract is not found", () => {
    // 10 November 2026, a Tuesday, is a holiday.
    const [expiry] = closed.expiries(0, at("2026-11-05T12:00:00"));
    expect(expiry?.day).toBe(istDay(at("2026-11-09T12:00:00")));
    const contract = closed.contracts(NOON)[0];
    if (contract === undefined) throw new Error("no contract");
    expect(closed.find(contract.exchangeSegment, contract.securityId, NOON + 20 * 86_400_000)).toBeNull();
  });

  it.each(["0", "1", "99999999999", "-5", "17"])("the id %s is not a contract", (id) =>
    expect(closed.find("NSE_FNO", id, NOON)).toBeNull(),
  );
});

describe("option prices", () => {
  /** A slice with the same volatility at every strike. */
  const flat = (years: number, volatility: number, rate: number) => ({
    years,
    carry: Math.exp(rate * years),
    discount: Math.exp(-rate * years),
    smile: { theta: volatility ** 2 * years, phi: 0, correlation: 0 },
  });

  it("match worked examples (Hull, Options, Futures and Other Derivatives, 15.6)", () => {
    expect(callPrice(flat(0.5, 0.2, 0.1), 42, 40)).toBeCloseTo(4.76, 2);
    expect(putPrice(flat(0.5, 0.2, 0.1), 42, 40)).toBeCloseTo(0.81, 2);
    expect(normalCumulative(0.7693)).toBeCloseTo(0.7791, 4);
    expect(normalCumulative(-0.6278)).toBeCloseTo(0.2651, 4);
    expect(normalCumulative(0)).toBeCloseTo(0.5, 14);
  });

  it("use a normal distribution from a table that differs by at most 1e-15", () => {
    for (let x = -9; x <= 9; x += 0.00713)
      expect(Math.abs(fastNormalCumulative(x) - normalCumulative(x))).toBeLessThan(1e-15);
  });

  it("satisfy put-call parity", () => {
    for (const strike of [24_000, 25_000, 26_000]) {
      const call = callPrice(flat(0.02, 0.14, 0.065), 25_000, strike);
      const put = putPrice(flat(0.02, 0.14, 0.065), 25_000, strike);
      expect(call - put).toBeCloseTo(25_000 - strike * Math.exp(-0.065 * 0.02), 6);
    }
  });
});
