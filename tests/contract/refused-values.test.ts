import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tradingFaultSchema } from "../../app/contract/trading-api/operations.ts";
import { openBaseApi } from "../support/base-api.ts";
import { SHARE, TradingClient, type TradingResponse } from "../support/trading-client.ts";

const ENTRY = { ...SHARE, transactionType: "BUY", productType: "CNC", quantity: 1 };
const LIMIT = { ...ENTRY, orderType: "LIMIT", price: 900 };
const SUPER = { ...LIMIT, targetPrice: 950, stopLossPrice: 850, trailingJump: 0 };
const FOREVER = { ...LIMIT, orderFlag: "SINGLE", triggerPrice: 890 };
const CONDITION = {
  comparisonType: "PRICE_WITH_VALUE",
  exchangeSegment: "NSE_EQ",
  securityId: "1333",
  operator: "CROSSING_UP",
  comparingValue: 1100,
  timeFrame: "DAY",
};
const alert = (change: object) => ({ condition: CONDITION, orders: [{ ...LIMIT, price: "900", ...change }] });

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000 });
  });
  // A new account per test, because calls are limited per account.
  beforeEach(async () => {
    client = await TradingClient.open(api.url);
  });
  afterAll(() => api.close());

  function expectRefusal({ status, body, text }: TradingResponse, field: string): void {
    expect(status, text).toBe(400);
    expect(tradingFaultSchema.safeParse(body).success, text).toBe(true);
    expect(body.errorCode).toBe("DH-905");
    expect(
      body.errors.map((one: { field: string }) => one.field),
      text,
    ).toContain(field);
  }

  it.each<[string, string, string, object, string]>([
    ["an order's price", "post", "/orders", { ...LIMIT, price: 900.054 }, "price"],
    ["an order's price as text", "post", "/orders", { ...LIMIT, price: "900.054" }, "price"],
    [
      "an order's trigger",
      "post",
      "/orders",
      { ...LIMIT, orderType: "STOP_LOSS", triggerPrice: 1.001 },
      "triggerPrice",
    ],
    ["a sliced order's price", "post", "/orders/slicing", { ...LIMIT, price: 900.001 }, "price"],
    [
      "a changed price",
      "put",
      "/orders/1",
      { orderType: "LIMIT", validity: "DAY", quantity: 1, price: 900.001 },
      "price",
    ],
    ["a super order's target", "post", "/super/orders", { ...SUPER, targetPrice: 950.001 }, "targetPrice"],
    ["a super order's stop", "post", "/super/orders", { ...SUPER, stopLossPrice: 850.001 }, "stopLossPrice"],
    ["a super order's trail", "post", "/super/orders", { ...SUPER, trailingJump: 0.004 }, "trailingJump"],
    ["a forever order's price", "post", "/forever/orders", { ...FOREVER, price: 900.001 }, "price"],
    [
      "a forever order's trigger",
      "post",
      "/forever/orders",
      { ...FOREVER, triggerPrice: 890.001 },
      "triggerPrice",
    ],
    ["a conditional order's price", "post", "/alerts/orders", alert({ price: "900.0540" }), "orders.0.price"],
    ["a margin's price", "post", "/margincalculator", { ...LIMIT, price: 900.001 }, "price"],
  ])("refuses a fraction of a paisa in %s, with the field's name", async (_, method, path, body, field) => {
    expectRefusal(await client.send(method, path, body), field);
    expect((await client.send("get", "/orders")).body).toEqual([]);
  });

  it("accepts prices without an exact binary form, and trailing zeros after the paisa", async () => {
    for (const price of [0.07, 1.15, 8.2, 1005.85, "1005.8500", 99_999_999.99])
      expect(
        (await client.send("post", "/margincalculator", { ...LIMIT, price })).status,
        String(price),
      ).toBe(200);
  });

  it("accepts a price between two ticks but returns the order as REJECTED", async () => {
    const placed = await client.send("post", "/orders", { ...LIMIT, price: 900.01, afterMarketOrder: true });
    expect([placed.status, placed.body.orderStatus], placed.text).toEqual([200, "REJECTED"]);
    const order = await client.send("get", `/orders/${placed.body.orderId}`);
    expect(order.body.omsErrorDescription).toContain("multiple of the tick");
  });

  it.each<[string, string, object]>([
    ["post", "/orders", LIMIT],
    ["post", "/orders/slicing", LIMIT],
    ["put", "/orders/1", { orderType: "LIMIT", validity: "DAY", quantity: 1, price: 900 }],
    ["post", "/super/orders", SUPER],
    ["post", "/forever/orders", FOREVER],
    ["post", "/alerts/orders", alert({})],
    ["post", "/margincalculator", LIMIT],
  ])("refuses another client's dhanClientId: %s %s", async (method, path, body) => {
    expectRefusal(await client.send(method, path, { ...body, dhanClientId: "1000000002" }), "dhanClientId");
    expect((await client.send("get", "/orders")).body).toEqual([]);
  });

  it.each<[string, string, object, string]>([
    ["post", "/orders", { ...LIMIT, trigerPrice: 890 }, "trigerPrice"],
    ["post", "/orders/slicing", { ...LIMIT, Quantity: 2 }, "Quantity"],
    ["put", "/orders/1", { orderType: "LIMIT", validity: "DAY", prce: 900 }, "prce"],
    ["post", "/super/orders", { ...SUPER, stoploss: 850 }, "stoploss"],
    ["post", "/forever/orders", { ...FOREVER, trigger: 890 }, "trigger"],
    ["post", "/alerts/orders", alert({ discQty: "1" }), "orders.0.discQty"],
    ["post", "/margincalculator", { ...LIMIT, leverage: 4 }, "leverage"],
    ["post", "/margincalculator/multi", { scripList: [{ ...ENTRY, lots: 1 }] }, "scripList.0.lots"],
    ["post", "/positions/convert", { qty: 1 }, "qty"],
    ["post", "/pnlExit", { profit: 1 }, "profit"],
    ["post", "/charts/intraday", { from: "2026-11-16" }, "from"],
    ["put", "/sandbox/clock", { at: "2026-11-20 10:00:00", sed: 7 }, "sed"],
  ])("refuses an unknown field and returns its name: %s %s", async (method, path, body, field) => {
    expectRefusal(await client.send(method, path, body), field);
    expect((await client.send("get", "/orders")).body).toEqual([]);
  });

  it("suggests the correct name for a misspelled field", async () => {
    const { body } = await client.send("post", "/orders", { ...LIMIT, trigerPrice: 890, colour: "red" });
    expect(body.errors).toEqual([
      { field: "trigerPrice", message: "unknown field (did you mean triggerPrice?)" },
      { field: "colour", message: "unknown field" },
    ]);
  });

  it("accepts obsolete fields, null and empty text, which old clients send", async () => {
    const old = { tradingSymbol: "HDFCBANK", drvExpiryDate: null, drvOptionType: "NA", drvStrikePrice: 0 };
    const answer = await client.send("post", "/orders", {
      ...LIMIT,
      ...old,
      afterMarketOrder: false,
      boProfitValue: null,
      boStopLossValue: null,
      someday: null,
      tag: "",
    });
    expect(answer.status, answer.text).toBe(200);
  });

  it("returns margins under both spellings of a field", async () => {
    const { body: one } = await client.send("post", "/margincalculator", LIMIT);
    expect(one.availabelBalance).toBe(one.availableBalance);
    const { validity: _, ...item } = ENTRY;
    const { body: many } = await client.send("post", "/margincalculator/multi", {
      scripList: [
        { ...item, price: 900 },
        { ...item, securityId: "11536" },
      ],
    });
    expect(many.totalMargin).toBeGreaterThan(900);
    const text = (value: number) => value.toFixed(2);
    expect(many).toMatchObject({
      total_margin: text(many.totalMargin),
      span_margin: text(many.spanMargin),
      exposure_margin: text(many.exposure),
      equity_margin: text(many.equityMargin),
      fo_margin: text(many.foMargin),
      commodity_margin: "0.00",
      hedge_benefit: "0.00",
    });
  });

  it("accepts dhanClientId as text or number, and if it is empty or missing", async () => {
    const own = client.account.dhanClientId;
    for (const dhanClientId of [own, Number(own), "", null, undefined]) {
      const answer = await client.send("post", "/margincalculator", { ...LIMIT, dhanClientId });
      expect(answer.status, answer.text).toBe(200);
    }
  });

  it("ignores the key dhanClientId in the body of a market data request", async () => {
    const answer = await client.send("post", "/marketfeed/ltp", {
      NSE_EQ: [1333],
      dhanClientId: client.account.dhanClientId,
    });
    expect(answer.status, answer.text).toBe(200);
  });
});
