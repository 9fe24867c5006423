// Measures how the sandbox's trading load affects the latency of the catalogue: with thousands of resting orders, and
// while order books are read. Results are ratios to the idle latency. `npx tsx tests/bench/trading-load.ts`
import { request } from "undici";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient } from "../support/trading-client.ts";
import { wait } from "./children.ts";

const ORDERS = Number(process.env.BENCH_ORDERS ?? 5_000);
const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 10);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const READS_PER_SECOND = 50;
/** Security ids of the shares in the orders. */
const SHARES = ["1333", "11536", "2885", "4963", "1594"];

async function measureLatency(url: string): Promise<{ p50: number; p90: number; p99: number }> {
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  for (let index = 0; index < SECONDS * READS_PER_SECOND; index += 1) {
    const startedAt = performance.now();
    pending.push(
      request(`${url}/v1/strategies?limit=20&offset=${index % 3}`).then(async (answer) => {
        await answer.body.dump();
        latencies.push(performance.now() - startedAt);
      }),
    );
    await wait(1_000 / READS_PER_SECOND);
  }
  await Promise.all(pending);
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) };
}

const api = await openBaseApi({ records: [], limitFactor: 1_000, accountsPerHour: 1_000 });
try {
  const clients: TradingClient[] = [];
  for (let count = 0; count < ACCOUNTS; count += 1) clients.push(await TradingClient.open(api.url));
  const rows: Record<string, Awaited<ReturnType<typeof measureLatency>>> = {};
  await measureLatency(api.url);
  rows.idle = await measureLatency(api.url);
  const [first] = clients;
  const prices = await first?.send("post", "/marketfeed/ltp", { NSE_EQ: SHARES.map(Number) });
  let resting = 0;
  const startedAt = performance.now();
  for (let index = 0; index < ORDERS; index += ACCOUNTS)
    await Promise.all(
      clients.map(async (client, at) => {
        const securityId = SHARES[(index + at) % SHARES.length] ?? "1333";
        const last = prices?.body.data.NSE_EQ[securityId].last_price as number;
        const answer = await client.place({
          securityId,
          orderType: "LIMIT",
          price: Math.floor(last * (0.82 + (index % 100) / 1_000)),
          quantity: 1,
        });
        if (answer.body.orderStatus === "PENDING") resting += 1;
      }),
    );
  process.stdout.write(
    `${resting} orders rest, placed in ${Math.round((performance.now() - startedAt) / 100) / 10} s\n`,
  );
  rows.resting = await measureLatency(api.url);
  let isReading = true;
  const reading = clients.map(async (client) => {
    while (isReading) {
      await client.send("get", "/orders");
      await wait(100);
    }
  });
  rows["resting, books read"] = await measureLatency(api.url);
  isReading = false;
  await Promise.all(reading);
  const base = rows.idle.p90;
  for (const [name, { p50, p90, p99 }] of Object.entries(rows))
    process.stdout.write(
      `${name.padEnd(22)} p50 ${p50.toFixed(1)} ms  p90 ${p90.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  p90 × ${(p90 / base).toFixed(2)}\n`,
    );
} finally {
  api.close();
}
