// kill -9 in the middle of writes: what was acknowledged is there afterwards, and nothing is there twice. CRASHES chooses
// how often (12 in the suite), CRASH_SEED when.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { expect, it } from "vitest";
import { Reader } from "../support/sign-in.ts";
import { startSite, until } from "../support/site.ts";

const CRASHES = Number(process.env.CRASHES ?? 12);
const LISTS = "/algos/tracklist";

/** Small and repeatable, so that a failure can be looked at again. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it("tracklist changes and requests for access survive, once each", {
  timeout: CRASHES * 6_000 + 30_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-"));
  const site = await startSite({ DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: "1" });
  const random = dice(Number(process.env.CRASH_SEED ?? 7));
  const reader = new Reader(site);
  await reader.signIn();
  const xsrf = await reader.xsrf();
  await reader.post(LISTS, { xsrf, intent: "create", key: "crash-list-key", name: "Crash" });
  const list = /id="list-([0-9a-f-]{36})"/.exec((await reader.get(LISTS)).text)?.[1] ?? "";
  const strategies = [...(await site.get("/algos")).text.matchAll(/add=([a-z0-9-]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  const tracked = new Map<string, boolean>();
  const asked: string[] = [];
  let acknowledged = 0;

  for (let crash = 0; crash < CRASHES; crash += 1) {
    const strategy = strategies[crash % strategies.length] ?? "";
    const intent = tracked.get(strategy) === true ? "untrack" : "track";
    const message = `Request number ${crash} while things break.`;
    const pid = site.sandboxPid();
    let wasAcknowledged = false;
    const writes = [
      reader.post(LISTS, { xsrf, intent, list, strategy }).then((answer) => {
        if (answer.status !== 303) return;
        wasAcknowledged = true;
        acknowledged += 1;
      }),
      site
        .post(
          "/trading-apis/banks",
          new URLSearchParams({
            name: "Crash Test",
            email: "crash@example.com",
            organisation: "",
            message,
          }).toString(),
          { "x-forwarded-for": `10.0.${crash >> 8}.${crash & 255}` },
        )
        .then((answer) => {
          if (answer.status !== 303) return;
          asked.push(message);
          acknowledged += 1;
        }),
    ];
    await new Promise((resolve) => setTimeout(resolve, random() * 25));
    process.kill(pid, "SIGKILL");
    await Promise.all(writes);
    await until(
      async () => site.sandboxPid(),
      (now) => now !== pid,
      15_000,
    );
    // A change that was not acknowledged may have been made: the page says which it was.
    await until(
      async () => (await reader.get(LISTS)).text,
      (page) => page.includes(`id="list-${list}"`),
      15_000,
    );
    const page = (await reader.get(LISTS)).text;
    const isOn = new RegExp(`name="strategy" value="${strategy}"`).test(page);
    if (wasAcknowledged) expect(isOn, `${intent} ${strategy}, crash ${crash}`).toBe(intent === "track");
    tracked.set(strategy, isOn);
  }

  await until(
    async () => readdirSync(join(dataDir, "enquiries")).filter((name) => name.endsWith(".json")).length,
    (count) => count === 0,
    40_000,
  );
  expect(await site.stop()).toBe(0);
  const db = new Database(join(dataDir, "sandbox", "sandbox.db"));
  const stored = (db.prepare("SELECT document FROM enquiries").all() as { document: string }[]).map(
    ({ document }) => (JSON.parse(document) as { message: string }).message,
  );
  db.close();
  expect(new Set(stored).size).toBe(stored.length);
  for (const message of asked) expect(stored).toContain(message);
  expect(acknowledged).toBeGreaterThan(CRASHES / 2);
  console.log(
    `${CRASHES} crashes, ${acknowledged} acknowledged writes, ${asked.length} requests acknowledged, ${stored.length} stored`,
  );
  rmSync(dataDir, { recursive: true, force: true });
});
