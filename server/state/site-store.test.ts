// The site's store: only one process may own a folder, the counts of limiters survive a restart, and an unusable folder
// is reported.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createLimiter } from "../rate-limits/limiter.ts";
import { FolderError } from "../storage/claimed-store.ts";
import { openSiteStore } from "./site-store.ts";

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "store-"));
  folders.push(made);
  return made;
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const open = (dataDir: string, writeEveryMs = 10) =>
  openSiteStore({
    dataDir,
    writeEveryMs,
    onFault: (fault) => {
      throw fault;
    },
  });
const limiter = () => createLimiter({ atMost: 2, withinMs: 60_000, now: Date.now });

/** Opens the folder's store in another process and returns what it prints. */
function openElsewhere(dataDir: string): string {
  const script = `import { openSiteStore } from "./server/state/site-store.ts";
    try { openSiteStore({ dataDir: process.argv[1], onFault() {} }).close(); console.log("opened"); } catch (fault) { console.log(fault.message); }`;
  const run = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, dataDir], {
    encoding: "utf8",
    timeout: 30_000,
  });
  return run.stdout + run.stderr;
}

it("refuses a second process while the first process uses the data folder", () => {
  const dataDir = folder();
  const store = open(dataDir);
  const refusal = openElsewhere(dataDir);
  expect(refusal).toContain(`DATA_DIR ${dataDir} is used by another running site (process ${process.pid})`);
  expect(refusal).not.toMatch(/\bat \w+ \(/);
  store.close();
  expect(openElsewhere(dataDir)).toContain("opened");
});

it("makes the data folder and its files accessible only to the owner", () => {
  const dataDir = join(folder(), "inner");
  const store = open(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "site.db")).mode & 0o777).toBe(0o600);
  store.close();
});

it("restores the counts of rate limiters after a restart", async () => {
  const dataDir = folder();
  const first = open(dataDir);
  const { login } = first.persistLimiters({ login: limiter(), chat: limiter() });
  expect([login.take("a"), login.take("a"), login.take("a")]).toEqual([true, true, false]);
  await vi.waitFor(() =>
    expect(first.read("limiter login")).toEqual([["a", [expect.any(Number), expect.any(Number)]]]),
  );
  expect(first.read("limiter chat")).toBeNull();
  login.take("b");
  first.close();
  const second = open(dataDir);
  const after = second.persistLimiters({ login: limiter() });
  expect([after.login.take("a"), after.login.take("b"), after.login.take("b")]).toEqual([false, true, false]);
  expect(after.login.retryAfterS("a")).toBeGreaterThan(0);
  second.close();
});

it("reports a data folder that is a file, without a stack trace", () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  expect(() => open(file)).toThrow(FolderError);
  expect(() => open(file)).toThrow(/^DATA_DIR .* cannot be used: /);
});
