// Orders whose trigger price traded while the sandbox was not running or their instrument was halted: they wait.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { MarketEvents } from "../../exchange/market-events.ts";
import { runAtOnce } from "../../slices.ts";
import { ConditionalTriggers } from "./conditional-triggers.ts";
import { ForeverOrders } from "./forever-orders.ts";
import { SuperOrders } from "./super-orders.ts";

const SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333", quantity: 2, productType: "CNC" };
const NIGHT = "2026-11-17T20:00:00+05:30";
const MORNING = "2026-11-18T09:20:00+05:30";
const LATER = "2026-11-18T09:24:00+05:30";
const HALT = {
  kind: "halt",
  key: "NSE_EQ:1333",
  fromMs: Date.parse("2026-11-18T09:18:00+05:30"),
  untilMs: Date.parse("2026-11-18T09:22:00+05:30"),
} as const;
/** The share trades above this price at noon, and below it at night and in the morning. */
const TRIGGER = 988;

let rig: BrokerRig;

beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  for (const [time, isBelow] of [
    [NIGHT, true],
    [MORNING, true],
    [LATER, true],
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

/** Runs the checks at each time. Returns the new orders and their states after each. */
function ordersAfter(waiting: { steps(onFault: (fault: unknown) => void): Iterable<void> }, times: string[]) {
  const before = rig.broker.orders.list(rig.clientId, { limit: 10 }).length;
  return times.map((time) => {
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

describe.each([
  { name: "while the market is closed", times: [NIGHT, MORNING], events: [] },
  { name: "during a halt", times: [MORNING, LATER], events: [HALT] },
])("$name", ({ times, events }) => {
  beforeEach(() => rig.market.setEvents(new MarketEvents(events)));

  it("sends a triggered forever order when trading resumes", () => {
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
    expect(ordersAfter(forevers, times)).toEqual([[], ["BUY TRADED"]]);
  });

  it("sends a super order's triggered stop-loss when trading resumes", () => {
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
    expect(ordersAfter(supers, times)).toEqual([[], ["SELL TRADED"]]);
  });

  it("sends the orders of a met condition when trading resumes", () => {
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
    expect(ordersAfter(triggers, times)).toEqual([[], ["BUY TRADED"]]);
  });
});
