// Attacks on the sandbox's money through its port: shares sold twice after hours, orders without sufficient funds, and
// many simultaneous orders.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBaseApi } from "../../support/base-api.ts";
import { TradingClient } from "../../support/trading-client.ts";

let api: Awaited<ReturnType<typeof openBaseApi>>;
beforeAll(async () => {
  api = await openBaseApi({ records: [], accountsPerHour: 1_000, limitFactor: 100 });
});
afterAll(() => api.close());

async function lastOf(client: TradingClient): Promise<number> {
  const answer = await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] });
  return answer.body.data.NSE_EQ["1333"].last_price;
}

type Funds = Record<string, number>;
/** Checks the balance equation, in whole paise. */
function expectBalanced(funds: Funds): void {
  const paise = (name: string) => Math.round((funds[name] ?? Number.NaN) * 100);
  expect(paise("availabelBalance")).toBe(
    paise("sodLimit") +
      paise("realizedProfit") +
      paise("collateralAmount") +
      paise("receiveableAmount") -
      paise("utilizedAmount"),
  );
}

it("only the first of several after-market sales of the same shares is accepted", async () => {
  const client = await TradingClient.open(api.url);
  await client.send("put", "/sandbox/clock", { seed: 5, at: "2026-11-20 20:00:00" });
  const sell = () =>
    client.place({ productType: "CNC", transactionType: "SELL", quantity: 50, afterMarketOrder: true });
  const states = [];
  for (let count = 0; count < 6; count += 1) states.push((await sell()).body.orderStatus);
  expect(states).toEqual(["PENDING", ...Array(5).fill("REJECTED")]);
  // Advances over the weekend to Monday's open.
  for (let day = 0; day < 3; day += 1)
    await client.send("post", "/sandbox/clock/advance", { seconds: day === 2 ? 50_000 : 86_400 });
  const holdings = (await client.send("get", "/holdings")).body as {
    securityId: string;
    availableQty: number;
  }[];
  expect(holdings.find(({ securityId }) => securityId === "1333")?.availableQty).toBe(0);
  expectBalanced((await client.send("get", "/fundlimit")).body);
});

it("pending buys and sells together are limited to the available funds", async () => {
  const client = await TradingClient.open(api.url);
  const last = await lastOf(client);
  let resting = 0;
  for (let pair = 0; pair < 20; pair += 1)
    for (const [transactionType, factor] of [
      ["BUY", 0.9],
      ["SELL", 1.1],
    ] as const) {
      const price = Math.floor(last * factor);
      const answer = await client.place({ transactionType, orderType: "LIMIT", price, quantity: 2_000 });
      if (answer.body.orderStatus === "PENDING") resting += price * 2_000;
    }
  const funds = (await client.send("get", "/fundlimit")).body;
  expectBalanced(funds);
  expect(funds.availabelBalance).toBeGreaterThanOrEqual(0);
  // Shares have a leverage of up to five.
  expect(resting).toBeLessThanOrEqual(2_500_000 * 5);
  expect(funds.utilizedAmount).toBeGreaterThan(resting / 5);
});

it("twenty simultaneous orders do not reserve more than the available funds", async () => {
  const client = await TradingClient.open(api.url);
  const last = await lastOf(client);
  const price = Math.floor(last * 0.95);
  // Three orders are covered even with charges, and four are not, so neither charges nor rounding decide the result.
  const quantity = Math.floor(2_500_000 / price / 3.5);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      client.place({ productType: "CNC", orderType: "LIMIT", price, quantity }),
    ),
  );
  expect(answers.filter(({ body }) => body.orderStatus === "PENDING")).toHaveLength(3);
  const funds = (await client.send("get", "/fundlimit")).body;
  expectBalanced(funds);
  expect(funds.availabelBalance).toBeGreaterThanOrEqual(0);
});

it("a rejection states the available funds after a pending buy", async () => {
  const client = await TradingClient.open(api.url);
  const last = await lastOf(client);
  const price = Math.floor(last * 0.95);
  const order = { productType: "CNC", orderType: "LIMIT", price };
  const before = (await client.send("get", "/fundlimit")).body;
  await client.place({ ...order, quantity: Math.floor(2_300_000 / price) });
  const after = (await client.send("get", "/fundlimit")).body;
  expect(before.availabelBalance - after.availabelBalance).toBeGreaterThan(2_290_000);
  const refused = await client.place({ ...order, quantity: Math.floor(2_300_000 / price) });
  const row = (await client.send("get", `/orders/${refused.body.orderId}`)).body;
  const available = Math.ceil(after.availabelBalance).toLocaleString("en-IN");
  expect(row.omsErrorDescription).toContain(`₹${available} are available`);
});

it("every 429 has Retry-After, and unknown paths and methods get an error code", async () => {
  const limited = await openBaseApi({ records: [] });
  try {
    const client = await TradingClient.open(limited.url);
    const answers = await Promise.all(Array.from({ length: 60 }, () => client.send("get", "/orders")));
    const over = answers.filter(({ status }) => status === 429);
    expect(over.length).toBeGreaterThan(10);
    for (const { headers, body } of over) {
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect(body.errorCode).toBe("DH-904");
    }
    for (const [method, path, status] of [
      ["get", "/nothing-here", 404],
      ["patch", "/orders", 405],
      ["post", "/orders/1/2/3", 404],
    ] as const) {
      const answer = await client.send(method, path);
      expect([answer.status, typeof answer.body.errorCode]).toEqual([status, "string"]);
    }
  } finally {
    limited.close();
  }
});
