// Rejections of the exchange, and the square-off at the end of a session. Intraday positions are closed in time despite
// resting orders, and a rejected order is retried a limited number of times.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BrokerRig } from "../../../tests/support/broker-rig.ts";
import { DAY_END_LIMITS } from "./day-end.ts";
import { SQUARE_OFF_INTENT } from "./exchange-rules.ts";
import type { PlaceRequest } from "./order-request.ts";

let rig: BrokerRig;
beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
});
afterEach(() => rig.close());

const stop = (type: "STOP_LOSS" | "STOP_LOSS_MARKET", triggerPaise: number): Partial<PlaceRequest> => ({
  api: { type, triggerPaise, isAfterMarket: false, fault: null, document: "{}" },
});
const orders = (where: string) =>
  rig.db.prepare(`SELECT * FROM orders WHERE ${where} ORDER BY id`).all() as {
    status: string;
    reason: string;
    quantity: number;
    intent: string;
  }[];

describe("the exchange rejects", () => {
  it.each<[string, () => Partial<PlaceRequest> & Pick<PlaceRequest, "side" | "quantity">, RegExp]>([
    [
      "a stop order to buy with a trigger below the price",
      () => ({ side: "BUY", quantity: 1, ...stop("STOP_LOSS_MARKET", rig.tick(rig.last() * 0.98)) }),
      /buy order must be above the last price/,
    ],
    [
      "a stop order to sell with a trigger above the price",
      () => ({
        side: "SELL",
        quantity: 1,
        product: "INTRADAY",
        ...stop("STOP_LOSS_MARKET", rig.tick(rig.last() * 1.02)),
      }),
      /sell order must be below the last price/,
    ],
    [
      "a stop order to buy with a limit below its trigger",
      () => ({
        side: "BUY",
        quantity: 1,
        limitPaise: rig.tick(rig.last() * 1.02),
        ...stop("STOP_LOSS", rig.tick(rig.last() * 1.04)),
      }),
      /buy order must not be below its trigger price/,
    ],
    [
      "a stop order to sell with a limit above its trigger",
      () => ({
        side: "SELL",
        quantity: 1,
        product: "INTRADAY",
        limitPaise: rig.tick(rig.last() * 0.99),
        ...stop("STOP_LOSS", rig.tick(rig.last() * 0.96)),
      }),
      /sell order must not be above its trigger price/,
    ],
    [
      "an order for more shares than the freeze quantity",
      () => ({ side: "BUY", quantity: rig.share().freezeQuantity + 1 }),
      /freeze quantity of \d+ per order/,
    ],
    [
      "an option order for more than the freeze quantity",
      () => ({ instrument: rig.option("CE"), side: "BUY", quantity: 65 * 28 }),
      /freeze quantity of 1755/,
    ],
    [
      "an option order with the delivery product",
      () => ({ instrument: rig.option("CE"), side: "BUY", quantity: 65, product: "CNC" }),
      /cannot be traded with the product CNC/,
    ],
    [
      "a short sale of shares with the product MARGIN",
      () => ({ side: "SELL", quantity: 1, product: "MARGIN" }),
      /cannot be sold short in MARGIN/,
    ],
    [
      "a price that is not a multiple of the tick size",
      () => ({ side: "BUY", quantity: 1, limitPaise: rig.tick(rig.last()) + 1 }),
      /multiple of the tick/,
    ],
    [
      "a price outside the price band",
      () => ({ side: "BUY", quantity: 1, limitPaise: rig.tick(rig.last() * 0.7) }),
      /price must be within the day's price band, ₹[\d,]+\.\d\d to ₹1,\d{3}\.\d\d\.$/,
    ],
    [
      "a trigger outside the price band",
      () => ({ side: "BUY", quantity: 1, ...stop("STOP_LOSS_MARKET", rig.tick(rig.last() * 1.4)) }),
      /trigger price must be within the day's price band/,
    ],
  ])("%s", (_, request, words) => {
    const refused = rig.place(request());
    expect(refused.status).toBe("REJECTED");
    expect(refused.reason).toMatch(words);
  });
});

describe("square-off at the end of a session", () => {
  it("closes intraday positions once, after cancelling the share's intraday orders", () => {
    rig.place({ side: "BUY", quantity: 20, product: "INTRADAY" });
    rig.place({ side: "SELL", quantity: 20, product: "INTRADAY", limitPaise: rig.tick(rig.last() * 1.1) });
    rig.place({ side: "BUY", quantity: 5, product: "INTRADAY", limitPaise: rig.tick(rig.last() * 0.9) });
    const delivery = rig.place({ side: "BUY", quantity: 5, limitPaise: rig.tick(rig.last() * 0.84) });
    rig.setNow("2026-11-17T15:20:30+05:30");
    for (let step = 0; step < 300; step += 1) {
      rig.pass(1_000);
      rig.broker.tick();
      rig.dayEnd.tick();
    }
    expect(rig.broker.positions({ account: rig.account })).toEqual([]);
    const sent = orders(`intent = '${SQUARE_OFF_INTENT}'`);
    expect(sent.map(({ status, quantity }) => [status, quantity])).toEqual([["TRADED", 20]]);
    expect(orders("status = 'CANCELLED'").map(({ reason }) => reason)).toEqual([
      SQUARE_OFF_INTENT,
      SQUARE_OFF_INTENT,
    ]);
    expect(rig.broker.orders.read(delivery.id)?.status).toBe("PENDING");
    expect(rig.place({ side: "BUY", quantity: 1, product: "INTRADAY" }).reason).toMatch(
      /square-off of intraday positions has started/,
    );
  });

  it("retries a rejected order only a few times", () => {
    rig.place({ side: "BUY", quantity: 20, product: "INTRADAY" });
    rig.setNow("2026-11-17T15:20:30+05:30");
    // Replaces `place`, so that all further orders are rejected.
    const place = rig.broker.place.bind(rig.broker);
    rig.broker.place = (request) =>
      place({
        ...request,
        api: {
          type: "MARKET",
          triggerPaise: null,
          isAfterMarket: false,
          fault: { kind: "reject", cause: "EXCHANGE" },
          document: "{}",
        },
      });
    for (let step = 0; step < 500; step += 1) {
      rig.pass(1_000);
      rig.dayEnd.tick();
    }
    expect(orders("status = 'REJECTED'").length).toBeLessThanOrEqual(DAY_END_LIMITS.triesAtMost);
    expect(orders("status = 'REJECTED'").length).toBeGreaterThan(0);
  });

  it("takes place at the end of the day in a market that never closes", () => {
    rig.close();
    rig = new BrokerRig("2026-11-17T20:00:00+05:30", "always");
    rig.place({ side: "SELL", quantity: 20, product: "INTRADAY" });
    rig.setNow("2026-11-17T23:51:00+05:30");
    rig.dayEnd.tick();
    expect(rig.broker.positions({ account: rig.account })).toEqual([]);
    rig.pass(60_000);
    expect(rig.place({ side: "BUY", quantity: 5, product: "INTRADAY" }).status).toBe("TRADED");
    for (const at of ["2026-11-17T23:55:00", "2026-11-18T00:10:00", "2026-11-18T12:00:00"]) {
      rig.setNow(`${at}+05:30`);
      rig.dayEnd.tick();
      expect(rig.broker.positions({ account: rig.account })).toHaveLength(1);
    }
    rig.setNow("2026-11-18T23:52:00+05:30");
    rig.dayEnd.tick();
    expect(rig.broker.positions({ account: rig.account })).toEqual([]);
  });

  it("closes a position of an earlier session in the next session", () => {
    rig.place({ side: "BUY", quantity: 7, product: "INTRADAY" });
    rig.setNow("2026-11-18T10:00:00+05:30");
    rig.dayEnd.tick();
    expect(rig.broker.positions({ account: rig.account })).toEqual([]);
  });
});
