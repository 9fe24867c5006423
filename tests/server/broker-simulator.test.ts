// The sandbox without the site (`--sandbox-only`): each step of the documented workflow, its duration and memory, and
// rejected input.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { SITE_ENTRY, type Site, startSite } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);
const ONLY = ["--sandbox-only"];
const CLOCK_TICK_MS = 10;
const foundIn = (file: string, pattern: RegExp) => pattern.exec(readFileSync(file, "utf8"))?.[0] ?? "";
/** Settings of the container image for the C library's allocator and for V8. */
const IMAGE = {
  MALLOC_MMAP_THRESHOLD_: foundIn("Dockerfile", /(?<=MALLOC_MMAP_THRESHOLD_=)\d+/),
  NODE_OPTIONS: foundIn("server/operations/start.sh", /--max-semi-space-size=\d+/),
};
const MEMORY_LIMIT_KB = 200_000;
const page = readFileSync("app/docs/content/broker-simulator.md", "utf8");
const workflow = z
  .object({
    jobs: z.object({
      test: z.object({
        steps: z.array(z.object({ name: z.string().optional(), run: z.string().optional() })),
      }),
    }),
  })
  .parse(parse(/```yaml .*\n([\s\S]*?)```/.exec(page)?.[1] ?? ""));

let site: Site;
let cpuMs: number;
let folder: string;
/** Returns a value of the process from /proc, in kB. */
const memory = (name: string, { process }: Site = site) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${process.pid}/status`, "utf8"))?.[1]);

function cpuMsOf({ process }: Site): number {
  const times = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(" ").slice(13, 15).map(Number);
  return times.reduce((sum, ticks) => sum + ticks * CLOCK_TICK_MS, 0);
}

beforeAll(async () => {
  site = await startSite(IMAGE, SITE_ENTRY, ONLY);
  cpuMs = cpuMsOf(site);
  expect(page).toContain(`${MEMORY_LIMIT_KB / 1_000} MB of memory`);
  folder = mkdtempSync(join(tmpdir(), "workflow-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site?.stop();
});

it("the simulator uses less than 200 MB when it is ready", { timeout: 120_000 }, async () => {
  expect((await site.get("/readyz")).status).toBe(200);
  console.log(`ready after ${cpuMs} ms of processor time, ${memory("VmRSS")} kB resident`);
  expect(memory("VmHWM")).toBeLessThan(MEMORY_LIMIT_KB);
});

it("the simulator completes the steps of the documented CI workflow", { timeout: 120_000 }, async () => {
  const environment = join(folder, "environment");
  writeFileSync(environment, "");
  const outputs: Record<string, string> = {};
  for (const { name = "", run: command } of workflow.jobs.test.steps) {
    if (command === undefined) continue;
    if (command.startsWith("docker run")) {
      expect(command).toMatch(/--publish 8080:6000 IMAGE --sandbox-only$/);
      continue;
    }
    const exported = Object.fromEntries(
      readFileSync(environment, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    const { stdout } = await run(
      "bash",
      ["-eo", "pipefail", "-c", command.replaceAll("localhost:8080", `127.0.0.1:${site.port}`)],
      {
        cwd: folder,
        timeout: 60_000,
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          NODE_ENV: "test",
          GITHUB_ENV: environment,
          ...exported,
        },
      },
    );
    outputs[name] = stdout;
  }
  expect(JSON.parse(outputs["Place an order from the command line"] ?? "")).toMatchObject({
    orderId: expect.stringMatching(/^\d+$/),
  });
  expect(outputs["Place an order in TypeScript and wait for its fill"]).toBe("HDFCBANK: 6\n");
  expect(outputs["Start a repeatable market"]).toContain('"gap-down"');
});

it("the simulator serves portal and API, and lists its addresses on 404 pages", async () => {
  const portal = await site.get("/sandbox/portal");
  expect([portal.status, portal.text]).toEqual([200, expect.stringContaining("Create an account")]);
  const style = /href="(\/assets\/app-[^"]+\.css)"/.exec(portal.text)?.[1] ?? "";
  expect((await site.get(style)).status).toBe(200);
  for (const path of ["/", "/algos", "/docs/v2/orders", "/sandbox/mcp", "/login"]) {
    const refused = await site.get(path);
    expect([path, refused.status]).toEqual([path, 404]);
    expect(refused.text).toContain("/sandbox/v2");
  }
  expect((await site.get("/sandbox/auth/partner/generate-consent", {}, "POST")).status).toBe(404);
  expect((await site.get("/sandbox/v2/orders")).status).toBe(401);
});

it("the simulator serves the pages that its error responses link to", async () => {
  const refused = await site.get("/sandbox/v2/orders");
  const { documentation } = JSON.parse(refused.text) as { documentation: string };
  const { pathname, hash } = new URL(documentation);
  expect([pathname, hash]).toEqual(["/docs/v2/errors", "#dh-901"]);
  expect((await site.get(pathname)).text).toContain("DH-901 (401)");
  const notServed = await site.get("/sandbox/v2/globalstocks/orders");
  expect(notServed.text).toContain(`"documentation":"${site.origin}/docs/v2/not-served#global-stocks"`);
  expect((await site.get("/docs/v2/not-served")).text).toContain("/globalstocks/");
});

it("the simulator uses less than 200 MB with 100 accounts, and rejects the 101st", {
  timeout: 120_000,
}, async () => {
  // The test needs a separate process, because it uses up the accounts that this address may create.
  const own = await startSite({ ...IMAGE, CALLS_PER_ADDRESS: "100" }, SITE_ENTRY, ONLY);
  try {
    const clients: TradingClient[] = [];
    for (let index = 0; index < 100; index += 1)
      clients.push(await TradingClient.open(`${own.origin}/sandbox`));
    await expect(TradingClient.open(`${own.origin}/sandbox`)).rejects.toThrow("DH-904");
    for (const client of clients) {
      const placed = await client.send("POST", "/orders", {
        transactionType: "BUY",
        exchangeSegment: "NSE_EQ",
        securityId: "1333",
        validity: "DAY",
        productType: "INTRADAY",
        orderType: "MARKET",
        quantity: 1,
      });
      expect(placed.status).toBe(200);
    }
    console.log(
      `${memory("VmRSS", own)} kB resident with 100 accounts that traded, at most ${memory("VmHWM", own)} kB`,
    );
    expect(memory("VmHWM", own)).toBeLessThan(MEMORY_LIMIT_KB);
  } finally {
    await own.stop();
  }
});

it("the simulator preserves accounts across a restart, and exits with code 0", {
  timeout: 60_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
  try {
    const first = await startSite({ DATA_DIR: dataDir }, SITE_ENTRY, ONLY);
    const { account } = await TradingClient.open(`${first.origin}/sandbox`);
    await expect(startSite({ DATA_DIR: dataDir }, SITE_ENTRY, ONLY)).rejects.toThrow("folder");
    expect(await first.stop()).toBe(0);
    const second = await startSite({ DATA_DIR: dataDir }, SITE_ENTRY, ONLY);
    const profile = await second.get("/sandbox/v2/profile", { "access-token": account.accessToken });
    expect([profile.status, profile.text]).toEqual([200, expect.stringContaining(account.dhanClientId)]);
    expect(await second.stop()).toBe(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

it("the simulator does not start if a provider's address is configured", { timeout: 30_000 }, async () => {
  const started = startSite(
    { BASE_API_URL: "http://127.0.0.1:9", BRAND_DIR: "server/brands/second" },
    SITE_ENTRY,
    ONLY,
  );
  await expect(started).rejects.toThrow("BASE_API_URL must not be set");
});
