// kill -9 in the middle of writes, of the sandbox and of the site's own process: what was acknowledged is there afterwards, and
// nothing is there twice. CRASHES chooses how often (12 in the suite), CRASH_SEED when.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { Reader } from "../support/sign-in.ts";
import { type Answer, type Site, startSite, until } from "../support/site.ts";

const CRASHES = Number(process.env.CRASHES ?? 12);
const LISTS = "/algos/tracklist";
const MINE = "/algos/my-algos";
const ALL_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((day) => `days=${day}`).join("&");

/** Small and repeatable, so that a failure can be looked at again. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const field = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";

it("tracklist changes, deployments with their consents, actions and requests for access survive, once each", {
  timeout: CRASHES * 9_000 + 60_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "crash-"));
  const env = { DATA_DIR: dataDir, TRUSTED_PROXY_HOPS: "1", PORT: String(await freePort()) };
  let site: Site = await startSite(env);
  const random = dice(Number(process.env.CRASH_SEED ?? 7));
  // A socket that breaks in the middle is a crash seen from outside, not an answer.
  const hushed = async (work: Promise<Answer>): Promise<Answer | null> => work.catch(() => null);
  let reader = new Reader(site);
  await reader.signIn();
  let xsrf = await reader.xsrf();
  await reader.post(LISTS, { xsrf, intent: "create", key: "crash-list-key", name: "Crash" });
  const list = /id="list-([0-9a-f-]{36})"/.exec((await reader.get(LISTS)).text)?.[1] ?? "";
  await reader.post("/algos/risk-disclosure", { xsrf, to: "/algos", version: "2023-05", read: "yes" });
  const listed = (await site.get("/algos")).text;
  const paths = new Map(
    [...listed.matchAll(/href="(\/algos\/managers\/[a-z-]+\/([a-z-]+))"/g)].map((match) => [
      match[2] ?? "",
      match[1] ?? "",
    ]),
  );
  const algos = [...paths.keys()];

  const tracked = new Map<string, boolean>();
  const asked: string[] = [];
  /** Deployments that were answered for, by address, with the verbs that were. */
  const deployed = new Map<string, string>();
  const counts = { acknowledged: 0, deployments: 0, actions: 0, sandboxKills: 0, siteKills: 0 };

  for (let crash = 0; crash < CRASHES; crash += 1) {
    const strategy = algos[crash % algos.length] ?? "";
    const intent = tracked.get(strategy) === true ? "untrack" : "track";
    const message = `Request number ${crash} while things break.`;
    const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
    const algo = paths.get(strategy) ?? "";
    const address = `${algo}/deploy?step=review&mode=paper&multiplier=1&startOn=${today}&${ALL_DAYS}`;
    const review = (await reader.get(address)).text;
    const canDeploy = review.includes('name="seen"');
    let wasTracked = false;
    let made: string | null = null;
    let stopped: string | null = null;
    const toStop = [...deployed].find(([, state]) => state === "active")?.[0] ?? null;
    const actKey = `crash-act-${crash}-key`;
    const writes = [
      hushed(reader.post(LISTS, { xsrf, intent, list, strategy })).then((answer) => {
        if (answer?.status === 303) wasTracked = true;
      }),
      hushed(
        site.post(
          "/trading-apis/banks",
          new URLSearchParams({
            name: "Crash Test",
            email: "crash@example.com",
            organisation: "",
            message,
          }).toString(),
          { "x-forwarded-for": `10.0.${crash >> 8}.${crash & 255}` },
        ),
      ).then((answer) => {
        if (answer?.status === 303) asked.push(message);
      }),
      ...(canDeploy
        ? [
            hushed(
              reader.post(address, {
                xsrf,
                key: field(review, "key"),
                seen: field(review, "seen"),
                consent: "yes",
              }),
            ).then((answer) => {
              if (answer?.status === 303)
                made = (answer.headers.location ?? "").replace(/\/order-window$|\?note=already$/, "");
            }),
          ]
        : []),
      ...(toStop === null
        ? []
        : [
            hushed(reader.post(`${toStop}/stop`, { xsrf, key: actKey, note: `crash ${crash}` })).then(
              (answer) => {
                if (answer?.status === 303) stopped = toStop;
              },
            ),
          ]),
    ];
    await new Promise((resolve) => setTimeout(resolve, random() * 40));
    const killsSite = crash % 3 === 2;
    if (killsSite) {
      counts.siteKills += 1;
      const sandbox = site.sandboxPid();
      site.process.kill("SIGKILL");
      await Promise.all(writes);
      // The sandbox ends with its parent.
      await until(async () => isGone(sandbox), Boolean, 10_000);
      const { cookies } = reader;
      site = await startSite(env);
      reader = new Reader(site);
      for (const [name, value] of cookies) reader.cookies.set(name, value);
      xsrf = await reader.xsrf();
    } else {
      counts.sandboxKills += 1;
      const pid = site.sandboxPid();
      process.kill(pid, "SIGKILL");
      await Promise.all(writes);
      await until(
        async () => site.sandboxPid(),
        (now) => now !== pid,
        15_000,
      );
    }
    // A change that was not acknowledged may have been made: the pages say which it was.
    await until(
      async () => (await reader.get(LISTS)).text,
      (page) => page.includes(`id="list-${list}"`),
      15_000,
    );
    const page = (await reader.get(LISTS)).text;
    const isOn = new RegExp(`name="strategy" value="${strategy}"`).test(page);
    if (wasTracked) expect(isOn, `${intent} ${strategy}, crash ${crash}`).toBe(intent === "track");
    tracked.set(strategy, isOn);
    if (wasTracked) counts.acknowledged += 1;

    const mine = (await reader.get(MINE)).text;
    const addresses = [...mine.matchAll(/href="(\/algos\/my-algos\/[0-9a-f-]{36})"/g)].map(
      (match) => match[1] ?? "",
    );
    if (made !== null) {
      counts.deployments += 1;
      expect(addresses, `deployment of ${strategy}, crash ${crash}`).toContain(made);
      const receipt = await reader.get(`${made}/receipt.txt`);
      expect(receipt.text).toContain("What I ask for");
      deployed.set(made, "waiting");
    }
    if (canDeploy && made === null) {
      // Sent again under the same key it is one, whether or not the first was made.
      const again = await until(
        () =>
          reader.post(address, {
            xsrf,
            key: field(review, "key"),
            seen: field(review, "seen"),
            consent: "yes",
          }),
        ({ status }) => status === 303,
        15_000,
      );
      deployed.set((again.headers.location ?? "").replace(/\/order-window$|\?note=already$/, ""), "waiting");
    }
    // One is confirmed each time, so that some trade while things break.
    const confirmed = [...deployed].find(([, state]) => state === "waiting")?.[0];
    if (confirmed !== undefined) {
      const location = (await reader.get(`${confirmed}/order-window`)).headers.location;
      const window = new URL(location ?? "/", site.origin);
      await reader.post("/sandbox/order-window", {
        basket: window.searchParams.get("basket") ?? "",
        return: window.searchParams.get("return") ?? "",
        answer: "confirmed",
      });
      deployed.set(confirmed, "active");
    }
    if (stopped !== null) {
      counts.actions += 1;
      const after = (await reader.get(stopped)).text.replaceAll("<!-- -->", "");
      expect(after, `stop, crash ${crash}`).toContain(`Your note: crash ${crash}`);
      deployed.set(stopped, "stopped");
    } else if (toStop !== null) deployed.delete(toStop);
  }

  await until(
    async () => readdirSync(join(dataDir, "enquiries")).filter((name) => name.endsWith(".json")).length,
    (count) => count === 0,
    40_000,
  );
  expect(await site.stop()).toBe(0);
  const db = new Database(join(dataDir, "sandbox", "sandbox.db"));
  const all = <Row>(sql: string) => db.prepare(sql).all() as Row[];
  const stored = all<{ document: string }>("SELECT document FROM enquiries").map(
    ({ document }) => (JSON.parse(document) as { message: string }).message,
  );
  expect(new Set(stored).size).toBe(stored.length);
  for (const message of asked) expect(stored).toContain(message);
  // One deployment for one form, one consent each, and one living one for one algo and mode.
  const twice = all(
    "SELECT idempotency_key FROM deployments GROUP BY client_id, idempotency_key HAVING count(*) > 1",
  );
  expect(twice).toEqual([]);
  expect(
    all(
      "SELECT strategy_id FROM deployments WHERE state NOT IN ('stopped', 'failed') GROUP BY client_id, strategy_id, mode HAVING count(*) > 1",
    ),
  ).toEqual([]);
  expect(all("SELECT id FROM deployments WHERE json_extract(consent, '$.sha256') IS NULL")).toEqual([]);
  // The books agree: filled quantities with trades, cash with trades and charges, numbers without holes.
  expect(
    all(`SELECT o.id FROM orders o WHERE o.filled <> (SELECT coalesce(sum(t.quantity), 0) FROM trades t WHERE t.order_id = o.id)
         OR o.charges_paise <> (SELECT coalesce(sum(t.charges_paise), 0) FROM trades t WHERE t.order_id = o.id)`),
  ).toEqual([]);
  expect(
    all(`SELECT account FROM ledger GROUP BY account HAVING sum(CASE WHEN kind = 'opening' THEN 0 ELSE amount_paise END) <>
         (SELECT coalesce(sum(CASE side WHEN 'BUY' THEN -quantity ELSE quantity END * price_paise - charges_paise), 0) FROM trades t WHERE t.account = ledger.account)`),
  ).toEqual([]);
  expect(
    all("SELECT client_id FROM order_events GROUP BY client_id HAVING max(sequence) <> count(*)"),
  ).toEqual([]);
  const trades = all<{ n: number }>("SELECT count(*) AS n FROM trades")[0]?.n;
  db.close();
  counts.acknowledged += asked.length + counts.deployments + counts.actions;
  expect(counts.acknowledged).toBeGreaterThan(CRASHES / 2);
  console.log(
    `${CRASHES} crashes: ${JSON.stringify({ ...counts, requests: asked.length, stored: stored.length, trades })}`,
  );
  rmSync(dataDir, { recursive: true, force: true });
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
