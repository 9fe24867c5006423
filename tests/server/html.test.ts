// Pages as documents: valid HTML, one title and description each, valid structured data, no controls outside of a form,
// and no broken internal links or anchors.
import { HtmlValidate } from "html-validate";
import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";
import { untilComplete } from "../support/when-answered.ts";

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
  rules: {
    // React's style of attributes is valid HTML.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "long-title": "off",
    "no-inline-style": "error",
    "no-trailing-whitespace": "off",
    "void-style": "off",
    "tel-non-breaking": "off",
    "attr-case": "off",
    "prefer-native-element": "off",
    // Only files of other sites need an integrity attribute, and there are none.
    "require-sri": ["error", { target: "crossorigin" }],
  },
});

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const INSTRUMENTS_VISITED = 15;

/**
 * True for a tab without a form: a labelled radio button that shows the element after it. Exactly one tab of a group is
 * selected.
 */
function hasTabPart(page: HTMLElement, tab: HTMLElement): boolean {
  const open = page.querySelectorAll(`.code-tab[name="${tab.getAttribute("name")}"][checked]`);
  const label = tab.nextElementSibling;
  const part = label?.nextElementSibling;
  return (
    tab.getAttribute("type") === "radio" &&
    open.length === 1 &&
    label?.getAttribute("for") === tab.id &&
    label.text.trim() !== "" &&
    part?.classList.contains("code-part") === true &&
    part.text.trim() !== ""
  );
}

/** The complete page of each kind, loaded once for all of its tests. */
const texts = new Map<string, string>();
async function textOf(path: string): Promise<string> {
  const text = texts.get(path) ?? (await untilComplete(site, path)).text;
  texts.set(path, text);
  return text;
}

const KINDS = [...Object.entries(PAGE_KINDS), ["404", "/nowhere"] as [string, string]];

describe("one page of each type", () => {
  it.each(KINDS)("%s is valid HTML", async (_, path) => {
    const report = await validator.validateString(await textOf(path));
    const faults = report.results.flatMap((result) =>
      result.messages.map(
        (message) => `${message.ruleId} at ${message.line}:${message.column}: ${message.message}`,
      ),
    );
    expect(faults).toEqual([]);
  });

  it.each(KINDS)(
    "%s has one title, h1 and main element, and each control belongs to a form",
    async (kind, path) => {
      const page = parse(await textOf(path));
      expect(page.querySelectorAll("title")).toHaveLength(1);
      expect(page.querySelector("title")?.text.length).toBeLessThanOrEqual(70);
      expect(page.querySelectorAll("h1")).toHaveLength(1);
      expect(page.querySelectorAll("main")).toHaveLength(1);
      for (const control of page.querySelectorAll("button, input, select, textarea")) {
        const formId = control.getAttribute("form");
        if (control.classList.contains("code-tab")) {
          expect(hasTabPart(page, control), `${kind}: ${control.outerHTML}`).toBe(true);
          continue;
        }
        const form = formId === undefined ? control.closest("form") : page.querySelector(`form#${formId}`);
        expect(form, `${kind}: ${control.outerHTML}`).not.toBeNull();
      }
      for (const form of page.querySelectorAll("form"))
        expect(
          form.querySelector('button[type="submit"]'),
          `${kind}: ${form.getAttribute("action")}`,
        ).not.toBeNull();
      const levels = page
        .querySelectorAll("main h1, main h2, main h3, main h4")
        .map((heading) => Number(heading.tagName[1]));
      for (const [index, level] of levels.entries())
        expect(level, `${kind}: heading ${index}`).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    },
  );

  it.each(Object.entries(PAGE_KINDS))(
    "%s has a description, a social card and valid structured data",
    async (_, path) => {
      const page = parse(await textOf(path));
      const content = (selector: string) => page.querySelector(selector)?.getAttribute("content") ?? "";
      const description = content('meta[name="description"]');
      expect(description.length).toBeGreaterThanOrEqual(25);
      expect(description.length).toBeLessThanOrEqual(170);
      expect(content('meta[property="og:title"]')).toBe(page.querySelector("title")?.text);
      expect(content('meta[property="og:image"]')).toBe(`${site.origin}/social-card.png`);
      for (const block of page.querySelectorAll('script[type="application/ld+json"]'))
        expect(JSON.parse(block.text)).toMatchObject({ "@context": "https://schema.org" });
    },
  );
});

it("pages have structured data of the expected types", async () => {
  async function kindsOn(path: string): Promise<string[]> {
    const page = parse((await site.get(path)).text);
    return page
      .querySelectorAll('script[type="application/ld+json"]')
      .map((block) => JSON.parse(block.text)["@type"]);
  }
  expect(await kindsOn("/")).toEqual(["WebSite", "Organization", "FAQPage"]);
  expect(await kindsOn("/algos")).toEqual(["BreadcrumbList", "ItemList"]);
  expect(await kindsOn("/algos/by-instrument/equity-trading-algo")).toEqual([
    "BreadcrumbList",
    "ItemList",
    "FAQPage",
  ]);
  expect(await kindsOn("/algos/managers/kestrel-ridge/ridgeline-condor")).toEqual([
    "BreadcrumbList",
    "FinancialProduct",
    "FAQPage",
  ]);
});

it("the social card has the declared size", async () => {
  const { body, headers } = await site.get("/social-card.png");
  expect(headers["content-type"]).toBe("image/png");
  expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(body.byteLength).toBeLessThan(1_000_000);
});

it("links and anchors resolve, titles are unique, and sitemap pages can be indexed", {
  timeout: 180_000,
}, async () => {
  /** Ids of the elements of each visited page. */
  const pages = new Map<string, Set<string>>();
  const titles = new Map<string, string>();
  const mapped = [...(await site.get("/sitemap.xml")).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, loc = ""]) => loc.replace(site.origin, ""),
  );
  expect(mapped.length).toBeGreaterThan(120);
  const toIndex = new Set(mapped);
  expect(toIndex.size).toBe(mapped.length);
  const queue = [...mapped, "/", ...Object.values(PAGE_KINDS)];
  const anchors: { from: string; path: string; id: string }[] = [];
  const faults: string[] = [];
  let instruments = 0;
  while (queue.length > 0) {
    const path = queue.pop() ?? "/";
    if (pages.has(path)) continue;
    let answer = await site.get(path);
    if (toIndex.has(path) && answer.status !== 200) faults.push(`${path} of the sitemap: ${answer.status}`);
    // An account page redirects to the sign-in, which redirects to the consent.
    for (let hop = 0; hop < 3 && [301, 302, 303, 308].includes(answer.status); hop += 1)
      answer = await site.get(answer.headers.location ?? "");
    if (answer.status !== 200) faults.push(`${path}: ${answer.status}`);
    const page = parse(answer.text);
    pages.set(path, new Set(page.querySelectorAll("[id]").map(({ id }) => id)));
    const isItself =
      page.querySelector('link[rel="canonical"]')?.getAttribute("href") === `${site.origin}${path}`;
    if (toIndex.has(path) && (!isItself || page.querySelector('meta[name="robots"]') !== null))
      faults.push(`${path} of the sitemap is not to be indexed`);
    if (isItself) {
      for (const text of [
        page.querySelector("title")?.text,
        page.querySelector('meta[name="description"]')?.getAttribute("content"),
      ]) {
        if (text !== undefined && titles.has(text))
          faults.push(`${path} and ${titles.get(text)} share “${text}”`);
        if (text !== undefined) titles.set(text, path);
      }
    }
    for (const link of page.querySelectorAll("a[href]")) {
      const href = (link.getAttribute("href") ?? "").replaceAll("&amp;", "&");
      if (/^(?:https?|mailto|tel):/.test(href)) continue;
      const target = new URL(href, `${site.origin}${path}`);
      const to = `${target.pathname}${target.search}`;
      if (target.hash !== "") anchors.push({ from: path, path: to, id: target.hash.slice(1) });
      // The link opens the provider's login; tests/server/sign-in.test.ts follows such links.
      const isSignInLink = target.pathname === "/login" || target.pathname.endsWith("/deploy");
      if (isSignInLink || target.searchParams.has("add")) continue;
      // There are many instruments with similar pages, so only some are visited.
      if (/^\/markets\/./.test(to) && !pages.has(to)) {
        instruments += 1;
        if (instruments > INSTRUMENTS_VISITED) continue;
      }
      // Combinations of filters and comparisons are unlimited, so an address with a query is visited only from a page
      // whose address has no query.
      if (target.search === "" || (path.split("?").length === 1 && pages.size < 400)) queue.push(to);
    }
  }
  for (const anchor of anchors)
    if (pages.get(anchor.path)?.has(anchor.id) === false)
      faults.push(`${anchor.from}: no #${anchor.id} on ${anchor.path}`);
  expect(faults).toEqual([]);
  expect(mapped.filter((path) => !pages.has(path))).toEqual([]);
  expect(pages.size).toBeGreaterThan(150);
});
