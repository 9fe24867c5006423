// Start, stop and crash: settings are checked at the start, running requests are completed, the sandbox is restarted,
// and its data survives.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BRAND } from "../providers/brand.ts";
import { SITE_ENTRY, type Site, startSite, until } from "../support/site.ts";

const started: Site[] = [];
async function start(env?: Record<string, string>): Promise<Site> {
  const site = await startSite(env);
  started.push(site);
  return site;
}
afterEach(async () => {
  for (const site of started.splice(0)) await site.stop("SIGKILL");
});

describe("settings", () => {
  it("are rejected in one message with their names and without their values", () => {
    const run = spawnSync(process.execPath, [SITE_ENTRY], {
      env: {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        PORT: "70000",
        PUBLIC_ORIGIN: "http://www.broker.example",
        BASE_API_URL: "secret-looking-value",
        PARTNER_SECRET_FILE: "/nowhere/secret",
        BRAND_DIR: "/nowhere/brand",
      },
      encoding: "utf8",
      timeout: 10_000,
    });
    expect(run.status).toBe(1);
    for (const name of ["PORT", "PUBLIC_ORIGIN", "BASE_API_URL", "PARTNER_SECRET_FILE", "BRAND_DIR"])
      expect(run.stderr).toContain(`${name}:`);
    expect(run.stderr).not.toMatch(/secret-looking-value|\bat \w+ \(/);
  });

  it("a port in use is reported with the hint to set PORT", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => blocker.once("listening", resolve));
    const { port } = blocker.address() as AddressInfo;
    const dataDir = mkdtempSync(join(tmpdir(), "busy-"));
    // The site starts asynchronously, because the server that occupies the port runs in this process and must continue
    // to respond.
    await expect(startSite({ PORT: String(port), DATA_DIR: dataDir })).rejects.toThrow(
      /EADDRINUSE.*Set PORT/,
    );
    blocker.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe("stopping", () => {
  it("SIGTERM to site and sandbox stops both with 0; a port browsers block is logged", async () => {
    const site = await start({ PORT: "6697" });
    expect(site.log.some((line) => line.level === "warn" && /browsers block/.test(line.msg ?? ""))).toBe(
      true,
    );
    const sandbox = site.sandboxPid();
    process.kill(sandbox, "SIGTERM");
    expect((await site.get("/algos/managers")).status).toBe(200);
    expect(await site.stop("SIGTERM")).toBe(0);
    expect(site.log.some(({ msg }) => /restarted/.test(msg ?? ""))).toBe(false);
    await until(
      async () => isAlive(sandbox),
      (alive) => !alive,
      5_000,
    );
  });

  it("SIGTERM kills a sandbox that hangs, within the time limit of 8 s", { timeout: 30_000 }, async () => {
    const site = await start({ DRAIN_MS: "5000" });
    const sandbox = site.sandboxPid();
    process.kill(sandbox, "SIGSTOP");
    expect(await site.stop("SIGTERM")).toBe(0);
    expect(isAlive(sandbox)).toBe(false);
  });

  it("kill -9 of the server also stops the sandbox, without losing data", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "kept-"));
    try {
      const site = await start({ DATA_DIR: dataDir });
      const before = (await site.get("/algos/managers")).text.replaceAll(site.origin, "");
      const sandbox = site.sandboxPid();
      await site.stop("SIGKILL");
      await until(
        async () => isAlive(sandbox),
        (alive) => !alive,
        5_000,
      );
      const again = await start({ DATA_DIR: dataDir });
      expect((await again.get("/algos/managers")).text.replaceAll(again.origin, "")).toBe(before);
    } finally {
      for (const site of started.splice(0)) await site.stop("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe("a sandbox that fails", () => {
  // Each test ends when the site works again.
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
    await until(async () => site.log.some((line) => line.msg === "catalogue loaded"), Boolean, 20_000);
  });
  afterAll(() => site?.stop("SIGKILL"));

  it("while stopped: uncached pages return 503, lists show the age of their data", {
    timeout: 60_000,
  }, async () => {
    const sandbox = site.sandboxPid();
    process.kill(sandbox, "SIGSTOP");
    const startedAt = Date.now();
    const answer = await site.get("/algos/tracklist/shared/nobody-shares-this-list-now");
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBeDefined();
    expect(answer.text).toContain("This page is not available now");
    expect(answer.text).toContain(String(answer.headers["x-request-id"]));
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    const list = await site.get("/algos?q=frozen");
    expect(list.status).toBe(200);
    expect(list.text).toContain(OUTAGE_NOTICE);
    expect(Date.now() - startedAt).toBeLessThan(12_000);
    expect((await site.get("/")).status).toBe(200);
    expect((await site.get("/readyz")).status).toBe(200);
    process.kill(sandbox, "SIGCONT");
    await until(
      () => site.get("/algos?q=frozen"),
      (page) => page.status === 200 && !page.text.includes(OUTAGE_NOTICE),
      15_000,
    );
  });

  it("is restarted after a kill: pages recover, and no request gets a 500", {
    timeout: 60_000,
  }, async () => {
    const first = site.sandboxPid();
    const seen = new Set<number>();
    process.kill(first, "SIGKILL");
    await until(
      async () => {
        const { status } = await site.get(`/algos?q=round${seen.size}${Date.now()}`);
        seen.add(status);
        return status;
      },
      (status) => status === 200 && site.sandboxPid() !== first,
      20_000,
    );
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it("while hanging: an expired cached page is served with the age of its data", {
    timeout: 90_000,
  }, async () => {
    await until(
      () => site.get("/algos/managers"),
      (page) => page.status === 200 && !page.text.includes(OUTAGE_NOTICE),
      20_000,
    );
    // A hanging sandbox is restarted. Each new one is suspended as soon as it listens.
    let frozen = 0;
    const freeze = () => {
      if (site.sandboxPid() === frozen) return;
      frozen = site.sandboxPid();
      process.kill(frozen, "SIGSTOP");
    };
    freeze();
    const freezing = setInterval(freeze, 10);
    try {
      await until(
        () => site.get("/algos/managers"),
        (page) => page.status === 200 && page.text.includes(OUTAGE_NOTICE),
        45_000,
      );
    } finally {
      clearInterval(freezing);
    }
    process.kill(frozen, "SIGCONT");
    await until(
      () => site.get("/algos/managers"),
      (page) => page.status === 200 && !page.text.includes(OUTAGE_NOTICE),
      20_000,
    );
  });
});

describe("a provider configured by the operator", () => {
  it("receives the site's headers, and its invalid response becomes a 502", async () => {
    const requests: { url: string | undefined; source: unknown; id: unknown }[] = [];
    let answer: { status: number; type: string; body: string } = {
      status: 200,
      type: "application/json",
      body: "{}",
    };
    const provider = createServer((request, response) => {
      requests.push({
        url: request.url,
        source: request.headers["x-source-code"],
        id: request.headers["x-request-id"],
      });
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => provider.once("listening", resolve));
    const { port } = provider.address() as AddressInfo;
    try {
      const site = await start({ ...BRAND, BASE_API_URL: `http://127.0.0.1:${port}/base/` });
      expect(site.log.some((line) => line.msg === "sandbox is listening")).toBe(false);
      const broken = await site.get("/algos/managers");
      expect(broken.status).toBe(502);
      expect(requests.find(({ id }) => id === broken.headers["x-request-id"])).toMatchObject({
        url: "/base/v1/managers",
        source: "W",
      });

      answer = { status: 200, type: "text/html", body: "<html>" };
      expect((await site.get("/algos/managers")).status).toBe(502);
      answer = { status: 302, type: "text/plain", body: '"elsewhere"' };
      expect((await site.get("/algos/managers")).status).toBe(502);
      answer = {
        status: 409,
        type: "application/problem+json",
        body: '{"type":"about:blank","title":"No","status":409,"detail":"This catalogue is closed today."}',
      };
      const refused = await site.get("/algos/managers");
      expect([refused.status, /This catalogue is closed today\./.test(refused.text)]).toEqual([409, true]);
      answer = { status: 500, type: "text/plain", body: "oops" };
      const down = await site.get("/algos/managers");
      expect(down.status).toBe(503);
      expect(down.text).not.toContain("oops");
      expect((await site.get("/")).text).not.toContain("embedded sandbox");
    } finally {
      provider.close();
    }
  });

  it("is rejected at the start if its address does not start with https", () => {
    const file = join(mkdtempSync(join(tmpdir(), "env-")), "none");
    writeFileSync(file, "");
    const run = spawnSync(process.execPath, [SITE_ENTRY], {
      env: { NODE_ENV: "production", PATH: process.env.PATH, BASE_API_URL: "http://api.broker.example" },
      encoding: "utf8",
      timeout: 10_000,
    });
    expect([run.status, /BASE_API_URL: must start with https/.test(run.stderr)]).toEqual([1, true]);
  });
});

const OUTAGE_NOTICE = "Delayed. Last updated";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
