// Funds of an account in the trading API.
import { expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { ApiFault } from "./fault.ts";
import { fundHandlers } from "./fund-handlers.ts";

it("deducts today's loss from the withdrawable balance, even after a sale of shares", () => {
  const rig = new BrokerRig("2026-11-17T12:00:00+05:30");
  try {
    rig.place({ side: "BUY", quantity: 100 });
    rig.setNow("2026-11-18T12:00:00+05:30");
    const funds = () => {
      const call = { client: { id: rig.clientId, name: "A client" }, account: rig.account } as never;
      const read = fundHandlers(rig.handlerContext()).getFundLimit(call);
      return { ...read, settled: read.sodLimit + Math.min(0, read.realizedProfit) - read.utilizedAmount };
    };
    const expectSettled = () => expect(funds().withdrawableBalance).toBeCloseTo(funds().settled, 2);
    expectSettled();
    // A round trip costs the spread and the charges.
    rig.place({ side: "BUY", quantity: 200, product: "INTRADAY" });
    rig.place({ side: "SELL", quantity: 200, product: "INTRADAY" });
    expect(funds().realizedProfit).toBeLessThan(0);
    expectSettled();
    rig.place({ side: "SELL", quantity: 100 });
    expect(funds().receiveableAmount).toBeGreaterThan(0);
    expectSettled();
  } finally {
    rig.close();
  }
});

it("reads the order's type in the margin calculator", () => {
  const rig = new BrokerRig("2026-11-17T12:00:00+05:30");
  try {
    const marginOf = (more: object) =>
      fundHandlers(rig.handlerContext()).calculateMargin({
        client: { id: rig.clientId, name: "A client" },
        account: rig.account,
        body: {
          exchangeSegment: "NSE_EQ",
          securityId: "1333",
          transactionType: "BUY",
          productType: "CNC",
          quantity: 10,
          ...more,
        },
      } as never).totalMargin;
    const price = rig.tick(rig.last() * 0.95) / 100;
    expect(() => marginOf({ orderType: "LIMIT", price, triggerPrice: 5 })).toThrow(ApiFault);
    expect(() => marginOf({ orderType: "MARKET", triggerPrice: 5 })).toThrow(
      "STOP_LOSS and STOP_LOSS_MARKET",
    );
    expect(marginOf({ orderType: "LIMIT", price })).toBeCloseTo(price * 10, 2);
    expect(marginOf({ orderType: "MARKET", price })).toBe(marginOf({}));
    expect(marginOf({ orderType: "LIMIT", price, triggerPrice: 0 })).toBe(marginOf({ price }));
  } finally {
    rig.close();
  }
});
