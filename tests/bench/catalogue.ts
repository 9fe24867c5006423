// Compares a site whose provider has 10,000 algos with a site whose provider has 100, in the same run. Measures start,
// loading of the catalogue, memory, lists, orders, search and sitemap, with cold and warm caches, with the provider up
// and down. Needs the build. `npm run bench:catalogue`
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { startIndependentProvider, withFaults } from "../providers/base-api.ts";
import { siteSettings } from "../providers/site-settings.ts";
import { type Site, startSite, until } from "../support/site.ts";

const LARGE = Number(process.argv[2] ?? 10_000);
const SMALL = 100;
const READ_WITHIN_MS = 300_000;
/** Age above which a cached page is no longer served, in ms. */
const STALE_AFTER_MS = 40_000;
const PAGES = {
  list: "/algos",
  "by amount": "/algos?sort=min_amount",
  "by drawdown": "/algos?sort=drawdown",
  filtered: "/algos?instrument=Equity",
  search: "/search?q=basalt+rule+77",
  collection: "/algos/by-instrument/equity-trading-algo",
  manager: "/algos/managers/amber-quants",
  sitemap: "/sitemap.xml?part=1",
};

type Figures = Record<string, number>;

/** Resident memory of the site's process in MiB. */
const residentMebibytes = (site: Site) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.process.pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;

/** Measures per page the times in ms of the first response and of the next one. */
async function measurePages(site: Site, figures: Figures, state: string): Promise<void> {
  for (const [name, path] of Object.entries(PAGES))
    for (const cacheState of ["cold", "warm"]) {
      const startedAt = performance.now();
      const { status } = await site.get(path);
      figures[`${name}, ${state}, ${cacheState} (ms)`] = performance.now() - startedAt;
      if (status !== 200) throw new Error(`${path} answered ${status} with the provider ${state}`);
    }
}

async function measure(algos: number): Promise<Figures> {
  const provider = await startIndependentProvider({ algos });
  const figures: Figures = {};
  const startedAt = performance.now();
  const site = await startSite({ ...siteSettings(provider.url), PAGES_PER_ADDRESS: "10000" });
  figures["start (ms)"] = performance.now() - startedAt;
  const logged = (message: string) =>
    until(async () => site.log.some(({ msg }) => msg === message), Boolean, READ_WITHIN_MS);
  await logged("catalogue lists loaded");
  figures["lists read (ms)"] = performance.now() - startedAt;
  await measurePages(site, figures, "up");
  await logged("catalogue loaded");
  figures["first round read (ms)"] = performance.now() - startedAt;
  provider.faults = withFaults({ isDown: true });
  await site.get("/algos?q=outage");
  await new Promise((resolve) => setTimeout(resolve, STALE_AFTER_MS));
  await measurePages(site, figures, "down");
  figures["memory (MiB)"] = residentMebibytes(site);
  await site.stop();
  await provider.close();
  return figures;
}

const small = await measure(SMALL);
const large = await measure(LARGE);
console.log(`${cpus().length} cores, node ${process.version}; ${SMALL} algos, ${LARGE} algos, ratio\n`);
for (const [name, value] of Object.entries(large)) {
  const ofSmall = small[name] ?? Number.NaN;
  console.log(
    `${name.padEnd(32)} ${ofSmall.toFixed(0).padStart(8)} ${value.toFixed(0).padStart(8)} ${(value / ofSmall).toFixed(1).padStart(7)}`,
  );
}
