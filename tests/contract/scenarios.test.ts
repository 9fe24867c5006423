// The named scenarios: each behaves as described, and is identical for every run and every account.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCENARIO_NAMES, type ScenarioName } from "../../app/contract/trading-api/scenario.ts";
import { decodeMarketMessage } from "../../server/protocol/market-feed.ts";
import { openSimulator } from "../support/simulator.ts";
import { type OpenSocket, openSocket } from "../support/socket-client.ts";
import { TradingClient } from "../support/trading-client.ts";

const MINUTE = 60;
const HOUR = 3_600;

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("scenarios", () => {
  let api: Awaited<ReturnType<typeof openSimulator>>;
  beforeAll(async () => {
    api = await openSimulator();
  });
  afterAll(() => api.close());

  /** Starts a client in a scenario, and returns the calls that the tests make. */
  async function enter(name: ScenarioName, client?: TradingClient) {
    const own = client ?? (await TradingClient.open(api.url));
    const startTime = await own.send("put", "/scenario", { name });
    expect([startTime.status, startTime.body.name, startTime.body.clock.isVirtual]).toEqual([
      200,
      name,
      true,
    ]);
    const get = async (path: string) => (await own.send("get", path)).body;
    const ltp = async (segment: string, id: number) =>
      (await own.send("post", "/marketfeed/quote", { [segment]: [id] })).body.data[segment][id];
    return {
      client: own,
      begun: startTime.body,
      get,
      share: () => ltp("NSE_EQ", 1333),
      index: () => ltp("IDX_I", 13),
      quote: ltp,
      place: async (change: object) => (await own.place(change)).body,
      order: async (id: string) => await get(`/orders/${id}`),
      advance: async (seconds: number) =>
        expect((await own.send("post", "/sandbox/clock/advance", { seconds })).status).toBe(200),
    };
  }

  async function feedOf({ account }: TradingClient): Promise<OpenSocket> {
    const { dhanClientId, accessToken } = account;
    const address = api.url.replace("http", "ws");
    const socket = await openSocket(
      `${address}/feed?version=2&token=${accessToken}&clientId=${dhanClientId}&authType=2`,
    );
    socket.send({
      RequestCode: 15,
      InstrumentCount: 1,
      InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
    });
    await expect.poll(() => socket.got.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
    return socket;
  }
  /** Waits for messages that were already sent. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 300));
  const timesOf = ({ got }: OpenSocket) =>
    got
      .flatMap((message) => decodeMarketMessage(message).packets)
      .flatMap((packet) => (packet.kind === "ticker" ? [packet.lastTradeTime] : []));

  it("are listed by name, and the API accepts each listed document unchanged", async () => {
    const client = await TradingClient.open(api.url);
    const { scenarios } = (await client.send("get", "/scenarios")).body;
    expect(scenarios.map(({ name }: { name: string }) => name)).toEqual(SCENARIO_NAMES);
    for (const { name, document } of scenarios) {
      const own = await client.send("put", "/scenario", document);
      expect([own.status, own.body.name, own.body.scenario]).toEqual([200, null, document]);
      const named = await client.send("put", "/scenario", { name });
      expect({ ...named.body, name: null }).toEqual(own.body);
      expect((await client.send("get", "/scenario")).body).toEqual(named.body);
    }
  });

  it("expiry-day: bought options settle in cash at the close", async () => {
    const { get, begun: startTime, advance } = await enter("expiry-day");
    const before = await get("/positions");
    expect(before.map(({ netQty }: { netQty: number }) => netQty).sort()).toEqual([130, 65]);
    expect(startTime.instruments).toHaveLength(2);
    const { availabelBalance } = await get("/fundlimit");
    await advance(8 * HOUR);
    for (const { netQty } of await get("/positions")) expect(netQty).toBe(0);
    expect((await get("/fundlimit")).availabelBalance).not.toBe(availabelBalance);
  });

  it("gap-down: the market opens 4 % lower, and the held call option loses value", async () => {
    const { get, index, advance } = await enter("gap-down");
    await advance(16 * MINUTE);
    const { ohlc } = await index();
    expect(ohlc.open / ohlc.close).toBeGreaterThan(0.945);
    expect(ohlc.open / ohlc.close).toBeLessThan(0.975);
    const [position] = await get("/positions");
    expect(position.netQty).toBe(65);
    expect(position.unrealizedProfit).toBeLessThan(-0.5 * 65 * position.costPrice);
  });

  it("circuit: a sell order stays pending at the price limit and then fills", async () => {
    const { share, place, order, advance } = await enter("circuit");
    await advance(6 * MINUTE);
    const quote = await share();
    expect(quote.last_price).toBe(quote.lower_circuit_limit);
    expect(quote.depth.buy.filter(({ quantity }: { quantity: number }) => quantity > 0)).toEqual([]);
    const { orderId } = await place({ transactionType: "SELL", quantity: 100 });
    expect((await order(orderId)).orderStatus).toBe("PENDING");
    await advance(3 * HOUR);
    expect((await order(orderId)).orderStatus).toBe("PENDING");
    await advance(2 * HOUR);
    expect((await order(orderId)).orderStatus).toBe("TRADED");
  });

  it("flash-crash: the market falls by 7 % and recovers", async () => {
    const { index, advance } = await enter("flash-crash");
    await advance(4 * MINUTE);
    const { last_price: before } = await index();
    await advance(6 * MINUTE);
    expect((await index()).last_price / before).toBeCloseTo(0.93, 2);
    await advance(25 * MINUTE);
    expect((await index()).last_price / before).toBeCloseTo(1, 1);
  });

  it("halt: new orders are rejected with HALTED, and resting orders stay pending", async () => {
    const { share, place, order, advance } = await enter("halt");
    const { last_price: last } = await share();
    const resting = await place({ orderType: "LIMIT", price: Math.floor(last * 0.97), quantity: 1 });
    await advance(6 * MINUTE);
    const halted = await place({ quantity: 1 });
    expect(halted.orderStatus).toBe("REJECTED");
    expect((await order(halted.orderId)).rejectCode).toBe("HALTED");
    expect((await order(resting.orderId)).orderStatus).toBe("PENDING");
    const { last_price: during } = await share();
    await advance(9 * MINUTE);
    expect((await share()).last_price).toBe(during);
    await advance(6 * MINUTE);
    expect((await place({ quantity: 1 })).orderStatus).toBe("TRADED");
  });

  it("illiquid-option: an order of three lots is filled in part", async () => {
    const { begun: startTime, place, order, quote } = await enter("illiquid-option");
    const [option] = startTime.instruments;
    const { depth } = await quote(option.exchangeSegment, Number(option.securityId));
    const sold = depth.sell.filter(({ quantity }: { quantity: number }) => quantity > 0);
    expect(sold).toEqual([expect.objectContaining({ quantity: option.lotSize })]);
    const { orderId } = await place({
      exchangeSegment: option.exchangeSegment,
      securityId: option.securityId,
      productType: "MARGIN",
      orderType: "LIMIT",
      price: sold[0].price,
      quantity: 3 * option.lotSize,
    });
    const placed = await order(orderId);
    expect([placed.orderStatus, placed.filledQty]).toEqual(["PART_TRADED", option.lotSize]);
  });

  it("partial-fills: every second order is filled in half", async () => {
    const { place, order } = await enter("partial-fills");
    const filled: number[] = [];
    for (let count = 0; count < 4; count += 1)
      filled.push((await order((await place({ quantity: 10 })).orderId)).filledQty);
    expect(filled).toEqual([10, 5, 10, 5]);
  });

  it("broker-down: three minutes of 503 and broken sockets, then normal operation", async () => {
    const { client, advance } = await enter("broker-down");
    const status = async () => (await client.send("get", "/fundlimit")).status;
    const socket = await feedOf(client);
    expect(await status()).toBe(200);
    await advance(MINUTE + 5);
    expect(await status()).toBe(503);
    expect(await socket.closed).toBe(1006);
    await advance(3 * MINUTE);
    expect(await status()).toBe(200);
    (await feedOf(client)).close();
  });

  it("lost-answers: the third order is placed although its response is lost", async () => {
    const { client, get } = await enter("lost-answers");
    const outcomes: string[] = [];
    for (const correlationId of ["one", "two", "three", "four"])
      outcomes.push(
        await client.place({ quantity: 1, correlationId }).then(
          ({ body }) => body.orderStatus,
          () => "lost",
        ),
      );
    expect(outcomes).toEqual(["TRADED", "TRADED", "lost", "TRADED"]);
    expect((await get("/orders/external/three")).orderStatus).toBe("TRADED");
  });

  it("broken-feed: messages repeat and arrive out of order, and one minute is silent", async () => {
    const { client, advance } = await enter("broken-feed");
    const socket = await feedOf(client);
    await advance(4 * MINUTE);
    await expect.poll(() => socket.got.length, { timeout: 5_000 }).toBeGreaterThan(60);
    const times = timesOf(socket);
    const steps = times.map((time, index) => time - (times[index - 1] ?? time));
    expect(steps.some((step) => step < 0)).toBe(true);
    const texts = socket.got.map((message) => message.toString("hex"));
    expect(new Set(texts).size).toBeLessThan(texts.length);
    await advance(MINUTE + 10);
    await settle();
    const frozenAt = socket.got.length;
    await advance(40);
    await settle();
    expect(socket.got.length).toBe(frozenAt);
    await advance(MINUTE);
    await expect.poll(() => socket.got.length, { timeout: 5_000 }).toBeGreaterThan(frozenAt);
    socket.close();
  });

  it("start with the holdings of their document, which the next scenario replaces", async () => {
    const client = await TradingClient.open(api.url);
    const instrument = { exchangeSegment: "NSE_EQ", securityId: "1333" };
    const other = { exchangeSegment: "NSE_EQ", securityId: "11536" };
    const begin = (holdings: object[]) =>
      client.send("put", "/scenario", { at: "2026-11-20 10:00:00", seed: 7, holdings });
    const held = async () =>
      ((await client.send("get", "/holdings")).body as Record<string, unknown>[]).map(
        ({ securityId, totalQty, availableQty, avgCostPrice }) => [
          securityId,
          totalQty,
          availableQty,
          avgCostPrice,
        ],
      );
    expect(
      (
        await begin([
          { instrument, quantity: 40, price: 1_500 },
          { instrument: other, quantity: 3 },
        ])
      ).status,
    ).toBe(200);
    const last = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [11536] })).body.data.NSE_EQ[
      "11536"
    ];
    expect(await held()).toEqual([
      ["1333", 40, 40, 1_500],
      ["11536", 3, 3, last.last_price],
    ]);
    // Holdings can be sold like shares that were bought on an earlier day.
    const sold = await client.place({ transactionType: "SELL", productType: "CNC", quantity: 15 });
    expect([sold.status, sold.body.orderStatus]).toEqual([200, "TRADED"]);
    expect((await held())[0]?.[2]).toBe(25);
    await begin([{ instrument: other, quantity: 1, price: 900 }]);
    expect(await held()).toEqual([["11536", 1, 1, 900]]);
  });

  it("the documented scenario rejects orders during its halt, then lowers the price", async () => {
    const page = readFileSync("app/docs/content/scenarios.md", "utf8");
    const [, text = ""] = /```json[^\n]*\n(.*?)```/s.exec(page) ?? [];
    const client = await TradingClient.open(api.url);
    const startTime = await client.send("put", "/scenario", text);
    expect([startTime.status, startTime.body.scenario]).toEqual([200, JSON.parse(text)]);
    const last = async () =>
      (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"].last_price;
    const advance = (seconds: number) => client.send("post", "/sandbox/clock/advance", { seconds });
    expect((await client.send("get", "/positions")).body[0].netQty).toBe(100);
    expect((await client.send("get", "/fundlimit")).body.sodLimit).toBe(JSON.parse(text).funds);
    await advance(6 * MINUTE);
    const before = await last();
    const codes: (string | null)[] = [];
    const took: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      const startedAt = performance.now();
      const { orderId } = (await client.place({ quantity: 1 })).body;
      took.push(performance.now() - startedAt);
      codes.push((await client.send("get", `/orders/${orderId}`)).body.rejectCode);
    }
    expect(codes).toEqual(["HALTED", "HALTED", "HALTED", "HALTED"]);
    expect(took[3]).toBeGreaterThan(200);
    await advance(10 * MINUTE);
    expect((await last()) / before).toBeCloseTo(0.95, 1);
    const added = await client.send("post", "/scenario/events", {
      market: [
        { event: "price", instrument: { exchangeSegment: "NSE_EQ", securityId: "1333" }, price: before },
      ],
    });
    expect(added.body.scenario.market).toHaveLength(3);
    await advance(2 * MINUTE);
    expect((await last()) / before).toBeCloseTo(1, 2);
  });

  it.each(SCENARIO_NAMES)(
    "%s: the same calls have the same results, even for another account",
    async (name) => {
      const run = async (client?: TradingClient) => {
        const entered = await enter(name, client);
        const { advance, place, get } = entered;
        const socket = name === "broker-down" ? null : await feedOf(entered.client);
        const received = socket?.got.length ?? 0;
        await advance(20 * MINUTE);
        for (const change of [{}, { transactionType: "SELL" }, { quantity: 3 }])
          await place(change).catch(() => null);
        await advance(30 * MINUTE);
        await settle();
        socket?.close();
        const { dhanClientId } = entered.client.account;
        const all = [
          await get("/orders"),
          await get("/positions"),
          await get("/fundlimit"),
          await get("/trades"),
        ];
        return {
          client: entered.client,
          outcome: JSON.stringify(all).replaceAll(dhanClientId, "client"),
          prices: socket?.got.slice(received).map((message) => message.toString("hex")) ?? [],
        };
      };
      const first = await run();
      const again = await run(first.client);
      const other = await run();
      expect(again.outcome).toBe(first.outcome);
      expect(other.outcome).toBe(first.outcome);
      expect(again.prices).toEqual(first.prices);
      expect(other.prices).toEqual(first.prices);
      for (const { client } of [first, other]) await client.send("delete", "/scenario");
      expect(first.prices.length).toBeGreaterThan(name === "broker-down" ? -1 : 20);
    },
    60_000,
  );
});
