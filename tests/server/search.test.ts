// The site's search and the user's amount on pages without scripts.
import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const linksOf = async (query: string) =>
  parse((await site.get(`/search?${new URLSearchParams({ q: query })}`)).text)
    .querySelectorAll("main li a")
    .map((link) => link.getAttribute("href") ?? "");

describe("search", () => {
  it.each([
    ["iron condor", /^\/algos\/managers\/[^/]+\/[^/]*condor/],
    ["condr", /^\/algos\/managers\/[^/]+\/[^/]*condor/],
    ["ridgline", /ridgeline-condor$/],
    ["nifty selling", /^\/algos\/managers\/.+\/.+/],
    ["Kestrel", /^\/algos\/managers\/kestrel-ridge$/],
    ["DH-904", /^\/docs\/v2\/errors/],
    ["how do I sign in", /^\/login$/],
    ["kill switch", /kill-switch/],
    ["super order", /^\/docs\/v2\/super-order/],
    ["under 50000", /under-50000-rs$/],
  ])("“%s” finds the corresponding page", async (query, path) => {
    const links = await linksOf(query);
    expect(
      links.some((link) => path.test(link)),
      links.join("\n"),
    ).toBe(true);
  });

  it("shows the same number of algos as the list that it links to", async () => {
    const link = parse((await site.get("/search?q=nifty")).text).querySelector('a[href="/algos?q=nifty"]');
    const list = parse((await site.get("/algos?q=nifty")).text);
    const count = list.querySelector("#results")?.text.match(/\d+/)?.[0];
    expect(count).toBeDefined();
    expect(link?.text.match(/\d+/)?.[0]).toBe(count);
  });

  it("a registration number finds its manager", async () => {
    const page = parse((await site.get("/algos/managers/kestrel-ridge")).text);
    const registration = page.text.match(/INH\d+/)?.[0] ?? "";
    expect(registration).not.toBe("");
    expect(await linksOf(registration)).toContain("/algos/managers/kestrel-ridge");
  });

  it('shows "Nothing matches" if there is no result, and a page for an empty query', async () => {
    const none = await site.get("/search?q=zzzzzz");
    expect(none.status).toBe(200);
    expect(parse(none.text).querySelector('[role="status"]')?.text).toContain("Nothing matches “zzzzzz”");
    expect((await site.get("/search")).status).toBe(200);
  });

  it("searches the documentation from the header of documentation pages", async () => {
    const actions = async (path: string) =>
      parse((await site.get(path)).text)
        .querySelector("header search form")
        ?.getAttribute("action");
    expect([await actions("/docs/v2/"), await actions("/algos")]).toEqual(["/docs/v2/search", "/search"]);
  });
});

describe("the form for the user's amount", () => {
  const amountOnPage = async (cookie?: string) =>
    parse((await site.get("/algos", cookie === undefined ? {} : { cookie })).text)
      .querySelector("#header-amount")
      ?.getAttribute("value");

  it("rounds the amount, stores it in a cookie, and redirects to the page's address", async () => {
    const returnPath = async (path: string) =>
      parse((await site.get(path)).text)
        .querySelector('header input[name="to"]')
        ?.getAttribute("value");
    // An amount in the list's address would override the stored one, so the form omits it. The finder's amount belongs
    // to its answers, so it stays.
    expect(await returnPath("/algos?amount=5000&sort=Risk")).toBe("/algos?sort=Risk");
    const finder = "/algos/find?capital=100000&amount=300000";
    expect(await returnPath(finder)).toBe(finder);
    const answer = await site.post("/amount", "amount=1%2C32%2C000&to=/algos%3Fsort%3DRisk");
    expect([answer.status, answer.headers.location]).toEqual([303, "/algos?sort=Risk"]);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^amount=130000; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect(await amountOnPage("amount=130000")).toBe("1,30,000");
    expect(await amountOnPage()).toBe("1,00,000");
  });

  it("a page is private with a stored amount, and cacheable by shared caches otherwise", async () => {
    const own = { cookie: "amount=250000" };
    expect(await amountOnPage(own.cookie)).toBe("2,50,000");
    expect(await amountOnPage()).toBe("1,00,000");
    expect((await site.get("/algos", own)).headers["cache-control"]).toMatch(/^private/);
    expect((await site.get("/algos")).headers["cache-control"]).toMatch(/^public/);
  });

  it.each(["amount=", "amount=seven", "amount=12", "amount=999999999999", "", "amount=%00"])(
    "rejects “%s” with 422 and a message, and preserves the return address",
    async (body) => {
      const answer = await site.post("/amount", `${body}&to=/algos`);
      expect(answer.status).toBe(422);
      const page = parse(answer.text);
      expect(page.querySelector('main [role="alert"]')?.text).toMatch(/Type (rupees|an amount)/);
      expect(page.querySelector('main input[name="to"]')?.getAttribute("value")).toBe("/algos");
    },
  );

  it.each(["amount=rubbish", "amount=-1", "amount=1e9", "amount=99999999999999"])(
    "shows the default amount despite the invalid cookie “%s”",
    async (cookie) => expect(await amountOnPage(cookie)).toBe("1,00,000"),
  );
});
