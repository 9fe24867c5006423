// The site in front of a provider that shares no code with the site: unusual items, refused calls, missing parts and
// outages. Users always get pages.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type IndependentProvider, startIndependentProvider, withFaults } from "../providers/base-api.ts";
import { ALGOS, ODD_ITEMS, type OddItem } from "../providers/catalogue.ts";
import { siteSettings } from "../providers/site-settings.ts";
import { freePort } from "../support/free-port.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, send, startSite, until } from "../support/site.ts";

const STEPPER_RESULTS = "/algos/find?capital=500000&risk=High&instrument=Index";
/** Pages that a new user visits from the home page to the sign-in. */
const VISITED_PAGES = [
  "/",
  "/algos",
  "/algos?instrument=Equity",
  "/algos/by-instrument/equity-trading-algo",
  "/algos/by-risk-tolerance/low-risk-algo",
  "/algos/popular-algo/most-deployed-algo",
  "/algos/managers",
  "/algos/managers/basalt-systems",
  "/algos/managers/cedar-research/basalt-rule-2",
  STEPPER_RESULTS,
  "/search?q=basalt",
  "/algos/compare?id=basalt-rule-2&id=basalt-rule-3",
  "/sitemap.xml",
  "/status",
];
const OMITTED_MESSAGE = "invalid item of a provider's list omitted";
const ACCEPTED_ITEMS: readonly OddItem[] = [
  "unknown tag",
  "unknown risk",
  "amount as text",
  "fractional amount",
  "no loss limits",
  "no summary",
  "long name",
  "no tags",
];
const OMITTED_ITEMS = (Object.keys(ODD_ITEMS) as OddItem[]).filter((kind) => !ACCEPTED_ITEMS.includes(kind));

/**
 * Returns the address of the algo with this kind of invalid or unusual data; `kinds` are those of the provider's last
 * algos.
 */
function pageOf(kinds: readonly OddItem[], kind: OddItem): string {
  const algo = ALGOS[ALGOS.length - kinds.length + kinds.indexOf(kind)];
  return `/algos/managers/${algo?.manager.id}/${algo?.id}`;
}

let provider: IndependentProvider;
beforeAll(async () => {
  provider = await startIndependentProvider();
});
afterAll(() => provider.close());
afterEach(() => {
  provider.faults = withFaults({});
});

/** Runs `work` on a site whose caches are empty. */
async function onColdSite<T>(work: (site: Site) => Promise<T>, env: Record<string, string> = {}): Promise<T> {
  const site = await startSite({ ...siteSettings(provider.url), ...env });
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

const statusesOf = async (site: Site, paths: readonly string[]) =>
  Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await site.get(path)).status])));
const all200 = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, 200]));

async function adminOf(port: number, path: string): Promise<string> {
  return (await send(port, { method: "GET", path })).text;
}

describe("unusual items in the provider's lists", () => {
  it("are shown if valid; unknown tags and risk levels are shown as escaped text", async () => {
    provider.faults = withFaults({ oddItems: ACCEPTED_ITEMS });
    await onColdSite(async (site) => {
      const sitemap = (await site.get("/sitemap.xml")).text;
      expect(ALGOS.filter(({ id }) => !sitemap.includes(`/${id}<`))).toEqual([]);
      expect(await statusesOf(site, VISITED_PAGES)).toEqual(all200(VISITED_PAGES));
      expect(site.log.filter(({ msg }) => msg === OMITTED_MESSAGE)).toEqual([]);
      const unknownRisk = (await site.get(pageOf(ACCEPTED_ITEMS, "unknown risk"))).text;
      expect(unknownRisk).toContain("Very &lt;b&gt;high");
      expect(unknownRisk).not.toContain("Very <b>high");
      expect(unknownRisk).toContain("rated by its provider");
      expect((await site.get(pageOf(ACCEPTED_ITEMS, "unknown tag"))).text).toContain("Commodity");
      expect((await site.get("/algos")).text).not.toContain('value="Commodity"');
    });
  });

  it("are omitted if invalid, and each invalid field is reported", async () => {
    provider.faults = withFaults({ oddItems: OMITTED_ITEMS });
    const adminPort = await freePort();
    await onColdSite(
      async (site) => {
        const sitemap = (await site.get("/sitemap.xml")).text;
        const listed = ALGOS.filter(({ id }) => sitemap.includes(`/${id}<`));
        expect(listed).toEqual(ALGOS.slice(0, -OMITTED_ITEMS.length));
        expect(await statusesOf(site, VISITED_PAGES)).toEqual(all200(VISITED_PAGES));
        const metrics = await adminOf(adminPort, "/metrics");
        const counted = [
          ...metrics.matchAll(
            /provider_items_left_out_total\{operation="listStrategies",path="(.*?)"\} [1-9]/g,
          ),
        ].map(([, path]) => path);
        expect(counted).toHaveLength(OMITTED_ITEMS.length);
        const logged = site.log
          .filter(({ msg, operation }) => msg === OMITTED_MESSAGE && operation === "listStrategies")
          .map(({ path }) => path);
        expect(logged.toSorted()).toEqual(counted.toSorted());
        expect(await adminOf(adminPort, "/status.json")).toContain("(listStrategies)");
      },
      { ADMIN_PORT: String(adminPort) },
    );
  });

  it("every page loads if the lists have no filter counts", async () => {
    provider.faults = withFaults({ withoutFacets: true });
    await onColdSite(async (site) =>
      expect(await statusesOf(site, VISITED_PAGES)).toEqual(all200(VISITED_PAGES)),
    );
  });
});

describe("a provider that refuses the site's calls", () => {
  it.each([401, 403])("if it responds with %i, pages return 200 or 503", async (publicStatus) => {
    provider.faults = withFaults({ publicStatus });
    await onColdSite(async (site) => {
      const statuses = Object.values(await statusesOf(site, VISITED_PAGES));
      expect(new Set(statuses)).toEqual(new Set([200, 503]));
      expect((await site.get("/algos")).headers["retry-after"]).toBeDefined();
      const ready = await site.get("/readyz");
      expect(ready.status).toBe(200);
    });
  });

  it("is reported on all status pages, and cached pages show their age", async () => {
    const adminPort = await freePort();
    await onColdSite(
      async (site) => {
        await until(async () => site.log.some(({ msg }) => msg === "catalogue loaded"), Boolean, 30_000);
        provider.faults = withFaults({ publicStatus: 401 });
        const list = await until(
          () => site.get("/algos?sort=tracked"),
          ({ text }) => text.includes("data-kept-since"),
          20_000,
        );
        expect(list.status).toBe(200);
        const reason = "it refuses this site";
        const ready = await until(
          () => site.get("/readyz"),
          ({ text }) => text.includes(reason),
          20_000,
        );
        expect(JSON.parse(ready.text).degraded).toMatchObject([
          { service: "provider", state: "unavailable" },
        ]);
        const status = await until(
          () => site.get("/status"),
          ({ text }) => text.includes(reason),
          20_000,
        );
        expect(status.text).not.toContain("All services are working");
        expect(await adminOf(adminPort, "/status.json")).toContain(reason);
        expect(await adminOf(adminPort, "/metrics")).toMatch(/provider_refusing_us 1/);
      },
      { ADMIN_PORT: String(adminPort) },
    );
  });

  it("receives the site's credential, and a replaced secret without a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "secret-"));
    const file = join(folder, "secret");
    writeFileSync(file, "first-secret\n");
    await onColdSite(
      async (site) => {
        await site.get("/algos");
        expect(provider.lastHeaders()["x-service-key"]).toBe("first-secret");
        writeFileSync(file, "second-secret\n");
        await until(
          async () => {
            await site.get(`/algos/managers?again=${Math.random()}`);
            await site.get(`/search?q=rule${Math.random()}`);
            return provider.lastHeaders()["x-service-key"];
          },
          (sent) => sent === "second-secret",
          10_000,
        );
        expect(JSON.stringify(site.log)).not.toContain("-secret\\n");
        expect(JSON.stringify(site.log)).not.toContain("first-secret");
      },
      { BASE_API_HEADER: "X-Service-Key", BASE_API_SECRET_FILE: file },
    );
    rmSync(folder, { recursive: true });
  });
});

describe("an authentication service that refuses the partner", () => {
  it("is reported on the login and status pages until it recovers", async () => {
    provider.faults = withFaults({ refusesPartner: true });
    const adminPort = await freePort();
    await onColdSite(
      async (site) => {
        expect(await statusesOf(site, VISITED_PAGES)).toEqual(all200(VISITED_PAGES));
        const login = await site.get("/login");
        expect(login.status).toBe(503);
        expect(login.headers["retry-after"]).toBe("60");
        expect(login.text).toContain("Sign-in is not available now");
        expect(login.text).toContain('href="/status"');
        const line = site.log.find(({ msg }) => msg === "call of the authentication service failed");
        expect(line).toMatchObject({
          reason: "partner refused with 401",
          requestId: login.headers["x-request-id"],
        });
        const reason = "the broker refuses sign-ins of this site";
        const ready = await until(
          () => site.get("/readyz"),
          ({ text }) => text.includes(reason),
          20_000,
        );
        expect(ready.status).toBe(200);
        const status = await until(
          () => site.get("/status"),
          ({ text }) => text.includes(reason),
          20_000,
        );
        expect(status.text).not.toContain("All services are working");
        expect(await adminOf(adminPort, "/status.json")).toContain(reason);
        expect(await adminOf(adminPort, "/metrics")).toMatch(/sign_in_partner_refused 1/);
        provider.faults = withFaults({});
        expect((await site.get("/login")).status).toBe(303);
        expect(await adminOf(adminPort, "/metrics")).toMatch(/sign_in_partner_refused 0/);
      },
      { ADMIN_PORT: String(adminPort) },
    );
  });
});

describe("a provider without some parts of an account", () => {
  it.each([
    ["/v1/portfolio", "P&amp;L and margin"],
    ["/v1/kill-switch", "the state of the kill switch"],
    ["/v1/events", "events"],
    ["/v1/positions", "positions"],
  ])("My algos shows its other sections when %s returns 404", async (path, name) => {
    provider.faults = withFaults({ missing: [path] });
    await onColdSite(async (site) => {
      const reader = new TestUser(site);
      await reader.get("/login");
      expect((await reader.get("/auth/callback?tokenId=token-1&consentId=consent-1")).status).toBe(303);
      const page = await reader.get("/algos/my-algos");
      expect(page.status).toBe(200);
      expect(page.text).toContain("Part of this page is not available");
      expect(page.text).toContain(name);
    });
  });
});

describe("a provider that is down from the start", () => {
  it("pages return 503 and state the start of the outage", async () => {
    provider.faults = withFaults({ isDown: true });
    await onColdSite(async (site) => {
      const page = await until(
        () => site.get("/algos"),
        ({ text }) => text.includes("data-down-since"),
        20_000,
      );
      expect(page.status).toBe(503);
      expect(page.headers["retry-after"]).toBeDefined();
    });
  });
});

describe("a site without the sandbox", () => {
  it("links only to existing pages, and shows no manager of the sandbox", async () => {
    await onColdSite(async (site) => {
      const sitemap = (await site.get("/sitemap.xml")).text;
      const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(
        ([, path = ""]) => path,
      );
      expect(paths.length).toBeGreaterThan(60);
      const statuses: [string, number][] = [];
      for (const path of paths) statuses.push([path, (await site.get(path)).status]);
      expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
      expect((await site.get("/")).text).not.toContain("kestrel");
    });
  });

  it('logs "this is a demo" only if no provider is configured', async () => {
    const demo = await startSite();
    expect(demo.log.some(({ msg }) => msg?.startsWith("this is a demo"))).toBe(true);
    await demo.stop();
    await onColdSite(async (site) =>
      expect(site.log.some(({ msg }) => msg?.startsWith("this is a demo"))).toBe(false),
    );
  });
});
