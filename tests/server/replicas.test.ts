// Two replicas on one bus, a real Redis: one upstream connection, the same prices on both, and recovery when the leader
// or the bus fails.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { LIMITS } from "../../server/limits.ts";
import { BusSeal } from "../../server/relay/bus-seal.ts";
import { FeedServer } from "../../server/sandbox/exchange/feeds/feed-server.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";
import { freePort } from "../support/free-port.ts";
import { connectViewer, type LiveViewer } from "../support/live-viewer.ts";
import { type Site, send, startSite, until } from "../support/site.ts";
import { ensureRedis } from "../support/system-tools.ts";

const NIFTY = "IDX_I:13";
const REDIS = ensureRedis();
const SECRET = "one-secret-of-all-replicas-32-chars";
const PREFIX = "replicas";

let redisPort: number;
let redis: ChildProcess;
let folder: string;
let http: Server;
let feeds: FeedServer;
let feedPort: number;
/** Maximum number of simultaneous market connections. Replicas must never replace each other's connection. */
let mostConnections = 0;
const sites: (Site & { adminPort: number })[] = [];

async function startRedis(): Promise<void> {
  redis = spawn(REDIS, ["--port", String(redisPort), "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  await until(
    async () => {
      const probe = createClient({
        url: `redis://127.0.0.1:${redisPort}`,
        socket: { reconnectStrategy: false },
      });
      probe.on("error", () => {});
      try {
        await probe.connect();
        probe.destroy();
        return true;
      } catch {
        return false;
      }
    },
    Boolean,
    10_000,
  );
}

async function startReplica(): Promise<Site & { adminPort: number }> {
  const adminPort = await freePort();
  const site = await startSite({
    ADMIN_PORT: String(adminPort),
    SESSION_SECRETS: SECRET,
    BUS_PREFIX: PREFIX,
    BUS_URL: `redis://127.0.0.1:${redisPort}`,
    MARKET_FEED_URL: `ws://127.0.0.1:${feedPort}/feed`,
    DEPTH_FEED_URL: `ws://127.0.0.1:${feedPort}/twentydepth`,
    FEED_CLIENT_ID: "R",
    FEED_ACCESS_TOKEN: "replica-token",
    // The calendar keeps the feed's market always open.
    MARKET_CALENDAR_FILE: join(folder, "calendar.json"),
  });
  const replica = Object.assign(site, { adminPort });
  sites.push(replica);
  return replica;
}

async function status(site: { adminPort: number }) {
  return JSON.parse((await send(site.adminPort, { method: "GET", path: "/status.json" })).text).relay;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "redis-"));
  writeFileSync(join(folder, "calendar.json"), JSON.stringify(ROUND_THE_CLOCK));
  redisPort = await freePort();
  feedPort = await freePort();
  await startRedis();
  feeds = new FeedServer({
    market: new SandboxMarket(1, ROUND_THE_CLOCK),
    now: () => Date.now(),
    authenticate: (clientId, token) => (clientId === "R" && token === "replica-token" ? null : 809),
  });
  http = createServer();
  http.on("upgrade", (request, socket, head) => {
    feeds.upgrade(request, socket, head);
    mostConnections = Math.max(mostConnections, feeds.connectionCount());
  });
  await new Promise<void>((resolve) => http.listen(feedPort, "127.0.0.1", resolve));
});

afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop("SIGKILL")));
  feeds.close();
  http.close();
  redis.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const state = (viewer: LiveViewer) => viewer.states().IDX_I?.[0];

describe("two replicas", { timeout: 120_000 }, () => {
  let one: Site & { adminPort: number };
  let two: Site & { adminPort: number };
  let atOne: LiveViewer;
  let atTwo: LiveViewer;

  it("serve the same prices through one upstream connection per feed", async () => {
    [one, two] = await Promise.all([startReplica(), startReplica()]);
    await until(async () => (await status(one)).isLeader !== (await status(two)).isLeader, Boolean, 10_000);
    atOne = await connectViewer(one, ["strip"]);
    atTwo = await connectViewer(two, ["strip"]);
    await until(async () => state(atOne) === "live" && state(atTwo) === "live", Boolean, 10_000);
    expect(feeds.connectionCount()).toBe(2);
    // Both replicas show the same price for the same trade time.
    const seen = new Map<string, Set<number>>();
    await until(
      async () => {
        for (const viewer of [atOne, atTwo])
          for (const message of viewer.messages)
            for (const row of message[0] === "q" ? message[4] : message[0] === "s" ? message[3] : [])
              if (row[0] === NIFTY) {
                const key = `${viewer === atOne ? 1 : 2} ${row[2]}`;
                seen.set(key, (seen.get(key) ?? new Set()).add(row[1]));
              }
        return [...seen.keys()].filter((key) => key.startsWith("2 ")).length;
      },
      (count) => count >= 4,
      10_000,
    );
    const both = [...seen].filter(([key]) => key.startsWith("2 ") && seen.has(`1 ${key.slice(2)}`));
    expect(both.length).toBeGreaterThan(1);
  });

  it("subscribe to instruments that only the follower's viewers watch", async () => {
    const follower = (await status(one)).isLeader ? two : one;
    const viewer = await connectViewer(follower, ["algo:monthly-seedling"]);
    await until(async () => viewer.price("NSE_EQ:2885") > 0, Boolean, 8_000);
    expect(feeds.connectionCount()).toBe(2);
    viewer.socket.terminate();
  });

  it("replace a killed leader, and viewers see stale and then live prices", async () => {
    const isOneLeader = (await status(one)).isLeader;
    const [leader, follower] = isOneLeader ? [one, two] : [two, one];
    const viewer = isOneLeader ? atTwo : atOne;
    const fence = (await status(follower)).bus.fence;
    const from = viewer.messages.length;
    await leader.stop("SIGKILL");
    await until(async () => (await status(follower)).isLeader, Boolean, 20_000);
    await until(async () => state(viewer) === "live", Boolean, 10_000);
    const states = viewer.messages
      .slice(from)
      .flatMap((message) => (message[0] === "st" ? [message[2].IDX_I?.[0]] : []));
    expect(states).toContain("stale");
    expect((await status(follower)).bus.fence).toBeGreaterThan(fence);
    one = follower;
    atOne = viewer;
  });

  it("replace a stopped leader within 12 seconds", async () => {
    two = await startReplica();
    atTwo = await connectViewer(two, ["strip"]);
    await until(async () => state(atTwo) === "live", Boolean, 10_000);
    const stoppedAt = Date.now();
    await one.stop();
    await until(async () => (await status(two)).isLeader, Boolean, 8_000);
    await until(async () => state(atTwo) === "live", Boolean, 8_000);
    expect(Date.now() - stoppedAt).toBeLessThan(12_000);
  });

  it("show stale, then live prices after a bus outage, with one connection per feed", async () => {
    one = await startReplica();
    atOne = await connectViewer(one, ["strip"]);
    await until(async () => state(atOne) === "live", Boolean, 10_000);
    redis.kill("SIGKILL");
    await until(async () => state(atOne) === "stale" && state(atTwo) === "stale", Boolean, 25_000);
    expect(feeds.connectionCount()).toBe(0);
    await startRedis();
    await until(async () => state(atOne) === "live" && state(atTwo) === "live", Boolean, 30_000);
    expect(feeds.connectionCount()).toBe(2);
    expect((await status(one)).isLeader).not.toBe((await status(two)).isLeader);
  });

  describe("with an attacker on the bus", () => {
    const FORGED_PAISE = 99_999_900;
    const BATCHES = `${PREFIX}:relay:batches`;
    const SCOPE = `${PREFIX}:relay`;
    const sealOf = (scope: string, secret = SECRET) =>
      new BusSeal({ secrets: [secret], scope, nodeId: "attacker", limits: LIMITS });
    let attacker: ReturnType<typeof createClient>;
    let listener: ReturnType<typeof createClient>;
    /** Recorded messages of the leader, which the attacks repeat or alter. */
    let sealed: string[];
    let genuine: object;
    let leader: Site & { adminPort: number };
    let follower: Site & { adminPort: number };
    let ledBefore: unknown;

    beforeAll(async () => {
      attacker = createClient({ url: `redis://127.0.0.1:${redisPort}` });
      listener = attacker.duplicate();
      await Promise.all([attacker.connect(), listener.connect()]);
      sealed = [];
      await listener.subscribe(BATCHES, (message) => sealed.push(message));
      const isOneLeader = (await status(one)).isLeader;
      [leader, follower] = isOneLeader ? [one, two] : [two, one];
      await until(
        async () => sealed.length,
        (count) => count > 40,
        10_000,
      );
      await listener.unsubscribe(BATCHES);
      const opened = sealOf(SCOPE).read("batches", sealed.at(-1) ?? "");
      if (typeof opened === "string") throw new Error(opened);
      genuine = JSON.parse(opened.text);
      ledBefore = await leadership();
    });
    afterAll(() => {
      attacker.destroy();
      listener.destroy();
    });

    /** Returns a batch of the leader with another price and fence, as an attacker could write it. */
    const forged = (fence = Date.now()) => {
      const rows = [[NIFTY, FORGED_PAISE, Date.now(), 1, 0]];
      return JSON.stringify({ ...genuine, fence, node: "attacker", rows });
    };
    const refusedBy = async ({ adminPort }: { adminPort: number }) => {
      const { text } = await send(adminPort, { method: "GET", path: "/metrics" });
      return Number(/^bus_messages_refused_total (\d+)$/m.exec(text)?.[1]);
    };
    const refused = () => Promise.all([refusedBy(one), refusedBy(two)]);
    const expectRefused = (before: number[], more: number) =>
      until(refused, (after) => after.every((count, index) => count >= (before[index] ?? 0) + more), 10_000);
    const leadership = async () =>
      [await status(leader), await status(follower)].map(({ isLeader, counters }) => [
        isLeader,
        counters.leaderChanges,
      ]);
    const expectUnharmed = async () => {
      const viewers = [atOne, atTwo];
      const from = viewers.map(({ messages }) => messages.length);
      await until(
        async () => viewers.map(({ messages }, index) => messages.length - (from[index] ?? 0)),
        (counts) => Math.min(...counts) > 2,
        10_000,
      );
      // An index trades every 2 s in this market. That is the limit of the state "live", so a healthy viewer is
      // sometimes "delayed".
      await until(
        async () => viewers.map(state),
        (states) => states.every((one) => one === "live"),
        10_000,
      );
      for (const viewer of viewers)
        expect(JSON.stringify(viewer.messages)).not.toContain(String(FORGED_PAISE));
      expect(await leadership()).toEqual(ledBefore);
    };

    it.each<[string, () => string]>([
      ["without a seal", () => forged()],
      ["without a seal and with a future fence", () => forged(Date.now() + 240_000)],
      ["sealed with another secret", () => sealOf(SCOPE, "x".repeat(32)).seal("batches", forged())],
      ["of another site with the same secrets", () => sealOf("other:relay").seal("batches", forged())],
      ["sealed for another channel", () => sealOf(SCOPE).seal("calls", forged())],
    ])("refuse a forged batch of prices %s", async (_, make) => {
      const before = await refused();
      for (let count = 0; count < 5; count += 1) await attacker.publish(BATCHES, make());
      // Publishes on the channel without a prefix.
      await attacker.publish("relay:batches", make());
      await expectRefused(before, 5);
      await expectUnharmed();
    });

    it("reject replayed batches of prices", async () => {
      const replayed = sealed.slice(-20);
      const before = await refused();
      for (const message of replayed) await attacker.publish(BATCHES, message);
      await expectRefused(before, 20);
      await expectUnharmed();
    });

    it.each([30_000, 240_000, 9e15])(
      "keep their leader after a signed batch with a fencing token %d ms ahead",
      async (aheadMs) => {
        const sealOfThief = sealOf(SCOPE);
        const batch = JSON.stringify({ ...JSON.parse(forged(Date.now() + aheadMs)), rows: [] });
        for (let count = 0; count < 3; count += 1)
          await attacker.publish(BATCHES, sealOfThief.seal("batches", batch));
        // A fence within the permitted clock difference is accepted. It expires when no message with this fence arrives
        // for the duration of a lease.
        await until(
          async () => (await status(follower)).bus.leader,
          (node) => node !== null && node !== "attacker",
          15_000,
        );
        await expectUnharmed();
      },
    );

    it("reject messages above the size limit", async () => {
      const before = await refused();
      for (const bytes of [12, 16]) await attacker.publish(BATCHES, "1".repeat(bytes * 1_024 * 1_024));
      await expectRefused(before, 2);
      await expectUnharmed();
    });

    it("stay live during a flood of invalid messages and log one line per minute", async () => {
      const before = await refused();
      const prefix = (sealed.at(-1) ?? "").slice(0, 11);
      for (let round = 0; round < 20; round += 1)
        await Promise.all(
          Array.from({ length: 500 }, (_, index) =>
            attacker.publish(BATCHES, index % 2 === 0 ? "garbage" : prefix + "A".repeat(index)),
          ),
        );
      await expectRefused(before, 10_000);
      await expectUnharmed();
      for (const site of [one, two]) {
        const lines = site.log.filter(({ reason }) => / refused:/.test(String(reason)));
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThan(10);
      }
    });

    it("elect a new leader despite a fencing token in the future", async () => {
      await attacker.set(`${PREFIX}:relay:fence`, String(Date.now() + 240_000));
      await attacker.del(`${PREFIX}:relay:lease`);
      await until(
        async () => Number(await attacker.get(`${PREFIX}:relay:fence`)),
        (fence) => fence < Date.now() + LIMITS.busFenceCountMs,
        20_000,
      );
      await until(async () => state(atOne) === "live" && state(atTwo) === "live", Boolean, 20_000);
    });
  });

  it("never close each other's connection to the price feed", async () => {
    expect(mostConnections).toBeLessThanOrEqual(4);
    for (const site of [one, two])
      expect(
        Object.keys((await status(site)).counters.upstreamCloses).filter((name) => name.includes("805")),
      ).toEqual([]);
  });
});
