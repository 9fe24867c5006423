// Waiting orders and their reserved funds: no share is sold twice, no rupee is reserved twice, and resting orders cause
// no queries.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BrokerRig } from "../../../tests/support/broker-rig.ts";
import type { OrderRow } from "./order-rows.ts";
import { RESTING_LIMITS } from "./resting-orders.ts";

let rig: BrokerRig;
beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
});
afterEach(() => rig.close());

const extras = (isAfterMarket: boolean) => ({
  type: "MARKET" as const,
  triggerPaise: null,
  isAfterMarket,
  fault: null,
  document: "{}",
});

describe("delivery sales", () => {
  it("placed after hours cannot exceed the holding minus other pending sales", () => {
    rig.place({ side: "BUY", quantity: 250 });
    rig.setNow("2026-11-17T20:00:00+05:30");
    const sell = () => rig.place({ side: "SELL", quantity: 250, api: extras(true) });
    expect(sell().status).toBe("PENDING");
    const second = sell();
    expect(second.status).toBe("REJECTED");
    expect(second.reason).toMatch(/no shares to sell|shares can be sold/);
    rig.setNow("2026-11-18T09:16:00+05:30");
    rig.broker.tick();
    const [position] = rig.broker.positions({ account: rig.account }, true);
    expect(position?.quantity).toBe(0);
  });

  it("are checked again when the market opens, so that no share is sold twice", () => {
    rig.place({ side: "BUY", quantity: 250 });
    rig.setNow("2026-11-17T20:00:00+05:30");
    const waiting = rig.place({ side: "SELL", quantity: 250, api: extras(true) });
    // Books a sale that reduces the holding without an order.
    rig.broker.run(() =>
      rig.broker.orders.addFilled(
        {
          client_id: rig.clientId,
          account: rig.account,
          deployment_id: null,
          leg: null,
          instrument: rig.share().key,
          symbol: "HDFCBANK",
          side: "SELL",
          product: "CNC",
          quantity: 100,
          price_paise: 100_000,
          intent: null,
        },
        { at: rig.now(), bookedAt: rig.now() },
      ),
    );
    rig.setNow("2026-11-18T09:16:00+05:30");
    rig.broker.tick();
    const released = rig.broker.orders.read(waiting.id);
    expect(released).toMatchObject({ status: "REJECTED", filled: 0 });
    expect(released?.reason).toMatch(/Only 150 shares can be sold/);
  });

  it("that rest as limit orders reserve the shares, and release them when they end", () => {
    rig.place({ side: "BUY", quantity: 10 });
    const limitPaise = rig.tick(rig.last() * 1.05);
    const first = rig.place({ side: "SELL", quantity: 6, limitPaise });
    expect(rig.place({ side: "SELL", quantity: 6, limitPaise }).status).toBe("REJECTED");
    rig.broker.run(() => rig.broker.cancel(first, "no longer wanted"));
    expect(rig.place({ side: "SELL", quantity: 6, limitPaise }).status).toBe("PENDING");
  });
});

describe("funds with pending orders", () => {
  const intraday = { product: "INTRADAY" as const, quantity: 1_000 };

  it("are blocked separately for a pending buy and a pending sell", () => {
    const buy = rig.place({ ...intraday, side: "BUY", limitPaise: rig.tick(rig.last() * 0.95) });
    const one = rig.broker.funds(rig.account);
    expect(buy.status).toBe("PENDING");
    expect(one.orderMarginPaise).toBeGreaterThan(0);
    rig.place({ ...intraday, side: "SELL", limitPaise: rig.tick(rig.last() * 1.05) });
    const both = rig.broker.funds(rig.account);
    expect(both.orderMarginPaise).toBeGreaterThan(1.9 * one.orderMarginPaise);
    expect(both.availablePaise).toBe(2_500_000_00 - both.orderMarginPaise);
  });

  it("limit pairs of pending buy and sell orders to the available funds", () => {
    const placed: OrderRow[] = [];
    for (let pair = 0; pair < 60; pair += 1)
      for (const side of ["BUY", "SELL"] as const)
        placed.push(
          rig.place({ ...intraday, side, limitPaise: rig.tick(rig.last() * (side === "BUY" ? 0.95 : 1.05)) }),
        );
    const resting = placed.filter(({ status }) => status === "PENDING");
    const value = resting.reduce((sum, { quantity, price_paise }) => sum + quantity * price_paise, 0);
    expect(resting.length).toBeGreaterThan(4);
    expect(value / rig.share().marginLeverage).toBeLessThan(2_500_000_00);
    expect(rig.broker.funds(rig.account).availablePaise).toBeGreaterThanOrEqual(0);
    expect(placed.at(-1)?.reason).toMatch(/Not enough funds/);
  });

  it("require the market's price for a short sale with a limit below it", () => {
    const limitPaise = rig.tick(rig.last() * 0.85);
    const { availablePaise } = rig.broker.funds(rig.account);
    const quantity = Math.floor((0.95 * availablePaise * rig.share().marginLeverage) / limitPaise);
    const oversized = rig.place({ ...intraday, side: "SELL", quantity, limitPaise });
    expect(oversized.status).toBe("REJECTED");
    expect(oversized.reason).toMatch(/Not enough funds/);
    const atMarket = Math.floor((0.95 * availablePaise * rig.share().marginLeverage) / rig.last());
    expect(rig.place({ ...intraday, side: "SELL", quantity: atMarket, limitPaise }).filled).toBeGreaterThan(
      0,
    );
    expect(rig.broker.funds(rig.account).availablePaise).toBeGreaterThanOrEqual(0);
  });

  it("are blocked only for the charges of an order that closes a position", () => {
    rig.place({ ...intraday, side: "BUY" });
    const before = rig.broker.funds(rig.account);
    const closing = rig.place({ ...intraday, side: "SELL", limitPaise: rig.tick(rig.last() * 1.05) });
    expect(closing.status).toBe("PENDING");
    const { orderMarginPaise } = rig.broker.funds(rig.account);
    // The closing order blocks only its charges.
    expect(orderMarginPaise).toBeLessThan(before.usedPaise * 0.01);
  });

  it("are never reserved twice when twenty orders are sent together", () => {
    const value = 200 * rig.last();
    const sent = Array.from({ length: 20 }, () =>
      rig.place({ side: "BUY", quantity: 200, limitPaise: rig.tick(rig.last() * 0.97) }),
    );
    const pendingCount = sent.filter(({ status }) => status === "PENDING").length;
    expect(pendingCount).toBe(Math.floor(2_500_000_00 / (value * 0.9712)));
    expect(rig.broker.funds(rig.account).availablePaise).toBeGreaterThanOrEqual(0);
  });

  it("do not change with prices while only delivery shares are held", () => {
    rig.place({ side: "BUY", quantity: 20 });
    const { availablePaise } = rig.broker.funds(rig.account);
    for (let step = 0; step < 20; step += 1) {
      rig.pass(7_000);
      rig.broker.tick();
      expect(rig.broker.funds(rig.account).availablePaise).toBe(availablePaise);
    }
  });
});

describe("resting orders", () => {
  const fill = (most: number, account: string) => {
    for (let count = 0; count < most; count += 1)
      rig.broker.orders.resting.update({ ...rig.row(), account, id: String(10_000_000 + count) });
  };

  it("are limited to 1,000 per account; a further order is rejected with a message", () => {
    const limitPaise = rig.tick(rig.last() * 0.9);
    fill(1_000, rig.account);
    rig.broker.run(() => undefined);
    expect(rig.place({ side: "BUY", quantity: 1, limitPaise }).reason).toMatch(
      /The account has 1000 pending orders/,
    );
  });

  it("at the sandbox's limit: a closing market order fills, new positions are rejected", () => {
    rig.place({ side: "BUY", quantity: 5, product: "INTRADAY" });
    // Far orders of another account fill the sandbox.
    fill(RESTING_LIMITS.ordersInTotal, "live:2");
    const sell = { side: "SELL", product: "INTRADAY" } as const;
    const full = /reached its limit of pending orders/;
    expect(rig.place({ side: "BUY", quantity: 1 }).reason).toMatch(full);
    expect(rig.place({ ...sell, quantity: 6 }).reason, "more than the position").toMatch(full);
    expect(rig.place({ ...sell, quantity: 5 })).toMatchObject({ status: "TRADED", filled: 5 });
    expect(rig.place({ ...sell, quantity: 1 }).reason).toMatch(full);
  });

  it("at the sandbox's limit: a limit order is accepted if it closes a position", () => {
    rig.place({ side: "BUY", quantity: 5, product: "INTRADAY" });
    fill(RESTING_LIMITS.ordersInTotal, "live:2");
    const sell = { side: "SELL", product: "INTRADAY", limitPaise: rig.tick(rig.last() * 1.05) } as const;
    expect(rig.place({ ...sell, quantity: 4 }).status).toBe("PENDING");
    expect(rig.place({ ...sell, quantity: 2 }).reason, "more than the position").toMatch(/limit of pending/);
  });

  it("at the account's limit: a closing limit order is accepted only as IOC", () => {
    rig.place({ side: "BUY", quantity: 5, product: "INTRADAY" });
    fill(RESTING_LIMITS.ordersPerAccount, rig.account);
    const limitPaise = rig.tick(rig.last() * 0.99);
    const sell = { side: "SELL", product: "INTRADAY", quantity: 5, limitPaise } as const;
    expect(rig.place(sell).reason).toMatch(/The account has 1000 pending orders/);
    expect(rig.place({ ...sell, validity: "IOC" }).status).toBe("TRADED");
  });

  it("are the same in memory and in the store after a failed transaction and a restart", () => {
    const order = rig.place({ side: "BUY", quantity: 1, limitPaise: rig.tick(rig.last() * 0.9) });
    expect(() =>
      rig.broker.run(() => {
        rig.broker.cancel(order, "no");
        throw new Error("the crash");
      }),
    ).toThrow("the crash");
    expect(rig.broker.orders.open({ account: rig.account }).map(({ id }) => id)).toEqual([order.id]);
    expect(rig.broker.funds(rig.account).orderMarginPaise).toBeGreaterThan(0);
    rig.restart();
    expect(rig.broker.orders.open().map(({ id }) => id)).toEqual([order.id]);
  });

  it("far from the market price cause no order events", () => {
    for (let count = 0; count < 50; count += 1)
      rig.place({ side: "BUY", quantity: 1, limitPaise: rig.tick(rig.last() * 0.9) });
    const before = rig.broker.orders.events.latest(rig.clientId);
    for (let step = 0; step < 10; step += 1) {
      rig.pass(1_000);
      rig.broker.tick();
    }
    expect(rig.broker.orders.events.latest(rig.clientId)).toBe(before);
  });
});
