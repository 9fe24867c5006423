// Pages of a signed-in user with a full account are small, have few scripts, and show the account's navigation even if
// a page cannot be shown.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillAccount } from "../support/full-account.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, send, startSite, until } from "../support/site.ts";
import { touchingTexts } from "../support/touching-words.ts";

const HTML_BYTES = 20_000;
const SCRIPT_BYTES = 30_000;
/** An algo with a record, so that tracklist cards have figures. */
const WITH_RECORD = "monthly-seedling";
const MADE_WITHIN_MS = 60_000;

let site: Site;
let reader: TestUser;
let pages: Record<string, string>;

beforeAll(async () => {
  site = await startSite({ SANDBOX_RECORDS: WITH_RECORD, PROVIDER_ANSWER_WITHIN_MS: "20000" });
  reader = new TestUser(site);
  pages = await fillAccount(site, reader);
  await until(
    () => reader.get("/algos/tracklist"),
    ({ text }) => text.includes("Max drawdown"),
    MADE_WITHIN_MS,
  );
}, 180_000);
afterAll(() => site.stop());

const packed = (path: string) =>
  send(site.port, {
    method: "GET",
    path,
    headers: { "accept-encoding": "br", cookie: reader.cookie },
  });

it("account pages have less than 20 kB of HTML, and less than 30 kB of scripts", {
  timeout: 120_000,
}, async () => {
  const sizes = new Map<string, number>();
  for (const [kind, path] of Object.entries(pages)) {
    const page = await until(
      () => packed(path),
      ({ status }) => status !== 503,
      30_000,
    );
    expect(page.status, kind).toBe(200);
    expect(page.headers["content-encoding"], kind).toBe("br");
    expect(page.body.byteLength, kind).toBeLessThan(HTML_BYTES);
    const files = parse(page.text)
      .querySelectorAll("script")
      .flatMap((script) =>
        ["src", "data-src", "data-worker"].flatMap((name) => script.getAttribute(name) ?? []),
      );
    expect(files.length, kind).toBeGreaterThan(0);
    let sum = 0;
    for (const file of files) {
      if (!sizes.has(file)) sizes.set(file, (await packed(file)).body.byteLength);
      sum += sizes.get(file) ?? 0;
    }
    expect(sum, kind).toBeLessThan(SCRIPT_BYTES);
  }
});

it("adjacent elements of account pages are separate words in plain text", { timeout: 60_000 }, async () => {
  const found: string[] = [];
  for (const [kind, path] of Object.entries(pages)) {
    const main = parse((await reader.get(path)).text).querySelector("main");
    if (main !== null) found.push(...touchingTexts(main).map((words) => `${kind}: ${words}`));
  }
  expect([...new Set(found)]).toEqual([]);
});

it("the header links to the kill switch on account pages only", async () => {
  const hasIt = async (path: string) =>
    parse((await reader.get(path)).text).querySelector('header a[href="/algos/my-algos/kill-switch"]') !==
    null;
  for (const path of ["/algos/my-algos", "/algos/my-algos/orders", "/account/apps", "/account/sessions"])
    expect(await hasIt(path), path).toBe(true);
  for (const path of ["/algos", "/docs/v2/"]) expect(await hasIt(path), path).toBe(false);
});

it.each([
  ["/algos/my-algos/00000000-0000-4000-8000-000000000000", 'nav[aria-label="Account"]'],
  ["/algos/my-algos/not-an-id", 'nav[aria-label="Account"]'],
  ["/docs/v2/no-such-page", 'nav[aria-label="Documentation"]'],
])("%s gets a 404 with links to related pages", async (path, places) => {
  const answer = await reader.get(path);
  expect(answer.status).toBe(404);
  const page = parse(answer.text);
  expect(page.querySelector(`main ${places}`)).not.toBeNull();
  expect(page.querySelector("main h1")?.text).toBe("Page not found");
  expect(page.querySelector("title")?.text).toMatch(/^Page not found · /);
  expect(page.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
});

it("a running deployment can be paused or stopped, an ended one deployed again", async () => {
  const running = parse((await reader.get(pages["deployment, live"] ?? "")).text);
  expect(running.querySelector("#result")?.text).toMatch(/^(?:Today's P&L, live|P&L appears)/);
  expect(
    running.querySelectorAll('nav[aria-label="What you can do"] a').map(({ text }) => text.trim()),
  ).toEqual(["Pause", "Square off", "Stop"]);
  const ended = parse((await reader.get(pages["deployment, ended"] ?? "")).text);
  // The page shows the final result instead of today's. The test's timing decides if the deployment traded.
  expect(ended.querySelector("#result")?.text).toMatch(/^(?:It never traded|Net P&L since start, paper)$/);
  const ways = ended.querySelectorAll('nav[aria-label="What you can do"] a');
  expect(ways.map((way) => way.text.trim())).toEqual(["Deploy again"]);
  const again = await reader.get(ways[0]?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "");
  expect([again.status, parse(again.text).querySelector("h1")?.text]).toEqual([
    200,
    expect.stringMatching(/^Deploy /),
  ]);
});

it("adjacent links are separated by a space on account pages", async () => {
  for (const kind of [
    "deployment, live",
    "portfolio",
    "deployment, stop",
    "statements",
    "deployment, receipt",
  ])
    expect((await reader.get(pages[kind] ?? "")).text, kind).not.toMatch(
      /<\/a><a [^>]*class="(?:button|link)|<\/button><a /,
    );
});

it("the home page of a client shows today's P&L, events and tracked algos", async () => {
  const page = parse((await reader.get("/")).text);
  expect(page.querySelectorAll("h1").map((heading) => heading.text)).toEqual([
    expect.stringMatching(/^Good (?:morning|afternoon|evening), \S+$/),
  ]);
  const text = page.querySelector("main")?.text ?? "";
  for (const expectedPattern of [
    /positions have no algo[\s\S]*P&L today, live\s*[+−₹]/,
    /On paper today\s*[+−₹]/,
    /Events[\s\S]*Running[\s\S]*Arclight Straddle/,
    /Tracked algos, results since you added them[\s\S]*Ridgeline Condor/,
  ])
    expect(text).toMatch(expectedPattern);
  expect(parse((await site.get("/")).text).querySelector("h1")?.text).toMatch(/^Trading algos/);
});

describe("the page that deploys all algos of a joint portfolio", () => {
  const PAGE = "/algos/portfolio/deploy?id=steady-four&lots=2&id=ridgeline-condor&lots=1";

  it("is not cached, and stores the chosen algos in a cookie for a day", async () => {
    const page = await reader.get(PAGE);
    expect([page.status, page.headers["cache-control"], page.headers.vary]).toEqual([
      200,
      "no-store",
      expect.stringContaining("Cookie"),
    ]);
    expect(page.headers["set-cookie"]).toContainEqual(
      "joint=steady-four:2.ridgeline-condor:1; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax",
    );
    expect(parse(page.text).querySelectorAll("main section ol > li")).toHaveLength(2);
  });

  it("leads a signed-out user through the sign-in, and accepts no form", async () => {
    const refused = await site.get(PAGE);
    expect([refused.status, refused.headers.location, refused.headers["cache-control"]]).toEqual([
      303,
      `/login?${new URLSearchParams({ to: PAGE })}`,
      "no-store",
    ]);
    expect(String(refused.headers["set-cookie"])).not.toContain("joint=");
    expect((await site.post(PAGE, "id=steady-four")).status).toBe(405);
  });

  it("shows at most five of 500 algos in the address", async () => {
    const many = Array.from({ length: 500 }, (_, nth) => `id=a${nth}&lots=1`).join("&");
    const page = await reader.get(`/algos/portfolio/deploy?id=steady-four&lots=1&${many}`);
    expect(page.status).toBeLessThan(500);
    expect(parse(page.text).querySelectorAll("main ol > li").length).toBeLessThan(6);
  });
});

it("/account redirects to /algos/my-algos", async () => {
  expect((await reader.get("/account")).headers.location).toBe("/algos/my-algos");
});
