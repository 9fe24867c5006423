import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient } from "../support/trading-client.ts";

const AT = "2026-11-20 10:00:00";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("conditional triggers", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  let last: number;
  beforeAll(async () => {
    // The tests share one account and exceed the usual limit of 20 calls per second.
    api = await openBaseApi({ accountsPerHour: 1_000, limitFactor: 100 });
    client = await TradingClient.open(api.url);
    await client.send("put", "/sandbox/clock", { seed: 7, at: AT, hours: "exchange" });
    last = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
      .last_price;
  });
  afterAll(() => api.close());

  const order = {
    transactionType: "BUY",
    exchangeSegment: "NSE_EQ",
    productType: "INTRADAY",
    orderType: "MARKET",
    validity: "DAY",
    securityId: "1333",
    quantity: 3,
  };
  const watched = { exchangeSegment: "NSE_EQ", securityId: "1333", timeFrame: "DAY", frequency: "ONCE" };
  const place = async (condition: object, orders: object[] = [order]) =>
    (await client.send("post", "/alerts/orders", { condition: { ...watched, ...condition }, orders })).body;
  const state = async (id: string) => (await client.send("get", `/alerts/orders/${id}`)).body;
  const pass = (seconds: number) => client.send("post", "/sandbox/clock/advance", { seconds });
  const ordersSent = async () => (await client.send("get", "/orders")).body as { quantity: number }[];

  it("send each of their orders once when the price meets the condition", async () => {
    const high = { ...order, orderType: "LIMIT", price: String(Math.floor(last * 0.9)), quantity: 4 };
    const { alertId } = await place(
      { comparisonType: "PRICE_WITH_VALUE", operator: "GREATER_THAN", comparingValue: last / 2 },
      [order, high],
    );
    await pass(5);
    const met = await state(alertId);
    expect([met.alertStatus, met.orderCount]).toEqual(["TRIGGERED", 2]);
    expect(met.triggeredTime).toMatch(/^2026-11-20T04:30:0\d/);
    await pass(5);
    expect((await ordersSent()).map(({ quantity }) => quantity).sort()).toEqual([3, 4]);
    const again = await client.send("put", `/alerts/orders/${alertId}`, {
      condition: { ...watched, comparisonType: "PRICE_WITH_VALUE", operator: "LESS_THAN", comparingValue: 1 },
    });
    expect([again.status, again.body.errorCode]).toEqual([400, "DH-906"]);
  });

  it("fire on a crossing only if the price was previously on the opposite side", async () => {
    const above = await place({
      comparisonType: "PRICE_WITH_VALUE",
      operator: "CROSSING_UP",
      comparingValue: last / 2,
    });
    await pass(60);
    expect((await state(above.alertId)).alertStatus).toBe("ACTIVE");
  });

  it("fire when the moving market price crosses the value", async () => {
    const now = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
      .last_price;
    const ids = await Promise.all(
      [now * 1.0005, now * 0.9995].map(
        async (comparingValue) =>
          (await place({ comparisonType: "PRICE_WITH_VALUE", operator: "CROSSING_ANY_SIDE", comparingValue }))
            .alertId,
      ),
    );
    await pass(3_600);
    const states = await Promise.all(ids.map(async (id) => (await state(id)).alertStatus));
    expect(states).toContain("TRIGGERED");
  });

  it("fire on indicators compared with numbers, other indicators and the close", async () => {
    const met = [
      {
        comparisonType: "TECHNICAL_WITH_VALUE",
        indicatorName: "RSI_14",
        operator: "GREATER_THAN_EQUAL",
        comparingValue: 0,
      },
      {
        comparisonType: "TECHNICAL_WITH_INDICATOR",
        indicatorName: "BB_UPPER",
        comparingIndicatorName: "BB_LOWER",
        operator: "GREATER_THAN",
      },
      {
        comparisonType: "TECHNICAL_WITH_CLOSE",
        indicatorName: "SMA_5",
        operator: "NOT_EQUAL",
        timeFrame: "FIVE_MIN",
      },
    ];
    const unmet = [
      {
        comparisonType: "TECHNICAL_WITH_VALUE",
        indicatorName: "RSI_14",
        operator: "GREATER_THAN",
        comparingValue: 100,
      },
      {
        comparisonType: "TECHNICAL_WITH_INDICATOR",
        indicatorName: "BB_LOWER",
        comparingIndicatorName: "BB_UPPER",
        operator: "GREATER_THAN",
      },
    ];
    const ids = await Promise.all(
      [...met, ...unmet].map(async (condition) => (await place(condition)).alertId),
    );
    await pass(120);
    const states = await Promise.all(ids.map(async (id) => (await state(id)).alertStatus));
    expect(states).toEqual(["TRIGGERED", "TRIGGERED", "TRIGGERED", "ACTIVE", "ACTIVE"]);
  });

  it("send no order after their deletion, and report EXPIRED after their expiry date", async () => {
    const value = { comparisonType: "PRICE_WITH_VALUE", operator: "LESS_THAN", comparingValue: 1 };
    const today = await place({ ...value, expDate: "2026-11-20" });
    const met = { ...value, operator: "GREATER_THAN", comparingValue: last / 2 };
    const gone = await place(met);
    const other = await place(met);
    const before = (await ordersSent()).length;
    expect((await client.send("delete", `/alerts/orders/${gone.alertId}`)).body.alertStatus).toBe(
      "CANCELLED",
    );
    expect((await state(gone.alertId)).condition.expDate).toBe("2027-11-20");
    await pass(5);
    expect((await state(gone.alertId)).alertStatus).toBe("CANCELLED");
    expect((await state(other.alertId)).alertStatus).toBe("TRIGGERED");
    expect(await ordersSent()).toHaveLength(before + 1);
    await client.send("put", "/sandbox/clock", { seed: 7, at: AT, hours: "exchange" });
    expect((await state(today.alertId)).errorCode).toBe("DH-906");
    const own = await place({ ...value, expDate: "2026-11-20" });
    await pass(15 * 3_600);
    expect((await state(own.alertId)).alertStatus).toBe("EXPIRED");
  });

  it("are not visible to other accounts", async () => {
    const { alertId } = await place({
      comparisonType: "PRICE_WITH_VALUE",
      operator: "LESS_THAN",
      comparingValue: 1,
    });
    const otherClient = await TradingClient.open(api.url);
    expect((await otherClient.send("get", `/alerts/orders/${alertId}`)).body.errorCode).toBe("DH-906");
    expect((await otherClient.send("get", "/alerts/orders")).body).toEqual([]);
  });
});
