// Orders whose trigger price traded while the sandbox was not running: they wait for the next session.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { runAtOnce } from "../../slices.ts";
import { ConditionalTriggers } from "./conditional-triggers.ts";
import { ForeverOrders } from "./forever-orders.ts";
import { SuperOrders } from "./super-orders.ts";

const SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333", quantity: 2, productType: "CNC" };
const NIGHT = "2026-11-17T20:00:00+05:30";
const MORNING = "2026-11-18T09:20:00+05:30";
/** The share trades above this price at noon, and below it at night and in the morning. */
const TRIGGER = 988;

let rig: BrokerRig;

beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  for (const [time, isBelow] of [
    [NIGHT, true],
    [MORNING, true],
    ["2026-11-17T12:00:00+05:30", false],
  ] as const) {
    rig.setNow(time);
    expect(rig.last() < TRIGGER * 100).toBe(isBelow);
  }
});
afterEach(() => rig.close());

const call = (body: unknown) =>
  ({
    client: { id: rig.clientId, name: "A client" },
    account: rig.account,
    accessToken: "",
    path: {},
    query: {},
    body,
  }) as never;

/** Runs the checks at night and in the next session. Returns the new orders and their states after each. */
function ordersAfterNightAndMorning(waiting: { steps(onFault: (fault: unknown) => void): Iterable<void> }) {
  const before = rig.broker.orders.list(rig.clientId, { limit: 10 }).length;
  return [NIGHT, MORNING].map((time) => {
    rig.setNow(time);
    runAtOnce(
      waiting.steps((fault) => {
        throw fault;
      }) as never,
    );
    const all = rig.broker.orders.list(rig.clientId, { limit: 10 });
    return all.slice(0, all.length - before).map(({ side, status }) => `${side} ${status}`);
  });
}

it("sends a due forever order in the next session", () => {
  const forevers = new ForeverOrders(rig.handlerContext());
  rig.inTransactions(forevers.handlers()).placeForeverOrder(
    call({
      ...SHARE,
      transactionType: "BUY",
      orderType: "LIMIT",
      orderFlag: "SINGLE",
      validity: "DAY",
      price: TRIGGER,
      triggerPrice: TRIGGER,
    }),
  );
  expect(ordersAfterNightAndMorning(forevers)).toEqual([[], ["BUY TRADED"]]);
});

it("sends the reached stop of a super order in the next session", () => {
  const supers = new SuperOrders(rig.handlerContext());
  const { orderStatus } = rig.inTransactions(supers.handlers()).placeSuperOrder(
    call({
      ...SHARE,
      transactionType: "BUY",
      orderType: "LIMIT",
      price: 1_000,
      targetPrice: 1_050,
      stopLossPrice: TRIGGER,
      trailingJump: 0,
    }),
  );
  expect(orderStatus).toBe("TRADED");
  expect(ordersAfterNightAndMorning(supers)).toEqual([[], ["SELL TRADED"]]);
});

it("sends the orders of a met condition in the next session", () => {
  const triggers = new ConditionalTriggers(rig.handlerContext());
  rig.inTransactions(triggers.handlers()).placeAlert(
    call({
      condition: {
        comparisonType: "PRICE_WITH_VALUE",
        exchangeSegment: "NSE_EQ",
        securityId: "1333",
        operator: "LESS_THAN",
        comparingValue: TRIGGER,
      },
      orders: [{ ...SHARE, transactionType: "BUY", orderType: "MARKET", validity: "DAY" }],
    }),
  );
  expect(ordersAfterNightAndMorning(triggers)).toEqual([[], ["BUY TRADED"]]);
});
