// What the documentation's tables, commands and bodies claim, tried against the sandbox: each row is read from the page as it is served, and
// a row that no trial is written for fails.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "node-html-parser";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillExample, pathOf } from "../../app/wire/trading-api/examples.ts";
import { TRADING_OPERATION_LIST, TRADING_OPERATIONS } from "../../app/wire/trading-api/operations.ts";
import { codeIn, type DocsBlock, readDocs, rowsIn } from "../support/docs-blocks.ts";
import { Reader } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";
import { type OpenSocket, openSocket } from "../support/socket-client.ts";
import { type Answered, TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);
const DAY_MS = 86_400_000;
const IST_MS = 330 * 60_000;

let site: Site;
const sockets: OpenSocket[] = [];
beforeAll(async () => {
  site = await startSite({ SANDBOX_PRIVATE_POSTBACKS: "yes" });
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await site?.stop();
});

const open = () => TradingClient.open(`${site.origin}/sandbox`);
const docs = (page: string): Promise<DocsBlock[]> => readDocs(site, page);
/** Sends again what came too soon after others. */
async function patient(call: () => Promise<Answered>): Promise<Answered> {
  return until(call, ({ status }) => status !== 429, 15_000);
}
async function socketOf(client: TradingClient, path: string): Promise<OpenSocket> {
  const { dhanClientId: id, accessToken: token } = client.account;
  const socket = await openSocket(
    `ws://127.0.0.1:${site.port}/sandbox${path}?version=2&token=${token}&clientId=${id}&authType=2`,
  );
  sockets.push(socket);
  return socket;
}
/** Runs a command of a page in an empty folder, and reads what it left there. */
async function inShell<T>(
  command: string,
  env: Record<string, string>,
  read: (folder: string, out: string) => T,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "docs-claims-"));
  try {
    const { stdout } = await run("bash", ["-e", "-c", command], {
      cwd: folder,
      timeout: 30_000,
      env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: folder, ...env },
    });
    return read(folder, stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
type Trial = (row: readonly string[]) => Promise<void>;
/** Tries every row by its first cell; one without a trial, and a trial without a row, fail. */
async function tryRows(rows: readonly string[][], trials: Readonly<Record<string, Trial>>): Promise<void> {
  expect(rows.map(([first = ""]) => first).sort()).toEqual(Object.keys(trials).sort());
  for (const row of rows) await trials[row[0] ?? ""]?.(row);
}
const istDay = (atMs: number) => new Date(atMs + IST_MS).toISOString().slice(0, 10);
const code = ({ body }: Answered): string => body?.errorCode ?? Object.keys(body?.data ?? {})[0] ?? "none";

it("the login by PIN and TOTP answers a token for 24 hours, once", async () => {
  const { account } = await open();
  const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) }).generate();
  const [command = ""] = codeIn(await docs("authentication"), "By PIN and TOTP", "bash");
  const env = { CLIENT_ID: account.dhanClientId, PIN: account.pin, TOTP: totp, totp, pin: account.pin };
  const given = await inShell(command, env, (_, out) => JSON.parse(out));
  expect(given).toMatchObject({ dhanClientId: account.dhanClientId });
  const profile = await site.get("/sandbox/v2/profile", { "access-token": given.accessToken });
  expect(profile.status).toBe(200);
  expect(hoursLeft(JSON.parse(profile.text).tokenValidity)).toBeCloseTo(24, 0);
  const again = await inShell(command, env, (_, out) => JSON.parse(out));
  expect(again.accessToken, "a code works once").toBeUndefined();
});

/** `DD/MM/YYYY HH:MM`, Indian time. */
function hoursLeft(words: string): number {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(words) ?? [];
  return (Date.parse(`${year}-${month}-${day}T${time}:00+05:30`) - Date.now()) / 3_600_000;
}

it("a token that may read calls what the table counts", { timeout: 60_000 }, async () => {
  const client = await open();
  const reader = new Reader(site);
  await reader.submit("/sandbox/portal/sign-in", { way: "token", token: client.account.accessToken });
  const made = await reader.submit("/sandbox/portal/tokens", { intent: "make", scope: "read" });
  const accessToken = /<dd[^>]*>(?:<[^>]+>)*([\w-]{60,})/.exec(made.text)?.[1] ?? "";
  expect(accessToken).not.toBe("");
  const counted: Record<string, number> = { read: 0, trade: 0 };
  // What renews the token would end it.
  const inOrder = [...TRADING_OPERATION_LIST].sort(
    (a, b) => Number(a.operationId === "renewToken") - Number(b.operationId === "renewToken"),
  );
  for (const { method, path, query } of inOrder) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "1"] as const);
    const address = pathOf(path, Object.fromEntries(names), query === undefined ? undefined : {});
    const body = method === "get" || method === "delete" ? undefined : {};
    const answer = await patient(() => client.send(method, address, body, { "access-token": accessToken }));
    const isRefused = answer.status === 403 && code(answer) === "DH-902";
    counted[isRefused ? "trade" : "read"] = (counted[isRefused ? "trade" : "read"] ?? 0) + 1;
  }
  for (const [scope = "", , count] of rowsIn(await docs("authentication"), "Scopes"))
    expect([scope, counted[scope]]).toEqual([scope, Number(count)]);
});

it("headers of answers come when the table says", async () => {
  const client = await open();
  const done = await client.send("get", "/fundlimit");
  const wrong = await client.send("post", "/orders", {});
  const limited = await client.send("get", "/fundlimit", undefined, { "x-sandbox-scenario": "rate-limit" });
  const stranger = await client.send("get", "/fundlimit", undefined, { "access-token": "made-up" });
  const nowhere = await client.send("get", "/no-such-path");
  expect([done, wrong, limited, stranger, nowhere].map(({ status }) => status)).toEqual([
    200, 400, 429, 401, 404,
  ]);
  const known = [done, wrong, limited];
  const others = [stranger, nowhere];
  const onceKnown: Trial = async ([name = ""]) => {
    const header = name.toLowerCase();
    for (const { headers, status } of known)
      expect(headers[header], `${name} with ${status}`).toMatch(/^\d+$/);
    for (const { headers, status } of others)
      expect(headers[header], `${name} with ${status}`).toBeUndefined();
  };
  await tryRows(rowsIn(await docs("rate-limits"), "On answers"), {
    "X-Request-Id": async () => {
      for (const { headers } of [...known, ...others])
        expect(headers["x-request-id"]).toMatch(/^[\w-]{8,64}$/);
    },
    "RateLimit-Limit": onceKnown,
    "RateLimit-Remaining": onceKnown,
    "RateLimit-Reset": onceKnown,
    // With 503 as well: tests/server/trading-refusals.test.ts.
    "Retry-After": async () => {
      expect(limited.headers["retry-after"]).toMatch(/^\d+$/);
      for (const { headers } of [done, wrong, ...others]) expect(headers["retry-after"]).toBeUndefined();
    },
  });
});

it("headers of calls do what the table says", async () => {
  const client = await open();
  await tryRows(rowsIn(await docs("rate-limits"), "On calls"), {
    "access-token": async () => {
      const { accessToken } = client.account;
      const without = { "access-token": undefined };
      expect((await client.send("get", "/profile", undefined, without)).status).toBe(401);
      expect(
        (await client.send("get", `/profile?access-token=${accessToken}`, undefined, without)).status,
      ).toBe(401);
    },
    "client-id": async () => {
      const without = { "client-id": undefined };
      for (const operation of TRADING_OPERATION_LIST.filter(({ isData }) => isData)) {
        const { body } = fillExample(operation.example, { nextExpiry: "2026-12-01" });
        const answer = await patient(() => client.send(operation.method, operation.path, body, without));
        expect([operation.page, code(answer)]).toEqual([operation.page, "810"]);
        expect(["market-quote", "option-chain"]).toContain(operation.page);
      }
      expect((await client.send("get", "/profile", undefined, without)).status).toBe(200);
    },
    "Content-Type": async () => {
      const answer = await client.send("post", "/margincalculator", "quantity=1", {
        "content-type": "application/x-www-form-urlencoded",
      });
      expect(answer.status).toBe(415);
    },
    "X-Request-Id": async ([, , , example = ""]) => {
      const idOf = async (id: string) =>
        (await client.send("get", "/profile", undefined, { "x-request-id": id })).headers["x-request-id"];
      for (const good of [example, "a".repeat(8), "Z".repeat(64), "a_b-c_d-1"])
        expect(await idOf(good)).toBe(good);
      for (const bad of ["a".repeat(7), "a".repeat(65), "with a space", "dots.dots.dots"])
        expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
    },
    "X-Sandbox-Scenario": async () => {
      const scenario = (name: string) =>
        client.send("get", "/profile", undefined, { "x-sandbox-scenario": name });
      expect(code(await scenario("no-access"))).toBe("DH-902");
      expect(code(await scenario("never-heard-of"))).toBe("DH-905");
    },
  });
});

it("the sandbox misbehaves as the table of the header says", { timeout: 60_000 }, async () => {
  const rows = rowsIn(await docs("sandbox"), "By the header X-Sandbox-Scenario");
  const met: Record<string, string> = {};
  const meet = async (name: string, words: string) => {
    const client = await open();
    const headers = { "x-sandbox-scenario": name };
    const startedAt = performance.now();
    const trading = await client.send("get", "/profile", undefined, headers);
    const tookMs = performance.now() - startedAt;
    const data = await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] }, headers);
    met[name] = `${trading.status} ${code(trading)}, ${data.status} ${code(data)}`;
    const seconds = { three: 3, ten: 10 }[/(three|ten) seconds/.exec(words)?.[1] ?? ""] ?? 0;
    expect(tookMs, name).toBeGreaterThan(seconds * 1_000 - 50);
    // The words say the statuses and codes that they say, and no others.
    const said = words.match(/\b(?:[2-5]\d\d|8\d\d|DH-\d{3})\b/g) ?? [];
    for (const one of said) expect(met[name], `${name}: ${words}`).toContain(one);
    if (words.includes("Retry-After"))
      for (const { headers: sent } of [trading, data]) expect(sent["retry-after"]).toMatch(/^\d+$/);
    if (name === "token-expired") expect((await client.send("get", "/profile")).status).toBe(200);
  };
  await Promise.all(rows.map(([name = "", words = ""]) => meet(name, words)));
  expect(met).toEqual({
    slow: "200 none, 200 NSE_EQ",
    timeout: "504 DH-909, 500 800",
    "server-error": "500 DH-908, 500 800",
    "rate-limit": "429 DH-904, 429 805",
    "token-expired": "401 DH-901, 401 807",
    "no-access": "403 DH-902, 401 806",
    other: "400 DH-910, 400 814",
  });
});

it("each choice where sources disagree holds", { timeout: 120_000 }, async () => {
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
  await tryRows(rowsIn(await docs("sandbox"), "Choices"), {
    "Cancelling answers 202 or 200": async () => {
      const { orderId } = (await client.place({ orderType: "LIMIT", price: low })).body;
      const answer = await client.send("delete", `/orders/${orderId}`);
      expect([answer.status, answer.body.orderStatus]).toEqual([202, "CANCELLED"]);
    },
    "Converting a position answers nothing or JSON": async () => {
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
    "Leaving depth: request code 24 or 25": async () => {
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
        const left = seen(last);
        const then = seen(next);
        await until(
          async () => seen(next),
          (count) => count > then + 1,
          20_000,
        );
        expect(seen(last), `left with ${leave}`).toBe(left);
        last = next;
      }
      depth.close();
    },
    "Forever orders at /forever/orders or /forever/all": async () => {
      for (const path of ["/forever/orders", "/forever/all"])
        expect([path, (await client.send("get", path)).status]).toEqual([path, 200]);
    },
    "Kill switch's word in the query or a header": async () => {
      const own = await open();
      const set = (query: string, header?: string) =>
        own.send("post", `/killswitch${query}`, undefined, { killswitchstatus: header });
      expect((await set("")).status).toBe(400);
      // The query comes first: its word is wrong, whatever the header says.
      expect((await set("?killSwitchStatus=NONSENSE", "ACTIVATE")).status).toBe(400);
      expect((await set("", "ACTIVATE")).status).toBe(200);
      expect((await own.send("get", "/killswitch")).body.killSwitchStatus).toBe("ACTIVATE");
    },
    "Keys of order updates: Pascal or lower camel case": async () => {
      const updates = await openSocket(`ws://127.0.0.1:${site.port}/sandbox/order-update`);
      sockets.push(updates);
      const { dhanClientId: ClientId, accessToken: Token } = client.account;
      updates.send({ LoginReq: { MsgCode: 42, ClientId, Token }, UserType: "SELF" });
      await until(
        async () => {
          await patient(() => client.place({ quantity: 1 }));
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
        expect(code(await patient(() => client.place({ productType })))).toBe("DH-906");
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
      // Everything is sold, and its session ends: the next day holds nothing.
      expect((await own.send("put", "/sandbox/clock", { at: "2026-11-19 10:00:00", seed: 7 })).status).toBe(
        200,
      );
      const held = (await own.send("get", "/holdings")).body as {
        securityId: string;
        totalQty: number;
      }[];
      for (const { securityId, totalQty } of held)
        await own.place({ transactionType: "SELL", productType: "CNC", securityId, quantity: totalQty });
      await patient(() => own.send("post", "/sandbox/clock/advance", { seconds: 86_400 }));
      const after = await own.send("get", "/holdings");
      expect([after.status, after.body]).toEqual([200, []]);
    },
    // That the day's count refuses: server/sandbox/apis/trading-api/rate-limits.test.ts.
    "Rate limits": async ([, here = ""]) => {
      const [, second, day] = /(\d+) orders a second, ([\d,]+) a day/.exec(here) ?? [];
      expect((await patient(() => client.place({ quantity: 1 }))).headers["ratelimit-limit"]).toBe(second);
      const [orders] = rowsIn(await docs("rate-limits"), "Calls an account may make");
      expect(orders?.slice(1)).toEqual([second, day]);
    },
  });
});

it("the sandbox's side of each difference holds", { timeout: 60_000 }, async () => {
  const client = await open();
  const said = (await client.send("get", "/profile")).body;
  const nothing: Trial = async () => {};
  await tryRows(rowsIn(await docs("sandbox-and-live"), "Sandbox account and live account"), {
    // What is simulated has no outside that a call could show.
    "Money and prices": nothing,
    // The whole of the contract's tests.
    "Paths, fields, codes, packets": nothing,
    // 24 hours by login: the test of the login above.
    Token: async () => expect(hoursLeft(said.tokenValidity) / 24).toBeCloseTo(30, 0),
    "Static address": async () => {
      await client.send("post", "/ip/setIP", { ip: "203.0.113.7", ipFlag: "PRIMARY" });
      expect((await client.send("get", "/ip/getIP")).text).toContain("203.0.113.7");
      expect((await client.place({ quantity: 1 })).body.orderStatus).toBe("TRADED");
    },
    "Data plan": async () => expect(said.dataPlan).toBe("Active"),
    "Market hours": async () => {
      expect((await client.place({ quantity: 1 })).body.orderStatus).toBe("TRADED");
    },
    "Misbehaviour on purpose": async () => {
      expect((await client.place({ quantity: 911 })).body.orderStatus).toBe("REJECTED");
      const headers = { "x-sandbox-scenario": "other" };
      expect((await client.send("get", "/profile", undefined, headers)).status).toBe(400);
    },
    "Own clock and seed": async () => {
      const own = await open();
      const set = await own.send("put", "/sandbox/clock", { at: "2026-11-19 10:00:00", seed: 9 });
      expect(set.body).toMatchObject({ isVirtual: true, at: "2026-11-19 10:00:00", seed: 9 });
      expect((await client.send("get", "/sandbox/clock")).body.isVirtual).toBe(false);
    },
    // tests/server/postbacks.test.ts.
    Postbacks: nothing,
    // tests/contract/deployments.test.ts and server/sandbox/broker: one broker, one order store.
    "Orders of algos and of the API": nothing,
  });
});

it("what is not served is refused, and what is named instead works", async () => {
  const client = await open();
  const order = { quantity: 1, correlationId: undefined };
  await tryRows(rowsIn(await docs("sandbox-and-live"), "Not served"), {
    "POST /alerts/multi/orders, several orders in one call": async ([, instead = ""]) => {
      expect((await client.send("post", "/alerts/multi/orders", {})).status).toBe(404);
      const { body } = fillExample(TRADING_OPERATIONS.placeAlert.example, { highPrice: 100_000 });
      const placed = await client.send("post", "/alerts/orders", body);
      expect(placed.status).toBe(200);
      expect(placed.headers["ratelimit-limit"]).toBe(/(\d+) a second/.exec(instead)?.[1]);
    },
    "Global stocks: /globalstocks/… and their feed": async () => {
      expect((await client.send("get", "/globalstocks/orders")).status).toBe(404);
    },
    "Products CO and BO": async () => {
      for (const productType of ["CO", "BO"])
        expect(code(await client.place({ ...order, productType }))).toBe("DH-906");
    },
    "Currency and commodity segments": async ([, instead = ""]) => {
      for (const exchangeSegment of ["NSE_CURRENCY", "BSE_CURRENCY", "MCX_COMM"])
        expect(instead).toContain(code(await client.place({ ...order, exchangeSegment })));
    },
  });
});

it("the two shapes of a fault are what is sent", async () => {
  const client = await open();
  const [trading = "", data = ""] = codeIn(await docs("errors"), "Two shapes", "json");
  const plain = (one: object) => ({ ...one, documentation: undefined });
  const refused = await client.place({ transactionType: undefined, quantity: 0 });
  expect(plain(refused.body)).toEqual(plain(JSON.parse(trading)));
  const documentation = String(JSON.parse(trading).documentation).replace("https://…", "");
  expect(new URL(refused.body.documentation).href).toContain(documentation);
  const empty = await client.send("post", "/marketfeed/ltp", {});
  expect(plain(empty.body)).toEqual(plain({ ...empty.body, ...JSON.parse(data) }));
  expect(code(empty)).toBe("814");
});

it("funds add up by the formula of the page", async () => {
  const client = await open();
  const [formula = ""] = codeIn(await docs("funds"), "How funds add up", "text");
  const [left = "", right = ""] = formula.split(" = ");
  const terms = [...right.matchAll(/([+-]?)\s*(\w+)/g)].map(([, sign, name = ""]) => ({ sign, name }));
  expect(terms.length).toBeGreaterThan(3);
  const holds = async () => {
    const { body } = await client.send("get", "/fundlimit");
    const sum = terms.reduce((total, { sign, name }) => total + (sign === "-" ? -1 : 1) * body[name], 0);
    expect(sum).toBeCloseTo(body[left], 2);
  };
  await holds();
  await client.place({ quantity: 7 });
  await client.place({ quantity: 2, productType: "CNC" });
  await holds();
});

it("a postback carries the headers and fields of the page", { timeout: 30_000 }, async () => {
  const got: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    got.push({ headers: request.headers, body: JSON.parse(body) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = await open();
  const reader = new Reader(site);
  await reader.submit("/sandbox/portal/sign-in", { way: "token", token: client.account.accessToken });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/postbacks`;
  await reader.submit("/sandbox/portal/postbacks", { url });
  await client.place({ quantity: 1, correlationId: "told-by-postback" });
  const [first] = await until(
    async () => got,
    ({ length }) => length > 0,
    20_000,
  );
  server.close();
  const blocks = await docs("postback");
  for (const [name = "", , example = ""] of rowsIn(blocks, "Headers")) {
    const value = String(first?.headers[name.toLowerCase()]);
    const shape =
      name === "X-Postback-Signature"
        ? /^sha256=[0-9a-f]{64}$/
        : name === "X-Postback-Delivery"
          ? /^\d+$/
          : /^application\/json/;
    expect([name, value]).toEqual([name, expect.stringMatching(shape)]);
    expect(example).toMatch(name === "X-Postback-Signature" ? /^sha256=/ : shape);
  }
  const fields = rowsIn(blocks, "Fields of the body").map(([name]) => name);
  expect(Object.keys(first?.body ?? {}).sort()).toEqual(fields.sort());
});

/** Rows of a CSV file whose values hold no comma within quotes. */
function csvOf(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    const values = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
  });
}

it("the instrument files come by the commands of the page, with its columns", async () => {
  const blocks = await docs("instruments");
  const [command = ""] = codeIn(blocks, "Files", "bash");
  const [compact, detailed] = await inShell(command, {}, (folder) =>
    ["api-scrip-master.csv", "api-scrip-master-detailed.csv"].map((name) =>
      csvOf(readFileSync(join(folder, name), "utf8")),
    ),
  );
  for (const [rows = [], caption, id] of [
    [detailed, "Columns of the detailed file, and of one segment's", "SECURITY_ID"],
    [compact, "Columns of the compact file", "SEM_SMST_SECURITY_ID"],
  ] as const) {
    const columns = rowsIn(blocks, caption);
    expect(Object.keys(rows[0] ?? {})).toEqual(columns.map(([name]) => name));
    const share = rows.find((row) => row[id] === "1333" && Object.values(row).includes("NSE"));
    for (const [name = "", , example = ""] of columns) {
      // Values that change with the market's day are compared by their form alone.
      const shape = example.replaceAll(/\d/g, "9");
      expect([name, (share?.[name] ?? "").replaceAll(/\d/g, "9")]).toEqual([name, shape]);
    }
  }
});

it("listed contracts expire on the days of the table", async () => {
  const client = await open();
  const blocks = await docs("sandbox");
  const closed = new Set(rowsIn(blocks, "Holidays").map(([day = ""]) => day));
  const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
  const after = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
  /** The day that it would have been: on from there all days up to the named one are closed. */
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

it("daily candles skip the holidays of the table", async () => {
  const client = await open();
  const blocks = await docs("sandbox");
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

it("the addresses for an SDK answer, and the program is Python", async () => {
  const [program = ""] = codeIn(await docs("sandbox"), "The same code for the provider", "python");
  const client = await open();
  const addresses = [...program.matchAll(/^\w+\.\w+ = "(.*)"$/gm)].map(([, address = ""]) => address);
  expect(addresses).toHaveLength(4);
  const { dhanClientId: id, accessToken: token } = client.account;
  for (const address of addresses)
    if (address.startsWith("http"))
      expect((await site.get(`${new URL(address).pathname}/profile`, { "access-token": token })).status).toBe(
        200,
      );
    else sockets.push(await openSocket(`${address}?version=2&token=${token}&clientId=${id}&authType=2`));
  expect(new Set(addresses.map((address) => new URL(address).host))).toEqual(
    new Set([new URL(site.origin).host]),
  );
  // The library itself comes from an index that a machine made for Node need not reach: the program is compiled, not run.
  if (spawnSync("python3", ["--version"]).status === 0)
    expect(
      spawnSync("python3", ["-c", "import ast,sys; ast.parse(sys.stdin.read())"], { input: program }).status,
    ).toBe(0);
});

it("every word of the annexure is taken, answered or refused as it says", { timeout: 120_000 }, async () => {
  const blocks = await docs("annexure");
  const client = await open();
  const ltp = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
    .last_price as number;
  const low = Math.floor(ltp * 0.92);
  const place = (change: object) => patient(() => client.place({ quantity: 1, ...change }));
  const listed = new Map<string, Record<string, string>[]>();
  const instrumentsOf = async (segment: string) => {
    const known = listed.get(segment);
    if (known !== undefined) return known;
    const answer = await patient(() => client.send("get", `/instrument/${segment}`));
    const rows = answer.status === 200 ? csvOf(answer.text) : [];
    listed.set(segment, rows);
    return rows;
  };
  const feed = await socketOf(client, "/feed");
  const segment: Trial = async ([name = "", number = "", what = ""]) => {
    if (what.includes("not active"))
      return expect(code(await place({ exchangeSegment: name }))).toBe("DH-903");
    if (what.includes("not traded")) expect((await place({ exchangeSegment: name })).status).toBe(400);
    const [first] = await instrumentsOf(name);
    const id = first?.SECURITY_ID ?? "";
    feed.send({
      RequestCode: 15,
      InstrumentCount: 1,
      InstrumentList: [{ ExchangeSegment: name, SecurityId: id }],
    });
    await until(
      async () => feed.got.map((packet) => [packet.readUInt8(3), packet.readUInt32LE(4)].join()),
      (seen) => seen.includes([number, id].join()),
      20_000,
    );
  };
  await tryRows(rowsIn(blocks, "Exchange segments"), {
    IDX_I: segment,
    NSE_EQ: segment,
    NSE_FNO: segment,
    NSE_CURRENCY: segment,
    BSE_EQ: segment,
    MCX_COMM: segment,
    BSE_CURRENCY: segment,
    BSE_FNO: segment,
  });
  const heldAs =
    (productType: string, change: object = {}) =>
    async () => {
      const { body, text } = await place({ productType, ...change });
      expect(["TRADED", "PENDING", "PART_TRADED"], text).toContain(body.orderStatus);
      const { body: order } = await patient(() => client.send("get", `/orders/${body.orderId}`));
      expect(order.productType).toBe(productType);
    };
  const future = (await instrumentsOf("NSE_FNO")).find(({ INSTRUMENT }) => INSTRUMENT === "FUTIDX");
  const lot = {
    exchangeSegment: "NSE_FNO",
    securityId: future?.SECURITY_ID,
    quantity: Number(future?.LOT_SIZE),
  };
  await tryRows(rowsIn(blocks, "Product types"), {
    CNC: heldAs("CNC"),
    INTRADAY: heldAs("INTRADAY"),
    MARGIN: heldAs("MARGIN", lot),
    MTF: heldAs("MTF"),
    "CO, BO": async () => {
      for (const productType of ["CO", "BO"]) expect(code(await place({ productType }))).toBe("DH-906");
    },
  });
  const waits = (change: object) => async () => {
    const { body, text } = await place(change);
    expect(body.orderStatus, text).toBe("PENDING");
  };
  const high = Math.ceil(ltp * 1.06);
  await tryRows(rowsIn(blocks, "Order types"), {
    LIMIT: waits({ orderType: "LIMIT", price: low }),
    MARKET: async () => expect((await place({})).body.orderStatus).toBe("TRADED"),
    STOP_LOSS: waits({ orderType: "STOP_LOSS", price: high, triggerPrice: high }),
    STOP_LOSS_MARKET: waits({ orderType: "STOP_LOSS_MARKET", triggerPrice: high }),
  });
  await tryRows(rowsIn(blocks, "Validity"), {
    DAY: waits({ orderType: "LIMIT", price: low }),
    IOC: async () => {
      const { body } = await place({ orderType: "LIMIT", price: low, validity: "IOC" });
      expect((await patient(() => client.send("get", `/orders/${body.orderId}`))).body.orderStatus).toBe(
        "CANCELLED",
      );
    },
  });
  const becomes = (status: string, quantity: number) => async () =>
    expect((await place({ quantity })).body.orderStatus).toBe(status);
  // Its own states are met where markets move: tests/server/order-states.test.ts and tests/contract/trading-flows.test.ts.
  const elsewhere: Trial = async ([name = ""]) => {
    const known = await docs("order-states");
    const told = [
      ...rowsIn(known, "Steps of an order").map(([, to]) => to),
      ...rowsIn(known, "States of their own").map(([state]) => state),
    ];
    expect(told).toContain(name);
  };
  await tryRows(rowsIn(blocks, "States of an order"), {
    TRANSIT: becomes("TRANSIT", 914),
    PENDING: becomes("PENDING", 913),
    PART_TRADED: becomes("PART_TRADED", 912),
    TRADED: becomes("TRADED", 1),
    REJECTED: becomes("REJECTED", 911),
    CANCELLED: async () => {
      const { body } = await place({ orderType: "LIMIT", price: low });
      expect((await patient(() => client.send("delete", `/orders/${body.orderId}`))).body.orderStatus).toBe(
        "CANCELLED",
      );
    },
    EXPIRED: elsewhere,
    CLOSED: elsewhere,
    TRIGGERED: elsewhere,
    CONFIRM: async () => {
      const { body } = fillExample(TRADING_OPERATIONS.placeForeverOrder.example, {
        lowPrice: low,
        lowestPrice: Math.floor(ltp * 0.88),
        highPrice: high,
      });
      await patient(() => client.send("post", "/forever/orders", body));
      const [forever] = (await client.send("get", "/forever/orders")).body;
      expect(forever.orderStatus).toBe("CONFIRM");
    },
  });
  const { body: superOrder } = await patient(() =>
    client.send("post", "/super/orders", {
      exchangeSegment: "NSE_EQ",
      securityId: "1333",
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "LIMIT",
      quantity: 1,
      price: low,
      targetPrice: high,
      stopLossPrice: Math.floor(ltp * 0.88),
    }),
  );
  expect(superOrder.orderStatus).toBe("PENDING");
  const cancelled: Trial = async ([leg = ""]) => {
    const known = (await patient(() => client.send("get", "/super/orders"))).body.find(
      ({ orderId }: { orderId: string }) => orderId === superOrder.orderId,
    );
    expect([known.legName, ...known.legDetails.map(({ legName }: { legName: string }) => legName)]).toContain(
      leg,
    );
  };
  await tryRows(rowsIn(blocks, "Legs"), {
    ENTRY_LEG: cancelled,
    TARGET_LEG: cancelled,
    STOP_LOSS_LEG: cancelled,
  });
  const after: Trial = async ([amoTime = ""]) => {
    const answer = await place({ afterMarketOrder: true, amoTime });
    expect(answer.status, answer.text).toBe(200);
  };
  await tryRows(rowsIn(blocks, "Times of after-market orders"), {
    PRE_OPEN: after,
    OPEN: after,
    OPEN_30: after,
    OPEN_60: after,
  });
  const all = (await Promise.all(["IDX_I", "NSE_EQ", "NSE_FNO"].map(instrumentsOf))).flat();
  const charted: Trial = async ([instrument = ""]) => {
    const one = all.find(({ INSTRUMENT }) => INSTRUMENT === instrument);
    const exchangeSegment = { I: "IDX_I", E: "NSE_EQ", D: "NSE_FNO" }[one?.SEGMENT ?? ""];
    const answer = await patient(() =>
      client.send("post", "/charts/historical", {
        securityId: one?.SECURITY_ID,
        exchangeSegment,
        instrument,
        fromDate: istDay(Date.now() - 20 * DAY_MS),
        toDate: istDay(Date.now()),
      }),
    );
    expect([answer.status, answer.body.timestamp?.length > 5], answer.text.slice(0, 200)).toEqual([
      200,
      true,
    ]);
  };
  // Words of segments that are not active: the field takes them, and nothing is listed under them.
  const notListed: Trial = async ([instrument = ""]) => {
    expect(all.filter(({ INSTRUMENT }) => INSTRUMENT === instrument)).toEqual([]);
    const answer = await patient(() =>
      client.send("post", "/charts/historical", {
        securityId: "1",
        exchangeSegment: "MCX_COMM",
        instrument,
        fromDate: "2026-11-01",
        toDate: "2026-11-20",
      }),
    );
    expect([answer.status, code(answer)]).toEqual([400, "DH-907"]);
  };
  await tryRows(rowsIn(blocks, "Instrument words"), {
    INDEX: charted,
    EQUITY: charted,
    FUTIDX: charted,
    OPTIDX: charted,
    FUTSTK: charted,
    OPTSTK: charted,
    FUTCOM: notListed,
    OPTFUT: notListed,
    FUTCUR: notListed,
    OPTCUR: notListed,
  });
});

it("the page that a fault leads to has a place for its code", async () => {
  const client = await open();
  const { documentation } = (await client.send("post", "/orders", {})).body;
  const url = new URL(documentation);
  const page = parse((await site.get(url.pathname)).text);
  expect(page.querySelector(`[id="${url.hash.slice(1)}"]`)).not.toBeNull();
});
