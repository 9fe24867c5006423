// Funds of an account in the trading API.
import { expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { moneyHandlers } from "./money-handlers.ts";

it("deducts today's loss from the withdrawable balance, even after a sale of shares", () => {
  const rig = new BrokerRig("2026-11-17T12:00:00+05:30");
  try {
    rig.place({ side: "BUY", quantity: 100 });
    rig.setNow("2026-11-18T12:00:00+05:30");
    const funds = () => {
      const call = { client: { id: rig.clientId, name: "A client" }, account: rig.account } as never;
      const read = moneyHandlers(rig.handlerContext()).getFundLimit(call);
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
