// Exit of all positions: the positions and orders it closes, and P&L limits that trigger it.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { registerFixedClients } from "../../accounts/api-accounts.ts";
import { MarketEvents } from "../../exchange/market-events.ts";
import { runAtOnce } from "../../slices.ts";
import { ControlHandlers } from "./control-handlers.ts";
import { SuperOrders } from "./super-orders.ts";

let rig: BrokerRig;
let supers: SuperOrders;
let control: ControlHandlers;
let faults: unknown[];

beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  registerFixedClients(rig.db, rig.now());
  const context = rig.handlerContext();
  supers = new SuperOrders(context);
  control = new ControlHandlers(context, supers);
  faults = [];
});
afterEach(() => {
  expect(faults).toEqual([]);
  rig.close();
});

function call(body: unknown = undefined) {
  const client = { id: rig.clientId, name: "A client" };
  return { client, account: rig.account, accessToken: "", path: {}, query: {}, body } as never;
}
const setLimits = (limits: Record<string, unknown>) =>
  rig.inTransactions(control.handlers()).setPnlExit(call({ productType: ["DELIVERY"], ...limits }));
const status = () => control.handlers().getPnlExit(call()).pnlExitStatus;
const watch = () => runAtOnce(control.exitSteps((fault) => faults.push(fault)));
const quantities = () =>
  rig.broker.positions({ account: rig.account, deploymentId: null }).map(({ quantity }) => quantity);

it("exit-all closes delivery shares bought today, but not those of earlier days", () => {
  rig.place({ side: "BUY", quantity: 10 });
  rig.setNow("2026-11-18T12:00:00+05:30");
  rig.place({ side: "BUY", quantity: 4 });
  expect(control.exitAll(call())).toEqual({ status: "SUCCESS", message: "1 exit order was sent." });
  expect(quantities()).toEqual([10]);
});

it("exit-all does not buy back shares that were sold from the holdings today", () => {
  rig.place({ side: "BUY", quantity: 10 });
  rig.setNow("2026-11-18T12:00:00+05:30");
  rig.place({ side: "SELL", quantity: 4 });
  expect(control.exitAll(call()).message).toBe("No position was open.");
  expect(quantities()).toEqual([6]);
});

it("exit-all closes a position above the freeze quantity with several orders", () => {
  const instrument = rig.option("CE");
  for (let order = 0; order < 3; order += 1)
    rig.place({ side: "BUY", quantity: instrument.freezeQuantity, instrument });
  expect(quantities()).toEqual([3 * instrument.freezeQuantity]);
  expect(control.exitAll(call()).message).toBe("3 exit orders were sent.");
  expect(quantities()).toEqual([]);
});

it("exit-all of one product leaves the orders of other products open", () => {
  const limitPaise = rig.tick(rig.last() * 0.9);
  const delivery = rig.place({ side: "BUY", quantity: 1, limitPaise });
  const intraday = rig.place({ side: "BUY", quantity: 1, product: "INTRADAY", limitPaise });
  const stop = rig.tick(rig.last() * 0.8) / 100;
  const placed = rig.inTransactions(supers.handlers()).placeSuperOrder(
    call({
      exchangeSegment: "NSE_EQ",
      securityId: "1333",
      transactionType: "BUY",
      quantity: 2,
      productType: "CNC",
      orderType: "MARKET",
      targetPrice: 0,
      stopLossPrice: stop,
    }),
  );
  control.exitAll(call(), ["INTRADAY"]);
  expect(rig.broker.orders.read(delivery.id)?.status).toBe("PENDING");
  expect(rig.broker.orders.read(intraday.id)?.status).toBe("CANCELLED");
  const legs = supers.legsOf(call()).map(({ orderStatus }) => orderStatus);
  expect([placed.orderStatus, legs]).toEqual(["TRADED", ["PENDING"]]);
});

it("treats a P&L limit of 0 as unset, and rejects two limits of 0", () => {
  rig.place({ side: "BUY", quantity: 10 });
  expect(() => setLimits({ profitValue: 0, lossValue: 0 })).toThrow("must be above 0");
  setLimits({ profitValue: 10_00_000, lossValue: 0 });
  watch();
  expect([status(), quantities()]).toEqual(["ACTIVE", [10]]);
});

it("a P&L limit closes the position only after the market has opened", () => {
  const instrument = rig.future();
  rig.place({ side: "BUY", quantity: instrument.lotSize, instrument });
  rig.setNow("2026-11-18T08:50:00+05:30");
  setLimits({ profitValue: 0.01, lossValue: 0.01, enableKillSwitch: true });
  watch();
  expect([status(), quantities()]).toEqual(["ACTIVE", [instrument.lotSize]]);
  rig.setNow("2026-11-18T12:00:00+05:30");
  watch();
  expect([status(), quantities()]).toEqual(["INACTIVE", []]);
  expect(control.handlers().getKillSwitch(call()).killSwitchStatus).toBe("ACTIVATE");
  expect(control.handlers().getPnlExit(call())).toMatchObject({
    profit: "0.00",
    loss: "0.00",
    productType: [],
    enableKillSwitch: false,
  });
});

it("exit-all returns an error for a halted position, and closes it after the halt", () => {
  rig.place({ side: "BUY", quantity: 10 });
  rig.place({ side: "BUY", quantity: 4, instrument: rig.share("11536") });
  const waiting = rig.place({ side: "BUY", quantity: 1, limitPaise: rig.tick(rig.last() * 0.9) });
  const [fromMs, untilMs] = [rig.now() + 60_000, rig.now() + 600_000];
  rig.market.setEvents(new MarketEvents([{ kind: "halt", key: "NSE_EQ:1333", fromMs, untilMs }]));
  rig.pass(120_000);
  expect(control.exitAll(call())).toEqual({
    status: "ERROR",
    message:
      "1 of 2 exit orders were rejected: Trading in HDFCBANK is halted. These positions are still open; try again later.",
  });
  expect([quantities(), rig.broker.orders.read(waiting.id)?.status]).toEqual([[10], "CANCELLED"]);
  rig.pass(600_000);
  expect(quantities()).toEqual([10]);
  expect(control.exitAll(call()).status).toBe("SUCCESS");
  expect(quantities()).toEqual([]);
});

it("a P&L limit cancels no orders while a position is halted", () => {
  rig.place({ side: "BUY", quantity: 10 });
  const waiting = rig.place({ side: "BUY", quantity: 1, limitPaise: rig.tick(rig.last() * 0.9) });
  setLimits({ profitValue: 0.01, lossValue: 0.01 });
  const [fromMs, untilMs] = [rig.now() + 60_000, rig.now() + 600_000];
  rig.market.setEvents(new MarketEvents([{ kind: "halt", key: "NSE_EQ:1333", fromMs, untilMs }]));
  rig.pass(120_000);
  watch();
  expect([quantities(), rig.broker.orders.read(waiting.id)?.status]).toEqual([[10], "PENDING"]);
  rig.pass(600_000);
  watch();
  expect(quantities()).toEqual([]);
});

it("a P&L limit applies to today's P&L of a position that is held overnight", () => {
  const instrument = rig.future();
  rig.place({ side: "BUY", quantity: instrument.lotSize, instrument });
  rig.setNow("2026-11-18T12:00:00+05:30");
  const { lastPaise, previousClosePaise } = rig.market.quote(instrument, rig.now());
  const today = (Math.abs(lastPaise - previousClosePaise) * instrument.lotSize) / 100;
  const limits = (rupees: number) => ({ profitValue: rupees, lossValue: rupees });
  setLimits(limits(today + 1));
  watch();
  expect(status()).toBe("ACTIVE");
  setLimits(limits(today - 1));
  watch();
  expect([status(), quantities()]).toEqual(["INACTIVE", []]);
});

it("activates the kill switch with MTF holdings, but not with an open position", () => {
  const activate = () =>
    control.handlers().setKillSwitch({
      client: { id: rig.clientId, name: "A client" },
      account: rig.account,
      query: { killSwitchStatus: "ACTIVATE" },
    } as never).killSwitchStatus;
  rig.place({ side: "BUY", quantity: 10, product: "MTF" });
  rig.setNow("2026-11-18T12:00:00+05:30");
  rig.place({ side: "BUY", quantity: 1, product: "INTRADAY" });
  expect(activate).toThrow("Close all positions");
  rig.place({ side: "SELL", quantity: 1, product: "INTRADAY" });
  expect(activate()).toContain("activated");
});
