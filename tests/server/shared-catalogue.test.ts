// Sites in front of the same provider, on a real Redis. One replica loads the catalogue for all, and an operator's
// settings apply to all.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type IndependentProvider, startIndependentProvider, withFaults } from "../providers/base-api.ts";
import { siteSettings } from "../providers/site-settings.ts";
import { freePort } from "../support/free-port.ts";
import { Operator } from "../support/operator.ts";
import { type Site, startSite, until } from "../support/site.ts";
import { ensureRedis } from "../support/system-tools.ts";

const LAST_ALGO = "/algos/managers/amber-quants/basalt-rule-30";

let provider: IndependentProvider;
let redis: ChildProcess;
let busUrl: string;
const folder = mkdtempSync(join(tmpdir(), "shared-catalogue-"));
const sites: Site[] = [];

beforeAll(async () => {
  provider = await startIndependentProvider();
  const port = await freePort();
  busUrl = `redis://127.0.0.1:${port}`;
  redis = spawn(ensureRedis(), ["--port", String(port), "--save", "", "--dir", folder], { stdio: "ignore" });
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop("SIGKILL")));
  redis.kill("SIGKILL");
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startReplica(env: Record<string, string> = {}): Promise<Site> {
  const site = await startSite({ ...siteSettings(provider.url), BUS_URL: busUrl, ...env });
  sites.push(site);
  return site;
}
const SECRET = "compliance-secret-of-replicas";
const hasRead = (site: Site) => site.log.some(({ msg }) => msg === "catalogue loaded");
const callsOf = (path: string) => provider.calls().filter((call) => call === path).length;

it("one replica loads the catalogue from the provider and shares it with the others", {
  timeout: 90_000,
}, async () => {
  const first = await startReplica();
  await until(async () => hasRead(first), Boolean, 30_000);
  const second = await startReplica();
  await until(async () => hasRead(second), Boolean, 30_000);
  expect(callsOf("/v1/strategies/basalt-rule-30/instruments")).toBe(1);
  // The replica that loads the catalogue stops; the other one continues with the shared catalogue.
  await first.stop();
  await until(
    async () => second.log.some(({ msg }) => msg === "catalogue: this replica loads it for all replicas"),
    Boolean,
    30_000,
  );
  const third = await startReplica();
  await until(async () => hasRead(third), Boolean, 30_000);
  expect(callsOf("/v1/strategies/basalt-rule-30/instruments")).toBe(1);
  provider.faults = withFaults({ isDown: true });
  for (const site of [second, third]) {
    const page = await until(
      () => site.get(LAST_ALGO),
      ({ status }) => status === 200,
      20_000,
    );
    expect(page.text).toContain("data-kept-since");
  }
});

it("an algo put on hold on one replica is hidden on running and new replicas", {
  timeout: 90_000,
}, async () => {
  provider.faults = withFaults({});
  const port = await freePort();
  const console = { ADMIN_PORT: String(port), CONSOLE_SECRETS: `compliance=${SECRET}` };
  const [one, two] = await Promise.all([startReplica(console), startReplica()]);
  await until(async () => hasRead(one), Boolean, 30_000);
  expect((await two.get(LAST_ALGO)).status).toBe(200);
  const operator = new Operator(port);
  await operator.signIn(SECRET);
  await operator.post("/console/holds", { algo: "basalt-rule-30", reason: "Review" });
  expect((await one.get(LAST_ALGO)).status).toBe(404);
  const from = Date.now();
  await until(
    () => two.get(LAST_ALGO),
    ({ status }) => status === 404,
    5_000,
  );
  expect(Date.now() - from).toBeLessThan(2_000);
  const later = await startReplica();
  await until(
    () => later.get(LAST_ALGO),
    ({ status }) => status === 404,
    10_000,
  );
  await operator.post("/console/holds", { algo: "basalt-rule-30", release: "yes" });
  await until(
    () => later.get(LAST_ALGO),
    ({ status }) => status === 200,
    5_000,
  );
});
