// The broker: hand-worked margin cases, fills that never use the same depth twice, rejections with messages, and money
// that adds up to the paisa.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../../app/domain/market-sessions.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import { SandboxMarket } from "../exchange/market.ts";
import type { Book } from "../exchange/market-depth.ts";
import { buildContract } from "../exchange/option-chain.ts";
import { openDatabase, type SandboxDatabase } from "../store/database.ts";
import { Broker } from "./broker.ts";
import { DayEnd } from "./day-end.ts";
import { computeMargin, type MarginPosition } from "./margin.ts";
import { matchOrder, protectedLimit, UsedDepth } from "./matching.ts";
import type { ClientEvent } from "./order-events.ts";
import type { PlaceRequest } from "./order-request.ts";

const NOON = Date.parse("2026-11-17T12:00:00+05:30");
const ACCOUNT = "live:1000000001";

let folder = "";
let db: SandboxDatabase;
let now = NOON;
let broker: Broker;

function start(calendar = ROUND_THE_CLOCK): void {
  now = NOON;
  broker = new Broker(db, new SandboxMarket(1, calendar), () => now);
  broker.openAccount(ACCOUNT, 1_000_000_00);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "broker-"));
  db = openDatabase(folder);
  start();
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function share(id = "1333"): MarketInstrument {
  const instrument = broker.market.find("NSE_EQ", id, now);
  if (instrument === null) throw new Error("no share");
  return instrument;
}

function option(side: "CE" | "PE", steps = 0): MarketInstrument {
  const [expiry] = broker.market.expiries(0, now);
  const spot = broker.market.spot("IDX_I:13", now);
  const strike = (Math.round(spot / 50) + steps) * 50;
  const contract =
    expiry === undefined
      ? null
      : buildContract("IDX_I:13", expiry, strike, side, spot, Math.floor(now / 86_400_000));
  if (contract === null) throw new Error("no contract");
  return contract;
}

function place(request: Partial<PlaceRequest> & Pick<PlaceRequest, "instrument" | "side" | "quantity">) {
  return broker.run(() =>
    broker.place({
      clientId: "1000000001",
      account: ACCOUNT,
      deploymentId: null,
      leg: null,
      product: request.instrument.option === null ? "CNC" : "MARGIN",
      limitPaise: null,
      validity: "DAY",
      intent: null,
      correlationId: null,
      capPaise: null,
      ...request,
    }),
  );
}

describe("margin", () => {
  const SPOT = 25_000;
  const worth = (held: MarketInstrument, spot: number) => {
    const terms = held.option;
    if (terms === null) return spot;
    return Math.max(terms.side === "CE" ? spot - terms.strikeRupees : terms.strikeRupees - spot, 0);
  };
  const at = (strikeRupees: number, side: "CE" | "PE", quantity: number): MarginPosition => ({
    instrument: {
      ...option("CE"),
      key: `${strikeRupees}${side}`,
      option: { underlyingKey: "IDX_I:13", strikeRupees, side, expiryDay: 20_000, isMonthly: false },
    },
    quantity,
    product: "MARGIN",
  });
  // Prices options at their intrinsic value, so that the worst loss of the scan can be computed by hand.
  const pricing = { price: () => 100, spot: () => SPOT, priceAt: worth };

  it("equals the value of a bought option", () => {
    expect(computeMargin([at(24_900, "CE", 65)], pricing)).toBe(100 * 65 * 100);
  });

  it("equals strike difference plus exposure margin for a 200-point call spread", () => {
    const exposure = 0.02 * SPOT * 65;
    expect(computeMargin([at(25_200, "CE", 65), at(25_000, "CE", -65)], pricing)).toBe(
      (200 * 65 + exposure) * 100,
    );
  });

  it("equals the loss at a 9 % rise plus the exposure margin for a naked call", () => {
    expect(computeMargin([at(25_000, "CE", -65)], pricing)).toBe((0.09 * SPOT * 65 + 0.02 * SPOT * 65) * 100);
  });

  it("equals the price of delivery shares, and a quarter of it for intraday shares", () => {
    const held = { instrument: { ...share(), marginLeverage: 4 }, quantity: 10 };
    expect(computeMargin([{ ...held, product: "CNC" }], pricing)).toBe(100_000);
    expect(computeMargin([{ ...held, product: "INTRADAY", quantity: -10 }], pricing)).toBe(25_000);
  });
});

describe("matching", () => {
  const book: Book = {
    bids: [{ pricePaise: 9_990, quantity: 100, orders: 1 }],
    asks: [
      { pricePaise: 10_000, quantity: 100, orders: 2 },
      { pricePaise: 10_010, quantity: 50, orders: 1 },
      { pricePaise: 10_050, quantity: 500, orders: 1 },
    ],
  };
  const order = { key: "NSE_EQ:1", side: "BUY" as const, lotSize: 1 };

  it("fills an order level by level, no further than its limit price", () => {
    const fills = matchOrder({ ...order, quantity: 300, limitPaise: 10_010 }, book, new UsedDepth(), NOON);
    expect(fills).toEqual([
      { quantity: 100, pricePaise: 10_000 },
      { quantity: 50, pricePaise: 10_010 },
    ]);
  });

  it("uses the quantity of a price level only once until the level is refilled", () => {
    const usedDepth = new UsedDepth();
    const requested = { ...order, quantity: 80, limitPaise: 10_000 };
    expect(matchOrder(requested, book, usedDepth, NOON)).toEqual([{ quantity: 80, pricePaise: 10_000 }]);
    expect(matchOrder(requested, book, usedDepth, NOON + 1_000)).toEqual([
      { quantity: 20, pricePaise: 10_000 },
    ]);
    expect(matchOrder(requested, book, usedDepth, NOON + 2_000)).toEqual([]);
    expect(matchOrder(requested, book, usedDepth, NOON + 10_000)).toEqual([
      { quantity: 80, pricePaise: 10_000 },
    ]);
  });

  it("fills only whole lots", () => {
    const fills = matchOrder(
      { ...order, lotSize: 65, quantity: 130, limitPaise: 10_010 },
      book,
      new UsedDepth(),
      NOON,
    );
    expect(fills).toEqual([{ quantity: 65, pricePaise: 10_000 }]);
  });

  it("limits a market order to 1 % beyond the best price", () => {
    expect(protectedLimit("BUY", book, 5, "share")).toBe(10_100);
    expect(protectedLimit("SELL", book, 5, "share")).toBe(9_890);
    expect(protectedLimit("SELL", { bids: [], asks: [] }, 5, "share")).toBeNull();
  });
});

describe("orders", () => {
  it("change cash and realised P&L by exactly their value and charges", () => {
    const bought = place({ instrument: share(), side: "BUY", quantity: 10 });
    expect(bought).toMatchObject({ status: "TRADED", filled: 10 });
    const sold = place({ instrument: share(), side: "SELL", quantity: 10 });
    expect(sold.status).toBe("TRADED");
    expect(broker.positions({ account: ACCOUNT })).toEqual([]);
    const result = sold.value_paise - bought.value_paise - sold.charges_paise - bought.charges_paise;
    expect(broker.funds(ACCOUNT)).toMatchObject({
      openingPaise: 1_000_000_00,
      realisedPaise: result,
      usedPaise: 0,
      availablePaise: 1_000_000_00 + result,
      cashPaise: 1_000_000_00 + result,
    });
    // Spread and charges cost money even when prices do not move.
    expect(result).toBeLessThan(0);
  });

  it("larger than the order book are filled in part, and further as the book refills", () => {
    broker.openAccount("live:big", 1e15);
    const order = place({
      instrument: share("2885"),
      side: "BUY",
      quantity: 60_000,
      account: "live:big",
      clientId: "big",
    });
    expect(order.status).toBe("PART_TRADED");
    expect(order.filled).toBeGreaterThan(0);
    let { filled } = order;
    for (let second = 0; second < 600 && filled < 60_000; second += 1) {
      now += 1_000;
      broker.tick();
      const later = broker.orders.read(order.id)?.filled ?? 0;
      expect(later).toBeGreaterThanOrEqual(filled);
      filled = later;
    }
    expect(filled).toBeGreaterThan(order.filled);
    const trades = broker.orders.trades("big", { limit: 500 });
    expect(trades.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(filled);
    // Brokerage is charged once per order, regardless of the number of fills.
    const row = broker.orders.read(order.id);
    expect(trades.reduce((sum, trade) => sum + trade.charges_paise, 0)).toBe(row?.charges_paise);
  });

  it.each([
    [
      "the instrument is an index",
      () => ({
        instrument: broker.market.find("IDX_I", "13", now) as MarketInstrument,
        side: "BUY" as const,
        quantity: 1,
      }),
      /An index cannot be traded/,
    ],
    [
      "the quantity is half a lot",
      () => ({ instrument: option("CE"), side: "BUY" as const, quantity: 30 }),
      /multiple of the lot size \(65\)/,
    ],
    [
      "the client does not hold the shares",
      () => ({ instrument: share(), side: "SELL" as const, quantity: 1 }),
      /no shares to sell/,
    ],
    [
      "they cost more than the available funds",
      () => ({ instrument: share(), side: "BUY" as const, quantity: 100_000 }),
      /Not enough funds: the order requires ₹[\d,]+/,
    ],
    [
      "the price is not a multiple of the tick size",
      () => ({ instrument: share(), side: "BUY" as const, quantity: 1, limitPaise: 98_003 }),
      /multiple of the tick/,
    ],
    [
      "the price is outside the price band",
      () => ({ instrument: share(), side: "BUY" as const, quantity: 1, limitPaise: 10_000 }),
      /within the day's price band/,
    ],
    [
      "they cost more than the deployment's capital",
      () => ({
        instrument: share(),
        side: "BUY" as const,
        quantity: 100,
        deploymentId: "d",
        capPaise: 1_000_00,
      }),
      /exceeds the deployment's capital/,
    ],
  ])("are rejected with a message if %s", (_, request, words) => {
    const refused = place(request());
    expect(refused.status).toBe("REJECTED");
    expect(refused.reason).toMatch(words);
    expect(broker.orders.trades("1000000001", { limit: 10 })).toEqual([]);
  });

  it("are rejected while the market is closed, and expire at the close", () => {
    start(EXCHANGE_CALENDAR);
    now = Date.parse("2026-11-17T20:00:00+05:30");
    expect(place({ instrument: share(), side: "BUY", quantity: 1 }).reason).toBe("The market is closed.");
    now = Date.parse("2026-11-17T12:00:00+05:30");
    const price = Math.round((broker.market.quote(share(), now).lastPaise * 0.9) / 10) * 10;
    const waiting = place({ instrument: share(), side: "BUY", quantity: 1, limitPaise: price });
    expect(waiting.status).toBe("PENDING");
    now = Date.parse("2026-11-17T16:30:00+05:30");
    broker.tick();
    expect(broker.orders.read(waiting.id)?.status).toBe("EXPIRED");
  });

  it.each([
    ["2026-11-18T10:00:00+05:30", "PENDING"],
    ["2026-12-08T10:00:00+05:30", "EXPIRED"],
  ])(
    "expire if their session ended while the sandbox was not running, until %s",
    (restart, stateOfAfterMarket) => {
      start(EXCHANGE_CALENDAR);
      now = Date.parse("2026-11-17T15:25:00+05:30");
      const price = Math.round((broker.market.quote(share(), now).lastPaise * 0.95) / 10) * 10;
      const own = { instrument: share(), side: "BUY" as const, quantity: 1, limitPaise: price };
      const waiting = place(own);
      now = Date.parse("2026-11-17T20:00:00+05:30");
      const afterMarket = place({
        ...own,
        api: { type: "LIMIT", triggerPaise: null, isAfterMarket: true, document: "{}", fault: null },
      });
      now = Date.parse(restart);
      broker = new Broker(db, broker.market, () => now);
      broker.tick();
      expect(broker.orders.read(waiting.id)).toMatchObject({ status: "EXPIRED", filled: 0 });
      expect(broker.orders.read(afterMarket.id)?.status).toBe(stateOfAfterMarket);
    },
  );

  it("are rejected under the kill switch unless they close a position", () => {
    place({ instrument: share(), side: "BUY", quantity: 5 });
    db.prepare("INSERT INTO kill_switches (client_id, is_active, since) VALUES ('1000000001', 1, 0)").run();
    expect(place({ instrument: share(), side: "BUY", quantity: 1 }).reason).toMatch(/kill switch/);
    expect(place({ instrument: share(), side: "SELL", quantity: 5 }).status).toBe("TRADED");
  });

  it("with IOC validity are cancelled when nothing can be filled immediately", () => {
    const price = Math.round((broker.market.quote(share(), now).lastPaise * 0.9) / 10) * 10;
    const order = place({
      instrument: share(),
      side: "BUY",
      quantity: 1,
      limitPaise: price,
      validity: "IOC",
    });
    expect(order).toMatchObject({ status: "CANCELLED", filled: 0 });
  });

  it("publish one numbered event per change, after the change is stored", () => {
    const events: ClientEvent[] = [];
    broker.onEvents((added) => events.push(...added));
    place({ instrument: share(), side: "BUY", quantity: 2 });
    place({ instrument: share(), side: "SELL", quantity: 1 });
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(broker.orders.events.after("1000000001", 0, 100)).toEqual(
      events.map(({ sequence, order }) => ({ sequence, order })),
    );
    expect(() =>
      broker.run(() => {
        broker.place({
          clientId: "1000000001",
          account: ACCOUNT,
          deploymentId: null,
          leg: null,
          instrument: share(),
          side: "BUY",
          product: "CNC",
          quantity: 1,
          limitPaise: null,
          validity: "DAY",
          intent: null,
          correlationId: null,
          capPaise: null,
        });
        throw new Error("the crash");
      }),
    ).toThrow("the crash");
    expect(broker.orders.events.latest("1000000001")).toBe(events.length);
  });
});

describe("the end of the day", () => {
  it("settles expired options at their intrinsic value against the close", () => {
    start(EXCHANGE_CALENDAR);
    now = Date.parse("2026-11-17T14:00:00+05:30");
    const call = option("CE", -4);
    expect(place({ instrument: call, side: "BUY", quantity: 65 }).status).toBe("TRADED");
    const expiryDay = call.option?.expiryDay ?? 0;
    const closesAt = broker.market.paths.hours("NSE_FNO", expiryDay)?.toMs ?? 0;
    now = closesAt + 60_000;
    new DayEnd(db, broker).tick();
    expect(broker.positions({ account: ACCOUNT })).toEqual([]);
    const [settled] = broker.orders.trades("1000000001", { limit: 1 });
    const worth = Math.max(
      0,
      broker.market.spot("IDX_I:13", closesAt - 250) - (call.option?.strikeRupees ?? 0),
    );
    expect(settled?.price_paise).toBe(Math.round(worth * 100));
  });

  it("closes remaining intraday positions before the market closes", () => {
    start(EXCHANGE_CALENDAR);
    now = Date.parse("2026-11-17T12:00:00+05:30");
    place({ instrument: share(), side: "SELL", quantity: 5, product: "INTRADAY" });
    expect(broker.positions({ account: ACCOUNT })).toHaveLength(1);
    const dayEnd = new DayEnd(db, broker);
    now = Date.parse("2026-11-17T15:15:00+05:30");
    dayEnd.tick();
    expect(broker.positions({ account: ACCOUNT })).toHaveLength(1);
    now = Date.parse("2026-11-17T15:21:00+05:30");
    dayEnd.tick();
    expect(broker.positions({ account: ACCOUNT })).toEqual([]);
  });
});
