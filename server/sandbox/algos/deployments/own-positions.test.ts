// Open positions of a client, by manager: squared off one by one, closed by the client's own orders, and closed by the
// kill switch.

import { beforeEach, describe, expect, it } from "vitest";
import type { HeldPosition } from "../../../../app/contract/base-api/portfolio.ts";
import {
  act,
  begin,
  broker,
  build,
  CLIENT,
  controls,
  db,
  key,
  OTHER,
  openDeployments,
  pass,
  placeOrder,
  read,
  rows,
  run,
  SEEDLING,
  setNow,
} from "../../../../tests/support/deployment-rig.ts";
import { IDEMPOTENCY_LIMITS } from "../../store/idempotency-keys.ts";
import { OwnPositions } from "./own-positions.ts";

openDeployments();

let positions: OwnPositions;
beforeEach(() => {
  positions = new OwnPositions({ db, broker, rows });
});

/** Hands over the two sold options of a live straddle, and returns the one with the higher price. */
function handOver(): HeldPosition {
  const id = begin({ mode: "live" });
  run(5);
  act(id, "hand_over");
  const [first, second] = positions.list(CLIENT);
  if (first === undefined || second === undefined) throw new Error("two positions were expected");
  return (first.lastPaise ?? 0) > (second.lastPaise ?? 0) ? first : second;
}

describe("one position of a running algo", () => {
  it("is squared off once per request key, while the algo's other positions stay open", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    run(10);
    const before = positions.list(CLIENT);
    expect(before.length).toBeGreaterThan(2);
    const [{ ref = "", symbol = "", quantity = 0 } = {}, ...others] = before;
    expect(positions.preview(CLIENT, { ref, side: "SELL", quantity, pricePaise: null })).toMatchObject({
      symbol,
      refusal: null,
    });
    const once = key();
    const [sent, again] = [
      positions.squareOff(CLIENT, once, [ref]),
      positions.squareOff(CLIENT, once, [ref]),
    ];
    expect(sent?.map(({ symbol: sold, side, deployment_id }) => [sold, side, deployment_id])).toEqual([
      [symbol, "SELL", id],
    ]);
    expect(again?.map((order) => order.id)).toEqual(sent?.map((order) => order.id));
    run(10);
    expect(positions.list(CLIENT).map((held) => held.symbol)).toEqual(others.map((held) => held.symbol));
    expect(read(id).state).toBe("active");
    expect(positions.squareOff(OTHER, key(), [others[0]?.ref ?? ""])).toBeNull();
  });

  it("is not reopened by its pending entry order, which is cancelled", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    run(10);
    const [held] = positions.list(CLIENT);
    const {
      leg = null,
      instrument = "",
      product = "CNC",
    } = broker.orders.list(CLIENT, { limit: 10 }).find(({ symbol }) => symbol === held?.symbol) ?? {};
    const limitPaise = 5 * Math.round((held?.lastPaise ?? 0) * 0.19);
    placeOrder({ deploymentId: id, leg, instrument, side: "BUY", product, quantity: 1, limitPaise });
    expect(read(id).openOrders).toHaveLength(1);
    positions.squareOff(CLIENT, key(), [held?.ref ?? ""]);
    run(30);
    expect(read(id).openOrders).toEqual([]);
    expect(positions.list(CLIENT).map(({ symbol }) => symbol)).not.toContain(held?.symbol);
  });

  it("can be squared off only completely and at the market price", () => {
    begin({ strategyId: SEEDLING, mode: "live" });
    run(10);
    const [{ ref = "", quantity = 0 } = {}] = positions.list(CLIENT);
    const order = { ref, side: "SELL" as const, quantity, pricePaise: null };
    expect(() => positions.place(CLIENT, key(), { ...order, pricePaise: 100_00 })).toThrow(
      /squared off completely and at market/,
    );
    expect(() => positions.place(CLIENT, key(), { ...order, quantity: quantity + 1 })).toThrow(/completely/);
    expect(positions.place(CLIENT, key(), order)).toHaveLength(1);
  });
});

describe("positions that an algo has handed over to the client", () => {
  it("are not closed with a key that was used for other positions", () => {
    handOver();
    const [first, second] = positions.list(CLIENT).map(({ ref }) => ref);
    if (first === undefined || second === undefined) throw new Error("two positions were expected");
    const once = key();
    positions.squareOff(CLIENT, once, [first]);
    expect(() => positions.squareOff(CLIENT, once, [second])).toThrow(/already sent, for other positions/);
    expect(() => positions.squareOff(CLIENT, once, [first, second])).toThrow(/for other positions/);
    expect(positions.squareOff(CLIENT, once, [first])).toHaveLength(1);
  });

  it("are closed with stored keys that expire after 24 hours", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    placeOrder({ deploymentId: id, instrument: "NSE_EQ:1333", side: "BUY", product: "CNC", quantity: 5 });
    act(id, "hand_over");
    const order = { ref: `${id}:NSE_EQ:1333:CNC`, side: "SELL", quantity: 1, pricePaise: null } as const;
    const stored = () =>
      (db.prepare("SELECT idempotency_key AS name FROM once_answers").all() as { name: string }[]).map(
        ({ name }) => name,
      );
    const keys = [key(), key(), key()] as const;
    positions.place(CLIENT, keys[0], order);
    pass(IDEMPOTENCY_LIMITS.storedForMs);
    positions.place(CLIENT, keys[1], order);
    expect(new Set(stored())).toEqual(new Set(keys.slice(0, 2)));
    pass(1);
    positions.place(CLIENT, keys[2], order);
    expect(new Set(stored())).toEqual(new Set(keys.slice(1)));
  });

  it("can be previewed and squared off, which releases their margin", () => {
    const id = begin({ mode: "live" });
    run(5);
    expect(positions.list(CLIENT).map(({ heldBy }) => heldBy)).toEqual(["algo", "algo"]);
    const [{ ref = "" } = {}] = positions.list(CLIENT);
    const order = { ref, side: "BUY" as const, quantity: 65, pricePaise: null };
    expect(positions.preview(CLIENT, { ...order, pricePaise: 100_00 })?.refusal).toMatch(
      /Arclight Straddle manages this position/,
    );
    act(id, "hand_over");
    const remaining = positions.list(CLIENT);
    expect(remaining.map(({ heldBy }) => heldBy)).toEqual(["handed_over", "handed_over"]);
    const preview = positions.preview(CLIENT, order);
    expect(preview).toMatchObject({ refusal: null, side: "BUY" });
    expect(preview?.charges.brokeragePaise).toBe(2_000);
    expect(positions.preview(CLIENT, { ...order, side: "SELL" })?.refusal).toMatch(/with a buy order/);
    expect(positions.preview(CLIENT, { ...order, quantity: 650 })?.refusal).toMatch(/At most/);
    expect(positions.preview(OTHER, order)).toBeNull();

    const once = key();
    const refs = remaining.map((position) => position.ref);
    const sent = positions.squareOff(CLIENT, once, refs);
    expect(sent).toHaveLength(2);
    run(5);
    expect(positions.squareOff(CLIENT, once, refs)?.map((row) => row.id)).toEqual(sent?.map((row) => row.id));
    expect(positions.list(CLIENT)).toEqual([]);
    expect(controls.funds(CLIENT).blockedPaise).toBe(0);
    expect(read(id).positions).toEqual([]);
  });

  it("have the average price of the open quantity, not of all trades", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    run(10);
    act(id, "hand_over");
    const [{ ref = "", symbol = "", quantity = 0 } = {}] = positions.list(CLIENT);
    const [, instrument = ""] = /^[^:]+:(.+):/.exec(ref) ?? [];
    for (const side of ["SELL", "BUY"] as const) {
      pass(3_600_000);
      placeOrder({ deploymentId: id, instrument, side, product: "CNC", quantity });
      run(5);
    }
    const find = (held: readonly { symbol: string; averagePaise: number }[]) =>
      held.find((position) => position.symbol === symbol)?.averagePaise;
    expect(find(read(id).positions)).toBe(find(positions.list(CLIENT)));
    expect(read(id).positions.length).toBeGreaterThan(0);
  });

  it("are never closed beyond the client's limit price", () => {
    const { ref, lastPaise } = handOver();
    const pricePaise = 5 * Math.round((lastPaise ?? 0) * 0.14);
    const [sent] = positions.place(CLIENT, key(), { ref, side: "BUY", quantity: 65, pricePaise }) ?? [];
    run(15);
    expect(broker.orders.read(sent?.id ?? "")).toMatchObject({ status: "PENDING", price_paise: pricePaise });
  });

  it("are not closed twice while an exit order of the client is pending", () => {
    const { ref, lastPaise } = handOver();
    const limit = {
      ref,
      side: "BUY" as const,
      quantity: 65,
      pricePaise: 5 * Math.round((lastPaise ?? 0) * 0.14),
    };
    const pending = () => positions.list(CLIENT).find((one) => one.ref === ref)?.pendingExitQuantity;
    expect(pending()).toBe(0);
    expect(positions.place(CLIENT, key(), limit)).toMatchObject([{ status: "PENDING" }]);
    expect(pending()).toBe(65);
    for (const order of [limit, { ...limit, pricePaise: null }]) {
      expect(positions.preview(CLIENT, order)?.refusal).toMatch(
        /already sent and are pending. At most 0 more .* A square-off cancels pending orders/,
      );
      expect(() => positions.place(CLIENT, key(), order)).toThrow(/already sent and are pending/);
    }
    positions.squareOff(CLIENT, key(), [ref]);
    expect(broker.orders.resting.ofAccount(`live:${CLIENT}`)).toEqual([]);
    expect(positions.list(CLIENT)).toHaveLength(1);
  });

  it("are closed by the kill switch", () => {
    const id = begin({ mode: "live" });
    run(5);
    act(id, "hand_over");
    expect(positions.list(CLIENT)).toHaveLength(2);
    controls.setKillSwitch(CLIENT, true);
    run(5);
    expect(positions.list(CLIENT)).toEqual([]);
  });

  it("are not closed again by the kill switch when own orders closed them", () => {
    const held = new Map(
      [handOver(), ...positions.list(CLIENT)].map(({ ref, quantity }) => [ref, quantity] as const),
    );
    expect([...held.values()]).toEqual([-65, -65]);
    for (const ref of held.keys()) {
      const [, instrument = "", product = ""] = /^[^:]+:(.+):(.+)$/.exec(ref) ?? [];
      placeOrder({ deploymentId: null, instrument, side: "BUY", product: product as "MARGIN", quantity: 65 });
    }
    run(5);
    expect(broker.positions({ account: `live:${CLIENT}` })).toEqual([]);
    controls.setKillSwitch(CLIENT, true);
    run(65);
    expect(broker.positions({ account: `live:${CLIENT}` })).toEqual([]);
  });

  it("are listed without the part that own orders have closed", () => {
    const { ref } = handOver();
    const [, instrument = "", product = ""] = /^[^:]+:(.+):(.+)$/.exec(ref) ?? [];
    const listed = () =>
      positions
        .list(CLIENT)
        .flatMap((held) => (held.ref.includes(instrument) ? [[held.heldBy, held.quantity]] : []));
    const buy = (quantity: number) => {
      placeOrder({ deploymentId: null, instrument, side: "BUY", product: product as "MARGIN", quantity });
      run(5);
    };
    expect(listed()).toEqual([["handed_over", -65]]);
    buy(65);
    expect(listed()).toEqual([]);
    expect(positions.squareOff(CLIENT, key(), [ref])).toBeNull();
    buy(65);
    expect(listed()).toEqual([["own", 65]]);
  });

  it("are not closed by a square-off while an own order is closing them", () => {
    const { ref, symbol } = handOver();
    const [, instrument = "", product = ""] = /^[^:]+:(.+):(.+)$/.exec(ref) ?? [];
    const limitPaise = 5 * Math.round((broker.lastPaise(instrument) ?? 0) * 0.14);
    const order = { deploymentId: null, instrument, side: "BUY", product: product as "MARGIN" } as const;
    placeOrder({ ...order, quantity: 65, limitPaise });
    const once = key();
    expect(positions.squareOff(CLIENT, once, [ref])).toEqual([]);
    expect(() =>
      positions.place(CLIENT, key(), { ref, side: "BUY", quantity: 65, pricePaise: null }),
    ).toThrow(
      new RegExp(
        `Orders to close 65 of ${symbol} were already sent .*cancel the orders of the trading API first`,
      ),
    );
    for (const row of broker.orders.resting.ofAccount(`live:${CLIENT}`))
      broker.run(() => broker.cancel(row, "Cancelled by the test"));
    expect(positions.squareOff(CLIENT, once, [ref])).toMatchObject([{ side: "BUY", quantity: 65 }]);
  });

  it("are not closed by the kill switch while an own order is closing them", () => {
    const { ref } = handOver();
    const [, instrument = "", product = ""] = /^[^:]+:(.+):(.+)$/.exec(ref) ?? [];
    // The resting order closes the position itself when it fills.
    const order = { deploymentId: null, instrument, side: "BUY", product: product as "MARGIN" } as const;
    const limitPaise = 5 * Math.round((broker.lastPaise(instrument) ?? 0) * 0.14);
    placeOrder({ ...order, quantity: 65, limitPaise });
    controls.setKillSwitch(CLIENT, true);
    run(65);
    const remaining = broker.positions({ account: `live:${CLIENT}` });
    expect(remaining.map((position) => [position.instrument, position.quantity])).toEqual([
      [instrument, -65],
    ]);
  });

  it("cause at most six kill-switch orders a day if each order is rejected", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    const order = { instrument: "NSE_EQ:1333", product: "CNC", quantity: 5 } as const;
    placeOrder({ ...order, deploymentId: id, side: "BUY" });
    act(id, "hand_over");
    const place = broker.place.bind(broker);
    broker.place = (wanted) => place({ ...wanted, quantity: wanted.quantity + 1 });
    controls.setKillSwitch(CLIENT, true);
    run(1_800, 10);
    const rejected = broker.orders.list(CLIENT, { limit: 50 }).filter(({ status }) => status === "REJECTED");
    expect(rejected).toHaveLength(6);
  });

  it("are not sold again by the kill switch after the client has sold them", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    const order = { instrument: "NSE_EQ:1333", product: "CNC", quantity: 5 } as const;
    placeOrder({ ...order, deploymentId: id, side: "BUY" });
    act(id, "hand_over");
    placeOrder({ ...order, deploymentId: null, side: "SELL" });
    run(5);
    controls.setKillSwitch(CLIENT, true);
    run(300, 10);
    const rejected = broker.orders.list(CLIENT, { limit: 50 }).filter(({ status }) => status === "REJECTED");
    expect(rejected).toEqual([]);
  });

  it("are closed at the next opening if the kill switch is set at night", () => {
    setNow("2026-11-18T10:00:00+05:30");
    build("exchange");
    positions = new OwnPositions({ db, broker, rows });
    const id = begin({ strategyId: SEEDLING, mode: "live", startOn: "2026-11-18" });
    placeOrder({ deploymentId: id, instrument: "NSE_EQ:1333", side: "BUY", product: "CNC", quantity: 5 });
    act(id, "hand_over");
    setNow("2026-11-18T20:00:00+05:30");
    controls.setKillSwitch(CLIENT, true);
    run(120, 30);
    expect(positions.list(CLIENT)).toHaveLength(1);
    expect(broker.orders.list(CLIENT, { limit: 10 }).map(({ status }) => status)).toEqual(["TRADED"]);
    setNow("2026-11-19T09:30:00+05:30");
    run(90);
    expect(positions.list(CLIENT)).toEqual([]);
  });

  it("do not prevent the kill switch when their contract has expired", () => {
    handOver();
    setNow("2026-12-01T09:00:00+05:30");
    expect(controls.setKillSwitch(CLIENT, true).isActive).toBe(true);
  });
});
