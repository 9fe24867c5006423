// The second brand's pages are in Hindi: outside of the documentation they contain no English words.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { INSTRUMENT_KINDS } from "../../app/domain/vocabulary.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { listCompanies } from "../../server/sandbox/exchange/companies.ts";
import { INDICES, STOCKS } from "../../server/sandbox/exchange/instruments.ts";
import { SECOND_BRAND } from "../support/brand-texts.ts";
import { latinTexts, providedTexts, untranslatedTerms } from "../support/latin-words.ts";
import { PAGE_KINDS } from "../support/page-kinds.ts";
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

it(`shows no English words on ${PAGES} pages`, { timeout: 300_000 }, async () => {
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
  const seen = new Set([`${ALGO}?tab=performance`, `${ALGO}?tab=trades`, ...Object.values(PAGE_KINDS)]);
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
    for (const shown of path === FORMAT_PAGE ? [] : latinTexts(text)) {
      if (QUOTED.some((pattern) => pattern.test(shown))) continue;
      const words = untranslatedTerms(shown, provided, ALLOWED);
      if (words.length > 0) found.set(shown, `${path}: ${shown.slice(0, 160)}`);
    }
    for (const link of parse(text).querySelectorAll("a[href^='/']"))
      seen.add((link.getAttribute("href") ?? "").split("#")[0] ?? "");
  }
  expect(read).toBe(PAGES);
  expect([...found.values()].join("\n")).toBe("");
});

it("finds an English sentence on a page, in an attribute and within a Hindi text", () => {
  const english =
    '<p>हिंदी</p><p>No trades yet</p><img alt="A chart"><p>सूची 5 days</p><p lang="en">Quoted text</p>';
  expect(latinTexts(english).flatMap((text) => untranslatedTerms(text, [], ALLOWED))).toEqual(
    "No trades yet chart days".split(" "),
  );
});
