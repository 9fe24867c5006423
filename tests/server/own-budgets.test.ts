// Clients, access tokens and browsers at one flooded address have separate budgets, which cannot be obtained with an
// invented token or cookie.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { TestUser } from "../support/sign-in.ts";
import { type Answer, type Site, startSite } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const PAGES = 4;
const CALLS = 10;
const PAGE_WINDOW_S = 4;
const CALL_WINDOW_S = 4;

let site: Site;
let reader: TestUser;
let trader: TradingClient;
let mark = "";
beforeAll(async () => {
  site = await startSite({ PAGES_PER_ADDRESS: String(PAGES), CALLS_PER_ADDRESS: String(CALLS) });
  reader = new TestUser(site);
  await reader.signIn();
  trader = await TradingClient.open(`${site.origin}/sandbox`);
  expect((await trader.send("GET", "/fundlimit")).status).toBe(200);
});
afterAll(() => site.stop());

let requestCount = 0;
const uncached = (cookie?: string): Promise<Answer> => {
  requestCount += 1;
  return site.get(`/algos?q=w${requestCount}`, cookie === undefined ? {} : { cookie });
};
const call = (token: string) => site.get("/sandbox/v2/fundlimit", { "access-token": token });

/** Uses up the remaining budget of the address. */
async function flood(): Promise<void> {
  for (let index = 0; index < 2 * PAGES * PAGE_WINDOW_S; index += 1) {
    const answer = await uncached();
    const cookie = [answer.headers["set-cookie"] ?? []].flat().find((one) => one.startsWith("reader="));
    if (cookie !== undefined) mark = cookie;
    if (answer.status === 429) break;
  }
  for (let index = 0; index < 2 * CALLS * CALL_WINDOW_S; index += 1)
    if ((await call(`invented-${index}`)).status === 429) break;
}
beforeEach(flood);

describe("an address above its limit", () => {
  it("visitors without a valid marker cookie get 429 with Retry-After", async () => {
    const answer = await uncached();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(PAGE_WINDOW_S);
    expect((await uncached("reader=forged")).status).toBe(429);
    expect((await uncached(`${mark.split(";")[0]}x`)).status).toBe(429);
  });

  it("a signed-in client can read and write", async () => {
    expect((await reader.get("/algos/my-algos")).status).toBe(200);
    expect((await reader.get(`/algos?q=own${requestCount}`)).status).toBe(200);
    const created = await reader.post("/algos/tracklist", {
      xsrf: await reader.xsrf(),
      intent: "create",
      key: "own-budget-0001",
      name: "Own",
    });
    expect(created.status).toBe(303);
  });

  it("a browser with an earlier marker cookie gets 200 for 25 pages, and later 429", async () => {
    expect(mark).toMatch(/^reader=[^;]+;.*Max-Age=86400/);
    expect(mark).toMatch(/HttpOnly/);
    expect(mark).toMatch(/SameSite=Lax/);
    const cookie = mark.split(";")[0] ?? "";
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await uncached(cookie)).status);
    expect(statuses.slice(0, 25).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it("a valid access token has its own request limit, but an invented token gets 429", async () => {
    expect((await call(trader.account.accessToken)).status).toBe(200);
    expect((await call("invented")).status).toBe(429);
    const order = await trader.place({});
    expect(order.status).toBe(200);
    expect((await call(`${trader.account.accessToken}x`)).status).toBe(429);
  });

  it("too many calls with one valid token get 429", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 2 * CALLS * CALL_WINDOW_S }, () => call(trader.account.accessToken)),
    );
    expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  it("responses to clients do not contain the sandbox's internal client header", async () => {
    const { headers } = await call(trader.account.accessToken);
    expect(headers["x-client"]).toBeUndefined();
  });

  it("a signed-in client's socket opens while other sockets of the address are refused", async () => {
    const open = (cookie: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${site.origin.replace("http", "ws")}/live`, "algo.v1", {
          origin: site.origin,
          headers: cookie === "" ? {} : { cookie },
        });
        socket.on("error", () => undefined);
        socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
        socket.on("open", () => {
          socket.close();
          resolve(101);
        });
      });
    let status = 101;
    for (let index = 0; index < 500 && status === 101; index += 1) status = await open("");
    expect(status).toBe(429);
    expect(await open(reader.cookie)).toBe(101);
  });
});

it("a response that sets the marker cookie is never cached publicly", async () => {
  await new Promise((resolve) => setTimeout(resolve, PAGE_WINDOW_S * 1_000));
  let marked: Answer | undefined;
  for (let index = 0; index < PAGES * PAGE_WINDOW_S && marked === undefined; index += 1) {
    const answer = await uncached();
    const plain = answer.headers["set-cookie"] === undefined;
    if (plain) expect(answer.headers["cache-control"] ?? "").not.toContain("private");
    else marked = answer;
  }
  expect(marked?.headers["cache-control"]).toBe("private, no-cache");
});
