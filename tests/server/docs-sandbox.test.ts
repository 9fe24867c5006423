// Tests each row of the documentation of the sandbox: the options, the differences from a live account, and the days of
// the market.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { deploy } from "../support/deploy.ts";
import { codeIn, rowsIn } from "../support/docs-blocks.ts";
import {
  appToken,
  codeOf,
  csvOf,
  hoursUntil,
  istDay,
  openDocsSite,
  retryWhileLimited,
  testRows,
} from "../support/docs-trials.ts";
import { TestUser } from "../support/sign-in.ts";
import { until } from "../support/site.ts";
import { openSocket } from "../support/socket-client.ts";

const DAY_MS = 86_400_000;
const IST_MS = 330 * 60_000;
const { site, open, docs, socketOf, closeAfterTests: keepSocket } = openDocsSite();

it("the sandbox behaves as documented where the official sources disagree", {
  timeout: 120_000,
}, async () => {
  const client = await open();
  const share = { exchangeSegment: "NSE_EQ", securityId: "1333" };
  const ltp = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
    .last_price;
  const low = Math.floor(ltp * 0.92);
  const feed = await socketOf(client, "/feed");
  const list = (ExchangeSegment: string, SecurityId: string) => ({
    InstrumentCount: 1,
    InstrumentList: [{ ExchangeSegment, SecurityId }],
  });
  const packets = (packetCode: number, id: number) =>
    feed.got.filter((packet) => packet[0] === packetCode && packet.readUInt32LE(4) === id);
  const has = (packetCode: number, id: number) =>
    until(
      async () => packets(packetCode, id),
      (found) => found.length > 0,
      20_000,
    );
  await testRows(rowsIn(await docs("sandbox"), "Choices"), {
    "Cancelling returns 202 or 200": async () => {
      const { orderId } = (await client.place({ orderType: "LIMIT", price: low })).body;
      const answer = await client.send("delete", `/orders/${orderId}`);
      expect([answer.status, answer.body.orderStatus]).toEqual([202, "CANCELLED"]);
    },
    "Converting a position returns no body or JSON": async () => {
      expect((await client.place({ quantity: 3 })).body.orderStatus).toBe("TRADED");
      const answer = await client.send("post", "/positions/convert", {
        ...share,
        fromProductType: "INTRADAY",
        positionType: "LONG",
        convertQty: "1",
        toProductType: "CNC",
      });
      expect([answer.status, answer.body]).toEqual([202, {}]);
    },
    "Trades of one order: object or array": async () => {
      const [{ orderId }] = (await client.send("get", "/trades")).body;
      expect((await client.send("get", `/trades/${orderId}`)).body).toMatchObject([{ orderId }]);
    },
    "Ledger: object or array": async () => {
      const today = istDay(Date.now());
      const { body } = await client.send("get", `/ledger?from-date=${today}&to-date=${today}`);
      expect(Array.isArray(body)).toBe(true);
    },
    "Interval of candles: 25 or 30 minutes": async () => {
      for (const interval of ["25", "30"]) {
        const { status, body } = await client.send("post", "/charts/intraday", {
          ...share,
          instrument: "EQUITY",
          interval,
          fromDate: "2026-11-18",
          toDate: "2026-11-20",
        });
        const [first = 0, second = 0] = body.timestamp as number[];
        expect([status, second - first]).toEqual([200, Number(interval) * 60]);
      }
    },
    "Unsubscribing from depth: request code 24 or 25": async () => {
      const depth = await socketOf(client, "/twentydepth");
      const seen = (id: number) => depth.got.filter((message) => message.readInt32LE(4) === id).length;
      let last = 1333;
      for (const [leave, next] of [
        [24, 11536],
        [25, 1333],
      ] as const) {
        depth.send({ RequestCode: 23, ...list("NSE_EQ", String(last)) });
        await until(
          async () => seen(last),
          (count) => count > 0,
          20_000,
        );
        depth.send({ RequestCode: leave, ...list("NSE_EQ", String(last)) });
        depth.send({ RequestCode: 23, ...list("NSE_EQ", String(next)) });
        const before = seen(next);
        await until(
          async () => seen(next),
          (count) => count > before,
          20_000,
        );
        const remaining = seen(last);
        const then = seen(next);
        await until(
          async () => seen(next),
          (count) => count > then + 1,
          20_000,
        );
        expect(seen(last), `left with ${leave}`).toBe(remaining);
        last = next;
      }
      depth.close();
    },
    "Forever orders at /forever/orders or /forever/all": async () => {
      for (const path of ["/forever/orders", "/forever/all"])
        expect([path, (await client.send("get", path)).status]).toEqual([path, 200]);
    },
    "Kill switch status in the query or a header": async () => {
      const own = await open();
      const set = (query: string, header?: string) =>
        own.send("post", `/killswitch${query}`, undefined, { killswitchstatus: header });
      expect((await set("")).status).toBe(400);
      // The query parameter has precedence. Its value is invalid, so the call is refused although the header is valid.
      expect((await set("?killSwitchStatus=NONSENSE", "ACTIVATE")).status).toBe(400);
      expect((await set("", "ACTIVATE")).status).toBe(200);
      expect((await own.send("get", "/killswitch")).body.killSwitchStatus).toBe("ACTIVATE");
    },
    "Keys of order updates: Pascal or lower camel case": async () => {
      const updates = keepSocket(await openSocket(`ws://127.0.0.1:${site().port}/sandbox/order-update`));
      const { dhanClientId: ClientId, accessToken: Token } = client.account;
      updates.send({ LoginReq: { MsgCode: 42, ClientId, Token }, UserType: "SELF" });
      await until(
        async () => {
          await retryWhileLimited(() => client.place({ quantity: 1 }));
          return updates.got.length;
        },
        (count) => count > 0,
        20_000,
      );
      const { Data } = JSON.parse(String(updates.got[0]));
      expect(Data.orderNo).toBe(Data.OrderNo);
      updates.close();
    },
    "Previous close on the feed: indices only, or all": async () => {
      feed.send({ RequestCode: 17, ...list("IDX_I", "13") });
      feed.send({ RequestCode: 21, ...list("NSE_EQ", "1333") });
      await has(6, 13);
      await has(6, 1333);
    },
    "Field close of quote and full packets": async () => {
      await has(4, 13);
      await has(8, 1333);
      expect(packets(4, 13)[0]?.readFloatLE(38)).toBe(packets(6, 13)[0]?.readFloatLE(8));
      expect(packets(8, 1333)[0]?.readFloatLE(50)).toBe(packets(6, 1333)[0]?.readFloatLE(8));
    },
    "Last trade time on the feed": async () => {
      const at = (packets(8, 1333).at(-1)?.readUInt32LE(14) ?? 0) * 1_000 - IST_MS;
      expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    },
    "Product types CO and BO": async () => {
      for (const productType of ["CO", "BO"])
        expect(codeOf(await retryWhileLimited(() => client.place({ productType })))).toBe("DH-906");
      const placed = await client.send("post", "/super/orders", {
        ...share,
        transactionType: "BUY",
        productType: "INTRADAY",
        orderType: "LIMIT",
        quantity: 1,
        price: low,
        targetPrice: Math.ceil(ltp * 1.05),
        stopLossPrice: Math.floor(ltp * 0.9),
      });
      expect([placed.status, placed.body.orderStatus]).toEqual([200, "PENDING"]);
    },
    "Holdings of an account without any": async () => {
      const own = await open();
      // The account sells all holdings, so after the end of the session it has none on the next day.
      expect((await own.send("put", "/sandbox/clock", { at: "2026-11-19 10:00:00", seed: 7 })).status).toBe(
        200,
      );
      const held = (await own.send("get", "/holdings")).body as {
        securityId: string;
        totalQty: number;
      }[];
      for (const { securityId, totalQty } of held)
        await own.place({ transactionType: "SELL", productType: "CNC", securityId, quantity: totalQty });
      await retryWhileLimited(() => own.send("post", "/sandbox/clock/advance", { seconds: 86_400 }));
      const after = await own.send("get", "/holdings");
      expect([after.status, after.body]).toEqual([200, []]);
    },
    // server/sandbox/apis/trading-api/rate-limits.test.ts tests refusals by the daily count.
    "Rate limits": async ([, here = ""]) => {
      const [, second, day] = /(\d+) orders a second, ([\d,]+) a day/.exec(here) ?? [];
      expect((await retryWhileLimited(() => client.place({ quantity: 1 }))).headers["ratelimit-limit"]).toBe(
        second,
      );
      const [orders] = rowsIn(await docs("rate-limits"), "Maximum calls of an account");
      expect(orders?.slice(1)).toEqual([second, day]);
    },
  });
});

it("the sandbox behaves as documented where it differs from a live account", {
  timeout: 60_000,
}, async () => {
  const client = await open();
  const profile = (await client.send("get", "/profile")).body;
  await testRows(rowsIn(await docs("sandbox-and-live"), "Sandbox account and live account"), {
    "Money and prices": { untested: "A client cannot observe which parts of the sandbox are simulated." },
    "Paths, fields, codes, packets": { untested: "The files in tests/contract test all of these." },
    // A token by login is valid for 24 hours, which the test of logins checks.
    Token: async () => expect(hoursUntil(profile.tokenValidity) / 24).toBeCloseTo(30, 0),
    "200 levels of depth": async () => {
      const own = await open();
      own.account.accessToken = await appToken(site(), own);
      const depth = await socketOf(own, "/twohundreddepth");
      depth.send({ RequestCode: 23, ExchangeSegment: "NSE_EQ", SecurityId: "1333" });
      await until(
        async () => depth.got,
        ([first]) => first !== undefined && first.byteLength > 1_000,
        20_000,
      );
    },
    "Static address": async () => {
      await client.send("post", "/ip/setIP", { ip: "203.0.113.7", ipFlag: "PRIMARY" });
      expect((await client.send("get", "/ip/getIP")).text).toContain("203.0.113.7");
      expect((await client.place({ quantity: 1 })).body.orderStatus).toBe("TRADED");
    },
    "Data plan": async () => expect(profile.dataPlan).toBe("Active"),
    "Market hours": async () => {
      expect((await client.place({ quantity: 1 })).body.orderStatus).toBe("TRADED");
    },
    "Simulated faults": async () => {
      expect((await client.place({ quantity: 911 })).body.orderStatus).toBe("REJECTED");
      const headers = { "x-sandbox-fault": "other" };
      expect((await client.send("get", "/profile", undefined, headers)).status).toBe(400);
    },
    "Own clock and seed": async () => {
      const own = await open();
      const set = await own.send("put", "/sandbox/clock", { at: "2026-11-19 10:00:00", seed: 9 });
      expect(set.body).toMatchObject({ isVirtual: true, at: "2026-11-19 10:00:00", seed: 9 });
      expect((await client.send("get", "/sandbox/clock")).body.isVirtual).toBe(false);
    },
    Postbacks: { untested: "tests/server/postbacks.test.ts tests deliveries, retries and the log." },
    "Orders of algos and of the API": async () => {
      const own = await open();
      const { dhanClientId: id, pin } = own.account;
      const reader = new TestUser(site());
      await reader.signIn("/login", { id, pin });
      await deploy(site(), reader, "/algos/managers/banyan-systematic/monthly-seedling", "", "live");
      await until(
        async () => (await own.send("get", "/orders")).body as unknown[],
        ({ length }) => length > 0,
        15_000,
      );
    },
  });
});

it("listed contracts expire on the days in the documentation's table", async () => {
  const client = await open();
  const blocks = await docs("simulated-market");
  const closed = new Set(rowsIn(blocks, "Holidays").map(([day = ""]) => day));
  const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
  const after = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  /** True if the expiry differs from the regular day only because all days between them are holidays. */
  const isMoved = (day: string, nominal: string): boolean => {
    for (let next = after(day, 1); ; next = after(next, 1)) {
      if (!closed.has(next) && weekday(next) % 6 !== 0) return false;
      if (names[weekday(next)] === nominal) return true;
    }
  };
  const rows = rowsIn(blocks, "Expiry days");
  const inForce = (name: string, day: string) =>
    rows.filter(([underlying, from = ""]) => underlying === name && from <= day).at(-1);
  let compared = 0;
  for (const segment of ["NSE_FNO", "BSE_FNO"])
    for (const one of csvOf((await client.send("get", `/instrument/${segment}`)).text)) {
      const name = one.INSTRUMENT?.endsWith("STK") ? "Shares" : (one.UNDERLYING_SYMBOL ?? "");
      const day = one.SM_EXPIRY_DATE ?? "";
      const [, , weekly = "", monthly = ""] = inForce(name, day) ?? [];
      const nominal = one.EXPIRY_FLAG === "W" ? weekly : monthly;
      const isSo = names[weekday(day)] === nominal || isMoved(day, nominal);
      expect(isSo, `${one.SYMBOL_NAME} expires on ${day}, ${nominal} is said`).toBe(true);
      compared += 1;
    }
  expect(compared).toBeGreaterThan(100);
});

it("daily candles contain none of the holidays in the documentation's table", async () => {
  const client = await open();
  const blocks = await docs("simulated-market");
  const special = new Set(rowsIn(blocks, "Special sessions").map(([day = ""]) => day));
  const today = istDay(Date.now());
  const past = rowsIn(blocks, "Holidays").flatMap(([day = ""]) =>
    day < today && !special.has(day) ? [day] : [],
  );
  expect(past.length).toBeGreaterThan(50);
  const { status, body } = await client.send("post", "/charts/historical", {
    securityId: "1333",
    exchangeSegment: "NSE_EQ",
    instrument: "EQUITY",
    fromDate: "2022-01-01",
    toDate: today,
  });
  expect(status).toBe(200);
  const days = new Set((body.timestamp as number[]).map((seconds) => istDay(seconds * 1_000)));
  expect(days.size).toBeGreaterThan(1_000);
  expect(past.filter((day) => days.has(day))).toEqual([]);
  expect([...special].filter((day) => day < today && !days.has(day))).toEqual([]);
});

it("the documented SDK addresses respond, and the documented program is valid Python", async () => {
  const [program = ""] = codeIn(await docs("sandbox"), "Switch to the provider", "python");
  const client = await open();
  const addresses = [...program.matchAll(/^\w+\.\w+ = "(.*)"$/gm)].map(([, address = ""]) => address);
  expect(addresses).toHaveLength(4);
  const { dhanClientId: id, accessToken: token } = client.account;
  for (const address of addresses)
    if (address.startsWith("http"))
      expect(
        (await site().get(`${new URL(address).pathname}/profile`, { "access-token": token })).status,
      ).toBe(200);
    else keepSocket(await openSocket(`${address}?version=2&token=${token}&clientId=${id}&authType=2`));
  expect(new Set(addresses.map((address) => new URL(address).host))).toEqual(
    new Set([new URL(site().origin).host]),
  );
  // The package index may be unreachable, so the program is parsed but not run.
  if (spawnSync("python3", ["--version"]).status === 0)
    expect(
      spawnSync("python3", ["-c", "import ast,sys; ast.parse(sys.stdin.read())"], { input: program }).status,
    ).toBe(0);
});
