// A provider with more algos than one list page contains: totals, the sitemap, and pages while the provider is down.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IndependentProvider, startIndependentProvider, withFaults } from "../providers/base-api.ts";
import { siteSettings } from "../providers/site-settings.ts";
import { type Site, startSite, until } from "../support/site.ts";

const ALGOS = 5_200;
const TOTAL = "5,200 algos";
const READ_WITHIN_MS = 90_000;

let provider: IndependentProvider;
let site: Site;
let limited: Site;
beforeAll(async () => {
  provider = await startIndependentProvider({ algos: ALGOS });
  site = await startSite(siteSettings(provider.url));
  limited = await startSite({ ...siteSettings(provider.url), CATALOGUE_ALGOS_MAX: "250" });
}, 60_000);
afterAll(async () => {
  await Promise.all([site.stop(), limited.stop()]);
  await provider.close();
});

const nextOf = (html: string) =>
  parse(html).querySelector('a[rel="next"]')?.getAttribute("href")?.replace(/#.*$/, "") ?? null;
const algosOn = (html: string) =>
  [...html.matchAll(/href="\/algos\/managers\/[^/"]+\/(basalt-rule-\d+)"/g)].map(([, id = ""]) => id);

describe("a list of 5,200 algos", () => {
  it("shows the correct total in every sort order", async () => {
    for (const path of ["/algos", "/algos?sort=tracked", "/algos?sort=drawdown"])
      expect((await site.get(path)).text, path).toContain(TOTAL);
  });

  it("sorts 100 algos by drawdown, and lists the other algos on later pages", async () => {
    let page = (await site.get("/algos?sort=drawdown")).text;
    expect(page).toContain("100 algos are sorted by drawdown");
    const seen = new Set<string>();
    for (let index = 0; index < 12; index += 1) {
      for (const id of algosOn(page)) seen.add(id);
      const next = nextOf(page);
      expect(next, `page ${index + 2}`).not.toBeNull();
      page = (await site.get(next ?? "")).text;
      expect(page).toContain(TOTAL);
    }
    expect(seen.size).toBeGreaterThan(120);
    const back = parse(page).querySelector('a[rel="prev"]')?.getAttribute("href") ?? "";
    expect((await site.get(back)).status).toBe(200);
  });

  it("states how many algos were checked if it is filtered by drawdown", async () => {
    expect((await site.get("/algos?drawdown=10")).text).toContain("100 of 5,200 algos were checked");
  });

  it("lists every algo in a sitemap that consists of several files", { timeout: 120_000 }, async () => {
    const index = await until(
      () => site.get("/sitemap.xml"),
      ({ status }) => status === 200,
      READ_WITHIN_MS,
    );
    const parts = [...index.text.matchAll(/<sitemap><loc>(.*?)<\/loc>/g)].map(([, url = ""]) =>
      url.replaceAll("&amp;", "&").replace(site.origin, ""),
    );
    expect(parts.length).toBeGreaterThan(1);
    const listed: string[] = [];
    for (const part of parts) {
      const answer = await site.get(part);
      expect(answer.status, part).toBe(200);
      expect(answer.text.length).toBeLessThan(1_000_000);
      listed.push(...[...answer.text.matchAll(/<url><loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url));
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((url) => url.includes("basalt-rule-"))).toHaveLength(ALGOS);
    expect(listed).toContain(`${site.origin}/algos`);
    expect((await site.get("/sitemap.xml?part=99")).status).toBe(404);
    expect((await site.get("/sitemap.xml?part=x")).status).toBe(404);
  });
});

describe("while the provider is down", () => {
  beforeAll(async () => {
    const isRead = (one: Site) => one.log.filter(({ msg }) => msg === "catalogue loaded").length > 0;
    const hasLists = (one: Site) => one.log.some(({ msg }) => msg === "catalogue lists loaded");
    await until(async () => isRead(site) && hasLists(limited), Boolean, READ_WITHIN_MS);
    provider.faults = withFaults({ isDown: true });
  }, READ_WITHIN_MS);

  it("lists, filters, search and the sitemap work, and pages state the age of their data", async () => {
    const search = "/algos?q=basalt+rule+5199";
    const lists = ["/algos", "/algos?instrument=Equity", "/algos?sort=min_amount", search];
    for (const path of [...lists, "/algos/managers"]) {
      const { status, text } = await site.get(path);
      expect(status, path).toBe(200);
      expect(text, path).toContain("Delayed. Last updated");
    }
    expect((await site.get(search)).text).toContain("basalt-rule-5199");
    expect((await site.get("/algos")).text).toContain(TOTAL);
    expect((await site.get("/sitemap.xml?part=1")).status).toBe(200);
  });

  it("the pages of algos that were loaded at the start return 200", async () => {
    for (const id of [1, 166, 332])
      expect(
        (await site.get(`/algos/managers/basalt-systems/basalt-rule-${id * 3 + 1}`)).status,
        `${id}`,
      ).toBe(200);
  });

  it("shows the first CATALOGUE_ALGOS_MAX algos, and logs once that others are missing", async () => {
    expect((await limited.get("/algos")).text).toContain("250 algos");
    const lines = limited.log.filter(({ msg }) => String(msg).includes("CATALOGUE_ALGOS_MAX"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ read: 250, total: ALGOS });
  });
});
