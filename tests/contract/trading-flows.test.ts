import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSimulator } from "../support/simulator.ts";
import { until } from "../support/site.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

/** Conditional orders are checked once a second. */
const CHECKED_WITHIN_MS = 1_200;

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openSimulator>>;
  beforeAll(async () => {
    api = await openSimulator();
  });
  afterAll(() => api.close());
  const open = () => TradingClient.open(api.url);
  const lastOf = async (client: TradingClient) =>
    (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
      .last_price as number;
  const place = (client: TradingClient, change: object) => client.place(change);
  const orderOf = async (client: TradingClient, id: string) =>
    (await client.send("get", `/orders/${id}`)).body;

  it("allows 25 changes and one cancellation of a resting order", async () => {
    const client = await open();
    const price = Math.floor((await lastOf(client)) * 0.9);
    const { body } = await place(client, { orderType: "LIMIT", price });
    expect(body.orderStatus).toBe("PENDING");
    for (let change = 1; change <= 25; change += 1) {
      const answer = await client.send("put", `/orders/${body.orderId}`, {
        orderType: "LIMIT",
        validity: "DAY",
        quantity: 10 + change,
        price,
        legName: "",
      });
      expect([answer.status, answer.body.orderStatus], answer.text).toEqual([200, "PENDING"]);
    }
    const once = await client.send("put", `/orders/${body.orderId}`, {
      orderType: "LIMIT",
      validity: "DAY",
      price,
    });
    expect([once.status, once.body.errorCode]).toEqual([400, "DH-906"]);
    expect((await orderOf(client, body.orderId)).quantity).toBe(35);
    expect((await client.send("delete", `/orders/${body.orderId}`)).body.orderStatus).toBe("CANCELLED");
    expect((await client.send("delete", `/orders/${body.orderId}`)).body.errorCode).toBe("DH-906");
    expect((await orderOf(client, body.orderId)).orderStatus).toBe("CANCELLED");
  });

  it("rejects a stop order if its trigger price is on the wrong side of the market", async () => {
    const client = await open();
    const last = await lastOf(client);
    const resting = await place(client, {
      orderType: "STOP_LOSS_MARKET",
      triggerPrice: Math.ceil(last * 1.1),
    });
    expect(resting.body.orderStatus).toBe("PENDING");
    const passed = await place(client, {
      orderType: "STOP_LOSS_MARKET",
      triggerPrice: Math.floor(last * 0.9),
    });
    expect(passed.body.orderStatus).toBe("REJECTED");
    expect((await orderOf(client, passed.body.orderId)).omsErrorDescription).toContain("trigger");
    const unmeetable = await place(client, {
      orderType: "STOP_LOSS",
      triggerPrice: Math.ceil(last * 1.1),
      price: Math.ceil(last * 1.05),
    });
    expect(unmeetable.body.orderStatus).toBe("REJECTED");
    const wrong = await place(client, { orderType: "STOP_LOSS", price: Math.ceil(last) });
    expect(wrong.body.errorMessage).toContain("triggerPrice");
  });

  it("hides a client's orders from other clients, and rejects used correlation ids", async () => {
    const [one, other] = [await open(), await open()];
    const { body } = await place(one, { correlationId: "twice" });
    expect((await place(one, { correlationId: "twice" })).body.errorMessage).toContain("must be unique");
    for (const [method, path] of [
      ["get", `/orders/${body.orderId}`],
      ["delete", `/orders/${body.orderId}`],
      ["get", `/trades/${body.orderId}`],
      ["get", "/orders/external/twice"],
    ] as const)
      expect((await other.send(method, path)).body.errorCode, path).toBe("DH-906");
    expect((await other.send("get", "/orders")).body).toEqual([]);
  });

  it("splits quantities above the freeze quantity into several orders", async () => {
    const client = await open();
    const chain = (
      await client.send("post", "/optionchain/expirylist", { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" })
    ).body;
    const { oc } = (
      await client.send("post", "/optionchain", {
        UnderlyingScrip: 13,
        UnderlyingSeg: "IDX_I",
        Expiry: chain.data[0],
      })
    ).body.data;
    const farthest =
      Object.keys(oc)
        .sort((a, b) => Number(a) - Number(b))
        .at(-1) ?? "";
    const answer = await client.send("post", "/orders/slicing", {
      transactionType: "BUY",
      exchangeSegment: "NSE_FNO",
      productType: "MARGIN",
      orderType: "MARKET",
      validity: "DAY",
      securityId: oc[farthest].ce.security_id,
      quantity: 65 * 60,
    });
    expect(answer.body).toHaveLength(3);
    const orders = (await client.send("get", "/orders")).body as { quantity: number }[];
    expect(orders.map(({ quantity }) => quantity / 65).sort((a, b) => a - b)).toEqual([6, 27, 27]);
  });

  it("closes a super order at its target, and cancels its stop-loss leg", async () => {
    const client = await open();
    const last = await lastOf(client);
    const { body } = await client.send("post", "/super/orders", {
      ...SHARE,
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "MARKET",
      quantity: 10,
      targetPrice: Math.ceil(last * 1.1),
      stopLossPrice: Math.floor(last * 0.9),
      trailingJump: 0,
    });
    expect(body.orderStatus).toBe("TRADED");
    const nearer = await client.send("put", `/super/orders/${body.orderId}`, {
      legName: "TARGET_LEG",
      targetPrice: Math.floor(last * 0.95),
    });
    expect(nearer.status, nearer.text).toBe(200);
    const mine = async () =>
      (
        (await client.send("get", "/super/orders")).body as {
          orderId: string;
          orderStatus: string;
          legDetails: { legName: string; orderStatus: string }[];
        }[]
      ).find(({ orderId }) => orderId === body.orderId);
    const closed = await until(mine, (one) => one?.orderStatus === "CLOSED", 10_000);
    expect(closed?.legDetails.map(({ legName, orderStatus }) => [legName, orderStatus])).toEqual([
      ["STOP_LOSS_LEG", "CANCELLED"],
      ["TARGET_LEG", "TRADED"],
    ]);
    const [position] = (await client.send("get", "/positions")).body;
    expect([position.netQty, position.positionType]).toEqual([0, "CLOSED"]);
    const wrong = await client.send("post", "/super/orders", {
      ...SHARE,
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "MARKET",
      quantity: 10,
      targetPrice: Math.floor(last * 0.9),
      stopLossPrice: 0,
    });
    expect(wrong.body.errorMessage).toContain("targetPrice");
  }, 20_000);

  it("executes the triggered leg of a forever order and cancels the other leg", async () => {
    const client = await open();
    const last = await lastOf(client);
    const { body } = await client.send("post", "/forever/orders", {
      ...SHARE,
      orderFlag: "OCO",
      transactionType: "BUY",
      productType: "CNC",
      orderType: "MARKET",
      quantity: 5,
      triggerPrice: Math.ceil(last * 1.1),
      quantity1: 5,
      triggerPrice1: Math.floor(last * 0.9),
      price: 0,
      price1: 0,
    });
    expect(body.orderStatus).toBe("CONFIRM");
    const legs = async () =>
      (
        (await client.send("get", "/forever/all")).body as {
          orderId: string;
          legName: string;
          orderStatus: string;
        }[]
      ).map(({ legName, orderStatus }) => [legName, orderStatus]);
    const isTriggered = (found: string[][]) => found.some(([, status]) => status === "TRIGGERED");
    expect(await legs()).toEqual([
      ["TARGET_LEG", "CONFIRM"],
      ["STOP_LOSS_LEG", "CONFIRM"],
    ]);
    // A trigger that equals the price fires at the next check, whether the price rises or falls.
    await until(
      async () => {
        const now = await lastOf(client);
        await client.send("put", `/forever/orders/${body.orderId}`, {
          legName: "STOP_LOSS_LEG",
          orderType: "MARKET",
          triggerPrice: now,
          validity: "DAY",
        });
        return until(legs, isTriggered, CHECKED_WITHIN_MS).catch(legs);
      },
      isTriggered,
      15_000,
    );
    expect(await legs()).toEqual([
      ["TARGET_LEG", "CANCELLED"],
      ["STOP_LOSS_LEG", "TRIGGERED"],
    ]);
    expect((await client.send("get", "/positions")).body[0].netQty).toBe(5);
  }, 30_000);

  it("converts and exits positions, and rejects the kill switch while any is open", async () => {
    const client = await open();
    await place(client, { quantity: 12 });
    const refused = await client.send("post", "/killswitch?killSwitchStatus=ACTIVATE");
    expect(refused.body.errorCode).toBe("DH-906");
    const converted = await client.send("post", "/positions/convert", {
      ...SHARE,
      fromProductType: "INTRADAY",
      positionType: "LONG",
      convertQty: "5",
      toProductType: "CNC",
    });
    expect([converted.status, converted.body]).toEqual([202, {}]);
    const held = async () =>
      Object.fromEntries(
        ((await client.send("get", "/positions")).body as { productType: string; netQty: number }[]).map(
          ({ productType, netQty }) => [productType, netQty],
        ),
      );
    expect(await held()).toEqual({ INTRADAY: 7, CNC: 5 });
    expect((await client.send("delete", "/positions")).body.status).toBe("SUCCESS");
    await until(held, ({ INTRADAY }) => INTRADAY === 0, 10_000);
    expect((await client.send("post", "/killswitch?killSwitchStatus=ACTIVATE")).status).toBe(200);
    expect((await client.send("get", "/killswitch")).body.killSwitchStatus).toBe("ACTIVATE");
    const after = await place(client, {});
    expect(after.body.orderStatus).toBe("REJECTED");
    expect((await client.send("post", "/killswitch?killSwitchStatus=DEACTIVATE")).body.errorCode).toBe(
      "DH-903",
    );
  }, 20_000);

  it("closes all positions when the day's loss limit is exceeded", async () => {
    const client = await open();
    await place(client, { quantity: 50 });
    await client.send("post", "/pnlExit", {
      profitValue: "100000.00",
      lossValue: "0.01",
      productType: ["INTRADAY"],
      enableKillSwitch: false,
    });
    expect((await client.send("get", "/pnlExit")).body).toMatchObject({
      pnlExitStatus: "ACTIVE",
      profit: "100000.00",
    });
    await until(
      async () => (await client.send("get", "/positions")).body[0].netQty as number,
      (quantity) => quantity === 0,
      15_000,
    );
    expect((await client.send("get", "/pnlExit")).body.pnlExitStatus).toBe("INACTIVE");
  }, 20_000);

  it("has a ledger whose balance equals the sum of its entries, including charges", async () => {
    const client = await open();
    await place(client, { quantity: 20 });
    await place(client, { quantity: 20, transactionType: "SELL" });
    const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
    const entries = (await client.send("get", `/ledger?from-date=2026-01-01&to-date=${today}`))
      .body as Record<string, string>[];
    let balance = 0;
    for (const { debit, credit, runbal } of entries) {
      balance += Math.round((Number(credit) - Number(debit)) * 100);
      expect(Math.round(Number(runbal) * 100)).toBe(balance);
    }
    const trades = (await client.send("get", `/trades/2026-01-01/${today}/0`)).body as Record<
      string,
      number
    >[];
    expect(trades.length).toBeGreaterThanOrEqual(4);
    expect((await client.send("get", `/trades/2026-01-01/${today}/9`)).body).toEqual([]);
    expect((await client.send("get", "/ledger?from-date=2026-02-30&to-date=2026-03-01")).status).toBe(400);
  });
});
