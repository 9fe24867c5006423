// Socket faults set by an account: gaps and duplicates in order updates and feeds, and an expired token that ends all sockets.
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
    api = await openBaseApi({ accountsAnHour: 1_000, limitFactor: 100 });
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

  async function orderUpdates(by = client): Promise<OpenSocket> {
    const socket = await openSocket(`${ws()}/order-update`);
    const { dhanClientId, accessToken } = by.account;
    socket.send({ LoginReq: { MsgCode: 42, ClientId: dhanClientId, Token: accessToken }, UserType: "SELF" });
    return socket;
  }
  async function feed(): Promise<OpenSocket> {
    const { dhanClientId, accessToken } = client.account;
    const socket = await openSocket(
      `${ws()}/feed?version=2&token=${accessToken}&clientId=${dhanClientId}&authType=2`,
    );
    socket.send({
      RequestCode: 15,
      InstrumentCount: 1,
      InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
    });
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
  ])("%s: the messages are sent as the table states", async (fault, parameters, wanted) => {
    await faults({ fault, on: ["order-update"], after: 2, times: 1, ...parameters });
    const [socket, second] = [await orderUpdates(), await TradingClient.open(api.url)];
    const others = await orderUpdates(second);
    for (const name of ["1", "2", "3", "4", "5"]) {
      await place(name);
      await place(name, second);
    }
    await expect.poll(() => namesOf(socket), { timeout: 5_000 }).toBe(wanted);
    // Another account's messages are not affected.
    await expect.poll(() => namesOf(others), { timeout: 5_000 }).toBe("12345");
    socket.close();
    others.close();
  });

  it("disconnect: the messages are sent as the table states", async () => {
    await faults({ fault: "disconnect", on: ["order-update"], after: 2, times: 1 });
    const socket = await orderUpdates();
    for (const name of ["1", "2", "3"]) await place(name);
    expect(await socket.closed).toBe(1006);
    expect(namesOf(socket)).toBe("12");
  });

  it("freezes the feed for the given number of messages, with the connection open", async () => {
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

  it("ends every socket of an account whose token is expired, and refuses new ones", async () => {
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
