// Measures how fast orders are placed through the site and directly at the sandbox's port, as ratios to a bare
// node:http server that commits each body to SQLite. Each server is loaded in three ways: by many parallel connections,
// by 100 orders per second that are sent without waiting, and by one connection. A response counts when its complete
// body has arrived; all three servers respond after the commit. Needs the build. `npm run bench:orders`
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { startSite } from "../support/site.ts";
import { SHARE } from "../support/trading-client.ts";
import { cpuMs, wait } from "./children.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 50);
/** Orders per second that are sent without waiting for responses. */
const STEADY_PER_SECOND = 100;
/**
 * Number of accounts. An account may place 25 orders per second, so the orders are distributed over as many accounts as
 * an address can create in an hour.
 */
const ACCOUNTS = 100;
const SHARES = ["1333", "11536", "2885", "4963", "1594"];
const AIMS = { perSecond: 600, steadyP99Ms: 50 };

type Target = { name: string; origin: string; path: string; pid: number };
type Load = { perSecond: number; p50: number; p99: number; bad: number; cpuMs: number };

const tokens: string[] = [];
let sent = 0;

function orderOf(number: number): { headers: Record<string, string>; body: string } {
  const body = {
    ...SHARE,
    securityId: SHARES[number % SHARES.length],
    // Each account buys and sells alternately, so that its positions stay small.
    transactionType: Math.floor(number / ACCOUNTS) % 2 === 0 ? "BUY" : "SELL",
    productType: "INTRADAY",
    orderType: "MARKET",
    quantity: 1,
    correlationId: `bench-${number}`,
  };
  return {
    headers: { "content-type": "application/json", "access-token": tokens[number % ACCOUNTS] ?? "" },
    body: JSON.stringify(body),
  };
}

/** Runs `drive`, which calls `place` repeatedly, and returns the measured load. */
async function measureLoad(
  target: Target,
  connections: number,
  drive: (place: () => Promise<void>, until: number) => Promise<unknown>,
): Promise<Load> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 });
  const latencies: number[] = [];
  let bad = 0;
  const place = async () => {
    const number = sent;
    sent += 1;
    const startedAt = performance.now();
    const answer = await pool.request({ method: "POST", path: target.path, ...orderOf(number) });
    const text = await answer.body.text();
    latencies.push(performance.now() - startedAt);
    if (answer.statusCode !== 200 || text.includes("REJECTED")) bad += 1;
  };
  const cpuBefore = cpuMs(target.pid) ?? Number.NaN;
  const startedAt = performance.now();
  await drive(place, startedAt + SECONDS * 1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = (cpuMs(target.pid) ?? Number.NaN) - cpuBefore;
  await pool.close();
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bad,
    cpuMs: cpu / Math.max(1, latencies.length),
  };
}

const closedLoop = (target: Target, connections: number) =>
  measureLoad(target, connections, (place, until) =>
    Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) await place();
      }),
    ),
  );

const atSteadyRate = (target: Target) =>
  measureLoad(target, CONNECTIONS, async (place, until) => {
    const pending: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let next = startedAt; next < until; next += 1_000 / STEADY_PER_SECOND) {
      const early = next - performance.now();
      if (early > 0) await wait(early);
      pending.push(place());
    }
    await Promise.all(pending);
  });

async function bareServer(folder: string): Promise<{ target: Target; child: ChildProcess }> {
  const child = fork(new URL("bare-orders.ts", import.meta.url), [join(folder, "bare.db")]);
  const port = await new Promise<number>((resolve) => child.once("message", resolve as () => void));
  return {
    child,
    target: {
      name: "bare node:http, one commit each",
      origin: `http://127.0.0.1:${port}`,
      path: "/",
      pid: child.pid ?? 0,
    },
  };
}

function formatRow(name: string, load: Load, bare: Load): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`.padStart(9);
  return [
    name.padEnd(36),
    `${Math.round(load.perSecond)}/s`.padStart(8),
    `p50 ${ms(load.p50)}  p99 ${ms(load.p99)}`,
    `cpu ${load.cpuMs.toFixed(2)} ms`.padStart(12),
    `× ${(load.perSecond / bare.perSecond).toFixed(2)} of bare`,
    load.bad === 0 ? "" : `${load.bad} refused`,
  ].join("  ");
}

const folder = mkdtempSync(join(tmpdir(), "bench-orders-"));
const site = await startSite({
  LOG_LEVEL: "info",
  CALLS_PER_ADDRESS: "100000",
  CONNECTIONS_PER_ADDRESS: "4096",
});
const bare = await bareServer(folder);
try {
  for (let count = 0; count < ACCOUNTS; count += 1) {
    const made = await site.post("/sandbox/portal/accounts", "", { accept: "application/json" });
    tokens.push((JSON.parse(made.text) as { accessToken: string }).accessToken);
  }
  const pid = site.sandboxPid();
  const targets: Target[] = [
    bare.target,
    {
      name: "the sandbox at its own port",
      origin: `http://127.0.0.1:${site.sandboxPort()}`,
      path: "/v2/orders",
      pid,
    },
    { name: "the sandbox through the site", origin: site.origin, path: "/sandbox/v2/orders", pid },
  ];
  for (const target of targets) await closedLoop(target, CONNECTIONS);
  const lines: string[] = [];
  let best: Load | null = null;
  let steadyLoad: Load | null = null;
  for (const [title, load] of [
    [`${CONNECTIONS} connections`, (target: Target) => closedLoop(target, CONNECTIONS)],
    [`${STEADY_PER_SECOND} orders a second`, atSteadyRate],
    ["one connection", (target: Target) => closedLoop(target, 1)],
  ] as const) {
    const loads: Load[] = [];
    for (const target of targets) loads.push(await load(target));
    lines.push("", title);
    for (const [index, target] of targets.entries())
      lines.push(formatRow(target.name, loads[index] as Load, loads[0] as Load));
    best ??= loads[2] ?? null;
    if (load === atSteadyRate) steadyLoad = loads[2] ?? null;
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
  process.stdout.write(
    `aims: ${Math.round(best?.perSecond ?? 0)} of ${AIMS.perSecond} orders/s through the site, p99 ${steadyLoad?.p99.toFixed(1)} of ${AIMS.steadyP99Ms} ms at ${STEADY_PER_SECOND}/s\n`,
  );
} finally {
  bare.child.kill("SIGKILL");
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
