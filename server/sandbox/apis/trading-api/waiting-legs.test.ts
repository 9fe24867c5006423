// Order updates of the waiting legs of super and forever orders: when they appear, change and end.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import type { ClientEvent } from "../../broker/order-events.ts";
import { runAtOnce } from "../../slices.ts";
import { alertDetails } from "./alert-details.ts";
import { ForeverOrders } from "./forever-orders.ts";
import type { HandlerContext } from "./handler-context.ts";
import { orderHandlers } from "./order-handlers.ts";
import { SuperOrders } from "./super-orders.ts";
import { WaitingRows } from "./waiting-rows.ts";

let rig: BrokerRig;
let context: HandlerContext;
let events: ClientEvent[];

beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  context = rig.handlerContext();
  events = [];
  rig.broker.onEvents((added) => events.push(...added));
});
afterEach(() => rig.close());

/** Sends a call of any operation. */
function call(body: unknown, path: Record<string, string> = {}) {
  const client = { id: rig.clientId, name: "A client" };
  return { client, account: rig.account, accessToken: "", path, query: {}, body } as never;
}

/** Returns the reported waiting legs and clears them. */
function legsReported() {
  return events.splice(0).flatMap(({ order, row }) => {
    const { legNumber, algoOrderNo, triggerPrice } = alertDetails(rig.broker, row);
    if (algoOrderNo === "") return [];
    return [
      {
        id: order.id,
        status: order.status,
        reason: order.reason,
        price: order.pricePaise,
        correlationId: order.correlationId,
        legNumber,
        algoOrderNo,
        triggerPrice,
      },
    ];
  });
}

const SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333", transactionType: "BUY", quantity: 2 };
const at = (share: number) => rig.tick(rig.last() * share) / 100;

it("numbers a super order's legs and reports each change once", () => {
  const supers = new SuperOrders(context);
  const handlers = rig.inTransactions(supers.handlers());
  const [target, stop] = [at(1.1), at(0.8)];
  const placed = handlers.placeSuperOrder(
    call({
      ...SHARE,
      productType: "INTRADAY",
      orderType: "LIMIT",
      price: at(0.9),
      targetPrice: target,
      stopLossPrice: stop,
      trailingJump: 0,
      correlationId: "mine",
    }),
  );
  const own = { correlationId: "mine", algoOrderNo: placed.orderId, status: "PENDING", reason: null };
  expect(legsReported()).toEqual([
    { ...own, id: `${placed.orderId}2`, price: 0, legNumber: 2, triggerPrice: stop },
    { ...own, id: `${placed.orderId}3`, price: Math.round(target * 100), legNumber: 3, triggerPrice: 0 },
  ]);
  const path = { orderId: placed.orderId };
  const nearer = at(1.05);
  handlers.modifySuperOrder(call({ legName: "TARGET_LEG", targetPrice: nearer }, path));
  expect(legsReported()).toEqual([
    { ...own, id: `${placed.orderId}3`, price: Math.round(nearer * 100), legNumber: 3, triggerPrice: 0 },
  ]);
  handlers.cancelSuperOrder(call(undefined, { ...path, leg: "STOP_LOSS_LEG" }));
  expect(legsReported()).toMatchObject([
    { id: `${placed.orderId}2`, status: "CANCELLED", reason: "The leg ended before it was sent." },
  ]);
  handlers.cancelSuperOrder(call(undefined, { ...path, leg: "ENTRY_LEG" }));
  expect(legsReported().map(({ id, status }) => [id, status])).toEqual([[`${placed.orderId}3`, "CANCELLED"]]);
});

it("reports both legs of a forever order, and the cancellation of the unused leg", () => {
  const forevers = new ForeverOrders(context);
  const handlers = rig.inTransactions(forevers.handlers());
  const { orderId } = handlers.placeForeverOrder(
    call({
      ...SHARE,
      productType: "CNC",
      orderType: "LIMIT",
      orderFlag: "OCO",
      validity: "DAY",
      price: at(1.2),
      triggerPrice: at(1.2),
      price1: at(1.01),
      triggerPrice1: at(0.8),
      quantity1: 2,
      correlationId: "two",
    }),
  );
  const own = { id: orderId, correlationId: "two", algoOrderNo: orderId, status: "PENDING" };
  expect(legsReported()).toMatchObject([
    { ...own, legNumber: 3, triggerPrice: at(1.2) },
    { ...own, legNumber: 2, triggerPrice: at(0.8) },
  ]);
  // Moves the stop to the market price, so that it triggers at the next check.
  handlers.modifyForeverOrder(
    call({ legName: "STOP_LOSS_LEG", orderType: "LIMIT", triggerPrice: at(1) }, { orderId }),
  );
  expect(legsReported()).toMatchObject([{ ...own, legNumber: 2, triggerPrice: at(1) }]);
  runAtOnce(
    forevers.steps((fault) => {
      throw fault;
    }),
  );
  const reported = legsReported();
  expect(reported.filter(({ id }) => id === orderId)).toMatchObject([
    { status: "CANCELLED", legNumber: 3, reason: "The leg ended before it was sent." },
  ]);
  expect(reported.filter(({ id }) => id !== orderId)).toContainEqual(
    expect.objectContaining({ legNumber: 2, algoOrderNo: orderId, correlationId: "two" }),
  );
});

it("reads super orders that were stored with the old field name `wish`", () => {
  const supers = new SuperOrders(context);
  rig.inTransactions(supers.handlers()).placeSuperOrder(
    call({
      ...SHARE,
      productType: "INTRADAY",
      orderType: "LIMIT",
      price: at(0.9),
      targetPrice: at(1.1),
      stopLossPrice: 0,
    }),
  );
  rig.db.exec(`UPDATE super_orders SET document = replace(document, '"orderRequest":', '"wish":')`);
  const again = new SuperOrders(context);
  const [row] = rig.db.prepare("SELECT id FROM super_orders").all() as { id: string }[];
  rig
    .inTransactions(again.handlers())
    .modifySuperOrder(
      call(
        { legName: "ENTRY_LEG", price: at(0.91), targetPrice: at(1.2), stopLossPrice: 0 },
        { orderId: row?.id ?? "" },
      ),
    );
  expect(again.legsOf(call(undefined)).map(({ price }) => price)).toEqual([at(1.2)]);
});

const SUPER = {
  ...SHARE,
  productType: "INTRADAY",
  orderType: "LIMIT",
  trailingJump: 0,
};

it("does not reopen a super order when its entry is modified after its legs ended", () => {
  const handlers = rig.inTransactions(new SuperOrders(context).handlers());
  const { orderId } = handlers.placeSuperOrder(
    call({ ...SUPER, price: at(0.9), targetPrice: at(1.1), stopLossPrice: at(0.8) }),
  );
  for (const leg of ["TARGET_LEG", "STOP_LOSS_LEG"])
    handlers.cancelSuperOrder(call(undefined, { orderId, leg }));
  handlers.modifySuperOrder(call({ legName: "ENTRY_LEG", price: at(0.91) }, { orderId }));
  expect(rig.db.prepare("SELECT is_alive FROM super_orders").all()).toEqual([{ is_alive: 0 }]);
});

it.each([
  ["TARGET_LEG", "targetPrice", 1.1],
  ["STOP_LOSS_LEG", "stopLossPrice", 0.8],
])("rejects a new price of the %s that is not a multiple of the tick size", (legName, name, share) => {
  const handlers = rig.inTransactions(new SuperOrders(context).handlers());
  const { orderId } = handlers.placeSuperOrder(
    call({ ...SUPER, price: at(0.9), targetPrice: at(1.1), stopLossPrice: at(0.8) }),
  );
  const change = { legName, [name]: at(share) + 0.01 };
  expect(() => handlers.modifySuperOrder(call(change, { orderId }))).toThrow(
    `${name} must be a multiple of the tick size`,
  );
});

it("rejects a forever order with a second leg that is not in whole lots", () => {
  const { lotSize, securityId } = rig.future();
  const prices = { price: 100, triggerPrice: 100, price1: 90, triggerPrice1: 90 };
  const order = {
    ...prices,
    exchangeSegment: "NSE_FNO",
    securityId,
    transactionType: "BUY",
    validity: "DAY",
  };
  expect(() =>
    rig.inTransactions(new ForeverOrders(context).handlers()).placeForeverOrder(
      call({
        ...order,
        productType: "MARGIN",
        orderType: "LIMIT",
        orderFlag: "OCO",
        quantity: lotSize,
        quantity1: lotSize + 1,
      }),
    ),
  ).toThrow("quantity1 must be a multiple of the lot size");
});

it("reports a single forever order's id and leg, and refuses a second one with the id", () => {
  const handlers = rig.inTransactions(new ForeverOrders(context).handlers());
  const order = {
    ...SHARE,
    productType: "CNC",
    orderType: "LIMIT",
    orderFlag: "SINGLE",
    validity: "DAY",
    price: at(0.9),
    triggerPrice: at(0.9),
    correlationId: "once",
  };
  handlers.placeForeverOrder(call(order));
  expect(() => handlers.placeForeverOrder(call(order))).toThrow('an order with "once" exists');
  expect(handlers.listForeverOrders(call(undefined)).text).toContain('"correlationId":"once"');
  expect(handlers.listForeverOrders(call(undefined)).text).toContain('"legName":"ENTRY_LEG"');
  expect(legsReported()).toMatchObject([{ correlationId: "once", legNumber: 1 }]);
});

it("rejects an order with the correlation id of a pending forever order", () => {
  const forevers = rig.inTransactions(new ForeverOrders(context).handlers());
  const { placeOrder } = rig.inTransactions(orderHandlers(context, () => []));
  const order = { ...SHARE, productType: "CNC", orderType: "LIMIT", validity: "DAY", correlationId: "mine" };
  const { orderId } = forevers.placeForeverOrder(
    call({ ...order, orderFlag: "SINGLE", price: at(0.9), triggerPrice: at(0.9) }),
  );
  const place = () => placeOrder(call({ ...order, price: at(0.9) }));
  expect(place).toThrow('an order with "mine" exists');
  forevers.cancelForeverOrder(call(undefined, { orderId }));
  expect(place()).toMatchObject({ orderStatus: "PENDING" });
});

it("rejects a price of 0 for a pending leg of a super order", () => {
  const handlers = rig.inTransactions(new SuperOrders(context).handlers());
  const prices = { price: at(0.9), targetPrice: at(1.1), stopLossPrice: at(0.8) };
  const { orderId } = handlers.placeSuperOrder(
    call({ ...SHARE, productType: "INTRADAY", orderType: "LIMIT", ...prices }),
  );
  for (const [legName, zero] of [
    ["ENTRY_LEG", "targetPrice"],
    ["TARGET_LEG", "targetPrice"],
    ["STOP_LOSS_LEG", "stopLossPrice"],
  ])
    expect(() => handlers.modifySuperOrder(call({ legName, [String(zero)]: 0 }, { orderId }))).toThrow(
      `${zero} must be above 0`,
    );
});

it("lists a waiting order although 501 newer orders have ended", () => {
  const rows = new WaitingRows<object>(context, "forever_orders");
  const add = (id: string, isActive: boolean) => rows.insert(id, rig.clientId, {}, isActive);
  rig.broker.run(() => {
    add("52261117000001", true);
    for (let number = 2; number <= 502; number += 1) add(`52261117${String(number).padStart(6, "0")}`, false);
  });
  const ids = rows.list(call(undefined)).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, "52261117000502", "52261117000001"]);
});
