// Simulated market events: price moves, halts, circuit limits and thin books. Their effect must be the same in quotes,
// candles and derivatives.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../app/domain/market-sessions.ts";
import { istDay } from "../../../app/domain/time.ts";
import { dailyBar, sessionBars } from "./candles.ts";
import { SandboxMarket } from "./market.ts";
import { type MarketEvent, MarketEvents } from "./market-events.ts";

const at = (time: string, day = "2026-11-20") => Date.parse(`${day}T${time}+05:30`);
const KEY = "NSE_EQ:1333";

function marketWith(...events: MarketEvent[]) {
  const market = new SandboxMarket(3, EXCHANGE_CALENDAR);
  market.setEvents(new MarketEvents(events));
  const share = market.find("NSE_EQ", "1333", at("10:00:00"));
  const index = market.find("IDX_I", "13", at("10:00:00"));
  if (share === null || index === null) throw new Error("not listed");
  const last = (time: string, instrument = share, day?: string) =>
    market.quote(instrument, at(time, day)).lastPaise;
  return { market, share, index, last };
}
const plain = marketWith();

describe("a price move", () => {
  const moved = marketWith({ kind: "move", key: KEY, fromMs: at("10:00:00"), percent: -4, minutes: 1 });

  it("changes only the prices after its start", () => {
    for (const time of ["09:15:00", "09:40:30", "09:59:59"]) expect(moved.last(time)).toBe(plain.last(time));
    for (const time of ["10:01:00", "11:30:00", "14:59:00"])
      expect(moved.last(time) / plain.last(time)).toBeCloseTo(0.96, 2);
  });

  it("appears in candles, and longer candles still equal the sums of their minutes", () => {
    const { market, share } = moved;
    const session = market.tapes.sessions.regular("NSE_EQ", istDay(at("10:00:00")));
    if (session === null) throw new Error("no session");
    const minutes = sessionBars(market.tapes, share, session, 1, at("16:00:00"));
    const day = dailyBar(market.tapes, share, session.day, at("16:00:00"));
    expect(day?.lowPaise).toBe(Math.min(...minutes.map(({ lowPaise }) => lowPaise)));
    expect(day?.volume).toBe(minutes.reduce((sum, { volume }) => sum + volume, 0));
    const before = minutes.find(({ atMs }) => atMs === at("09:59:00"));
    const during = minutes.find(({ atMs }) => atMs === at("10:00:00"));
    expect((during?.closePaise ?? 0) / (before?.closePaise ?? 1)).toBeCloseTo(0.96, 1);
  });

  it("persists overnight: the next day opens at the moved price", () => {
    const next = moved.market.quote(moved.share, at("09:15:30", "2026-11-23"));
    expect(next.previousClosePaise).toBe(moved.last("15:59:00"));
    expect(next.lastPaise / plain.last("09:15:30", plain.share, "2026-11-23")).toBeCloseTo(0.96, 2);
  });

  it("before the open appears as a gap", () => {
    const gap = marketWith({ kind: "move", key: null, fromMs: at("09:00:00"), percent: -4, minutes: 1 });
    const quote = gap.market.quote(gap.index, at("09:15:00"));
    expect(quote.openPaise / plain.market.quote(plain.index, at("09:15:00")).openPaise).toBeCloseTo(0.96, 2);
    expect(quote.previousClosePaise).toBe(plain.market.quote(plain.index, at("09:15:00")).previousClosePaise);
  });

  it("of the whole market moves shares by their beta, and options with their underlying", () => {
    const crash = marketWith({ kind: "move", key: null, fromMs: at("10:00:00"), percent: -6, minutes: 5 });
    const beta = crash.share.path?.beta ?? 0;
    const expected = 0.94 ** beta;
    expect(crash.last("10:10:00") / plain.last("10:10:00")).toBeCloseTo(expected, 2);
    const [call] = crash.market.nearestContracts("IDX_I", "13", at("09:30:00"));
    if (call === undefined) throw new Error("no option");
    const contract = crash.market.find(call.exchangeSegment, call.securityId, at("10:10:00"));
    if (contract === null) throw new Error("not listed");
    expect(crash.last("10:10:00", contract)).toBeLessThan(plain.last("10:10:00", contract) / 2);
    expect(crash.last("09:59:00", contract)).toBe(plain.last("09:59:00", contract));
  });

  it("combined with other moves gives the same price in any order", () => {
    const event = fc.record({
      kind: fc.constant("move" as const),
      key: fc.constant(KEY),
      fromMs: fc.integer({ min: 0, max: 200 }).map((minute) => at("09:30:00") + minute * 60_000),
      percent: fc.integer({ min: -5, max: 5 }),
      minutes: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 3 }), (events) => {
        const market = new SandboxMarket(3, EXCHANGE_CALENDAR);
        const prices = [events, events.toReversed()].map((order) => {
          market.setEvents(new MarketEvents(order));
          return market.quote(plain.share, at("15:00:00")).lastPaise;
        });
        expect(prices[0]).toBe(prices[1]);
        const expected = events.reduce((share, { percent }) => share * (1 + percent / 100), 1);
        expect((prices[0] ?? 0) / plain.last("15:00:00")).toBeCloseTo(expected, 2);
      }),
      { numRuns: 8 },
    );
  });
});

it("a fixed price set for a share applies from the next minute", () => {
  const set = marketWith({ kind: "price", key: KEY, fromMs: at("11:00:00"), paise: 900_00 });
  expect(set.last("10:59:59")).toBe(plain.last("10:59:59"));
  expect(set.last("11:01:00") / 900_00).toBeCloseTo(1, 2);
});

describe("a halt", () => {
  const halted = marketWith({ kind: "halt", key: KEY, fromMs: at("10:00:00"), untilMs: at("10:15:00") });

  it("freezes the last price and allows no trades until it ends", () => {
    const { market, share } = halted;
    const before = market.quote(share, at("09:59:59"));
    const during = market.quote(share, at("10:10:00"));
    expect([during.lastPaise, during.lastTradeAt, during.volume]).toEqual([
      before.lastPaise,
      before.lastTradeAt,
      before.volume,
    ]);
    expect(market.tradedBetween(share, at("10:02:00"), at("10:12:00"))).toBe(false);
    expect(market.tradedBetween(share, at("10:10:00"), at("10:20:00"))).toBe(true);
    expect(market.events.isHalted(share, at("10:15:00"))).toBe(false);
    const session = market.tapes.sessions.regular("NSE_EQ", istDay(at("10:00:00")));
    if (session === null) throw new Error("no session");
    const bars = sessionBars(market.tapes, share, session, 15, at("16:00:00"));
    expect(bars.find(({ atMs }) => atMs === at("10:00:00"))?.volume).toBe(0);
  });

  it("also applies to the share's derivatives, but not to the index", () => {
    const { market, index } = halted;
    const expiry = market.tapes.futureMonths.expiries(KEY, istDay(at("10:00:00")))[0] ?? 0;
    const future = market.future(KEY, expiry, at("10:00:00"));
    expect(future !== null && market.events.isHalted(future, at("10:05:00"))).toBe(true);
    expect(market.events.isHalted(index, at("10:05:00"))).toBe(false);
  });
});

it("a lower circuit holds the price at the daily limit and removes all bids", () => {
  const { market, share } = marketWith({
    kind: "circuit",
    key: KEY,
    side: "lower",
    fromMs: at("10:00:00"),
    untilMs: at("12:00:00"),
  });
  const quote = market.quote(share, at("11:00:00"));
  expect(quote.lastPaise).toBe(quote.lowerCircuitPaise);
  const book = market.book(share, at("11:00:00"));
  expect([book.bids.length, book.asks.length > 0]).toEqual([0, true]);
  expect(market.book(share, at("12:30:00")).bids.length).toBeGreaterThan(0);
  expect(market.quote(share, at("12:30:00")).lastPaise).toBe(plain.last("12:30:00"));
});

it("a thin order book has fewer levels, smaller sizes and a wider spread", () => {
  const { market, share } = marketWith({
    kind: "depth",
    key: KEY,
    fromMs: at("10:00:00"),
    untilMs: at("11:00:00"),
    levels: 2,
    lots: 3,
    spreadTicks: 10,
  });
  const { bids, asks } = market.book(share, at("10:30:00"));
  const tick = share.tickPaise;
  expect([bids.map(({ quantity }) => quantity), asks.map(({ quantity }) => quantity)]).toEqual([
    [3, 3],
    [3, 3],
  ]);
  expect(((asks[0]?.pricePaise ?? 0) - (bids[0]?.pricePaise ?? 0)) / tick).toBe(10);
  expect(((asks[1]?.pricePaise ?? 0) - (asks[0]?.pricePaise ?? 0)) / tick).toBe(10);
  expect(market.book(share, at("11:30:00"))).toEqual(plain.market.book(share, at("11:30:00")));
});
