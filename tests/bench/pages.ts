// Measures how fast pages are served, as ratios to two references in the same run: a bare node:http server that sends
// the same bytes, and a process that renders 3,000 React elements to a string. "Rendered" rows request addresses that
// are not cached. "Signed in" rows divide the connections among several clients, because the parallel requests of a
// client are limited. CPU is the time of the measured process per request; its ratios are also valid on a shared
// machine. "Held" is the p99 latency of the site's smallest response, during which price frames wait too. Needs the
// build. Environment: BENCH_SECONDS, BENCH_CONNECTIONS. `npm run bench:pages -- list algo`
import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { SORTS } from "../../app/domain/vocabulary.ts";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { freePort } from "../support/free-port.ts";
import { TestUser } from "../support/sign-in.ts";
import { startSite, until } from "../support/site.ts";
import { cpuMs } from "./children.ts";
import type { LoopProbe } from "./loop-probe.ts";
import type { ReactYardstick } from "./react-yardstick.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 50);
const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";
const RECORDS_DEADLINE_MS = 120_000;
/** A page that needs no provider, so that the framework's standard server can also render it. */
const PAGE_WITHOUT_PROVIDER = "/docs/v2/rate-limits";

const PAGES: Record<string, string> = {
  home: "/",
  list: "/algos",
  algo: ALGO,
  performance: `${ALGO}?tab=performance`,
  docs: "/docs/v2/orders",
  plain: PAGE_WITHOUT_PROVIDER,
};

type Load = {
  perSecond: number;
  p50: number;
  p99: number;
  bad: number;
  cpuMs: number | null;
  heldMs: number | null;
};

let lastTimestamp = 0;
let listRequests = 0;
const SORT_ORDERS = SORTS.filter((sort) => sort !== "deployed");
/** Returns a request for an uncached page: its address contains a unique time, or its response sets a cookie. */
function uncached(path: string): { path: string; cookie?: string } {
  if (path.startsWith("/docs/")) return { path: `${path}?lang=curl` };
  lastTimestamp = Math.max(lastTimestamp + 1, Date.now());
  if (path !== PAGES.list) return { path: `${path}${path.includes("?") ? "&" : "?"}at=${lastTimestamp}` };
  // A list's address allows no additional parameter. Sort order, amount and colour scheme have more combinations than a
  // run requests.
  listRequests += 1;
  const at = (values: readonly string[], each: number) =>
    values[Math.floor(listRequests / each) % values.length];
  return {
    path: `${path}?sort=${at(SORT_ORDERS, 297)}`,
    cookie: `amount=${5_000 * (1 + (listRequests % 99))}; theme=${at(["system", "light", "dark"], 99)}`,
  };
}

async function load(
  origin: string,
  path: string,
  kind: {
    requestOf?: (path: string) => { path: string; cookie?: string };
    /** Cookie headers, assigned to the connections in rotation. */
    cookies?: readonly string[];
    pid: number | undefined;
  },
): Promise<Load> {
  const { requestOf: askOf, cookies } = kind;
  let opened = 0;
  await probe?.saw();
  const before = cpuMs(kind.pid);
  const result = await autocannon({
    url: `${origin}${path}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { "accept-encoding": "br" },
    ...(cookies === undefined
      ? {}
      : {
          setupClient(client: autocannon.Client) {
            client.setHeaders({ "accept-encoding": "br", cookie: cookies[opened % cookies.length] ?? "" });
            opened += 1;
          },
        }),
    ...(askOf === undefined
      ? {}
      : {
          requests: [
            {
              setupRequest: (request: autocannon.Request) => {
                const pageRequest = askOf(path);
                const headers = pageRequest.cookie === undefined ? {} : { cookie: pageRequest.cookie };
                return { ...request, path: pageRequest.path, headers: { ...request.headers, ...headers } };
              },
            },
          ],
        }),
  });
  const after = cpuMs(kind.pid);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bad: result.non2xx + result.errors,
    cpuMs: before === null || after === null ? null : (after - before) / Math.max(1, result.requests.total),
    heldMs: kind.pid === site.process.pid ? ((await probe?.saw())?.p99 ?? null) : null,
  };
}

/** Starts the framework's standard server with the same build; it neither compresses nor caches. */
async function startStockServer(): Promise<{ origin: string; process: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["node_modules/.bin/remix-serve", "./build/server/index.js"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  return { origin: `http://127.0.0.1:${port}`, process: child };
}

const folder = mkdtempSync(join(tmpdir(), "bench-"));
const chosen = process.argv.slice(2);
// The site logs as in production; the bare server does not log.
const site = await startSite({
  DATA_DIR: join(folder, "data"),
  SANDBOX_RECORDS: "ridgeline-condor monthly-seedling arclight-straddle",
  PAGES_PER_ADDRESS: "100000",
  CALLS_PER_ADDRESS: "100000",
});
await until(
  async () => (await site.get(PAGES.performance ?? "")).text,
  (text) => text.includes("chart-equity"),
  RECORDS_DEADLINE_MS,
);
/** Starts a process that requests the site's smallest response continuously. */
async function startProbe(): Promise<{ saw(): Promise<LoopProbe>; stop(): void }> {
  const child = fork("tests/bench/loop-probe.ts", [String(site.port)], { execArgv: ["--import", "tsx"] });
  const nextMessage = () => new Promise<unknown>((resolve) => child.once("message", resolve));
  await nextMessage();
  return {
    async saw() {
      const answer = nextMessage();
      child.send("saw");
      return (await answer) as LoopProbe;
    },
    stop: () => child.kill(),
  };
}

let probe: Awaited<ReturnType<typeof startProbe>> | null = null;
const stock = await startStockServer();
const readers = SANDBOX_CLIENTS.map(() => new TestUser(site));
for (const [index, reader] of readers.entries()) await reader.signIn("/login", SANDBOX_CLIENTS[index]);
const cookies = readers.map(({ cookie }) => cookie);

console.log(
  `${cpus().length} cores, node ${process.version}, ${CONNECTIONS} connections, ${SECONDS} s each\n`,
);
console.log(
  "page        kind       req/s   p50 ms   p99 ms   bad   CPU ms   of bare   CPU of bare   CPU of React   held ms",
);
try {
  probe = await startProbe();
  const plain = await load(stock.origin, PAGE_WITHOUT_PROVIDER, { pid: stock.process.pid });
  stock.process.kill();
  const react = await measureReact();
  console.log(`React        3,000 elements ${react.perSecond.toFixed(0)}/s, ${react.cpuMs.toFixed(2)} ms`);
  for (const [name, path] of Object.entries(PAGES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const answer = await site.get(path, { "accept-encoding": "br" });
    const file = join(folder, `${name}.body`);
    writeFileSync(file, answer.body);
    const headers = Object.fromEntries(
      Object.entries(answer.headers).filter(([key]) => !["date", "connection", "keep-alive"].includes(key)),
    );
    const bare = fork("tests/bench/bare-server.ts", [file, JSON.stringify(headers)], {
      execArgv: ["--import", "tsx"],
    });
    const port = await new Promise<number>((resolve) =>
      bare.once("message", (message) => resolve(message as number)),
    );
    const yardstick = await load(`http://127.0.0.1:${port}`, path, { pid: bare.pid });
    bare.kill();
    reportRow(name, "bare", yardstick, yardstick, react);
    const pid = site.process.pid;
    reportRow(name, "cached", await load(site.origin, path, { pid }), yardstick, react);
    reportRow(
      name,
      "rendered",
      await load(site.origin, path, { requestOf: uncached, pid }),
      yardstick,
      react,
    );
    reportRow(name, "signed in", await load(site.origin, path, { cookies, pid }), yardstick, react);
    if (name === "plain") reportRow(name, "stock", plain, yardstick, react);
    console.log(
      `            ${answer.text.length} characters of HTML, ${answer.body.byteLength} bytes brotli`,
    );
  }
} finally {
  probe?.stop();
  stock.process.kill();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Measures React without the site, while no other part of the benchmark runs. */
async function measureReact(): Promise<ReactYardstick> {
  const child = fork("tests/bench/react-yardstick.ts", [String(SECONDS * 1_000)], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  return await new Promise((resolve) =>
    child.once("message", (measured) => resolve(measured as ReactYardstick)),
  );
}

function reportRow(name: string, kind: string, measured: Load, bare: Load, react: ReactYardstick): void {
  const cpu = measured.cpuMs ?? Number.NaN;
  const cells = [
    name.padEnd(11),
    kind.padEnd(9),
    measured.perSecond.toFixed(0).padStart(6),
    measured.p50.toFixed(0).padStart(8),
    measured.p99.toFixed(0).padStart(8),
    String(measured.bad).padStart(5),
    (measured.cpuMs?.toFixed(2) ?? "–").padStart(8),
    (measured.perSecond / bare.perSecond).toFixed(3).padStart(9),
    ((bare.cpuMs ?? Number.NaN) / cpu).toFixed(3).padStart(13),
    (react.cpuMs / cpu).toFixed(3).padStart(14),
    (measured.heldMs?.toFixed(0) ?? "–").padStart(9),
  ];
  console.log(cells.join(" "));
}
