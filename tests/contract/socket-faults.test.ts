import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decodeMarketMessage } from "../../server/protocol/market-feed.ts";
import { openBaseApi } from "../support/base-api.ts";
import { type OpenSocket, openSocket } from "../support/socket-client.ts";
import { TradingClient } from "../support/trading-client.ts";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's sockets", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  let low: number;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000, limitFactor: 100 });
    const first = await TradingClient.open(api.url);
    const ltp = await first.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] });
    low = Math.floor(ltp.body.data.NSE_EQ["1333"].last_price * 0.9);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    client = await TradingClient.open(api.url);
  });

  const faults = (...rules: object[]) => client.send("put", "/sandbox/faults", { faults: rules });
  const ws = () => api.url.replace("http", "ws");

  async function orderUpdates(by = client, headers = {}): Promise<OpenSocket> {
    const socket = await openSocket(`${ws()}/order-update`, headers);
    const { dhanClientId, accessToken } = by.account;
    socket.send({ LoginReq: { MsgCode: 42, ClientId: dhanClientId, Token: accessToken }, UserType: "SELF" });
    return socket;
  }
  const INSTRUMENT = { ExchangeSegment: "NSE_EQ", SecurityId: "1333" };
  const FEEDS = {
    feed: ["feed", { RequestCode: 15, InstrumentCount: 1, InstrumentList: [INSTRUMENT] }],
    depth: ["twentydepth", { RequestCode: 23, InstrumentCount: 1, InstrumentList: [INSTRUMENT] }],
    depth200: ["twohundreddepth", { RequestCode: 23, ...INSTRUMENT }],
  } as const;
  async function feed(name: keyof typeof FEEDS = "feed", headers = {}): Promise<OpenSocket> {
    const { dhanClientId, accessToken } = client.account;
    const [path, request] = FEEDS[name];
    const socket = await openSocket(
      `${ws()}/${path}?version=2&token=${accessToken}&clientId=${dhanClientId}&authType=2`,
      headers,
    );
    socket.send(request);
    return socket;
  }
  const namesOf = ({ got }: OpenSocket) =>
    got.map((message) => JSON.parse(String(message)).Data.CorrelationId as string).join("");
  const place = (correlationId: string, by = client) =>
    by.place({ orderType: "LIMIT", price: low, quantity: 1, correlationId });

  it.each<[string, object, string]>([
    ["gap", { messages: 2 }, "125"],
    ["duplicate", {}, "123345"],
    ["out-of-order", {}, "12435"],
    ["stale", { ms: 300 }, "12453"],
    ["freeze", {}, "1245"],
  ])(
    "%s: the fault changes only the order updates of its own account",
    async (fault, parameters, expected) => {
      await faults({ fault, on: ["order-update"], after: 2, times: 1, ...parameters });
      const [socket, second] = [await orderUpdates(), await TradingClient.open(api.url)];
      const others = await orderUpdates(second);
      for (const name of ["1", "2", "3", "4", "5"]) {
        await place(name);
        await place(name, second);
      }
      await expect.poll(() => namesOf(socket), { timeout: 5_000 }).toBe(expected);
      // Another account's messages are not affected.
      await expect.poll(() => namesOf(others), { timeout: 5_000 }).toBe("12345");
      socket.close();
      others.close();
    },
  );

  it("disconnect: the order-update socket breaks after two messages", async () => {
    await faults({ fault: "disconnect", on: ["order-update"], after: 2, times: 1 });
    const socket = await orderUpdates();
    for (const name of ["1", "2", "3"]) await place(name);
    expect(await socket.closed).toBe(1006);
    expect(namesOf(socket)).toBe("12");
  });

  it("stay open while the fault `freeze` stops the feed, and resume when it ends", async () => {
    await faults({ fault: "freeze", on: ["feed"], after: 3 });
    const frozen = await feed();
    await expect.poll(() => frozen.got.length, { timeout: 5_000 }).toBe(3);
    await faults();
    // A share trades about every two seconds.
    await expect.poll(() => frozen.got.length, { timeout: 20_000 }).toBeGreaterThan(5);
    const kinds = frozen.got.flatMap((message) =>
      decodeMarketMessage(message).packets.map(({ kind }) => kind),
    );
    expect(kinds.slice(0, 3)).toEqual(["marketStatus", "previousClose", "ticker"]);
    frozen.close();
  });

  it.each(["feed", "depth", "depth200"] as const)(
    "%s: a fault rule or header breaks only the affected socket after two messages",
    async (name) => {
      await faults({ fault: "disconnect", on: [name], after: 2, times: 1 });
      const byRule = await feed(name);
      expect(await byRule.closed).toBe(1006);
      expect(byRule.got).toHaveLength(2);
      await faults();
      const [byHeader, other] = [
        await feed(name, { "X-Sandbox-Fault": "disconnect; after=2; times=1" }),
        await feed(name),
      ];
      expect(await byHeader.closed).toBe(1006);
      expect(byHeader.got).toHaveLength(2);
      await expect.poll(() => other.got.length, { timeout: 20_000 }).toBeGreaterThan(2);
      other.close();
    },
  );

  it("apply a fault header in addition to the rules, only to the socket opened with it", async () => {
    await faults({ fault: "duplicate", on: ["order-update"], times: 1 });
    const withHeader = await orderUpdates(client, { "X-Sandbox-Fault": "gap; after=1; times=1; messages=2" });
    for (const name of ["1", "2", "3", "4"]) await place(name);
    await expect.poll(() => namesOf(withHeader), { timeout: 5_000 }).toBe("114");
    const without = await orderUpdates();
    for (const name of ["5", "6"]) await place(name);
    await expect.poll(() => namesOf(without), { timeout: 5_000 }).toBe("56");
    withHeader.close();
    without.close();
  });

  it.each([
    "nothing",
    "slow; ms=10",
    "gap; messages=0",
    "gap; quantity=3",
    "stale; ms=99999999",
    `gap; ${"a".repeat(4_000)}=1`,
  ])("are closed with 1008 and the expected form if the fault header is %s", async (value) => {
    const expected = "X-Sandbox-Fault must name a fault of sockets, such as gap; messages=2";
    for (const path of ["order-update", "feed", "twentydepth", "twohundreddepth"]) {
      const socket = await openSocket(`${ws()}/${path}`, { "X-Sandbox-Fault": value });
      expect([path, await socket.closed, await socket.reason]).toEqual([path, 1008, expected]);
    }
  });

  it("are closed when the account's token expires, and new sockets are refused", async () => {
    const [updates, prices] = [await orderUpdates(), await feed()];
    await expect.poll(() => prices.got.length, { timeout: 5_000 }).toBeGreaterThan(0);
    await faults({ fault: "token-expired" });
    expect(await updates.closed).toBe(1008);
    expect(await prices.closed).toBe(1000);
    const last = decodeMarketMessage(prices.got.at(-1) ?? Buffer.alloc(0)).packets.at(-1);
    expect(last).toMatchObject({ kind: "disconnect", reason: 807 });
    const refused = await feed();
    expect(await refused.closed).toBe(1000);
    await faults();
    const again = await feed();
    await expect.poll(() => again.got.length, { timeout: 5_000 }).toBeGreaterThan(2);
    again.close();
  });
});
