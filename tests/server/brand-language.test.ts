// The second brand's pages are in Hindi: outside of the documentation they contain no English words.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FAULT_SOCKETS, FAULTS } from "../../app/contract/trading-api/faults.ts";
import { SCOPES } from "../../app/contract/trading-api/scopes.ts";
import { INSTRUMENT_KINDS } from "../../app/domain/vocabulary.ts";
import { PLATFORMS } from "../../server/sandbox/accounts/apps.ts";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { listCompanies } from "../../server/sandbox/exchange/companies.ts";
import { INDICES, STOCKS } from "../../server/sandbox/exchange/instruments.ts";
import { SECOND_BRAND } from "../support/brand-texts.ts";
import { consent, review } from "../support/deploy.ts";
import { latinTexts, providedTexts, untranslatedTerms } from "../support/latin-words.ts";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";

const ALGO = "/algos/managers/banyan-systematic/monthly-seedling";
const PAGES = 130;

/** Names of persons, sectors, languages and products, and terms that Hindi pages show in Latin letters. */
const ALLOWED = new Set(
  "Sharpe Sortino Calmar deflated VaR Banks Finance Pharmaceuticals Automobiles Materials Python TypeScript Go curl hdfc zebra Sensex Nifty Politis Romano Bailey López de Prado".split(
    " ",
  ),
);
/** Texts from the provider or a publication that are not in the catalogue with the same wording. */
const QUOTED = [
  /…$/,
  /“Analysis of Profit and Loss/,
  /^Among the best|^It has dropped out|^Yes\.$/,
  /^<meta /,
];
/** Page with the record format, whose field names are the same in every language. */
const FORMAT_PAGE = "/evidence";

let site: Site;
beforeAll(async () => {
  site = await startSite({ BRAND_DIR: SECOND_BRAND, SANDBOX_RECORDS: "monthly-seedling" });
});
afterAll(() => site.stop());

it(`the Hindi brand shows no English words on ${PAGES} pages`, { timeout: 300_000 }, async () => {
  const record = await until(
    () => site.get(`${ALGO}/record.json`),
    ({ status }) => status === 200,
    120_000,
  );
  const data: unknown[] = [buildCatalogue(), listCompanies(), INDICES, STOCKS, JSON.parse(record.text)];
  const textsOf = (known: readonly unknown[]) =>
    providedTexts(known, ["name", "city", "shortName"]).filter(
      (text) => !(INSTRUMENT_KINDS as readonly string[]).includes(text),
    );
  let provided = textsOf(data);
  const tabs = ["performance", "figures", "trades"].map((tab) => `${ALGO}?tab=${tab}`);
  const seen = new Set([...tabs, ...Object.values(PAGE_KINDS)]);
  const found = new Map<string, string>();
  let read = 0;
  for (const path of seen) {
    if (/^\/(?:docs|sandbox|evidence\/)/.test(path)) continue;
    if (read >= PAGES) break;
    const { text, headers } = await until(
      () => site.get(path),
      ({ status }) => status !== 503,
      30_000,
    );
    if (path.includes("evidence=")) {
      const { pathname, search } = new URL(path, site.origin);
      const chosen = await site.get(`${pathname}/record.json${search}`);
      if (chosen.status === 200) {
        data.push(JSON.parse(chosen.text));
        provided = textsOf(data);
      }
    }
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    read++;
    for (const latinText of path === FORMAT_PAGE ? [] : latinTexts(text)) {
      if (QUOTED.some((pattern) => pattern.test(latinText))) continue;
      const terms = untranslatedTerms(latinText, provided, ALLOWED);
      if (terms.length > 0) found.set(latinText, `${path}: ${latinText.slice(0, 160)}`);
    }
    for (const link of parse(text).querySelectorAll("a[href^='/']"))
      seen.add((link.getAttribute("href") ?? "").split("#")[0] ?? "");
  }
  expect(read).toBe(PAGES);
  expect([...found.values()].join("\n")).toBe("");
});

/** Returns English texts of a page, without names from `known` and the site's name. */
const englishIn = (html: string, known: readonly string[] = []): string[] =>
  latinTexts(html).flatMap((text) => {
    const terms = untranslatedTerms(text, known, ALLOWED);
    return terms.length > 0 ? [text] : [];
  });

it("the Hindi brand shows no English words in sign-in, chat and order window", {
  timeout: 120_000,
}, async () => {
  const pages: [name: string, html: string][] = [];
  const add = (name: string, { text }: { text: string }) => void pages.push([name, text]);
  const known = providedTexts([buildCatalogue(), INDICES, STOCKS, PLATFORMS, SANDBOX_CLIENTS], ["name"]);

  const visitor = new TestUser(site);
  const consentId = await visitor.consentId("/login");
  const typed = { consentId, clientId: "1000000001" };
  const login = "/sandbox/auth/consent-login";
  add("sign-in", await visitor.get(`${login}?consentId=${consentId}`));
  add("sign-in, no client", await visitor.post(login, { consentId, step: "client", clientId: "1" }));
  add("sign-in, code", await visitor.post(login, { ...typed, step: "client" }));
  add("sign-in, no code", await visitor.post(login, { ...typed, step: "code", code: "1" }));
  add("sign-in, wrong code", await visitor.post(login, { ...typed, step: "code", code: "111111" }));
  await visitor.post(login, { consentId, step: "deny" });
  add("sign-in, denied", await visitor.get(`${login}?consentId=${consentId}`));
  add("platforms", await visitor.get("/sandbox/platforms/chartline"));

  const reader = new TestUser(site);
  await reader.signIn();
  for (const question of [" ", "एक व्यक्ति से बात करनी है", "किल स्विच क्या करता है?", "मौसम कैसा रहेगा"]) {
    add(
      `chat, ${question}`,
      await reader.submit("/support", { xsrf: await reader.xsrf(), text: question, after: "0" }),
    );
  }
  const form = await review(reader, ALGO, "", "live");
  const made = await reader.post(form.address, consent(form));
  const path = (made.headers.location ?? "").replace("/order-window", "");
  const address = new URL((await reader.get(`${path}/order-window`)).headers.location ?? "", site.origin);
  // Only texts of the page: addresses and the provider's texts contain these words too.
  for (const address of [path, "/algos/my-algos", "/account/notifications"]) {
    const main = parse((await reader.get(address)).text).querySelector("main");
    expect
      .soft(main?.textContent, address)
      .not.toMatch(/\b(?:Mon|Fri)\b|, (?:live|paper)\b|\((?:live|paper)\)/);
  }
  add("order window", await reader.get(`${address.pathname}${address.search}`));
  add("order window, closed", await reader.get("/sandbox/order-window?basket=none"));

  for (const [name, html] of pages) expect.soft(englishIn(html, known), name).toEqual([]);
  expect(pages.length).toBe(13);
});

it("each filter group of the Hindi brand refers to a different label", async () => {
  const page = parse((await site.get("/algos")).text);
  const groups = page.querySelectorAll(".filter-group [role=group]");
  expect(groups.length).toBeGreaterThan(3);
  expect(new Set(groups.map((group) => group.getAttribute("aria-labelledby"))).size).toBe(groups.length);
});

it("the Hindi brand shows no English words in the developer portal", { timeout: 120_000 }, async () => {
  const reader = new TestUser(site);
  const portal = "/sandbox/portal";
  // Names of the account, and codes of the trading API.
  const known = ["Sandbox developer", "My first app", ...FAULTS.map(({ name }) => name)];
  known.push(...FAULT_SOCKETS, ...SCOPES);
  known.sort((a, b) => b.length - a.length);
  const english = async (name: string, { text }: { text: string }) =>
    expect.soft(englishIn(text, known), name).toEqual([]);
  await english("welcome", await reader.get(portal));
  await english("welcome, refused", await reader.post(`${portal}/sign-in`, { way: "token", token: "none" }));
  await english("overview, new account", await reader.submit(`${portal}/accounts`, {}));
  for (const place of ["", "/apps", "/tokens", "/assistants", "/postbacks", "/requests", "/faults", "/clock"])
    await english(place, await reader.get(`${portal}${place}`));
  const forms: [place: string, fields: Record<string, string>][] = [
    ["/apps", { intent: "make", name: "" }],
    ["/apps", { intent: "make", name: "ऐप" }],
    ["/tokens", { intent: "make" }],
    ["/postbacks", { intent: "address", url: "https://example.com/hook" }],
    ["/postbacks", { intent: "replay", from: "9", to: "1" }],
    ["/assistants", { intent: "settings", confirm: "ask", orders: "-1" }],
    ["/faults", { intent: "add", fault: "slow" }],
    ["/clock", { intent: "reset" }],
    ["/clock", { intent: "set", at: "2026-11-20 10:00:00", hours: "always", seed: "1" }],
    ["/leave", {}],
  ];
  for (const [place, fields] of forms)
    await english(`${place} ${JSON.stringify(fields)}`, await reader.submit(`${portal}${place}`, fields));
});

it("the Hindi brand states in Hindi that a service does not respond", { timeout: 60_000 }, async () => {
  process.kill(site.sandboxPid(), "SIGSTOP");
  const { status, text } = await site.get(`/algos/tracklist/shared/${"x".repeat(22)}`);
  expect(status).toBe(503);
  expect(englishIn(text, providedTexts(buildCatalogue(), ["name"]))).toEqual([]);
  expect(text).toContain("उत्तर नहीं दे रही");
});

it("the check detects English sentences in texts, attributes and Hindi sentences", () => {
  const english =
    '<p>हिंदी</p><p>No trades yet</p><img alt="A chart"><p>सूची 5 days</p><p lang="en">Quoted text</p>';
  expect(latinTexts(english).flatMap((text) => untranslatedTerms(text, [], ALLOWED))).toEqual(
    "No trades yet chart days".split(" "),
  );
});
