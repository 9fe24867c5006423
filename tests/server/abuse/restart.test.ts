// Limits survive a restart: attempts that an address made before the restart still count.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { LIMITS } from "../../../server/limits.ts";
import { type Site, startSite, until } from "../../support/site.ts";

const sites: Site[] = [];
const folder = mkdtempSync(join(tmpdir(), "restart-"));
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Site> {
  const site = await startSite({ DATA_DIR: folder, TRUSTED_PROXY_HOPS: "1" });
  sites.push(site);
  return site;
}

/** Returns the time (epoch ms) at which the site last wrote its store, which only the site may open. */
const writtenAt = () =>
  Math.max(
    ...readdirSync(folder)
      .filter((name) => name.startsWith("site.db"))
      .map((name) => statSync(join(folder, name)).mtimeMs),
  );

/** Starts one more login from `address` and returns its status. */
const login = async (site: Site, address: string) =>
  (await site.get("/login", { "x-forwarded-for": address })).status;

it("an address above its login limit is still refused after kill -9 and a restart", {
  timeout: 90_000,
}, async () => {
  const before = await start();
  let [last, askedAt] = [0, 0];
  for (let begun = 0; begun <= LIMITS.loginsPerMinute && last !== 429; begun += 1) {
    askedAt = Date.now();
    last = await login(before, "192.0.2.1");
  }
  expect(last).toBe(429);
  const refused = before.log.filter(({ kind, event }) => kind === "security" && event === "rate_limited");
  expect(refused.at(-1)).toMatchObject({ address: "192.0.2.1", level: "warn" });
  // Waits until the counts of the attempts are stored.
  await until(
    async () => writtenAt(),
    (at) => at > askedAt,
    20_000,
  );
  await before.stop("SIGKILL");
  const after = await start();
  expect([await login(after, "192.0.2.1"), await login(after, "192.0.2.2")]).toEqual([429, 303]);
});
