// A site in front of a provider, with the provider's brand. Every link from the home page and the sitemap leads to an
// existing page, and no text of the sandbox or the sample brand is shown.
import { spawnSync } from "node:child_process";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IndependentProvider, startIndependentProvider } from "../providers/base-api.ts";
import { siteSettings } from "../providers/site-settings.ts";
import { SITE_ENTRY, type Site, startSite, until } from "../support/site.ts";

/** Terms of the sandbox, its invented managers and the sample brand. */
const SANDBOX_TERMS =
  /.{0,60}(?:sandbox|playground|developer portal|meridian|kestrel|ridgeline|sample street|a\. sample|\(sample\)|INZ000000000|demonstration|\bdemo\b|simulated market|chartline|blockwise).{0,60}/gi;
/** Paths that are not visited because they lead to the provider's login service. */
const IS_NOT_VISITED = /^\/(?:login|logout|auth)\b/;
const PAGES_MIN = 120;

let provider: IndependentProvider;
let site: Site;
beforeAll(async () => {
  provider = await startIndependentProvider();
  site = await startSite(siteSettings(provider.url));
});
afterAll(async () => {
  await site.stop();
  await provider.close();
});

const pathsOf = (html: string, from: string) =>
  parse(html)
    .querySelectorAll("a[href], link[href], form[action]")
    .map((node) => node.getAttribute("href") ?? node.getAttribute("action") ?? "")
    .map((to) => new URL(to, `${site.origin}${from}`))
    .filter(({ origin }) => origin === site.origin)
    .map(({ pathname, search }) => `${pathname}${search}`);

/**
 * Returns the path with the names of its parameters. One address per set of parameters is tested, because combinations
 * of filters are unlimited.
 */
const kindOf = (path: string) => {
  const { pathname, searchParams } = new URL(path, "http://site");
  return `${pathname}?${[...new Set(searchParams.keys())].sort().join("&")}`;
};

async function crawl() {
  const sitemap = (await site.get("/sitemap.xml")).text;
  const starts = ["/", "/nowhere-at-all", "/docs/v2/nowhere", "/search?q=sandbo", "/algos/nowhere"];
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  const queue = [...starts, ...listed].map((path) => ({ path, from: "the start" }));
  const seen = new Set(queue.map(({ path }) => kindOf(path)));
  const faults: string[] = [];
  const pageTexts: string[] = [];
  const visited: string[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path, from } = next;
    const answer = await site.get(path);
    visited.push(path);
    if (answer.status >= 400 && !path.includes("nowhere")) faults.push(`${answer.status} ${path} on ${from}`);
    const type = String(answer.headers["content-type"]);
    if (/javascript|css|font|image/.test(type)) continue;
    const text = type.startsWith("text/html") ? pageText(answer.text) : answer.text;
    for (const [found] of text.replaceAll("q=sandbo", "").matchAll(SANDBOX_TERMS))
      pageTexts.push(`${path}: ${found}`);
    if (!type.startsWith("text/html")) continue;
    for (const to of pathsOf(answer.text, path)) {
      const kind = kindOf(to);
      if (IS_NOT_VISITED.test(to) || seen.has(kind)) continue;
      seen.add(kind);
      queue.push({ path: to, from: path });
    }
  }
  return { faults, words: pageTexts, visited };
}

/** Returns the content for users and search engines: the text, descriptions and labels. */
function pageText(html: string): string {
  const root = parse(html);
  const attributes = root
    .querySelectorAll("[content], [aria-label], [title], [placeholder]")
    .flatMap((node) =>
      ["content", "aria-label", "title", "placeholder"].map((name) => node.getAttribute(name)),
    );
  for (const node of root.querySelectorAll("script:not([type='application/ld+json']), style")) node.remove();
  for (const input of root.querySelectorAll("input[name=q]")) input.remove();
  return [root.textContent, ...attributes].join("\n");
}

describe("a site with a provider", () => {
  it("has no broken links, and shows nothing of the sandbox", { timeout: 240_000 }, async () => {
    const { faults, words, visited } = await crawl();
    expect.soft(faults).toEqual([]);
    expect.soft([...new Set(words)]).toEqual([]);
    expect(visited.filter((path) => path.startsWith("/sandbox"))).toEqual([]);
    expect(visited.length).toBeGreaterThan(PAGES_MIN);
  });

  it("lists only the provider's managers in the menu", async () => {
    // The menu shows managers after the provider's first response.
    const managers = await until(
      async () => {
        const header = parse((await site.get("/")).text).querySelector("header nav")?.outerHTML ?? "";
        return pathsOf(header, "/").filter((path) => /^\/algos\/managers\/[^/]+$/.test(path));
      },
      ({ length }) => length > 0,
      20_000,
    );
    expect(managers).toEqual(["/algos/managers/amber-quants"]);
  });

  it("does not start without a brand", () => {
    const { BRAND_DIR: _, ...settings } = siteSettings(provider.url);
    const run = spawnSync(process.execPath, [SITE_ENTRY], {
      env: { NODE_ENV: "production", PATH: process.env.PATH, ...settings },
      encoding: "utf8",
      timeout: 10_000,
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("  BRAND_DIR: required with BASE_API_URL");
    expect(run.stderr).not.toContain("independent-secret");
  });
});
