// The order book of an account: listed orders, prices and reject codes.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiOrder } from "../../../../app/contract/trading-api/orders.ts";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import type { OrderRow } from "../../broker/order-rows.ts";
import { ORDER_LIST_LIMITS } from "../../broker/order-store.ts";
import { RESTING_LIMITS } from "../../broker/resting-orders.ts";
import type { PreparedJson } from "../prepared-json.ts";
import { alertDetails } from "./alert-details.ts";
import { orderHandlers } from "./order-handlers.ts";

let rig: BrokerRig;
let handlers: ReturnType<typeof orderHandlers>;

beforeEach(() => {
  rig = new BrokerRig("2026-11-19T12:00:00+05:30", "exchange");
  const context = rig.handlerContext();
  handlers = rig.inTransactions(orderHandlers(context, () => []));
});
afterEach(() => rig.close());

function call(parts: { body?: unknown; path?: unknown; query?: unknown; orderFault?: unknown }) {
  const client = { id: rig.clientId, name: "A client" };
  return { client, account: rig.account, accessToken: "", path: {}, query: {}, ...parts } as never;
}

const SHARE = {
  exchangeSegment: "NSE_EQ",
  securityId: "1333",
  transactionType: "BUY",
  productType: "INTRADAY",
  orderType: "LIMIT",
  validity: "DAY",
  quantity: 2,
};
const rupeesAt = (share: number) => rig.tick(rig.last() * share) / 100;
const place = (body: Record<string, unknown>) => handlers.placeOrder(call({ body: { ...SHARE, ...body } }));
const read = (orderId: string) => handlers.getOrder(call({ path: { orderId } })) as ApiOrder;
async function listed(): Promise<ApiOrder[]> {
  return JSON.parse(((await handlers.listOrders(call({}))) as PreparedJson).text);
}

it("lists a cancelled after-market order until the end of the day", async () => {
  rig.setNow("2026-11-19T18:00:00+05:30");
  const { orderId } = place({ price: rupeesAt(0.97), productType: "CNC", afterMarketOrder: true });
  rig.setNow("2026-11-20T08:00:00+05:30");
  expect((await listed()).map((order) => [order.orderId, order.orderStatus])).toEqual([[orderId, "PENDING"]]);
  rig.setNow("2026-11-20T10:00:00+05:30");
  handlers.cancelOrder(call({ path: { orderId } }));
  expect((await listed()).map((order) => [order.orderId, order.orderStatus])).toEqual([
    [orderId, "CANCELLED"],
  ]);
  rig.setNow("2026-11-23T10:00:00+05:30");
  expect(await listed()).toEqual([]);
});

it("lists an open order even if 2,000 newer orders of the day are closed", async () => {
  const { orderId: open } = place({ price: rupeesAt(0.97) });
  const { orderId: closed } = place({ price: rupeesAt(0.97) });
  handlers.cancelOrder(call({ path: { orderId: closed } }));
  const { db } = rig;
  const columns = (
    db.prepare("SELECT name FROM pragma_table_info('orders')").pluck().all() as string[]
  ).join();
  const rest = columns.split(",").filter((name) => name !== "id");
  db.prepare(
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
     INSERT INTO orders (id, ${rest}) SELECT CAST(id + n AS TEXT), ${rest} FROM orders, number WHERE id = ?`,
  ).run(ORDER_LIST_LIMITS.ordersAtMost, closed);
  const orders = await listed();
  expect(orders).toHaveLength(ORDER_LIST_LIMITS.ordersAtMost + 1);
  expect(orders.at(-1)?.orderId).toBe(open);
});

it("rejects INTRADAY after-market orders between square-off and session end", () => {
  rig.setNow("2026-11-19T15:25:00+05:30");
  expect(place({ price: rupeesAt(0.99) }).orderStatus).toBe("REJECTED");
  expect(place({ price: rupeesAt(0.99), afterMarketOrder: true }).orderStatus).toBe("REJECTED");
  rig.setNow("2026-11-19T15:40:00+05:30");
  const { orderId, orderStatus } = place({ price: rupeesAt(0.99), afterMarketOrder: true });
  expect([orderStatus, read(orderId).omsErrorDescription]).toEqual(["PENDING", null]);
});

it("shows price 0 for market orders, and the limit price for all other orders", () => {
  const atMarket = { productType: "MARGIN", transactionType: "SELL", exchangeSegment: "NSE_FNO" };
  const future = rig.future();
  const stop = place({
    ...atMarket,
    securityId: future.securityId,
    quantity: future.lotSize,
    orderType: "STOP_LOSS_MARKET",
    triggerPrice: rig.tick(rig.last(future) * 0.97, future) / 100,
  });
  expect(read(stop.orderId)).toMatchObject({ orderStatus: "PENDING", price: 0 });
  expect(read(place({ orderType: "MARKET" }).orderId)).toMatchObject({ orderStatus: "TRADED", price: 0 });
  const limit = rupeesAt(0.97);
  expect(read(place({ price: limit }).orderId).price).toBe(limit);
});

it.each(["LIMIT", "MARKET"])(
  "lists a %s order without the trigger price that it was sent with",
  (orderType) => {
    const price = rupeesAt(0.97);
    expect(read(place({ orderType, price, triggerPrice: price }).orderId).triggerPrice).toBe(0);
  },
);

it("returns the cause of a rejection in rejectCode, with the error code DH-906", () => {
  const { lotSize, freezeQuantity, securityId } = rig.future();
  const future = { exchangeSegment: "NSE_FNO", securityId, productType: "MARGIN", orderType: "MARKET" };
  const cause = (body: Record<string, unknown>) => {
    const order = read(place(body).orderId);
    expect([order.orderStatus, order.omsErrorCode]).toEqual(["REJECTED", "DH-906"]);
    return order.rejectCode;
  };
  const price = rupeesAt(0.97);
  expect(cause({ price, quantity: 5_000, productType: "CNC" })).toBe("FUNDS");
  expect(cause({ price: rupeesAt(0.5) })).toBe("PRICE_BAND");
  expect(cause({ price: price + 0.01 })).toBe("TICK_SIZE");
  expect(cause({ ...future, quantity: lotSize + 1 })).toBe("LOT_SIZE");
  expect(cause({ ...future, quantity: (Math.floor(freezeQuantity / lotSize) + 1) * lotSize })).toBe(
    "FREEZE_QUANTITY",
  );
  expect(cause({ ...future, quantity: lotSize, productType: "CNC" })).toBe("PRODUCT");
  expect(cause({ price, productType: "CNC", transactionType: "SELL" })).toBe("HOLDINGS");
  expect(cause({ orderType: "STOP_LOSS_MARKET", triggerPrice: price })).toBe("TRIGGER_PRICE");
  rig.db.exec(`INSERT INTO kill_switches (client_id, is_active, since) VALUES ('${rig.clientId}', 1, 0)`);
  expect(cause({ price })).toBe("KILL_SWITCH");
  rig.setNow("2026-11-19T15:25:00+05:30");
  expect(cause({ price })).toBe("SQUARE_OFF");
  rig.setNow("2026-11-19T15:40:00+05:30");
  expect(cause({ price })).toBe("MARKET_CLOSED");
  const accepted = read(place({ price, productType: "CNC", afterMarketOrder: true }).orderId);
  expect([accepted.orderStatus, accepted.rejectCode]).toEqual(["REJECTED", "KILL_SWITCH"]);
});

it("rejects orders above the resting limit with DH-906, unless they close a position", () => {
  const market = { orderType: "MARKET", quantity: 2 };
  place(market);
  for (let count = 0; count < RESTING_LIMITS.ordersPerAccount; count += 1)
    rig.broker.orders.resting.update({ ...rig.row(), id: String(10_000_000 + count) });
  rig.broker.run(() => undefined);
  expect(() => place({ price: rupeesAt(0.97) })).toThrow(expect.objectContaining({ code: "DH-906" }));
  expect(() => place(market)).toThrow("Cancel some of them first.");
  expect(place({ ...market, transactionType: "SELL" }).orderStatus).toBe("TRADED");
});

it("sets exchange number and time only after an order has left TRANSIT", () => {
  const orderFault = () => ({ kind: "in-transit", ms: 5_000 });
  const { orderId } = handlers.placeOrder(call({ body: { ...SHARE, orderType: "MARKET" }, orderFault }));
  const hasNumber = () =>
    alertDetails(rig.broker, rig.broker.orders.read(orderId) as OrderRow).hasExchangeNumber;
  expect(read(orderId)).toMatchObject({
    orderStatus: "TRANSIT",
    exchangeOrderId: null,
    exchangeTime: "NA",
  });
  expect(hasNumber()).toBe(false);
  rig.pass(5_000);
  rig.broker.tick();
  expect(read(orderId)).toMatchObject({
    orderStatus: "TRADED",
    exchangeOrderId: `1${orderId}`,
    exchangeTime: "2026-11-19 12:00:05",
  });
  expect(hasNumber()).toBe(true);
});

it("rejects a change to a disclosed quantity below 30% or above 100%", () => {
  const { orderId } = place({ price: rupeesAt(0.97), quantity: 100, disclosedQuantity: 30 });
  const change = (body: Record<string, unknown>) =>
    handlers.modifyOrder(call({ path: { orderId }, body: { orderType: "LIMIT", validity: "DAY", ...body } }));
  const refusal = "disclosedQuantity must be from 30% to 100% of the quantity.";
  for (const body of [{ disclosedQuantity: 1 }, { disclosedQuantity: 500 }, { quantity: 200 }])
    expect(() => change(body)).toThrow(refusal);
  change({ quantity: 200, disclosedQuantity: 60 });
  expect(read(orderId)).toMatchObject({ quantity: 200, disclosedQuantity: 60 });
});
