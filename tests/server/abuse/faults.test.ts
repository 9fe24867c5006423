// Causes each fault that can alert an operator in a running site, and checks the effect on users, the metric of the
// alert, and the recovery without a restart. Other files test a silent, failing or suspended provider
// (provider-outage.test.ts), a killed sandbox (lifecycle.test.ts), a read-only folder at start (folder.test.ts), a log
// on a full disk (log.test.ts) and a wrong clock (clock-watch.test.ts).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { freePort } from "../../support/free-port.ts";
import { type OutsideProvider, startOutsideProvider } from "../../support/outside-provider.ts";
import { type Site, send, startSite, until } from "../../support/site.ts";

const alerts = new Map(
  (
    parse(readFileSync("server/operations/prometheus/alerts.yml", "utf8")).groups as {
      rules: { alert: string; expr: string }[];
    }[]
  )
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr }) => [alert, expr]),
);

/** Returns the sum of a metric's series that contain all of these texts; 0 if there is none. */
async function metricSum(adminPort: number, name: string, ...labels: string[]): Promise<number> {
  const { text } = await send(adminPort, { method: "GET", path: "/metrics" });
  return text
    .split("\n")
    .filter((line) => new RegExp(`^${name}[ {]`).test(line) && labels.every((word) => line.includes(word)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
}

/** Checks that the alert uses this metric. */
function expectAlertUses(alert: string, metric: string): void {
  expect(alerts.get(alert), alert).toContain(metric);
}

const UNCACHED_PAGE = "/algos/tracklist/shared/nobody-shares-this-list-now";

describe("while the provider has a fault", () => {
  let provider: OutsideProvider;
  let site: Site;
  let adminPort: number;
  beforeAll(async () => {
    provider = await startOutsideProvider();
    adminPort = await freePort();
    site = await startSite({ ...provider.env, ADMIN_PORT: String(adminPort) });
    await until(async () => site.log.some((line) => line.msg === "catalogue loaded"), Boolean, 60_000);
  }, 120_000);
  afterAll(async () => {
    await site?.stop();
    provider?.close();
  });

  const FAULTS: [mode: OutsideProvider["mode"], alert: "ProviderAway" | "ProviderUnreadable" | null][] = [
    ["silent", "ProviderAway"],
    ["failing", "ProviderAway"],
    ["cut", "ProviderAway"],
    ["huge", "ProviderAway"],
    ["dripping", null],
    ["rubbish", "ProviderUnreadable"],
    ["redirecting", "ProviderUnreadable"],
    ["garbled", "ProviderUnreadable"],
  ];

  it.each(FAULTS)(
    "lists load, other requests fail within 10 s, and the site recovers (fault: %s)",
    {
      timeout: 120_000,
    },
    async (mode, alert) => {
      const failedBefore = await metricSum(adminPort, "http_request_seconds_count", '"5xx"');
      provider.mode = mode;
      const startedAt = Date.now();
      const answer = await site.get(UNCACHED_PAGE);
      // A page waits three seconds; the rest is a margin for a busy machine.
      expect(Date.now() - startedAt).toBeLessThan(10_000);
      expect([502, 503]).toContain(answer.status);
      expect(answer.text).toMatch(/<h1[^>]*>[^<]+</);
      expect(answer.text).not.toMatch(/\bat \w+ \(|node_modules|UND_ERR/);
      if (answer.status === 503) expect(answer.headers["retry-after"]).toBeDefined();
      const list = await until(
        () => site.get("/algos"),
        ({ status }) => status === 200,
        20_000,
      );
      expect(list.text).toContain("Ridgeline");
      expect((await site.get("/readyz")).status).toBe(200);
      if (alert === "ProviderUnreadable") {
        expectAlertUses(alert, "provider_unreadable");
        await until(
          () => metricSum(adminPort, "provider_unreadable"),
          (state) => state > 0,
          20_000,
        );
        await until(
          () => site.get("/status"),
          ({ text }) => text.includes("responses are invalid"),
          20_000,
        );
      }
      if (alert === "ProviderAway") {
        expectAlertUses(alert, "provider_circuit_state");
        await until(
          async () => {
            void site.get(UNCACHED_PAGE).catch(() => null);
            return metricSum(adminPort, "provider_circuit_state", '"base_api"');
          },
          (state) => state > 0,
          30_000,
        );
      }
      expectAlertUses("PagesFail", "http_request_seconds_count");
      await until(
        () => metricSum(adminPort, "http_request_seconds_count", '"5xx"'),
        (failed) => failed > failedBefore,
        10_000,
      );
      provider.mode = "answering";
      await until(
        () => site.get(UNCACHED_PAGE),
        ({ status }) => status === 404,
        30_000,
      );
      await until(
        () => metricSum(adminPort, "provider_circuit_state", '"base_api"'),
        (state) => state === 0,
        10_000,
      );
      // The site must not follow the redirect.
      expect(provider.requests.filter((line) => line.includes("elsewhere"))).toEqual([]);
    },
  );
});

describe("a site", () => {
  let site: Site | null = null;
  afterEach(async () => {
    await site?.stop("SIGKILL");
    site = null;
  });

  it("without free file handles recovers after the connections are closed", {
    timeout: 120_000,
  }, async () => {
    const adminPort = await freePort();
    site = await startSite({ ADMIN_PORT: String(adminPort) });
    const running = site;
    const limited = spawnSync("prlimit", ["--pid", String(running.process.pid), "--nofile=256:256"]);
    expect(limited.status).toBe(0);
    await running.get("/algos");
    const sockets: Socket[] = Array.from({ length: 400 }, () => {
      const socket = connect(running.port, "127.0.0.1");
      socket.on("error", () => {});
      return socket;
    });
    expectAlertUses("OpenFilesHigh", "process_open_fds");
    await until(
      // While all file handles are in use, the operators' port accepts no connection either.
      async () =>
        Number(
          spawnSync("sh", ["-c", `ls /proc/${running.process.pid}/fd | wc -l`], { encoding: "utf8" }).stdout,
        ),
      (open) => open > 0.8 * 256,
      20_000,
    );
    for (const socket of sockets) socket.destroy();
    const page = await until(
      () => running.get("/algos").catch(() => ({ status: 0 })),
      ({ status }) => status === 200,
      30_000,
    );
    expect(page.status).toBe(200);
    expect(running.process.exitCode).toBeNull();
    expect(await metricSum(adminPort, "process_open_fds")).toBeLessThan(0.8 * 256);
  });

  it("without free memory restarts the sandbox and loses no acknowledged write", {
    timeout: 240_000,
  }, async () => {
    const adminPort = await freePort();
    site = await startSite({ ADMIN_PORT: String(adminPort) });
    const running = site;
    await until(async () => running.log.some((line) => line.msg === "catalogue loaded"), Boolean, 60_000);
    const before = running.sandboxPid();
    // The kernel now refuses memory to the sandbox.
    expect(spawnSync("prlimit", ["--pid", String(before), "--as=1:1", "--data=1:1"]).status).toBe(0);
    await until(
      async () => {
        // The requests only make the sandbox allocate memory; their responses are irrelevant.
        for (let request = 0; request < 5; request += 1)
          void running.get(`/sandbox/portal?turn=${Math.random()}`).catch(() => null);
        expect((await running.get("/algos")).status).toBeLessThan(504);
        return running.sandboxPid();
      },
      (pid) => pid !== before,
      // The process uses its present memory first, which takes longer on a busy machine.
      150_000,
    );
    const list = await until(
      () => running.get("/algos"),
      ({ status }) => status === 200,
      30_000,
    );
    expect(list.text).toContain("Ridgeline");
    expectAlertUses("SandboxRestarts", "sandbox_restarts_total");
    expect(await metricSum(adminPort, "sandbox_restarts_total")).toBeGreaterThan(0);
    await until(
      () => running.get(UNCACHED_PAGE),
      ({ status }) => status === 404,
      30_000,
    );
  });
});
