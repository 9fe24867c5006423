// Tests the statements of the pages about calls in the sandbox: logins, scopes, headers, faults, funds and postbacks.
// Rows are read from the served page, and a row without a test fails.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "node-html-parser";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { buildPath, fillExample } from "../../app/contract/trading-api/examples.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { codeIn, rowsIn } from "../support/docs-blocks.ts";
import {
  codeOf,
  hoursUntil,
  openDocsSite,
  type RowTest,
  retryWhileLimited,
  runInShell,
  testRows,
} from "../support/docs-trials.ts";
import { TestUser } from "../support/sign-in.ts";
import { until } from "../support/site.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

const { site, open, docs } = openDocsSite({ SANDBOX_PRIVATE_POSTBACKS: "yes" });

it("the documented login by PIN and TOTP returns a 24-hour token, once per code", async () => {
  const { account } = await open();
  const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) }).generate();
  const [command = ""] = codeIn(await docs("authentication"), "Log in with PIN and TOTP", "bash");
  const env = { CLIENT_ID: account.dhanClientId, PIN: account.pin, TOTP: totp, totp, pin: account.pin };
  const session = await runInShell(command, env, (_, out) => JSON.parse(out));
  expect(session).toMatchObject({ dhanClientId: account.dhanClientId });
  const profile = await site().get("/sandbox/v2/profile", { "access-token": session.accessToken });
  expect(profile.status).toBe(200);
  expect(hoursUntil(JSON.parse(profile.text).tokenValidity)).toBeCloseTo(24, 0);
  const again = await runInShell(command, env, (_, out) => JSON.parse(out));
  expect(again.accessToken, "a code works once").toBeUndefined();
});

it("a read-only token can call exactly the operations that the documentation lists", {
  timeout: 60_000,
}, async () => {
  const client = await open();
  const reader = new TestUser(site());
  await reader.submit("/sandbox/portal/sign-in", { way: "token", token: client.account.accessToken });
  const made = await reader.submit("/sandbox/portal/tokens", {
    intent: "make",
    scope: "read",
    ...TradingClient.codes(client.account),
  });
  const accessToken = /<dd[^>]*>(?:<[^>]+>)*([\w-]{60,})/.exec(made.text)?.[1] ?? "";
  expect(accessToken).not.toBe("");
  const counted: Record<string, number> = { read: 0, trade: 0 };
  // Renewing the token ends the current one, so this operation is last.
  const inOrder = [...TRADING_OPERATION_LIST].sort(
    (a, b) => Number(a.operationId === "renewToken") - Number(b.operationId === "renewToken"),
  );
  for (const { method, path, query } of inOrder) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "1"] as const);
    const address = buildPath(path, Object.fromEntries(names), query === undefined ? undefined : {});
    const body = method === "get" || method === "delete" ? undefined : {};
    const answer = await retryWhileLimited(() =>
      client.send(method, address, body, { "access-token": accessToken }),
    );
    const isRefused = answer.status === 403 && codeOf(answer) === "DH-902";
    counted[isRefused ? "trade" : "read"] = (counted[isRefused ? "trade" : "read"] ?? 0) + 1;
  }
  for (const [scope = "", , count] of rowsIn(await docs("authentication"), "Scopes"))
    expect([scope, counted[scope]]).toEqual([scope, Number(count)]);
});

it("responses contain the headers that the documentation lists", async () => {
  const client = await open();
  const done = await client.send("get", "/fundlimit");
  const wrong = await client.send("post", "/orders", {});
  const limited = await client.send("get", "/fundlimit", undefined, { "x-sandbox-fault": "rate-limit" });
  const unauthorised = await client.send("get", "/fundlimit", undefined, { "access-token": "made-up" });
  const nowhere = await client.send("get", "/no-such-path");
  expect([done, wrong, limited, unauthorised, nowhere].map(({ status }) => status)).toEqual([
    200, 400, 429, 401, 404,
  ]);
  const known = [done, wrong, limited];
  const others = [unauthorised, nowhere];
  const onceKnown: RowTest = async ([name = ""]) => {
    const header = name.toLowerCase();
    for (const { headers, status } of known)
      expect(headers[header], `${name} with ${status}`).toMatch(/^\d+$/);
    for (const { headers, status } of others)
      expect(headers[header], `${name} with ${status}`).toBeUndefined();
  };
  await testRows(rowsIn(await docs("rate-limits"), "Headers of responses"), {
    "X-Request-Id": async () => {
      for (const { headers } of [...known, ...others])
        expect(headers["x-request-id"]).toMatch(/^[\w-]{8,64}$/);
    },
    "X-Next-Cursor": async ([, , , example = ""]) => {
      const place = () => client.place({ orderType: "MARKET", quantity: 1 });
      await place();
      const last = await place();
      const first = await client.send("get", "/orders?limit=1");
      expect(first.headers["x-next-cursor"]).toBe(last.body.orderId);
      expect(example).toMatch(/^\d+$/);
      const next = await client.send("get", `/orders?limit=1&cursor=${last.body.orderId}`);
      expect([next.body.length, next.headers["x-next-cursor"]]).toEqual([1, undefined]);
      expect(done.headers["x-next-cursor"]).toBeUndefined();
    },
    "Idempotent-Replayed": async () => {
      const once = () =>
        client.send(
          "post",
          "/orders",
          { ...SHARE, transactionType: "BUY", productType: "INTRADAY", orderType: "MARKET", quantity: 1 },
          { "idempotency-key": "docs-1" },
        );
      const [one, two] = [await once(), await once()];
      expect([one.headers["idempotent-replayed"], two.headers["idempotent-replayed"]]).toEqual([
        undefined,
        "true",
      ]);
      expect(two.text).toBe(one.text);
    },
    "RateLimit-Limit": onceKnown,
    "RateLimit-Remaining": onceKnown,
    "RateLimit-Reset": onceKnown,
    // tests/server/trading-refusals.test.ts tests 503.
    "Retry-After": async () => {
      expect(limited.headers["retry-after"]).toMatch(/^\d+$/);
      for (const { headers } of [done, wrong, ...others]) expect(headers["retry-after"]).toBeUndefined();
    },
  });
});

it("request headers have the effects that the documentation states", async () => {
  const client = await open();
  await testRows(rowsIn(await docs("rate-limits"), "Headers of requests"), {
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
      for (const operation of TRADING_OPERATION_LIST.filter(({ isDataApi }) => isDataApi)) {
        const { body } = fillExample(operation.example, { nextExpiry: "2026-12-01" });
        const answer = await retryWhileLimited(() =>
          client.send(operation.method, operation.path, body, without),
        );
        expect([operation.page, codeOf(answer)]).toEqual([operation.page, "810"]);
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
    "Idempotency-Key": async ([, , , example = ""]) => {
      const send = (key: string, quantity = 1) =>
        client.send(
          "post",
          "/orders",
          { ...SHARE, transactionType: "BUY", productType: "INTRADAY", orderType: "MARKET", quantity },
          { "idempotency-key": key },
        );
      const first = await send(example);
      expect((await send(example)).body.orderId).toBe(first.body.orderId);
      expect((await send(example, 2)).status).toBe(400);
      for (const good of ["a", "Z".repeat(64), "a_b-c.d:1"]) expect((await send(good)).status).toBe(200);
      for (const bad of ["a".repeat(65), "with a space"]) expect((await send(bad)).status).toBe(400);
    },
    "X-Sandbox-Fault": async ([, , , example = ""]) => {
      const fault = (value: string) =>
        client.send("get", "/profile", undefined, { "x-sandbox-fault": value });
      expect(codeOf(await fault("no-access"))).toBe("DH-902");
      expect(codeOf(await fault("never-heard-of"))).toBe("DH-905");
      expect((await fault(example)).status).toBe(200);
    },
  });
});

it("the sandbox simulates call faults as the documentation states", { timeout: 60_000 }, async () => {
  const rows = rowsIn(await docs("simulated-faults"), "Faults of a call");
  const met: Record<string, string> = {};
  const meet = async (name: string, condition: string, parameters: string) => {
    const client = await open();
    const headers = { "x-sandbox-fault": name };
    if (name === "lost-answer") {
      await expect(client.send("get", "/profile", undefined, headers)).rejects.toThrow();
      met[name] = "none";
      return;
    }
    const startedAt = performance.now();
    const trading = await client.send("get", "/profile", undefined, headers);
    const tookMs = performance.now() - startedAt;
    const data = await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] }, headers);
    met[name] = `${trading.status} ${codeOf(trading)}, ${data.status} ${codeOf(data)}`;
    const seconds = { three: 3, ten: 10 }[/(three|ten) seconds/.exec(parameters)?.[1] ?? ""] ?? 0;
    expect(tookMs, name).toBeGreaterThan(seconds * 1_000 - 50);
    // Compares the documented statuses and codes with the actual ones, and rejects additional ones.
    const codes = condition.match(/\b(?:[2-5]\d\d|8\d\d|DH-\d{3})\b/g) ?? [];
    for (const one of codes) expect(met[name], `${name}: ${condition}`).toContain(one);
    if (condition.includes("Retry-After"))
      for (const { headers: sent } of [trading, data]) expect(sent["retry-after"]).toMatch(/^\d+$/);
    if (name === "token-expired") expect((await client.send("get", "/profile")).status).toBe(200);
  };
  await Promise.all(rows.map(([name = "", words = "", parameters = ""]) => meet(name, words, parameters)));
  expect(met).toEqual({
    slow: "200 none, 200 NSE_EQ",
    "lost-answer": "none",
    unavailable: "503 DH-909, 500 800",
    timeout: "504 DH-909, 500 800",
    "server-error": "500 DH-908, 500 800",
    "rate-limit": "429 DH-904, 429 805",
    "token-expired": "401 DH-901, 401 807",
    "no-access": "403 DH-902, 401 806",
    other: "400 DH-910, 400 814",
  });
});

it("errors of trading and data calls have the documented formats", async () => {
  const client = await open();
  const [trading = "", data = ""] = codeIn(await docs("errors"), "Two error formats", "json");
  const plain = (one: object) => ({ ...one, documentation: undefined });
  const refused = await client.place({ transactionType: undefined, quantity: 0 });
  expect(plain(refused.body)).toEqual(plain(JSON.parse(trading)));
  const documentation = String(JSON.parse(trading).documentation).replace("https://…", "");
  expect(new URL(refused.body.documentation).href).toContain(documentation);
  const empty = await client.send("post", "/marketfeed/ltp", {});
  expect(plain(empty.body)).toEqual(plain({ ...empty.body, ...JSON.parse(data) }));
  expect(codeOf(empty)).toBe("814");
});

it("the account's funds match the documented formula", async () => {
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

it("a postback has the documented headers and fields", { timeout: 30_000 }, async () => {
  const got: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    got.push({ headers: request.headers, body: JSON.parse(body) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = await open();
  const reader = new TestUser(site());
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
        ? /^v1=[0-9a-f]{64}$/
        : name === "X-Postback-Delivery" || name === "X-Postback-Timestamp"
          ? /^\d+$/
          : /^application\/json/;
    expect([name, value]).toEqual([name, expect.stringMatching(shape)]);
    expect(example).toMatch(name === "X-Postback-Signature" ? /^v1=/ : shape);
  }
  const fields = rowsIn(blocks, "Fields of the body").map(([name]) => name);
  expect(Object.keys(first?.body ?? {}).sort()).toEqual(fields.sort());
});

it("the documentation link of an error response targets an existing anchor", async () => {
  const client = await open();
  const { documentation } = (await client.send("post", "/orders", {})).body;
  const url = new URL(documentation);
  const page = parse((await site().get(url.pathname)).text);
  expect(page.querySelector(`[id="${url.hash.slice(1)}"]`)).not.toBeNull();
});
