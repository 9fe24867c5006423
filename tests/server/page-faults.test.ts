// Faults that pages once had, each tested by its visible effect: fixed text that contradicted data, queries lost in
// redirects, buttons without effect, and an Enter key that activated the wrong button.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectViewer } from "../support/live-viewer.ts";
import { MADE_WITHIN_MS, startSiteWithRecords } from "../support/made-records.ts";
import { PAGE_KINDS, SPEC_REDIRECTS } from "../support/page-kinds.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, send, until } from "../support/site.ts";

const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";

let site: Site;
beforeAll(async () => {
  site = await startSiteWithRecords();
}, MADE_WITHIN_MS);
afterAll(() => site.stop());

const main = async (path: string) => parse((await site.get(path)).text).querySelector("main");
/** Replaces line breaks of the markup with spaces, as browsers do. */
const singleSpaced = (text: string | undefined) => (text ?? "").replace(/\s+/g, " ");

describe("an algo's About tab", () => {
  const NOTHING = /No performance is shown|none have been|Nothing (?:is|was) shown/i;

  it("states the evidence class and the years of the record, and links to the record", async () => {
    const text = await until(
      async () => singleSpaced((await main(SEEDLING))?.text),
      (seen) => /backtest, [\d.]+ years/.test(seen),
      90_000,
    );
    expect(text).not.toMatch(NOTHING);
    expect(text).toMatch(/See the whole record/);
  }, 100_000);

  it("gives the same reasons as the Performance tab for performance that is not shown", async () => {
    const about = singleSpaced((await main("/algos/managers/kestrel-ridge/long-perch-calendar"))?.text);
    const performance = singleSpaced(
      (await main("/algos/managers/kestrel-ridge/long-perch-calendar?tab=performance"))?.text,
    );
    const sentences = [...about.matchAll(/[^.]+(?:is not shown|not available|not disclosed)[^.]*\./gi)].map(
      ([one]) => one.trim(),
    );
    for (const sentence of sentences) expect(performance).toContain(sentence);
    expect(about).not.toMatch(/backtest, [\d.]+ years/);
  });
});

describe("the comparison", () => {
  it("contains both selected algos even if the user went back after the first one", async () => {
    const reader = new TestUser(site);
    const linkTo = (text: string, id: string) =>
      parse(text)
        .querySelectorAll("a")
        .map((link) => link.getAttribute("href")?.replaceAll("&amp;", "&") ?? "")
        .find((href) => href.includes(`/tray?add=${id}`));
    // The list as the browser shows it after the Back button, without the first selection.
    const list = (await reader.get("/algos")).text;
    const ids = [...list.matchAll(/tray\?add=([a-z0-9-]+)/g)].map(([, id]) => id ?? "");
    const [first = "", second = ""] = [...new Set(ids)];
    await reader.visit(linkTo(list, first) ?? "");
    const compared = await reader.visit(linkTo(list, second) ?? "");
    expect(compared.path).toBe(`/algos/compare?id=${first}&id=${second}`);
    expect((await reader.get("/algos")).text).toContain("2 algos");
  });
});

describe("signing in", () => {
  it("shows which app requests access, and the access that it requests", async () => {
    const page = await new TestUser(site).visit("/login");
    const text = singleSpaced(parse(page.text).querySelector("main")?.text);
    expect(text).toMatch(/Meridian wants to view your orders and positions/);
  });

  it("a rejected form focuses its error summary, which links to the field", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const page = parse((await reader.get(`${SEEDLING}/deploy?step=review&mode=paper&amount=1`)).text);
    const summary = page.querySelector('main [role="alert"]');
    expect(summary?.hasAttribute("autofocus")).toBe(true);
    expect(summary?.getAttribute("tabindex")).toBe("-1");
    const links = summary?.querySelectorAll("a[href^='#']") ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(page.querySelector(link.getAttribute("href") ?? "")).not.toBeNull();
  });
});

it("Enter on the amount slider activates Next, not a preset amount", async () => {
  const form = (await main("/algos/find"))?.querySelector('form[action="/algos/find"]');
  const pressed = form?.querySelector('button[type="submit"], button:not([type]), input[type="submit"]');
  expect(pressed?.getAttribute("name")).toBeUndefined();
  // Sends the same request as a browser with an empty field.
  const answer = await site.get("/algos/find?capital=150000&amount=");
  const next = answer.headers.location === undefined ? answer : await site.get(answer.headers.location);
  expect(
    parse(next.text).querySelector('main form input[type="hidden"][name="capital"]')?.getAttribute("value"),
  ).toBe("150000");
});

describe("page texts", () => {
  it("the list of most tracked algos is sorted by the number on each algo's page", async () => {
    const page = await main("/algos/popular-algo/most-tracked-algo");
    const answer = await send(site.sandboxPort(), {
      method: "GET",
      path: "/v1/strategies?field_name=most_tracked_algo_strategies&sort=tracked",
    });
    type Listed = { id: string; name: string; trackedCount: number; manager: { id: string } };
    const listed = (JSON.parse(answer.text) as { items: Listed[] }).items;
    const counts = listed.map(({ trackedCount }) => trackedCount);
    expect(counts).toHaveLength(8);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(page?.querySelectorAll("article h3").map((heading) => heading.text)).toEqual(
      listed.map(({ name }) => name),
    );
    expect(page?.querySelector('nav[aria-label="Sort by"] [aria-current="true"]')?.text).toBe("Most tracked");
    for (const { id, manager, trackedCount } of listed) {
      const about = singleSpaced((await main(`/algos/managers/${manager.id}/${id}`))?.text);
      expect(about, id).toMatch(new RegExp(`Tracked by ?${trackedCount.toLocaleString("en-IN")}(?!\\d)`));
    }
  });

  it.each(Object.entries(PAGE_KINDS))(
    "%s page uses the singular for a count of one, and writes PMS in capital letters",
    async (_, path) => {
      const text = singleSpaced(parse((await site.get(path)).text).querySelector("body")?.text);
      expect(text).not.toMatch(/(?<![\d,.])1 (?:algos|managers|trades|positions|months|results|orders)\b/);
      expect(text).not.toMatch(/\bpms\b/);
    },
  );

  it.each(["terms", "disclosures", "privacy", "regulatory"])(
    "the %s page has a long text with at least five sections",
    async (page) => {
      const found = await main(`/legal/${page}`);
      expect(singleSpaced(found?.text).length).toBeGreaterThan(1_000);
      expect(found?.querySelectorAll("h2").length).toBeGreaterThanOrEqual(5);
    },
  );
});

describe("addresses", () => {
  it.each(SPEC_REDIRECTS)("the redirect from %s to %s preserves the query", async (from, to) => {
    const answer = await site.get(`${from}?utm_source=mail&q=a%26b`);
    expect([answer.status, answer.headers.location]).toEqual([301, `${to}?utm_source=mail&q=a%26b`]);
  });

  it("/favicon.ico returns an SVG image", async () => {
    const icon = await site.get("/favicon.ico");
    expect(icon.status).toBe(200);
    expect(icon.headers["content-type"]).toMatch(/^image\//);
    expect(icon.text).toContain("<svg");
  });
});

it("every Connect button opens a platform page that redirects to the consent", async () => {
  const links =
    (await main("/trading-apis"))
      ?.querySelectorAll("#partners ~ ul a, section[aria-labelledby=partners] a")
      .map((link) => link.getAttribute("href") ?? "") ?? [];
  expect(links.length).toBeGreaterThan(0);
  for (const link of new Set(links)) {
    const reader = new TestUser(site);
    expect((await reader.get(link)).status, link).toBe(200);
    const connectAnswer = await reader.post(link, { intent: "connect" });
    expect(connectAnswer.headers.location, link).toMatch(/\/consent-login\?consentId=/);
  }
});

it("a live connection without the subprotocol is refused before the upgrade", async () => {
  await expect(connectViewer(site, ["strip"], { protocol: "" })).rejects.toMatchObject({
    response: { statusCode: 400 },
  });
});
