// Rate limits that replicas count together on a real bus, and separately while the bus is unavailable or hangs.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LIMITS } from "../../server/limits.ts";
import {
  createRateLimiters,
  type RateLimiter,
  type RateLimiters,
} from "../../server/rate-limits/rate-limiters.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/site.ts";
import { ensureRedis } from "../support/system-tools.ts";

const REQUESTS_MAX = 5;
const folder = mkdtempSync(join(tmpdir(), "rates-"));
let port: number;
let redis: ChildProcess;
let replicas: RateLimiters[];
let first: RateLimiter;
let second: RateLimiter;
const faults: string[] = [];

const openRedis = () =>
  spawn(ensureRedis(), ["--port", String(port), "--save", "", "--dir", folder], { stdio: "ignore" });
async function keysOnBus(): Promise<string[]> {
  const client = createClient({ url: `redis://127.0.0.1:${port}` });
  client.on("error", () => {});
  await client.connect();
  const names = await client.keys("*");
  client.destroy();
  return names;
}

const replica = () =>
  createRateLimiters({
    url: `redis://127.0.0.1:${port}`,
    prefix: "site-a",
    responseTimeoutMs: LIMITS.busRateTimeoutMs,
    onFault: (reason) => faults.push(reason),
  });

/** Returns the number of allowed uses out of ten, made alternately on both replicas. */
async function allowed(key: string): Promise<number> {
  let count = 0;
  for (let index = 0; index < 10; index += 1)
    if ((await (index % 2 === 0 ? first : second).take(key)).waitS === 0) count += 1;
  return count;
}
let probes = 0;
const newKey = () => {
  probes += 1;
  return `probe ${probes}`;
};
/** Waits until uses are counted on the bus again, as after a reconnect. */
const isShared = () =>
  until(
    () => allowed(newKey()),
    (count) => count === REQUESTS_MAX,
    10_000,
  );

beforeAll(async () => {
  port = await freePort();
  redis = openRedis();
  replicas = [await replica(), await replica()];
  [first, second] = replicas.map((one) => one.rate("page", REQUESTS_MAX, 60)) as [RateLimiter, RateLimiter];
});
beforeEach(isShared);
afterAll(() => {
  for (const one of replicas) one.close();
  redis.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

describe("a limit that two replicas share", () => {
  it("allows five requests in total on both replicas, and returns the wait", async () => {
    expect(await allowed("203.0.113.1")).toBe(REQUESTS_MAX);
    const { waitS } = await second.take("203.0.113.1");
    expect(waitS).toBeGreaterThan(50);
    expect(waitS).toBeLessThanOrEqual(60);
  });

  it("has a key per limit and site, and sends no readable address to the bus", async () => {
    await first.take("203.0.113.2");
    await replicas[0]?.rate("call", REQUESTS_MAX, 60).take("203.0.113.2");
    const names = await keysOnBus();
    expect(names.every((name) => name.startsWith("site-a:rate:"))).toBe(true);
    expect(new Set(names.map((name) => name.split(":")[2]))).toEqual(new Set(["page", "call"]));
    expect(names.join()).not.toContain("203.0.113");
  });

  it("is counted per replica while the bus is unavailable, and jointly afterwards", async () => {
    redis.kill("SIGKILL");
    await until(
      () => allowed(newKey()),
      (count) => count === 2 * REQUESTS_MAX,
      10_000,
    );
    redis = openRedis();
    await isShared();
    expect(faults.length).toBeGreaterThan(0);
  });

  it("limits the delay of requests while the bus hangs", async () => {
    redis.kill("SIGSTOP");
    const startedAt = performance.now();
    expect((await first.take("203.0.113.4")).waitS).toBe(0);
    const tookMs = performance.now() - startedAt;
    const againAt = performance.now();
    for (let index = 0; index < 20; index += 1) await second.take("203.0.113.5");
    for (let index = 0; index < 20; index += 1) await first.take("203.0.113.5");
    const restMs = performance.now() - againAt;
    redis.kill("SIGCONT");
    expect(restMs).toBeLessThan(10 * LIMITS.busRateTimeoutMs);
    expect(tookMs).toBeGreaterThanOrEqual(LIMITS.busRateTimeoutMs / 2);
    expect(tookMs).toBeLessThan(20 * LIMITS.busRateTimeoutMs);
  });
});
