// Compares the result in the lists of holdings and positions with the broker's result, after sales of shares.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { listHoldings, listPositions } from "./positions.ts";

let rig: BrokerRig;
beforeEach(() => {
  rig = new BrokerRig("2026-11-16T10:00:00+05:30");
  rig.place({ side: "BUY", quantity: 10 });
  rig.setNow("2026-11-18T11:00:00+05:30");
});
afterEach(() => rig.close());

/** Returns the result of holdings and positions as a client computes it, in rupees before charges. */
function resultOfLists(): number {
  const { broker, account, clientId } = rig;
  const ofHoldings = listHoldings(broker, account).reduce(
    (sum, one) => sum + one.availableQty * (one.lastTradedPrice - one.avgCostPrice),
    0,
  );
  return listPositions(broker, clientId, account).reduce(
    (sum, one) => sum + one.realizedProfit + one.unrealizedProfit,
    ofHoldings,
  );
}

function resultOfBroker(): number {
  const [position] = rig.broker.positions({ account: rig.account }, true);
  if (position === undefined) throw new Error("no position");
  return (position.realisedPaise + position.quantity * rig.last() - position.costPaise) / 100;
}

it.each([
  ["less than the holding", ["SELL 4"]],
  ["the holding and a part of today's purchase", ["BUY 13", "SELL 17"]],
  ["a part, before another purchase", ["SELL 4", "BUY 2"]],
  ["less than today's purchase", ["BUY 13", "SELL 5"]],
  ["as much as today's purchase", ["BUY 13", "SELL 13"]],
  ["everything", ["BUY 13", "SELL 23"]],
] as const)("holdings and positions add up to the result after a sale of %s", (_, orders) => {
  for (const order of orders) {
    const [side, quantity] = order.split(" ") as ["BUY" | "SELL", string];
    expect(rig.place({ side, quantity: Number(quantity) }).status).toBe("TRADED");
    rig.pass(60 * 60_000);
  }
  // Average prices are rounded to whole paise per share.
  expect(Math.abs(resultOfLists() - resultOfBroker())).toBeLessThan(0.2);
});

it("a sale from the holding has the shares' average cost and no unrealised profit", () => {
  for (const [side, quantity] of [
    ["BUY", 13],
    ["SELL", 17],
  ] as const) {
    rig.place({ side, quantity });
    rig.pass(60 * 60_000);
  }
  const [sale] = listPositions(rig.broker, rig.clientId, rig.account);
  expect(sale).toMatchObject({ netQty: -4, unrealizedProfit: 0 });
  const { sellQty = 0, sellAvg = 0, costPrice = 0, realizedProfit = 0 } = sale ?? {};
  expect(Math.abs(sellQty * (sellAvg - costPrice) - realizedProfit)).toBeLessThan(0.2);
  const [held] = listHoldings(rig.broker, rig.account);
  expect([held?.totalQty, held?.availableQty, held?.avgCostPrice]).toEqual([10, 6, costPrice]);
});
