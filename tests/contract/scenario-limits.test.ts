import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { RATE_LIMITS } from "../../app/contract/trading-api/operations.ts";
import { SCENARIO_LIMITS } from "../../app/contract/trading-api/scenario.ts";
import { openBaseApi } from "../support/base-api.ts";
import { openSocket } from "../support/socket-client.ts";
import { TradingClient } from "../support/trading-client.ts";

const AT = "2026-11-20 10:00:00";
const SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333" };

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("scenarios under attack", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let strict: Awaited<ReturnType<typeof openBaseApi>>;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 10_000, limitFactor: 10_000 });
    strict = await openBaseApi({ accountsPerHour: 1_000 });
  });
  afterAll(() => {
    api.close();
    strict.close();
  });
  const opened: TradingClient[] = [];
  async function open(): Promise<TradingClient> {
    const client = await TradingClient.open(api.url);
    opened.push(client);
    return client;
  }
  // A market that is in use is not replaced, so each test removes its markets.
  afterEach(() => Promise.all(opened.splice(0).map((client) => client.send("delete", "/scenario"))));
  const put = (client: TradingClient, body: unknown) => client.send("put", "/scenario", body);
  const many = <T>(count: number, one: T) => Array.from({ length: count }, () => one);

  it("are rejected if their document exceeds the limits", async () => {
    const client = await open();
    const { eventsAtMost, holdingsAtMost, positionsAtMost, speedAtMost } = SCENARIO_LIMITS;
    const event = { event: "move", percent: 1 };
    const holding = { instrument: SHARE, quantity: 1 };
    const position = { instrument: SHARE, productType: "INTRADAY", quantity: 1 };
    const limits: [object, object][] = [
      [{ market: many(eventsAtMost, event) }, { market: many(eventsAtMost + 1, event) }],
      [{ holdings: many(holdingsAtMost, holding) }, { holdings: many(holdingsAtMost + 1, holding) }],
      [{ positions: many(positionsAtMost, position) }, { positions: many(positionsAtMost + 1, position) }],
      [{ faults: many(20, { fault: "slow" }) }, { faults: many(21, { fault: "slow" }) }],
      [{ speed: speedAtMost }, { speed: speedAtMost + 1 }],
    ];
    for (const [good, bad] of limits) {
      expect((await put(client, { at: AT, ...good })).status, JSON.stringify(good).slice(0, 60)).toBe(200);
      const refused = await put(client, { at: AT, ...bad });
      expect([refused.status, refused.body.errorCode], JSON.stringify(bad).slice(0, 60)).toEqual([
        400,
        "DH-905",
      ]);
    }
    await put(client, { at: AT, market: many(eventsAtMost, event) });
    const added = await client.send("post", "/scenario/events", { market: [event] });
    expect([added.status, added.body.errorCode]).toEqual([400, "DH-905"]);
  });

  it("are rejected with the path of the invalid field; the previous scenario continues", async () => {
    const client = await open();
    await put(client, { name: "halt" });
    const before = (await client.send("get", "/scenario")).body;
    const call = { exchangeSegment: "NSE_FNO", underlying: "13" };
    const refused: [object, string][] = [
      [{}, "at"],
      [{ at: "2019-01-01 10:00:00" }, "at"],
      [{ at: "2026-02-30 10:00:00" }, "at"],
      [{ at: AT, until: AT }, "until"],
      [{ at: AT, holdings: [{ instrument: call, quantity: 65 }] }, "holdings.0.instrument"],
      [
        { at: AT, positions: [{ instrument: call, productType: "MARGIN", quantity: 64 }] },
        "positions.0.quantity",
      ],
      [
        { at: AT, positions: [{ instrument: SHARE, productType: "MARGIN", quantity: 1 }] },
        "positions.0.productType",
      ],
      [
        { at: AT, positions: [{ instrument: SHARE, productType: "INTRADAY", quantity: 1, price: 0.01 }] },
        "positions.0.price",
      ],
      [{ at: AT, market: [{ event: "move" }] }, "market.0.percent"],
      [{ at: AT, market: [{ event: "price", instrument: call, price: 5 }] }, "market.0.instrument"],
      [{ at: AT, market: [{ event: "halt", until: "2026-11-20 09:00:00" }] }, "market.0.until"],
      [{ at: AT, faults: [{ fault: "gap", on: ["placeOrder"] }] }, "faults.0.on.0"],
      [{ at: AT, client: "1000000002" }, "client"],
    ];
    for (const [body, field] of refused) {
      const answer = await put(client, body);
      expect([answer.status, answer.body.errorCode], JSON.stringify(body)).toEqual([400, "DH-905"]);
      expect(answer.body.errors.map((one: { field: string }) => one.field)).toContain(field);
    }
    expect((await client.send("get", "/scenario")).body).toEqual(before);
  });

  it("are refused with 400 for malformed input, never with a server error", { timeout: 60_000 }, async () => {
    const client = await open();
    const rubbish = fc.oneof(
      fc.json().map((text) => text as unknown),
      fc.record({ name: fc.string(), at: fc.string() }).map((one) => one as unknown),
      fc.constantFrom(
        "",
        "{",
        "null",
        "[]",
        '{"at":{"$gt":""}}',
        `{"title":"${"a".repeat(2_000)}","at":"${AT}"}`,
      ),
      fc
        .record({ at: fc.constant(AT), market: fc.array(fc.dictionary(fc.string(), fc.jsonValue())) })
        .filter(({ market }) => market.length > 0),
    );
    await fc.assert(
      fc.asyncProperty(rubbish, async (body) => {
        const answer = await put(client, body);
        expect(answer.status, answer.text.slice(0, 200)).toBe(400);
      }),
      { numRuns: 200, seed: 20_261_124 },
    );
    const large = await put(client, `{"at":"${AT}","title":"${"a".repeat(3_000_000)}"}`);
    expect([400, 413]).toContain(large.status);
  });

  it("require a valid token, even for reading", async () => {
    const client = await open();
    const none = await client.send("put", "/scenario", { name: "halt" }, { "access-token": undefined });
    expect([none.status, none.body.errorCode]).toEqual([401, "DH-901"]);
    for (const [method, path] of [
      ["put", "/scenario"],
      ["delete", "/scenario"],
      ["post", "/scenario/events"],
      ["put", "/sandbox/clock/speed"],
    ] as const) {
      const made = await client.send(method, path, {}, { "access-token": "made-up" });
      expect([made.status, made.body.errorCode], path).toEqual([401, "DH-901"]);
    }
  });

  it("are hidden from other accounts, which cannot end them", async () => {
    const [client, other] = [await open(), await open()];
    await put(client, { name: "broker-down" });
    const foreign = { "client-id": client.account.dhanClientId };
    for (const [method, path, body] of [
      ["get", "/scenario", undefined],
      ["delete", "/scenario", undefined],
    ] as const) {
      const answer = await other.send(method, path, body, foreign);
      expect([answer.status, answer.body.name]).toEqual([200, null]);
    }
    expect((await client.send("get", "/scenario")).body.name).toBe("broker-down");
    await client.send("post", "/sandbox/clock/advance", { seconds: 90 });
    expect((await client.send("get", "/fundlimit")).status).toBe(503);
    expect((await other.send("get", "/fundlimit")).status).toBe(200);
    // The other account's feed is not affected.
    const socket = await openSocket(
      `${api.url.replace("http", "ws")}/feed?version=2&token=${other.account.accessToken}&clientId=${client.account.dhanClientId}&authType=2`,
    );
    expect(await socket.closed).toBe(1000);
    expect(socket.got).toHaveLength(1);
  });

  it("count towards the account's call limit, so a flood affects no other account", async () => {
    const [client, other] = [await TradingClient.open(strict.url), await TradingClient.open(strict.url)];
    const floodedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => client.send("put", "/scenario", { name: "halt", speed: 600 })),
    );
    const codes = answers.map(({ status }) => status);
    const seconds = Math.ceil((performance.now() - floodedAt) / 1_000);
    const { perSecond } = RATE_LIMITS.other;
    expect(codes.filter((status) => status === 200).length).toBeLessThanOrEqual(perSecond * (seconds + 1));
    expect(codes).toContain(429);
    expect(codes.every((status) => status === 200 || status === 429)).toBe(true);
    const startedAt = performance.now();
    expect((await other.send("get", "/fundlimit")).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it("are limited in number; the sandbox responds while all run at full speed", {
    timeout: 120_000,
  }, async () => {
    const clients: TradingClient[] = [];
    while (clients.length < SCENARIO_LIMITS.marketsAtMost) clients.push(await open());
    for (const client of clients)
      expect((await put(client, { at: AT, speed: SCENARIO_LIMITS.speedAtMost })).status).toBe(200);
    const states = await Promise.all(
      clients.map(async (client) => (await client.send("get", "/scenario")).body.clock.isVirtual),
    );
    expect(states.filter((isOwn) => isOwn)).toHaveLength(SCENARIO_LIMITS.marketsAtMost);
    const plain = await open();
    const oneMore = await put(plain, { at: AT });
    expect([oneMore.status, oneMore.body.errorCode]).toEqual([429, "DH-904"]);
    expect(Number(oneMore.headers["retry-after"])).toBeGreaterThan(0);
    // An account that already has a market may start it again.
    expect((await put(clients[0] as TradingClient, { at: AT, speed: 600 })).status).toBe(200);
    const took: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      const startedAt = performance.now();
      expect((await plain.send("get", "/fundlimit")).status).toBe(200);
      took.push(performance.now() - startedAt);
    }
    took.sort((one, two) => one - two);
    process.stdout.write(`median ${took[20]?.toFixed(1)} ms, slowest ${took.at(-1)?.toFixed(1)} ms\n`);
    expect(took[20]).toBeLessThan(200);
    await Promise.all(clients.map((client) => client.send("delete", "/scenario")));
    expect((await put(plain, { at: AT })).status).toBe(200);
    await plain.send("delete", "/scenario");
  });

  it.each([50, -50])(
    "have positive, bounded prices if every event moves prices by %i %%",
    { timeout: 60_000 },
    async (percent) => {
      const client = await open();
      const days = ["01", "02", "03", "04", "07", "08", "09", "10", "11", "14", "15", "16", "17", "18"];
      const market = days.flatMap((day) =>
        [10, 11, 12].map((hour) => ({ event: "move", percent, at: `2026-12-${day} ${hour}:00:00` })),
      );
      expect((await put(client, { at: "2026-12-18 14:00:00", market: [] })).status).toBe(200);
      const driven = await put(client, { at: "2026-12-18 14:00:00", market });
      expect(driven.status, driven.text).toBe(200);
      for (const body of [{ NSE_EQ: [1333] }, { IDX_I: [13] }]) {
        const quote = await client.send("post", "/marketfeed/quote", body);
        expect(quote.status, quote.text.slice(0, 200)).toBe(200);
        const [segment = {}] = Object.values(quote.body.data) as Record<string, { last_price: number }>[];
        for (const { last_price } of Object.values(segment)) {
          expect(last_price).toBeGreaterThan(0);
          expect(last_price).toBeLessThan(5_000_000);
        }
      }
      for (const path of ["/positions", "/holdings", "/fundlimit"])
        expect((await client.send("get", path)).status, path).toBe(200);
      expect((await client.place({ quantity: 1 })).status).toBe(200);
      expect((await client.send("post", "/sandbox/clock/advance", { seconds: 600 })).status).toBe(200);
      const chain = await client.send("post", "/optionchain/expirylist", {
        UnderlyingScrip: 13,
        UnderlyingSeg: "IDX_I",
      });
      expect(chain.status).toBe(200);
    },
  );
});
