import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBaseApi } from "../support/base-api.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000, limitFactor: 100 });
  });
  afterAll(() => api.close());
  const open = () => TradingClient.open(api.url);
  const place = (client: TradingClient, change: object) => client.place(change);

  it("produces the same events for the same seed, time and calls", async () => {
    const client = await open();
    const placed = await place(client, { quantity: 3 });
    const live = (await client.send("get", "/fundlimit")).body;
    const advance = (seconds: number) => client.send("post", "/sandbox/clock/advance", { seconds });
    expect((await advance(60)).body.errorCode).toBe("DH-906");

    const day = async (seed: number) => {
      await client.send("put", "/sandbox/clock", { seed, at: "2026-11-20 09:00:00" });
      const early = await place(client, { quantity: 7 });
      const waiting = await place(client, { quantity: 7, afterMarketOrder: true });
      await advance(16 * 60);
      const [position] = (await client.send("get", "/positions")).body as { buyAvg: number }[];
      const price = Math.floor((position?.buyAvg ?? 0) * 0.999);
      await place(client, { orderType: "LIMIT", price, quantity: 4 });
      await place(client, {
        orderType: "STOP_LOSS_MARKET",
        triggerPrice: price,
        transactionType: "SELL",
        quantity: 2,
      });
      await advance(2 * 3_600);
      await advance(6 * 3_600);
      return {
        early: [early.body.orderStatus, waiting.body.orderStatus],
        orders: (await client.send("get", "/orders")).body,
        positions: (await client.send("get", "/positions")).body,
        funds: (await client.send("get", "/fundlimit")).body,
        clock: (await client.send("get", "/sandbox/clock")).body,
      };
    };
    const first = await day(7);
    const again = await day(7);
    const other = await day(8);
    expect(again).toEqual(first);
    expect(other.orders).not.toEqual(first.orders);
    expect(first.early).toEqual(["REJECTED", "PENDING"]);
    expect(first.clock).toEqual({
      isVirtual: true,
      at: "2026-11-20 17:16:00",
      seed: 7,
      hours: "exchange",
      speed: 0,
    });
    // Intraday positions were squared off before the market closed.
    for (const { netQty } of first.positions as { netQty: number }[]) expect(netQty).toBe(0);
    for (const { orderStatus } of first.orders as { orderStatus: string }[])
      expect(["TRADED", "REJECTED", "EXPIRED", "CANCELLED"]).toContain(orderStatus);

    await client.send("delete", "/sandbox/clock");
    expect((await client.send("get", "/orders")).body.map((one: { orderId: string }) => one.orderId)).toEqual(
      [placed.body.orderId],
    );
    expect((await client.send("get", "/fundlimit")).body.sodLimit).toBe(live.sodLimit);
    // A new account has holdings that were bought a week before.
    const refused = [
      "2019-01-01 10:00:00",
      "2022-01-10 23:59:59",
      "2026-02-30 10:00:00",
      "2050-01-01 10:00:00",
      "now",
    ];
    for (const at of refused)
      expect((await client.send("put", "/sandbox/clock", { at })).status, at).toBe(400);
    expect((await client.send("put", "/sandbox/clock", { at: "2022-01-11 00:00:00" })).status).toBe(200);
    expect((await client.send("get", "/holdings")).status).toBe(200);
  }, 60_000);

  it("leaves the shared market unchanged when an account's clock is set or removed", async () => {
    const client = await open();
    const last = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
      .last_price as number;
    const forever = (correlationId: string) =>
      client.send("post", "/forever/orders", {
        ...SHARE,
        correlationId,
        orderFlag: "SINGLE",
        transactionType: "BUY",
        productType: "CNC",
        orderType: "LIMIT",
        quantity: 2,
        price: Math.floor(last * 0.9),
        triggerPrice: Math.floor(last * 0.9),
      });
    const unchanged = await forever("kept");
    const cancelled = await forever("cancelled");
    await client.send("delete", `/forever/orders/${cancelled.body.orderId}`);
    await client.send("post", "/pnlExit", {
      profitValue: 100_000,
      lossValue: 100_000,
      productType: ["INTRADAY"],
      enableKillSwitch: false,
    });
    await client.send("post", "/killswitch?killSwitchStatus=ACTIVATE");
    const state = async () => ({
      forever: (await client.send("get", "/forever/orders")).body,
      pnl: (await client.send("get", "/pnlExit")).body,
      kill: (await client.send("get", "/killswitch")).body.killSwitchStatus,
      orders: (await client.send("get", "/orders")).body,
    });
    const before = await state();
    expect(before.kill).toBe("ACTIVATE");
    const other = await open();
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const dayOf = (days: number) => new Date((nowSeconds + days * 86_400) * 1_000).toISOString().slice(0, 10);
    /** Returns the closes of the minutes of the last days that were complete before the clock was set. */
    const closes = async (by: TradingClient) => {
      const { body } = await by.send("post", "/charts/intraday", {
        securityId: SHARE.securityId,
        exchangeSegment: SHARE.exchangeSegment,
        instrument: "EQUITY",
        interval: 1,
        extended: true,
        fromDate: dayOf(-4),
        toDate: dayOf(2),
      });
      const { timestamp, close } = body as { timestamp: number[]; close: number[] };
      return timestamp.flatMap((start, at) => (start + 60 < nowSeconds ? [[start, close[at]]] : []));
    };
    const market = await closes(other);
    expect(market.length).toBeGreaterThan(300);

    await client.send("put", "/sandbox/clock", { seed: 3, at: "2026-11-20 10:00:00" });
    const own = await state();
    expect(own).toMatchObject({ forever: [], kill: "DEACTIVATE", orders: [] });
    expect(own.pnl.pnlExitStatus).toBe("INACTIVE");
    await forever("kept");
    await place(client, { quantity: 3, correlationId: "kept" });
    await client.send("post", "/sandbox/clock/advance", { seconds: 120 });
    await client.send("put", "/sandbox/clock", { seed: 4, at: "2026-11-20 10:00:00" });
    expect(await closes(other)).toEqual(market);
    expect((await other.send("get", "/sandbox/clock")).body.isVirtual).toBe(false);
    await client.send("delete", "/sandbox/clock");

    for (const by of [client, other]) expect(await closes(by)).toEqual(market);
    expect(await state()).toEqual(before);
    expect(
      (before.forever as { orderId: string; orderStatus: string }[]).map(({ orderId, orderStatus }) => [
        orderId,
        orderStatus,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [unchanged.body.orderId, "CONFIRM"],
        [cancelled.body.orderId, "CANCELLED"],
      ]),
    );
    expect((await client.send("delete", `/forever/orders/${cancelled.body.orderId}`)).body.errorCode).toBe(
      "DH-906",
    );
  });
});
