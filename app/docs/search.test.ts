// The search of the documentation: words of the field, codes, words that readers bring from elsewhere.
import { expect, it, vi } from "vitest";
import { searchDocs } from "./search.ts";

it.each([
  ["modification", "/docs/v2/orders#modify-order"],
  ["DH-904", "/docs/v2/errors#dh-904"],
  ["805", "/docs/v2/errors#code-805"],
  ["webhook", "/docs/v2/postback"],
  ["gtt", "/docs/v2/forever"],
  ["429", "/docs/v2/errors#dh-904"],
  ["freeze", "/docs/v2/freeze-and-slicing"],
  ["correlationId", "/docs/v2/orders"],
  ["modifcation", "/docs/v2/orders"],
  ["utilizedAmount", "/docs/v2/funds"],
])("%s leads to %s", async (query, to) => {
  const hits = await searchDocs(query);
  expect(
    hits
      .slice(0, 8)
      .map((hit) => hit.to)
      .join("\n"),
  ).toContain(to);
});

it("the row of a code comes first", async () => {
  for (const code of ["DH-901", "DH-904", "DH-906", "811"])
    expect((await searchDocs(code))[0]?.title).toBe(code);
});

it("says nothing of a sandbox where there is none", async () => {
  for (const query of ["sandbox", "portal", "clock", "postback"])
    for (const hit of await searchDocs(query, false))
      expect(`${hit.title} ${hit.to} ${hit.page}`).not.toMatch(/sandbox/i);
});

it("others get their turn while the index is made", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  // A module of its own, whose index is not made yet.
  vi.resetModules();
  const fresh = await import("./search.ts");
  turns = 0;
  expect(await fresh.searchDocs("margin")).not.toEqual([]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
});
