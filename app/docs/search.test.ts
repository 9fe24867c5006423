import { expect, it, vi } from "vitest";
import { REJECT_CAUSES } from "../contract/trading-api/vocabulary.ts";
import { getContents } from "./contents.ts";
import { sandboxPlace } from "./place.ts";
import { searchDocs } from "./search.ts";

it.each([
  ["modification", "/docs/v2/orders/modify-order"],
  ["DH-904", "/docs/v2/errors#dh-904"],
  ["805", "/docs/v2/errors#code-805"],
  ["webhook", "/docs/v2/postback"],
  ["gtt", "/docs/v2/forever"],
  ["429", "/docs/v2/errors#dh-904"],
  ["freeze", "/docs/v2/freeze-and-slicing"],
  ["correlationId", "/docs/v2/orders"],
  ["modifcation", "/docs/v2/orders"],
  ["utilizedAmount", "/docs/v2/funds"],
  ["square off", "/docs/v2/market-hours#square-off"],
])("the search for %s finds the page %s", async (query, to) => {
  const hits = await searchDocs(query);
  expect(
    hits
      .slice(0, 8)
      .map((hit) => hit.to)
      .join("\n"),
  ).toContain(to);
});

it.each([
  ["modification", "Change a pending order"],
  ["cancel order", "Cancel a pending order"],
  ["kill switch", "Set or lift the kill switch"],
])("the first three results for “%s” include “%s” and no table of fields", async (query, title) => {
  const first = (await searchDocs(query)).slice(0, 3).map((hit) => hit.title);
  expect(first).toContain(title);
  expect(first.filter((one) => /^(?:Response|Errors) of /.test(one))).toEqual([]);
});

it("begins and ends an excerpt at a word boundary", async () => {
  const texts = (await searchDocs("DH-905")).map(({ excerpt }) => excerpt);
  expect(texts.some((text) => text.startsWith("…"))).toBe(true);
  expect(texts.filter((text) => /^…\w*entId/.test(text))).toEqual([]);
});

it("ignores stop words in a question, unless it has no other words", async () => {
  const titlesOf = async (query: string) => (await searchDocs(query)).map(({ title }) => title);
  expect(await titlesOf("What is a security id?")).toEqual(await titlesOf("security id"));
  expect(await titlesOf("what")).not.toEqual([]);
});

it("returns the table row of an error code as the first search result", async () => {
  for (const code of ["DH-901", "DH-904", "DH-906", "811", "PRICE_BAND", "FUNDS"])
    expect((await searchDocs(code))[0]?.title).toBe(code);
});

it.each([
  ["dh905", "#dh-905"],
  ["dh 905", "#dh-905"],
  ["905", "#dh-905"],
  ["DH-905 quantity: more than 0 is expected", "#dh-905"],
  ["error 805", "#code-805"],
  ["rejectCode PRICE_BAND", "#price_band"],
])("the search for %s returns the row of the error code first", async (query, anchor) => {
  expect((await searchDocs(query))[0]?.to).toBe(`/docs/v2/errors${anchor}`);
});

it("every code in the index has a row with its anchor on the errors page", async () => {
  const rows = getContents({ id: "errors" }, sandboxPlace("http://site"))
    .sections.flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === "table" ? (block.ids ?? []) : []));
  for (const code of ["DH-905", "805", ...Object.keys(REJECT_CAUSES)])
    expect(rows).toContain((await searchDocs(code))[0]?.to.split("#")[1]);
});

it("the search for an ordinary word ranks a page above a rejection cause", async () => {
  for (const query of ["funds", "holdings", "freeze quantity"])
    expect((await searchDocs(query))[0]?.page).not.toBe("Causes of a rejection");
});

it("returns no results that mention a sandbox on sites without a sandbox", async () => {
  for (const query of ["sandbox", "portal", "clock", "postback"])
    for (const hit of await searchDocs(query, false))
      expect(`${hit.title} ${hit.to} ${hit.page}`).not.toMatch(/sandbox/i);
});

it("lets timers run while the search index is built", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  // Imports a new instance of the module, whose index is not built yet.
  vi.resetModules();
  const fresh = await import("./search.ts");
  turns = 0;
  expect(await fresh.searchDocs("margin")).not.toEqual([]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
});
