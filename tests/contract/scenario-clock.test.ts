import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeMarketMessage, feedTimeToEpochMs } from "../../server/protocol/market-feed.ts";
import { readIst } from "../../server/sandbox/apis/trading-api/wire-format.ts";
import { openSimulator } from "../support/simulator.ts";
import { type OpenSocket, openSocket } from "../support/socket-client.ts";
import { TradingClient } from "../support/trading-client.ts";

const AT = "2026-11-20 10:00:00";
const FROM = readIst(AT) ?? 0;

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the clock of an account", () => {
  let api: Awaited<ReturnType<typeof openSimulator>>;
  beforeAll(async () => {
    api = await openSimulator();
  });
  afterAll(() => api.close());
  const open = () => TradingClient.open(api.url);

  async function feedOf({ account }: TradingClient, securityId = "1333"): Promise<OpenSocket> {
    const { dhanClientId, accessToken } = account;
    const socket = await openSocket(
      `${api.url.replace("http", "ws")}/feed?version=2&token=${accessToken}&clientId=${dhanClientId}&authType=2`,
    );
    socket.send({
      RequestCode: 15,
      InstrumentCount: 1,
      InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: securityId }],
    });
    return socket;
  }
  const packetsOf = ({ got }: OpenSocket) => got.flatMap((message) => decodeMarketMessage(message).packets);
  const timesOf = (socket: OpenSocket) =>
    packetsOf(socket).flatMap((packet) =>
      packet.kind === "ticker" ? [feedTimeToEpochMs(packet.lastTradeTime, "ist")] : [],
    );
  const clockOf = async (client: TradingClient) => (await client.send("get", "/sandbox/clock")).body;

  it.each([60, 600])("runs at the set speed of %i, together with the account's feed", async (speed) => {
    const client = await open();
    await client.send("put", "/scenario", { at: AT, seed: 7, speed });
    const startedAt = performance.now();
    const socket = await feedOf(client);
    await expect
      .poll(async () => (readIst((await clockOf(client)).at) ?? 0) - FROM, { timeout: 10_000, interval: 50 })
      .toBeGreaterThan(speed * 1_500);
    const passed = (readIst((await clockOf(client)).at) ?? 0) - FROM;
    expect(passed).toBeLessThanOrEqual((performance.now() - startedAt + 1_000) * speed);
    expect((await client.send("put", "/sandbox/clock/speed", { speed: 0 })).body.speed).toBe(0);
    const { at } = await clockOf(client);
    const times = timesOf(socket);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.at(-1)).toBeGreaterThan((readIst(at) ?? 0) - 60_000);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await clockOf(client)).at).toBe(at);
    socket.close();
  });

  it("runs in real time at speed 1", async () => {
    const client = await open();
    await client.send("put", "/scenario", { at: AT, seed: 7, speed: 1 });
    const startedAt = performance.now();
    await expect
      .poll(async () => readIst((await clockOf(client)).at) ?? 0, { timeout: 10_000, interval: 50 })
      .toBeGreaterThanOrEqual(FROM + 3_000);
    const tookMs = performance.now() - startedAt;
    // The clock shows whole seconds and is never ahead of the elapsed time.
    expect(tookMs).toBeGreaterThan(1_900);
    expect((readIst((await clockOf(client)).at) ?? 0) - FROM).toBeLessThanOrEqual(
      performance.now() - startedAt + 1_000,
    );
  });

  it("advances through a trading day while a program trades on feed prices", {
    timeout: 120_000,
  }, async () => {
    const client = await open();
    const [opensAt, closesAt] = ["2026-11-20 09:15:00", "2026-11-20 15:30:00"].map((at) => readIst(at) ?? 0);
    await client.send("put", "/scenario", {
      at: "2026-11-20 09:14:00",
      until: "2026-11-20 15:31:00",
      seed: 7,
    });
    const socket = await feedOf(client);
    await client.send("put", "/sandbox/clock/speed", { speed: 600 });
    // The program buys in the first hour, and sells in the last one.
    const bought = { at: 0, orderId: "" };
    const sold = { at: 0, orderId: "" };
    const trade = async (order: typeof bought, transactionType: string) => {
      order.at = timesOf(socket).at(-1) ?? 0;
      order.orderId = (
        await client.place({ transactionType, productType: "INTRADAY", quantity: 5 })
      ).body.orderId;
    };
    for (;;) {
      const at = timesOf(socket).at(-1) ?? 0;
      if (bought.at === 0 && at > (opensAt ?? 0) + 1_800_000) await trade(bought, "BUY");
      if (bought.at > 0 && sold.at === 0 && at > (closesAt ?? 0) - 3_600_000) await trade(sold, "SELL");
      if ((await clockOf(client)).speed === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const { at, orderId } of [bought, sold]) {
      const order = (await client.send("get", `/orders/${orderId}`)).body;
      expect([order.orderStatus, order.filledQty]).toEqual(["TRADED", 5]);
      // The order is placed soon after its tick; the clock advances 600 seconds per second.
      expect((readIst(order.createTime) ?? 0) - at).toBeLessThan(15 * 60_000);
    }
    expect((await client.send("get", "/positions")).body[0].netQty).toBe(0);
    const times = timesOf(socket).filter((time) => time >= (opensAt ?? 0) && time < (closesAt ?? 0));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    // Every minute of the session has a tick, and the feed's last price equals the close of the day's candles.
    expect(new Set(times.map((time) => Math.floor(time / 60_000))).size).toBe(375);
    const candles = (
      await client.send("post", "/charts/intraday", {
        securityId: "1333",
        exchangeSegment: "NSE_EQ",
        instrument: "EQUITY",
        interval: "1",
        fromDate: "2026-11-20",
        toDate: "2026-11-20",
      })
    ).body;
    expect(candles.close).toHaveLength(375);
    const ticks = packetsOf(socket).flatMap((packet) =>
      packet.kind === "ticker" && feedTimeToEpochMs(packet.lastTradeTime, "ist") < (closesAt ?? 0)
        ? [packet.lastPrice]
        : [],
    );
    expect(ticks.at(-1)).toBeCloseTo(candles.close.at(-1), 2);
    socket.close();
  });

  it("stops at its end time, and continues when a speed is set", async () => {
    const client = await open();
    await client.send("put", "/scenario", { at: AT, until: "2026-11-20 10:01:30", speed: 300 });
    await expect.poll(async () => (await clockOf(client)).speed, { timeout: 10_000 }).toBe(0);
    expect((await clockOf(client)).at).toBe("2026-11-20 10:01:30");
    await client.send("put", "/sandbox/clock/speed", { speed: 300 });
    await expect
      .poll(async () => (await clockOf(client)).at, { timeout: 10_000 })
      .toMatch(/10:0[2-9]|10:[1-9]/);
  });

  it("moves only the feed of its own account to the scenario's time", async () => {
    const [client, other] = [await open(), await open()];
    const [socket, others] = [await feedOf(client), await feedOf(other)];
    await expect.poll(() => timesOf(socket).length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(Math.abs((timesOf(socket).at(-1) ?? 0) - FROM)).toBeGreaterThan(3_600_000);
    await client.send("put", "/scenario", { at: AT, seed: 7 });
    await client.send("post", "/sandbox/clock/advance", { seconds: 30 });
    await expect
      .poll(() => timesOf(socket).at(-1), { timeout: 10_000 })
      .toBeGreaterThanOrEqual(FROM + 20_000);
    expect(timesOf(socket).at(-1)).toBeLessThanOrEqual(FROM + 30_000);
    await client.send("delete", "/scenario");
    const before = timesOf(socket).length;
    await expect.poll(() => timesOf(socket).length, { timeout: 10_000 }).toBeGreaterThan(before);
    expect(Math.abs((timesOf(socket).at(-1) ?? 0) - FROM)).toBeGreaterThan(3_600_000);
    expect(timesOf(others).every((time) => Math.abs(time - FROM) > 3_600_000)).toBe(true);
    socket.close();
    others.close();
  });
});
