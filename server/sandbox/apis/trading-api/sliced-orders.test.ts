// Slices of an order above the freeze quantity: their quantities, fills and charges add up to the order.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { orderHandlers } from "./order-handlers.ts";

let rig: BrokerRig;
beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
});
afterEach(() => rig.close());

it("quantities, fills and charges of slices add up to those of the order", () => {
  const instrument = rig.option("CE", 6);
  const quantity = 2 * instrument.freezeQuantity + instrument.lotSize;
  const call = {
    client: { id: rig.clientId, name: "A client" },
    account: rig.account,
    body: {
      exchangeSegment: instrument.exchangeSegment,
      securityId: instrument.securityId,
      transactionType: "BUY",
      productType: "MARGIN",
      orderType: "MARKET",
      validity: "DAY",
      quantity,
      correlationId: "large",
    },
  };
  const { placeSlicedOrder } = rig.inTransactions(orderHandlers(rig.handlerContext(), () => []));
  const rows = placeSlicedOrder(call as never).map(({ orderId }) => rig.broker.orders.read(orderId));
  const sum = (values: (number | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);
  expect(rows.map((row) => row?.status)).toEqual(["TRADED", "TRADED", "TRADED"]);
  expect(rows.map((row) => row?.correlation_id)).toEqual(["large", "large", "large"]);
  expect(sum(rows.map((row) => row?.quantity))).toBe(quantity);
  const trades = rig.broker.orders.tradesOfAccount(rig.account, { since: 0 });
  expect(sum(trades.map((trade) => trade.quantity))).toBe(quantity);
  const [position] = rig.broker.positions({ account: rig.account });
  expect(position?.quantity).toBe(quantity);
  expect(position?.costPaise).toBe(sum(rows.map((row) => row?.value_paise)));
  expect(position?.chargesPaise).toBe(sum(rows.map((row) => row?.charges_paise)));
});
