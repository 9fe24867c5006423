// Account clocks that advance on their own, and the feeds that follow them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { feedTimeToEpochMs } from "../../server/protocol/feed-time.ts";
import { decodeMarketMessage } from "../../server/protocol/market-feed.ts";
import { readIst } from "../../server/sandbox/apis/trading-api/wire-format.ts";
import { openSimulator } from "../support/simulator.ts";
import { type OpenSocket, openSocket } from "../support/socket-client.ts";
import { TradingClient } from "../support/trading-client.ts";

const AT = "2026-11-20 10:00:00";
const FROM = readIst(AT) ?? 0;

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("an account's own clock", () => {
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

  it.each([60, 600])("runs at its speed, together with its feed (%i)", async (speed) => {
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

  it("moves its account's subscription between markets, and no other account's", async () => {
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
