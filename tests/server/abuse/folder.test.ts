// Two sites on one data folder, a port in use, and a folder that another sandbox uses. Each start is refused with a
// message.
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type BareSite, startBareSite } from "../../support/bare-site.ts";
import { SITE_ENTRY, type Site, startSite, until } from "../../support/site.ts";

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "folder-"));
  cleaning.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function start(env: Record<string, string>): Promise<Site> {
  const site = await startSite(env);
  cleaning.push(() => site.stop("SIGKILL"));
  return site;
}

/** Runs a site until it exits, and returns its exit code and output. */
function refused(env: Record<string, string>) {
  const run = spawnSync(process.execPath, [SITE_ENTRY], {
    env: { PATH: process.env.PATH, PORT: "0", HOST: "127.0.0.1", ...env } as unknown as NodeJS.ProcessEnv,
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(run.stderr).not.toMatch(/\n\s+at /);
  return { status: run.status, words: run.stderr, log: run.stdout };
}

describe("two sites on one data folder", () => {
  it("the second site exits and reports the process id of the first site", async () => {
    const DATA_DIR = folder();
    const first = await start({ DATA_DIR });
    const second = refused({ DATA_DIR });
    expect(second.status).toBe(1);
    expect(second.words).toContain(
      `DATA_DIR ${DATA_DIR} is used by another running site (process ${first.process.pid})`,
    );
    expect(second.log).not.toContain("sandbox is listening");
    expect((await first.get("/algos")).status).toBe(200);
  });

  it("a site that was killed with SIGKILL does not lock the folder", async () => {
    const DATA_DIR = folder();
    const first = await start({ DATA_DIR });
    await first.stop("SIGKILL");
    const next = await start({ DATA_DIR });
    expect((await next.get("/algos")).status).toBe(200);
  });
});

describe("an unusable sandbox folder", () => {
  it("stops the site's start with a message that names the other sandbox process", async () => {
    const DATA_DIR = folder();
    const other: ChildProcess = fork("build/node/server/sandbox/main.js", [
      JSON.stringify({ dataDir: DATA_DIR, port: 0, records: [] }),
    ]);
    cleaning.push(() => other.kill("SIGKILL"));
    await new Promise<void>((resolve) =>
      other.on("message", ({ kind }: { kind: string }) => kind === "listening" && resolve()),
    );
    const second = refused({ DATA_DIR, SANDBOX_RECORDS: "none" });
    expect(second.status).toBe(1);
    expect(second.words).toMatch(
      new RegExp(`The sandbox's folder .* is used by another sandbox \\(process ${other.pid}\\)`),
    );
    expect(second.log.match(/sandbox cannot run/g)).toHaveLength(1);
    expect(second.log).not.toContain("is restarted");
  });

  it("is reported without a stack trace if a newer version wrote it", async () => {
    const DATA_DIR = folder();
    const site = await start({ DATA_DIR });
    await site.stop();
    const { default: Database } = await import("libsql");
    const db = new Database(join(DATA_DIR, "sandbox", "sandbox.db"));
    db.exec("PRAGMA user_version = 999");
    db.close();
    const again = refused({ DATA_DIR });
    expect([again.status, /written by a newer version/.test(again.words)]).toEqual([1, true]);
  });
});

describe("a site before it is ready", () => {
  it("reports a port in use, and leaves no sandbox that uses the folder", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    cleaning.push(() => blocker.close());
    const DATA_DIR = folder();
    const run = refused({ DATA_DIR, PORT: String((blocker.address() as AddressInfo).port) });
    expect([run.status, /EADDRINUSE.*Set PORT/.test(run.words)]).toEqual([1, true]);
    expect((await (await start({ DATA_DIR })).get("/readyz")).status).toBe(200);
  });

  it("responds with 503 and Retry-After until it is ready", async () => {
    const site: BareSite = await startBareSite({ waits: false });
    cleaning.push(() => site.stop());
    const responses = await until(
      async () =>
        Promise.all(["/healthz", "/readyz", "/algos"].map((path) => site.get(path))).catch(() => null),
      (answers) => answers !== null,
      15_000,
    );
    const [health, ready, page] = responses ?? [];
    expect(health?.status).toBe(200);
    expect(ready?.status).toBe(503);
    expect([page?.status, page?.headers["retry-after"]]).toEqual([503, "1"]);
    expect(page?.text).toContain("The site is starting");
    await until(
      () => site.get("/readyz"),
      ({ status }) => status === 200,
      30_000,
    );
    expect((await site.get("/algos")).status).toBe(200);
  });
});

describe("settings", () => {
  it("are checked together: one message lists every invalid setting", () => {
    const DATA_DIR = join(folder(), "file");
    writeFileSync(DATA_DIR, "");
    const calendar = `${DATA_DIR}.json`;
    writeFileSync(calendar, '{"segments": 7}');
    const run = refused({
      DATA_DIR,
      MARKET_CALENDAR_FILE: calendar,
      AUTH_URL: "https://auth.example",
      FEED_CLIENT_ID: "C",
      BUS_URL_FILE: "/nowhere/bus",
      HSTS: "preload",
      PORT: "x",
    });
    expect(run.status).toBe(1);
    for (const name of [
      "DATA_DIR",
      "MARKET_CALENDAR_FILE",
      "PARTNER_ID",
      "PARTNER_SECRET",
      "SESSION_SECRETS",
      "FEED_CLIENT_ID",
      "BUS_URL_FILE",
      "HSTS",
      "PORT",
    ])
      expect(run.words).toContain(`  ${name}: `);
  });

  it("stop the start with a message if the data folder is unusable", () => {
    const DATA_DIR = folder();
    mkdirSync(join(DATA_DIR, "site.db"));
    const run = refused({ DATA_DIR });
    expect([run.status, run.words.includes(`DATA_DIR ${DATA_DIR} cannot be used`)]).toEqual([1, true]);
  });
});
