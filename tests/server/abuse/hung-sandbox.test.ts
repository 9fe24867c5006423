// A sandbox that hangs is detected, stopped and restarted without losing acknowledged writes. A sandbox that was
// suspended together with the site is not restarted. The site's pages stay available.
import { existsSync, readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { LIMITS } from "../../../server/limits.ts";
import { TestUser } from "../../support/sign-in.ts";
import { type Site, startSite, until } from "../../support/site.ts";

const RESTARTED_WITHIN_MS = LIMITS.sandboxSilentForMs + 20_000;
const sites: Site[] = [];
async function start(env: Record<string, string> = {}): Promise<Site> {
  const site = await startSite(env);
  sites.push(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) {
    site.process.kill("SIGCONT");
    await site.stop("SIGKILL");
  }
});

const killCount = (site: Site) =>
  site.log.filter(({ msg }) => msg === "sandbox does not respond and will be killed").length;

it("the site restarts a hung sandbox without losing acknowledged writes", {
  timeout: 90_000,
}, async () => {
  const site = await start();
  const reader = new TestUser(site);
  await reader.signIn();
  const xsrf = await reader.xsrf();
  const made = await reader.post("/algos/tracklist", {
    xsrf,
    intent: "create",
    key: "hung-list-key",
    name: "Before it hung",
  });
  expect(made.status).toBe(303);
  const pid = site.sandboxPid();
  process.kill(pid, "SIGSTOP");
  expect((await site.get("/healthz")).status).toBe(200);
  await until(
    async () => site.sandboxPid(),
    (now) => now !== pid,
    RESTARTED_WITHIN_MS,
  );
  expect(killCount(site)).toBe(1);
  const page = await until(
    () => reader.get("/algos/tracklist"),
    ({ status }) => status === 200,
    20_000,
  );
  expect(page.text).toContain("Before it hung");
});

it("the site does not restart the sandbox after both processes were paused", {
  timeout: 90_000,
}, async () => {
  const site = await start();
  const pid = site.sandboxPid();
  process.kill(pid, "SIGSTOP");
  site.process.kill("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, LIMITS.sandboxSilentForMs + 2_000));
  site.process.kill("SIGCONT");
  // The site resumes first, and checks the sandbox before the sandbox can send a message.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  process.kill(pid, "SIGCONT");
  await until(
    () => site.get("/algos?q=awake"),
    ({ status }) => status === 200,
    15_000,
  );
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect([killCount(site), site.sandboxPid()]).toEqual([0, pid]);
});

/** True for a process that has not ended. A container's first process may leave ended processes in the list. */
function isRunning(pid: string): boolean {
  const file = `/proc/${pid}/status`;
  return existsSync(file) && !/^State:\s+[ZX]/m.test(readFileSync(file, "utf8"));
}

it("processes that compute records end when the sandbox is killed", { timeout: 90_000 }, async () => {
  // No records are shipped for this seed, so the sandbox computes them.
  const site = await start({ SANDBOX_RECORDS: "all", SANDBOX_SEED: "7" });
  const sandbox = site.sandboxPid();
  const computing = await until(
    async () => readFileSync(`/proc/${sandbox}/task/${sandbox}/children`, "utf8").match(/\d+/g) ?? [],
    (pids) => pids.length > 0,
    30_000,
  );
  process.kill(sandbox, "SIGKILL");
  await until(
    async () => computing.filter(isRunning),
    (left) => left.length === 0,
    5_000,
  );
});

it("the sandbox runs at a lower priority than the site", async () => {
  const site = await start();
  // Returns the nice value: the nineteenth field of /proc/PID/stat, counted after the name in brackets.
  const niceValueOf = (pid: number) =>
    Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);
  expect(niceValueOf(site.sandboxPid()) - niceValueOf(site.process.pid ?? 0)).toBe(5);
});
