// While some accounts trade and another loads the catalogue, responses stay complete and fast, and orders stay correct.
import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBaseApi } from "../../support/base-api.ts";
import { TradingClient } from "../../support/trading-client.ts";

const ACCOUNTS = 4;
const ORDERS_EACH = 100;
/** Maximum median response time. The limit is generous, because the machine may be busy. */
const MEDIAN_WITHIN_MS = 250;

let api: Awaited<ReturnType<typeof openBaseApi>>;
beforeAll(async () => {
  api = await openBaseApi({ records: [], accountsPerHour: 1_000, limitFactor: 1_000 });
});
afterAll(() => api.close());

it("the sandbox returns the algo list in under 250 ms (median) while accounts trade", async () => {
  const clients = await Promise.all(Array.from({ length: ACCOUNTS }, () => TradingClient.open(api.url)));
  const [own] = clients;
  const last = (await own?.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] }))?.body.data.NSE_EQ["1333"]
    .last_price as number;
  let isOver = false;
  const attack = clients.map(async (client, index) => {
    if (index === 0) {
      await client.send("put", "/sandbox/clock", { at: "2026-11-20 09:10:00" });
      await client.send("post", "/sandbox/clock/advance", { seconds: 3_600 });
    }
    await Promise.all(
      Array.from({ length: ORDERS_EACH }, (_, at) =>
        client.place({ orderType: "LIMIT", price: Math.floor(last * (0.85 + at / 2_000)), quantity: 1 }),
      ),
    );
    while (!isOver) await client.send("get", "/orders");
  });
  const took: number[] = [];
  for (let count = 0; count < 100; count += 1) {
    const startedAt = performance.now();
    const answer = await request(`${api.url}/v1/strategies?limit=20`);
    await answer.body.dump();
    expect(answer.statusCode).toBe(200);
    took.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  isOver = true;
  await Promise.all(attack);
  took.sort((one, other) => one - other);
  expect(took[50]).toBeLessThan(MEDIAN_WITHIN_MS);
  const [, second] = clients;
  const orders = (await second?.send("get", "/orders"))?.body as { orderStatus: string; orderId: string }[];
  expect(orders).toHaveLength(ORDERS_EACH);
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(ORDERS_EACH);
});
