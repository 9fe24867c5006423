// Margin and charges that are quoted to assistants and by the margin calculator.
import { afterEach, beforeEach, expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { registerFixedClients } from "../../accounts/api-accounts.ts";
import { issueApiToken } from "../../accounts/tokens.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { fundHandlers } from "../trading-api/fund-handlers.ts";
import type { InstrumentFiles } from "../trading-api/instrument-files.ts";
import { createAssistants } from "./assistants.ts";

const FREEZES = 4;
let rig: BrokerRig;

beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  registerFixedClients(rig.db, rig.now());
});
afterEach(() => rig.close());

const chargesOf = (instrument: MarketInstrument, order: object) => responseOf("/charges", instrument, order);

async function responseOf(
  path: string,
  instrument: MarketInstrument,
  order: object,
): Promise<Record<string, number>> {
  const { accessToken } = issueApiToken(rig.db, rig.clientId, rig.now());
  const { exchangeSegment, securityId } = instrument;
  const response = await createAssistants({
    db: rig.db,
    brokerOf: () => rig.broker,
    ownFiles: () => null,
    now: () => rig.now(),
  }).request(path, {
    method: "POST",
    headers: { "access-token": accessToken },
    body: JSON.stringify({ exchangeSegment, securityId, ...order }),
  });
  return response.json() as Promise<Record<string, number>>;
}

it("quotes brokerage for each order above the freeze quantity", async () => {
  const option = rig.option("CE");
  const order = { transactionType: "BUY", productType: "MARGIN", price: 100 };
  const single = await chargesOf(option, { ...order, quantity: option.freezeQuantity });
  const quantity = FREEZES * option.freezeQuantity;
  const sliced = await chargesOf(option, { ...order, quantity });
  expect(single.brokerage).toBeGreaterThan(0);
  expect(sliced.brokerage).toBe(FREEZES * (single.brokerage ?? 0));

  const { exchangeSegment, securityId } = option;
  const call = { account: rig.account, body: { exchangeSegment, securityId, ...order, quantity } };
  const calculated = fundHandlers(rig.handlerContext()).calculateMargin(call as never);
  expect(calculated.brokerage).toBe(sliced.brokerage);
});

it("quotes the depository's charge for a delivery sale", async () => {
  const share = rig.share();
  const sale = { transactionType: "SELL", productType: "CNC", quantity: 50, price: 1_000 };
  const waiting = rig.broker.pricing.waitingOrder({
    ...{ instrument: share, side: "SELL", product: "CNC", quantity: 50, pricePaise: 1_000_00 },
  });
  expect((await chargesOf(share, sale)).total).toBe(waiting.chargesPaise / 100);
});

it("refuses the charges of an index, which cannot be traded", async () => {
  const index = { exchangeSegment: "IDX_I", securityId: "13" } as MarketInstrument;
  const order = { transactionType: "BUY", productType: "MARGIN", quantity: 1, price: 100 };
  expect(await chargesOf(index, order)).toHaveProperty("detail");
});

it("quotes the margin that an order releases from the account's positions", async () => {
  const share = rig.share();
  const order = { transactionType: "BUY", productType: "INTRADAY", quantity: 10 };
  const opening = await responseOf("/margin", share, order);
  expect(opening).toMatchObject({ releasedMargin: 0, insufficientBalance: 0 });
  expect(opening.totalMargin).toBeGreaterThan(0);
  rig.place({ side: "BUY", quantity: 10, product: "INTRADAY" });
  const closing = await responseOf("/margin", share, { ...order, transactionType: "SELL" });
  expect(closing.totalMargin).toBe(0);
  expect(closing.releasedMargin).toBeGreaterThan(0);
});

it("quotes insufficient funds for the orders that the broker rejects", async () => {
  const share = rig.share();
  const order = { transactionType: "SELL", productType: "INTRADAY" };
  rig.place({ side: "BUY", quantity: 10, product: "INTRADAY" });
  rig.broker.addFunds(rig.account, 100_00 - rig.broker.funds(rig.account).availablePaise, rig.now());
  const missing = async (quantity: number) =>
    (await responseOf("/margin", share, { ...order, quantity })).insufficientBalance;
  expect(await missing(10)).toBe(0);
  expect(await missing(20)).toBeGreaterThan(0);
  expect(rig.place({ side: "SELL", quantity: 20, product: "INTRADAY" }).reject_cause).toBe("FUNDS");
  expect(rig.place({ side: "SELL", quantity: 10, product: "INTRADAY" }).status).toBe("TRADED");
});

it("returns the instrument list only of an account's separate market", async () => {
  const { accessToken } = issueApiToken(rig.db, rig.clientId, rig.now());
  const get = (path: string, files: InstrumentFiles | null) =>
    createAssistants({
      db: rig.db,
      brokerOf: () => rig.broker,
      ownFiles: () => files,
      now: () => rig.now(),
    }).request(path, { headers: { "access-token": accessToken } });
  const own = { compact: async () => "SEM_EXM_EXCH_ID" } as InstrumentFiles;
  expect(await (await get("/token", null)).json()).toMatchObject({ hasOwnMarket: false });
  expect((await get("/instruments", null)).status).toBe(404);
  expect(await (await get("/token", own)).json()).toMatchObject({ hasOwnMarket: true });
  expect(await (await get("/instruments", own)).text()).toBe("SEM_EXM_EXCH_ID");
});

it.each([
  ["more shares than the account holds", { transactionType: "SELL" }, "DH-906", "HOLDINGS"],
  ["a price outside the band", { orderType: "LIMIT", price: 1 }, "DH-906", "PRICE_BAND"],
  ["more than the funds", { quantity: 90_000 }, "DH-906", "FUNDS"],
  ["no price", { orderType: "LIMIT" }, "DH-905", null],
])("returns the rejection code of an order with %s", async (_, change, code, cause) => {
  const order = {
    transactionType: "BUY",
    productType: "CNC",
    orderType: "MARKET",
    validity: "DAY",
    quantity: 10,
  };
  const check = (more: object) => responseOf("/rejection", rig.share(), { ...order, ...more });
  expect(await check(change)).toMatchObject({ rejection: { code, cause } });
  expect(await check({})).toEqual({ rejection: null });
  expect(rig.broker.orders.open({ account: rig.account })).toEqual([]);
});

it("returns FREEZE_QUANTITY for an unsliced order, and MARKET_CLOSED after hours", async () => {
  const option = rig.option("CE");
  const order = {
    transactionType: "BUY",
    productType: "INTRADAY",
    orderType: "MARKET",
    validity: "DAY",
    quantity: 2 * option.freezeQuantity,
  };
  expect(await responseOf("/rejection", option, order)).toMatchObject({
    rejection: { cause: "FREEZE_QUANTITY" },
  });
  expect(await responseOf("/rejection", option, { ...order, isSliced: true })).not.toMatchObject({
    rejection: { cause: "FREEZE_QUANTITY" },
  });
  rig.setNow("2026-11-17T18:00:00+05:30");
  expect(await responseOf("/rejection", option, { ...order, quantity: option.lotSize })).toMatchObject({
    rejection: { cause: "MARKET_CLOSED" },
  });
});

it("checks the change of an after-market order while the market is closed", async () => {
  rig.setNow("2026-11-17T18:00:00+05:30");
  const limitPaise = rig.tick(rig.last() * 0.95);
  const api = {
    type: "LIMIT",
    triggerPaise: null,
    isAfterMarket: true,
    fault: null,
    document: "{}",
  } as const;
  const { id } = rig.place({ side: "BUY", quantity: 5, limitPaise, api });
  const change = {
    transactionType: "BUY",
    productType: "CNC",
    orderType: "LIMIT",
    validity: "DAY",
    quantity: 6,
    price: limitPaise / 100,
  };
  const check = (orderId: string) => responseOf("/rejection", rig.share(), { ...change, orderId });
  expect(await check(id)).toEqual({ rejection: null });
  const { orders } = rig.broker;
  rig.broker.run(() => orders.update({ ...(orders.read(id) ?? rig.row()), filled: 6 }));
  expect(await check(id)).toMatchObject({
    rejection: { code: "DH-906", message: expect.stringContaining("more than the 6 that are filled") },
  });
  rig.broker.run(() => rig.broker.cancel(rig.broker.orders.read(id) ?? rig.row(), "Cancelled"));
  expect(await check(id)).toMatchObject({ rejection: { code: "DH-906", cause: null } });
});
