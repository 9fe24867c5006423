// Futures at the broker: scan and exposure margin, unrealised profit and loss in the funds, and cash settlement at
// expiry.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../tests/support/broker-rig.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";

const NIFTY = "IDX_I:13";

let rig: BrokerRig;
let future: MarketInstrument;
beforeEach(() => {
  rig = new BrokerRig("2026-11-18T11:00:00+05:30", "exchange");
  const month = rig.market.expiries(0, rig.now()).find(({ isMonthly }) => isMonthly);
  const found = month === undefined ? null : rig.market.future(NIFTY, month.day, rig.now());
  if (found === null) throw new Error("no future is listed");
  future = found;
});
afterEach(() => rig.close());

const spot = () => rig.market.spot(NIFTY, rig.now());
const funds = () => rig.broker.funds(rig.account);
const order = (side: "BUY" | "SELL", quantity = future.lotSize) =>
  rig.place({ instrument: future, side, quantity, product: "MARGIN" });
const held = () => rig.broker.positions({ account: rig.account });

it.each(["BUY", "SELL"] as const)(
  "blocks about 11 % of a future's value as margin for a %s order",
  (side) => {
    const traded = order(side);
    expect(traded.status).toBe("TRADED");
    const value = traded.value_paise;
    const { positionMarginPaise, usedPaise, availablePaise, openingPaise, realisedPaise, receivablePaise } =
      funds();
    expect(positionMarginPaise / value).toBeGreaterThan(0.105);
    expect(positionMarginPaise / value).toBeLessThan(0.115);
    expect(availablePaise).toBe(openingPaise + realisedPaise + receivablePaise - usedPaise);
  },
);

it("a pending futures order blocks margin, but only charges if it closes a position", () => {
  const limitPaise = rig.tick(rig.last(future) * 0.98, future);
  rig.place({ instrument: future, side: "BUY", quantity: future.lotSize, product: "MARGIN", limitPaise });
  expect(funds().orderMarginPaise / (limitPaise * future.lotSize)).toBeGreaterThan(0.1);
  order("SELL");
  rig.broker.run(() => {
    for (const row of rig.broker.orders.open({ account: rig.account })) rig.broker.cancel(row, "test");
  });
  rig.place({ instrument: future, side: "BUY", quantity: future.lotSize, product: "MARGIN", limitPaise });
  expect(funds().orderMarginPaise).toBe(
    rig.broker.pricing.chargesOfOrder({
      instrument: future,
      product: "MARGIN",
      side: "BUY",
      quantity: future.lotSize,
      pricePaise: limitPaise,
    }).totalPaise,
  );
});

it("a pending buy and a pending sell do not reduce each other's margin", () => {
  const at = (share: number) => rig.tick(rig.last(future) * share, future);
  const wait = (side: "BUY" | "SELL", limitPaise: number) =>
    rig.place({ instrument: future, side, quantity: future.lotSize, product: "MARGIN", limitPaise });
  wait("BUY", at(0.98));
  const one = funds().orderMarginPaise;
  wait("SELL", at(1.02));
  expect(funds().orderMarginPaise).toBeGreaterThan(1.9 * one);
});

it("a sold call and a bought future need less margin together than separately", () => {
  const call = rig.option("CE", 4);
  const leg = (instrument: MarketInstrument, quantity: number) => ({
    instrument,
    quantity,
    product: "MARGIN" as const,
  });
  const margin = (...legs: ReturnType<typeof leg>[]) => rig.broker.marginIfFilled(legs, []);
  const bought = leg(future, future.lotSize);
  const sold = leg(call, -call.lotSize);
  expect(margin(bought, sold)).toBeLessThan(margin(bought) + margin(sold));
});

it("rejects futures for delivery or at off-tick prices, and holds them overnight", () => {
  expect(
    rig.place({ instrument: future, side: "BUY", quantity: future.lotSize, product: "CNC" }).reason,
  ).toMatch(/Derivatives cannot be traded with the product CNC/);
  const off = {
    instrument: future,
    side: "BUY" as const,
    quantity: future.lotSize,
    product: "MARGIN" as const,
  };
  expect(rig.place({ ...off, limitPaise: rig.tick(rig.last(future), future) + 1 }).reason).toMatch(/tick/);
  order("BUY");
  rig.setNow("2026-11-18T15:25:00+05:30");
  rig.dayEnd.tick();
  expect(held()[0]?.quantity).toBe(future.lotSize);
});

it("settles a future at expiry at the underlying's close, and releases its margin", () => {
  const traded = order("BUY");
  const expiry = new Date((future.future?.expiryDay ?? 0) * 86_400_000).toISOString().slice(0, 10);
  rig.setNow(`${expiry}T15:29:59.750+05:30`);
  const close = Math.round(spot() * 100);
  rig.setNow(`${expiry}T15:45:00+05:30`);
  rig.dayEnd.tick();
  expect(held()).toEqual([]);
  const [position] = rig.broker.positions({ account: rig.account }, true);
  expect(position?.realisedPaise).toBe(close * future.lotSize - traded.value_paise);
  expect(funds().usedPaise).toBe(0);
});
