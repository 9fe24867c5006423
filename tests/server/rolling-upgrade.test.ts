// A rolling upgrade under load: two replicas behind a load balancer, one bus, one provider. Each replica is replaced
// while users, a signed-in client and viewers continue. PREVIOUS_ENTRY is the compiled main.js of the previous version;
// without it both versions are the current one.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { FeedServer } from "../../server/sandbox/exchange/feeds/feed-server.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { type IndependentProvider, startIndependentProvider } from "../providers/base-api.ts";
import { siteSettings } from "../providers/site-settings.ts";
import { freePort } from "../support/free-port.ts";
import { connectViewer, type LiveViewer } from "../support/live-viewer.ts";
import { SITE_ENTRY, type Site, send, startSite, until } from "../support/site.ts";
import { ensureRedis } from "../support/system-tools.ts";

const BEFORE = process.env.PREVIOUS_ENTRY ?? SITE_ENTRY;
const PATHS = [
  "/algos",
  "/",
  "/algos/managers/basalt-systems/basalt-rule-1",
  "/search?q=rule",
  "/docs/v2/",
  "/status",
  "/algos/my-algos",
];
const CHECK_EVERY_MS = 100;
const LOADERS = 4;

let provider: IndependentProvider;
let redis: ChildProcess;
let feeds: FeedServer;
let http: Server;
let balancer: TcpServer;
let balancerPort: number;
let env: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), "upgrade-"));
/** Replicas that get new connections from the load balancer. */
const ready = new Set<Site>();
/** Replicas that are stopping; the load balancer sends them no connections. */
const leaving = new Set<Site>();
const sites: Site[] = [];

beforeAll(async () => {
  provider = await startIndependentProvider();
  const busPort = await freePort();
  redis = spawn(ensureRedis(), ["--port", String(busPort), "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  feeds = new FeedServer({
    market: new SandboxMarket(1, ROUND_THE_CLOCK),
    now: () => Date.now(),
    authenticate: () => null,
  });
  http = createServer();
  http.on("upgrade", (request, socket, head) => feeds.upgrade(request, socket, head));
  const feedPort = await freePort();
  await new Promise<void>((resolve) => http.listen(feedPort, "127.0.0.1", resolve));
  writeFileSync(join(folder, "calendar.json"), JSON.stringify(ROUND_THE_CLOCK));
  balancerPort = await freePort();
  balancer = startBalancer();
  env = {
    ...siteSettings(provider.url),
    PUBLIC_ORIGIN: `http://127.0.0.1:${balancerPort}`,
    BUS_URL: `redis://127.0.0.1:${busPort}`,
    MARKET_FEED_URL: `ws://127.0.0.1:${feedPort}/feed`,
    FEED_CLIENT_ID: "R",
    FEED_ACCESS_TOKEN: "token",
    MARKET_CALENDAR_FILE: join(folder, "calendar.json"),
    // A replica is removed from the load balancer before it stops, as in production.
    DRAIN_MS: "2000",
  };
});
afterAll(async () => {
  balancer.close();
  await Promise.all(sites.map((site) => site.stop("SIGKILL")));
  redis.kill("SIGKILL");
  feeds.close();
  http.close();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Starts a server that forwards connections to the ready replicas in rotation, as a Kubernetes service does. It never
 * retries a request.
 */
function startBalancer(): TcpServer {
  let turn = 0;
  const server = createTcpServer((from: Socket) => {
    const all = [...ready];
    turn += 1;
    const site = all[turn % all.length];
    if (site === undefined) return void from.destroy();
    const to = connect(site.port, "127.0.0.1");
    from.pipe(to).pipe(from);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  server.listen(balancerPort, "127.0.0.1");
  return server;
}

/** Checks the readiness of a replica, as a probe does. */
function probe(site: Site): void {
  const timer = setInterval(async () => {
    const isReady = await site.get("/readyz").then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady && !leaving.has(site)) ready.add(site);
    else ready.delete(site);
    if (site.process.exitCode !== null) clearInterval(timer);
  }, CHECK_EVERY_MS);
  timer.unref();
}

async function startReplica(entry: string): Promise<Site> {
  const site = await startSite(env, entry);
  sites.push(site);
  probe(site);
  await until(async () => ready.has(site), Boolean, 40_000);
  return site;
}

const throughBalancer = (path: string, headers: Record<string, string> = {}) =>
  send(balancerPort, { method: "GET", path, headers: { host: `127.0.0.1:${balancerPort}`, ...headers } });

async function signIn(): Promise<string> {
  const begun = await throughBalancer("/login");
  const cookie = (lines: string[] | undefined) =>
    (lines ?? []).map((line) => line.split(";", 1)[0]).join("; ");
  const back = await throughBalancer("/auth/callback?tokenId=token-1&consentId=consent-1", {
    cookie: cookie(begun.headers["set-cookie"]),
  });
  expect(back.status).toBe(303);
  return cookie(back.headers["set-cookie"]?.filter((line) => !/Max-Age=0/.test(line)));
}

/** Connects a viewer that reconnects when its replica stops, as the browser's script does. */
function stayingViewer() {
  const viewer = { current: null as LiveViewer | null, reconnects: 0, isLeft: false };
  const open = async (): Promise<void> => {
    if (viewer.isLeft) return;
    try {
      viewer.current = await connectViewer(
        { origin: `http://127.0.0.1:${balancerPort}`, port: balancerPort },
        ["strip"],
      );
      await viewer.current.closed;
      viewer.reconnects += 1;
    } catch {
      // The next iteration tries again.
    }
    setTimeout(() => void open(), 300);
  };
  void open();
  return viewer;
}

it("a rolling upgrade fails no request, and sessions and live prices continue", {
  timeout: 240_000,
}, async () => {
  const [one, two] = await Promise.all([startReplica(BEFORE), startReplica(BEFORE)]);
  const cookie = await signIn();
  const viewers = Array.from({ length: 10 }, stayingViewer);
  const isLive = (viewer: (typeof viewers)[number]) => viewer.current?.states().IDX_I?.[0] === "live";
  await until(async () => viewers.every(isLive), Boolean, 30_000);

  let isLoading = true;
  const statuses = new Map<string, number>();
  const failed: string[] = [];
  const load = async (): Promise<void> => {
    for (let n = 0; isLoading; n += 1) {
      const path = PATHS[n % PATHS.length] ?? "/";
      try {
        const { status, text } = await throughBalancer(path, { cookie });
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
        const isSignedOut = path === "/algos/my-algos" && !text.includes("Independent Client");
        if (status !== 200 || isSignedOut) failed.push(`${path} ${status} ${text.slice(0, 80)}`);
      } catch (fault) {
        failed.push(`${path} ${String(fault)}`);
      }
    }
  };
  const loading = Array.from({ length: LOADERS }, load);

  for (const old of [one, two]) {
    // As in Kubernetes, the replica is removed from the service, then receives SIGTERM; the new replica starts
    // afterwards.
    leaving.add(old);
    ready.delete(old);
    await old.stop("SIGTERM");
    await startReplica(SITE_ENTRY);
  }
  await until(async () => viewers.every(isLive), Boolean, 30_000);
  isLoading = false;
  await Promise.all(loading);
  for (const viewer of viewers) {
    viewer.isLeft = true;
    viewer.current?.socket.terminate();
  }
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `rolling upgrade: ${total} requests, ${failed.length} failed, ${viewers.reduce((sum, { reconnects }) => sum + reconnects, 0)} reconnects`,
  );
  expect(failed).toEqual([]);
  expect(total).toBeGreaterThan(50);
  // The client is still signed in on both new replicas.
  for (const _ of [1, 2])
    expect((await throughBalancer("/algos/my-algos", { cookie })).text).toContain("Independent Client");
});
