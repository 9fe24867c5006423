// Orders of a conditional trigger are checked when the trigger is placed, not only when they are sent.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { ConditionalTriggers } from "./conditional-triggers.ts";

let rig: BrokerRig;
let place: (order: object) => unknown;

beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  const { placeAlert } = rig.inTransactions(new ConditionalTriggers(rig.handlerContext()).handlers());
  const watched = { exchangeSegment: "NSE_EQ", securityId: "1333" };
  const condition = {
    ...watched,
    comparisonType: "PRICE_WITH_VALUE",
    operator: "LESS_THAN",
    comparingValue: 1,
  };
  const order = { ...watched, transactionType: "SELL", productType: "INTRADAY", validity: "DAY" };
  const client = { id: rig.clientId, name: "A client" };
  place = (change) =>
    placeAlert({
      client,
      account: rig.account,
      body: { condition, orders: [{ ...order, quantity: 100, ...change }] },
    } as never);
});
afterEach(() => rig.close());

it.each([
  [{ triggerPrice: "850.03" }, "triggerPrice", "must be a multiple of the tick size"],
  [{ triggerPrice: "850.00", discQuantity: "10" }, "discQuantity", "must be from 30% to 100%"],
  [{ triggerPrice: "0" }, "triggerPrice", "must be above 0"],
])("rejects a trigger with an order that could not be sent: %o", (change, field, rule) => {
  expect(() => place({ orderType: "STOP_LOSS_MARKET", ...change })).toThrow(
    expect.objectContaining({
      code: "DH-905",
      errors: [{ field: `orders.0.${field}`, message: expect.stringContaining(rule) }],
    }),
  );
});

it("accepts a stop order whose trigger is a multiple of the tick size", () => {
  const order = { orderType: "STOP_LOSS_MARKET", triggerPrice: "850.00", discQuantity: "30" };
  expect(place(order)).toMatchObject({ alertStatus: "ACTIVE" });
});
