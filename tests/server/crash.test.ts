// Kills the sandbox or the site's process with SIGKILL at every stage of a write: before it starts, after half of its
// body, while it is executed, and while the store runs a checkpoint. Acknowledged writes then exist exactly once. In
// each round, writes of every kind are acknowledged before the kill. CRASHES sets the number of rounds (12 by default),
// CRASH_SEED their random times.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { checkStore, prepareAccount } from "../support/crash-store.ts";
import { Acknowledged, KINDS, type Kind, Round } from "../support/crash-writers.ts";
import { freePort } from "../support/free-port.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const CRASHES = Number(process.env.CRASHES ?? 12);
/** Number of acknowledged writes of each kind before each kill. */
const ACKNOWLEDGED_PER_ROUND = 3;
const STAGES = [
  "during a write",
  "during the checkpoint",
  "after half a body",
  "between two writes",
] as const;
const CHECKPOINT_WITHIN_MS = 4_000;
const LISTS = "/algos/tracklist";

/** Returns a generator of reproducible random numbers, so that a failure can be investigated. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let running: Site | null = null;
afterEach(async () => {
  await running?.stop("SIGKILL");
});
const start = async (env: Record<string, string>): Promise<Site> => {
  running = await startSite(env);
  return running;
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 20;

it("every acknowledged write is stored exactly once after kills at every stage", {
  timeout: CRASHES * 20_000 + 60_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-"));
  const store = join(dataDir, "sandbox", "sandbox.db");
  const env = { DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: "1", PORT: String(await freePort()) };
  let site = await start(env);
  let reader = new TestUser(site);
  await reader.signIn();
  let xsrf = await reader.xsrf();
  const random = randomNumbers(Number(process.env.CRASH_SEED ?? 7));
  const setting = await prepareAccount(site, reader, xsrf);
  const known = new Acknowledged();
  const durations: Record<Kind, number[]> = {
    tracklists: [],
    enquiries: [],
    orders: [],
    deployments: [],
    actions: [],
  };
  const tally = { sandboxKills: 0, siteKills: 0, checkpoints: 0, resent: 0 };

  for (let crash = 0; crash < CRASHES; crash += 1) {
    const round = new Round({ number: crash, site, reader, xsrf, known, durations, setting });
    const writing = round.run();
    await until(
      async () => round.counts,
      (counts) => KINDS.every((kind) => counts[kind] >= ACKNOWLEDGED_PER_ROUND),
      30_000,
    );
    const stage = STAGES[crash % STAGES.length];
    const victim = KINDS[crash % KINDS.length] ?? "orders";
    if (stage === "during a write") {
      await new Promise<void>((resolve) => {
        round.onStart = (kind) => {
          if (kind === victim) resolve();
        };
      });
      await wait(random() * 1.3 * median(durations[victim]));
    } else if (stage === "after half a body") {
      round.sendHalf(`half-${crash}`);
      await wait(20 * random());
    } else if (stage === "during the checkpoint") {
      // With SQLite's write-ahead log, only a checkpoint writes the database file.
      if (await isWrittenWithin(store, CHECKPOINT_WITHIN_MS)) tally.checkpoints += 1;
    }
    round.isOver = true;
    if (stage === "between two writes") await writing;

    if (crash % 3 === 2) {
      tally.siteKills += 1;
      const sandbox = site.sandboxPid();
      site.process.kill("SIGKILL");
      await writing;
      // The sandbox exits when its parent process has ended.
      await until(async () => hasExited(sandbox), Boolean, 10_000);
      const { cookies } = reader;
      site = await start(env);
      reader = new TestUser(site);
      for (const [name, value] of cookies) reader.cookies.set(name, value);
    } else {
      tally.sandboxKills += 1;
      const pid = site.sandboxPid();
      process.kill(pid, "SIGKILL");
      await writing;
      await until(
        async () => site.sandboxPid(),
        (now) => now !== pid,
        15_000,
      );
    }
    const lists = await until(
      async () => (await reader.get(LISTS)).text,
      (page) => page.includes(`id="list-${setting.list}"`),
      15_000,
    );
    xsrf = await reader.xsrf();
    tally.resent += await checkLists(lists, known, round, victim);
  }

  // Requests in the outbox are sent when their service is available again.
  await until(
    async () => readdirSync(join(dataDir, "enquiries")).filter((name) => name.endsWith(".json")).length,
    (count) => count === 0,
    40_000,
  );
  expect(await site.stop()).toBe(0);
  const trades = checkStore(store, known);
  console.log(`${CRASHES} crashes: ${JSON.stringify({ ...known.counts, ...tally, trades })}`);
  for (const kind of KINDS)
    expect(known.counts[kind], kind).toBeGreaterThanOrEqual(CRASHES * ACKNOWLEDGED_PER_ROUND);
  if (CRASHES >= 12) expect(tally.checkpoints).toBeGreaterThan(0);
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Checks that lists show the last acknowledged state, except for unacknowledged changes, which may or may not be
 * applied. Sends those again and returns their number.
 */
async function checkLists(page: string, known: Acknowledged, round: Round, victim: Kind): Promise<number> {
  const open = new Set(round.unacknowledged());
  for (const [strategy, isOn] of known.tracked)
    if (!open.has(strategy))
      expect(page.includes(`name="strategy" value="${strategy}"`), `${strategy}, ${victim} killed`).toBe(
        isOn,
      );
  return round.resend();
}

/** Returns true if the file is written within the time. */
async function isWrittenWithin(file: string, withinMs: number): Promise<boolean> {
  const before = statSync(file).mtimeMs;
  const endsAt = Date.now() + withinMs;
  while (Date.now() < endsAt) {
    if (statSync(file).mtimeMs !== before) return true;
    await wait(1);
  }
  return false;
}

function hasExited(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
