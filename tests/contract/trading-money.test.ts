import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openSimulator } from "../support/simulator.ts";
import { SHARE, TradingClient, type TradingResponse } from "../support/trading-client.ts";

type Row = Record<string, unknown> & { orderId: string };

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openSimulator>>;
  beforeAll(async () => {
    api = await openSimulator();
  });
  afterAll(() => api.close());

  /** Opens an account whose clock is shortly after the market's opening. */
  async function openWithClock(seed = 9): Promise<TradingClient> {
    const client = await TradingClient.open(api.url);
    await client.send("put", "/sandbox/clock", { seed, at: "2026-11-20 09:30:00" });
    return client;
  }
  const paise = (value: unknown) => Math.round(Number(value) * 100);
  async function funds(client: TradingClient) {
    const { body } = await client.send("get", "/fundlimit");
    return {
      available: paise(body.availabelBalance),
      opening: paise(body.sodLimit),
      realised: paise(body.realizedProfit),
      collateral: paise(body.collateralAmount),
      receivable: paise(body.receiveableAmount),
      used: paise(body.utilizedAmount),
    };
  }
  async function expectIdentity(client: TradingClient) {
    const now = await funds(client);
    expect(now.available).toBe(now.opening + now.realised + now.collateral + now.receivable - now.used);
    const positions = (await client.send("get", "/positions")).body as { realizedProfit: number }[];
    const history = (await client.send("get", "/trades/2026-11-20/2026-11-20/0")).body as Record<
      string,
      number
    >[];
    const charges = history.reduce(
      (sum, trade) =>
        sum +
        [
          "sebiTax",
          "stt",
          "brokerageCharges",
          "serviceTax",
          "exchangeTransactionCharges",
          "stampDuty",
        ].reduce((one, name) => one + paise(trade[name]), 0),
      0,
    );
    const realised = positions.reduce((sum, { realizedProfit }) => sum + paise(realizedProfit), 0);
    expect(now.realised).toBe(realised - charges);
    return now;
  }

  it("computes the cost price of a purchase independently of shares held before", async () => {
    const client = await openWithClock();
    const before = (await client.send("get", "/holdings")).body as {
      securityId: string;
      avgCostPrice: number;
    }[];
    const held = before.find(({ securityId }) => securityId === SHARE.securityId);
    expect(held).toBeDefined();
    await client.place({ quantity: 3, productType: "CNC" });
    const rows = (await client.send("get", "/positions")).body as Record<string, number>[];
    const [bought] = rows;
    expect(bought?.netQty).toBe(3);
    expect(bought?.buyAvg).not.toBe(held?.avgCostPrice);
    expect(bought?.costPrice).toBe(bought?.buyAvg);
    const after = (await client.send("get", "/holdings")).body as typeof before;
    expect(after.find(({ securityId }) => securityId === SHARE.securityId)?.avgCostPrice).toBe(
      held?.avgCostPrice,
    );
  });

  it("funds satisfy available = opening + realised + collateral + receivable − used", async () => {
    const client = await openWithClock();
    const { available } = await expectIdentity(client);
    const last = (await client.place({ quantity: 1, productType: "CNC" })) as TradingResponse;
    expect(last.body.orderStatus).toBe("TRADED");
    await expectIdentity(client);
    await client.place({ quantity: 40 });
    await expectIdentity(client);
    const [position] = (await client.send("get", "/positions")).body as { buyAvg: number }[];
    const price = Math.floor((position?.buyAvg ?? 0) * 0.95);
    const pending = await client.place({ orderType: "LIMIT", price, quantity: 200, productType: "CNC" });
    const waiting = await expectIdentity(client);
    expect(available - waiting.available).toBeGreaterThan(price * 200 * 100);
    await client.place({ transactionType: "SELL", quantity: 15 });
    await client.place({ transactionType: "SELL", quantity: 20, productType: "CNC" });
    const sold = await expectIdentity(client);
    expect(sold.receivable).toBeGreaterThan(0);
    await client.send("post", "/positions/convert", {
      fromProductType: "INTRADAY",
      toProductType: "CNC",
      positionType: "LONG",
      ...SHARE,
      convertQty: 10,
    });
    await expectIdentity(client);
    await client.send("delete", `/orders/${pending.body.orderId}`);
    await expectIdentity(client);
    await client.send("post", "/sandbox/clock/advance", { seconds: 3_600 });
    await expectIdentity(client);
    await client.send("delete", "/positions");
    await expectIdentity(client);
  });

  it("creates neither a trade nor an order when a position is converted", async () => {
    const client = await openWithClock();
    await client.place({ quantity: 10 });
    const before = await Promise.all(["/orders", "/trades"].map((path) => client.send("get", path)));
    const ledger = (await client.send("get", "/ledger?from-date=2026-11-20&to-date=2026-11-20")).body;
    const done = await client.send("post", "/positions/convert", {
      fromProductType: "INTRADAY",
      toProductType: "CNC",
      positionType: "LONG",
      ...SHARE,
      convertQty: 4,
    });
    expect(done.status).toBe(202);
    const after = await Promise.all(["/orders", "/trades"].map((path) => client.send("get", path)));
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    expect((await client.send("get", "/ledger?from-date=2026-11-20&to-date=2026-11-20")).body).toEqual(
      ledger,
    );
    const positions = (await client.send("get", "/positions")).body as {
      productType: string;
      netQty: number;
    }[];
    expect(positions.map(({ productType, netQty }) => [productType, netQty])).toEqual(
      expect.arrayContaining([
        ["INTRADAY", 6],
        ["CNC", 4],
      ]),
    );
  });

  it("assigns an order's correlation id to all slices; lookups return the first slice", async () => {
    const client = await openWithClock();
    const slices = await client.send("post", "/orders/slicing", {
      ...SHARE,
      securityId: "11536",
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "LIMIT",
      price: 1,
      quantity: 250_000,
      correlationId: "large",
    });
    const ids = (slices.body as Row[]).map(({ orderId }) => orderId);
    const rows: Row[] = [];
    for (const id of ids) rows.push((await client.send("get", `/orders/${id}`)).body);
    for (const { correlationId } of rows) expect(correlationId).toBe("large");
    const sizes = rows.map(({ quantity }) => Number(quantity));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(250_000);
    // All slices have the freeze quantity, except the last, which has the rest.
    const [freeze = 0] = sizes;
    expect(sizes.slice(0, -1).every((size) => size === freeze)).toBe(true);
    expect(sizes.at(-1)).toBeLessThanOrEqual(freeze);
    expect(sizes.length).toBeGreaterThan(1);
    expect((await client.send("get", "/orders/external/large")).body.orderId).toBe(ids[0]);
    expect((await client.place({ correlationId: "large" })).body.errorCode).toBe("DH-906");
    const tooLarge = await client.place({ quantity: 250_000 });
    const row = (await client.send("get", `/orders/${tooLarge.body.orderId}`)).body;
    expect(row.omsErrorDescription).toContain("freeze quantity");
  });

  it("the margin calculator returns the margin that an order blocks before charges", async () => {
    const client = await openWithClock();
    await client.place({ quantity: 1 });
    const [position] = (await client.send("get", "/positions")).body as { buyAvg: number }[];
    await client.send("delete", "/positions");
    const price = Math.floor((position?.buyAvg ?? 0) * 0.9);
    const order = { ...SHARE, transactionType: "BUY", productType: "INTRADAY", quantity: 500, price };
    const quoted = (await client.send("post", "/margincalculator", order)).body;
    const dearer = (await client.send("post", "/margincalculator", { ...order, price: price + 50 })).body;
    expect(dearer.totalMargin).toBeGreaterThan(quoted.totalMargin);
    const before = await funds(client);
    expect((await client.place({ ...order, orderType: "LIMIT" })).body.orderStatus).toBe("PENDING");
    const after = await funds(client);
    const blocked = before.available - after.available;
    // The order's charges are blocked in addition to the margin.
    expect(blocked).toBeGreaterThanOrEqual(paise(quoted.totalMargin));
    expect(blocked).toBeLessThan(paise(quoted.totalMargin) + price * 500);
  });

  it("sends updates for a super order's pending legs with unchanged ids", async () => {
    const client = await openWithClock(11);
    const messages: { Data: Record<string, unknown> }[] = [];
    const socket = new WebSocket(`${api.url.replace("http", "ws")}/order-update`);
    socket.on("message", (data) => messages.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.once("open", resolve));
    const { dhanClientId, accessToken } = client.account;
    socket.send(
      JSON.stringify({
        LoginReq: { MsgCode: 42, ClientId: dhanClientId, Token: accessToken },
        UserType: "SELF",
      }),
    );
    await client.place({ quantity: 1 });
    const [{ buyAvg = 0 } = {}] = (await client.send("get", "/positions")).body as { buyAvg: number }[];
    const placed = await client.send("post", "/super/orders", {
      ...SHARE,
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "MARKET",
      quantity: 3,
      targetPrice: Math.ceil(buyAvg * 1.001),
      stopLossPrice: Math.floor(buyAvg * 0.999),
      trailingJump: 0,
      correlationId: "with-legs",
    });
    const book = (await client.send("get", "/orders")).body as Row[];
    const legs = book.filter(
      ({ orderId }) => orderId !== placed.body.orderId && orderId.startsWith(placed.body.orderId),
    );
    expect(
      legs.map(({ legName, orderStatus, correlationId }) => [legName, orderStatus, correlationId]),
    ).toEqual(
      expect.arrayContaining([
        ["TARGET_LEG", "PENDING", "with-legs"],
        ["STOP_LOSS_LEG", "PENDING", "with-legs"],
      ]),
    );
    expect((await client.send("get", `/orders/${legs[0]?.orderId}`)).body).toEqual(legs[0]);
    for (let hour = 0; hour < 5; hour += 1)
      await client.send("post", "/sandbox/clock/advance", { seconds: 3_600 });
    const fired = ((await client.send("get", "/orders")).body as Row[]).find(
      ({ orderId, orderStatus }) => legs.some((leg) => leg.orderId === orderId) && orderStatus === "TRADED",
    );
    expect(fired).toMatchObject({ correlationId: "with-legs" });
    await expect
      .poll(() => messages.some(({ Data }) => Data.OrderNo === fired?.orderId && Data.Status === "TRADED"))
      .toBe(true);
    const update = messages.find(({ Data }) => Data.OrderNo === fired?.orderId)?.Data;
    expect(update).toMatchObject({
      LegNo: fired?.legName === "STOP_LOSS_LEG" ? 2 : 3,
      AlgoOrdNo: placed.body.orderId,
      CorrelationId: "with-legs",
      correlationId: "with-legs",
      LotSize: 1,
      OptType: "XX",
      Series: "EQ",
      Instrument: "EQUITY",
    });
    socket.close();
  });

  it("returns the same bytes for the same seed, clock and calls", async () => {
    const run = async () => {
      const client = await openWithClock(21);
      const texts: string[] = [];
      const record = async (sent: Promise<TradingResponse>) => {
        const { text, status } = await sent;
        texts.push(`${status} ${text.replaceAll(client.account.dhanClientId, "CLIENT")}`);
      };
      await record(client.place({ quantity: 12, correlationId: "one" }));
      const last = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
        .last_price as number;
      await record(
        client.send("post", "/forever/orders", {
          ...SHARE,
          orderFlag: "SINGLE",
          transactionType: "BUY",
          productType: "CNC",
          orderType: "MARKET",
          quantity: 2,
          triggerPrice: Math.floor(last * 0.999),
          correlationId: "two",
        }),
      );
      await record(
        client.send("post", "/super/orders", {
          ...SHARE,
          transactionType: "SELL",
          productType: "INTRADAY",
          orderType: "MARKET",
          quantity: 3,
          targetPrice: Math.floor(last * 0.995),
          stopLossPrice: Math.ceil(last * 1.005),
          trailingJump: 1,
        }),
      );
      for (let hour = 0; hour < 7; hour += 1)
        await record(client.send("post", "/sandbox/clock/advance", { seconds: 3_600 }));
      for (const path of [
        "/orders",
        "/trades",
        "/positions",
        "/holdings",
        "/fundlimit",
        "/forever/orders",
        "/super/orders",
        "/ledger?from-date=2026-11-01&to-date=2026-11-30",
        "/trades/2026-11-01/2026-11-30/0",
      ])
        await record(client.send("get", path));
      return texts;
    };
    const first = await run();
    expect(await run()).toEqual(first);
    expect(first.join()).toContain("TRADED");
  }, 60_000);
});
