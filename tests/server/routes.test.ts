// Every route of the specification responds, alternative forms of links redirect, and unknown addresses get a real 404.
import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { PAGE_KINDS, SPEC_REDIRECTS, SPEC_ROUTES } from "../support/page-kinds.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

describe("the specification's routes", () => {
  it.each(SPEC_ROUTES)("%s returns 200 and a page with one main heading", async (path) => {
    const answer = await untilComplete(site, path);
    expect(answer.status).toBe(200);
    expect(parse(answer.text).querySelectorAll("main h1")).toHaveLength(1);
  });

  it.each(SPEC_REDIRECTS)("%s redirects permanently to %s", async (from, to) => {
    const answer = await site.get(from);
    expect([answer.status, answer.headers.location]).toEqual([301, to]);
  });

  it.each(Object.entries(PAGE_KINDS))("%s (%s) returns 200 without a redirect", async (_, path) => {
    expect((await untilComplete(site, path)).status).toBe(200);
  });
});

describe("collections contain the specified algos", () => {
  async function countOn(path: string): Promise<number> {
    const page = parse((await site.get(path)).text);
    return Number.parseInt(page.querySelector("#results")?.text ?? "", 10);
  }

  it.each(SPEC_ROUTES.filter((path) => path.startsWith("/algos/by-")))(
    "%s contains at least one algo",
    async (path) => {
      expect(await countOn(path)).toBeGreaterThan(0);
    },
  );

  it.each(SPEC_ROUTES.filter((path) => path.startsWith("/algos/popular-algo/")))(
    "%s contains eight algos",
    async (path) => {
      expect(await countOn(path)).toBe(8);
    },
  );

  it("the manager kestrel-ridge has nine algos", async () => {
    expect(await countOn("/algos/managers/kestrel-ridge")).toBe(9);
  });

  it("the lists under and over ₹2,00,000 together contain as many algos as /algos", async () => {
    const [all, under, over] = await Promise.all(
      ["/algos", "/algos/by-investment/under-200000-rs", "/algos/by-investment/over-200000-rs"].map(countOn),
    );
    expect((under ?? 0) + (over ?? 0)).toBe(all);
  });
});

describe("missing pages", () => {
  it.each([
    ["/nowhere", /Page not found/],
    ["/algos/by-instrument/nifty-option-trading-algo", /Nifty options algos/],
    ["/algos/managers/kestrel-ridge/ridgelin-condr", /Ridgeline Condor/],
    ["/algos/managers/kestral-ridge", /Kestrel Ridge Research/],
    ["/trading-apis/bankers", /APIs for banks/],
    ["/docs/v2/order", /\/docs\/v2\/orders/],
    ["/ridgelin-condr", />Kestrel Ridge Research</],
    ["/stocks/reliance", /\/markets\/NSE_EQ\//],
    ["/legal/imprint", /Disclosures/],
    ["/algos/by-moon-phase", /By instrument/],
  ])("%s gets a 404 with links to similar pages", async (path, near) => {
    const answer = await site.get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.text).toMatch(near);
    expect(answer.text).toContain('name="robots" content="noindex"');
  });

  it("an unknown asset gets a plain 404 without a page", async () => {
    const answer = await site.get("/assets/nothing-12345678.js");
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
  });

  it("an algo under another manager's address redirects to its canonical address", async () => {
    const answer = await site.get("/algos/managers/saffron-quant/ridgeline-condor?amount=2L");
    expect([answer.status, answer.headers.location]).toEqual([
      301,
      "/algos/managers/kestrel-ridge/ridgeline-condor?amount=2L",
    ]);
  });
});

describe("a suspended algo", () => {
  const PATH = "/algos/managers/tidewater-algos/spring-tide-scalp";
  const SINCE = /Suspended since 5 Sep(?:tember|t)? 2024/;

  it("is marked on its page with day and reason, and cannot be deployed", async () => {
    const page = await site.get(PATH);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(SINCE);
    expect(page.text).toContain("It lost 40% of the amount. At that loss its rules stop opening positions.");
    expect(page.text).not.toContain(`${PATH}/deploy`);
  });

  it("is marked on its card and in comparisons", async () => {
    expect((await site.get("/algos/managers/tidewater-algos")).text).toContain("Suspended");
    const compared = await site.get("/algos/compare?id=spring-tide-scalp&id=ridgeline-condor");
    expect(compared.text).toMatch(SINCE);
  });
});

describe("canonical addresses", () => {
  it.each([
    ["/algos/", 308, "/algos"],
    ["/docs/v2", 308, "/docs/v2/"],
    ["/docs/v2/clients/typescript", 302, "/docs/v2/clients#typescript"],
    ["/docs/v2/clients/python", 302, "/docs/v2/clients#python"],
    ["/docs/v2/orders/", 308, "/docs/v2/orders"],
    ["/algos?risk=Houses&instrument=Equity", 302, "/algos?instrument=Equity"],
    ["/algos?product=Swing&instrument=Equity", 302, "/algos?instrument=Equity&product=Swing"],
    ["/algos?cursor=bm90IG91cnM", 302, "/algos"],
    ["/algos/compare?id=ridgeline-condor&id=ridgeline-condor&id=%00", 400, undefined],
    ["/algos/compare?id=ridgeline-condor&id=ridgeline-condor", 302, "/algos/compare?id=ridgeline-condor"],
    [
      "/algos/find?instrument=Index&risk=High&capital=100000",
      302,
      "/algos/find?capital=100000&risk=High&instrument=Index",
    ],
  ])("%s responds with %d and the address %s", async (path, status, location) => {
    const answer = await site.get(path);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  it("the next links of a list lead to all 63 algos, and the prev link leads back", async () => {
    const names: string[] = [];
    let path: string | undefined = "/algos?sort=-Risk";
    let lastPath = path;
    while (path !== undefined) {
      const page: HTMLElement = parse((await site.get(path)).text);
      names.push(...page.querySelectorAll("article h3").map((heading) => heading.text));
      lastPath = path;
      path = page.querySelector('a[rel="next"]')?.getAttribute("href")?.replaceAll("&amp;", "&");
    }
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(63);
    const back = parse((await site.get(lastPath)).text).querySelector('a[rel="prev"]');
    const before = parse((await site.get(back?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "")).text);
    expect(before.querySelectorAll("article h3").map((heading) => heading.text)).toEqual(names.slice(48, 60));
  });
});

describe("machine-readable files", () => {
  it("robots.txt, llms.txt and the manifest are valid and refer to existing pages", async () => {
    expect((await site.get("/robots.txt")).text).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
    const links = [...(await site.get("/llms.txt")).text.matchAll(/\]\((.*?)\)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(links.length).toBeGreaterThan(50);
    for (const link of links) expect((await site.get(link.replace(site.origin, ""))).status, link).toBe(200);
    expect(JSON.parse((await site.get("/manifest.webmanifest")).text)).toMatchObject({
      short_name: "Meridian",
    });
  });
});
