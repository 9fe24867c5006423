import { expect, it, vi } from "vitest";
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
])("finds %s at %s", async (query, to) => {
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
])("for %s, the first three hits include %s and no table of fields", async (query, title) => {
  const first = (await searchDocs(query)).slice(0, 3).map((hit) => hit.title);
  expect(first).toContain(title);
  expect(first.filter((one) => /^(?:Answer|Errors) of /.test(one))).toEqual([]);
});

it("returns the row of an error code as the first result", async () => {
  for (const code of ["DH-901", "DH-904", "DH-906", "811"])
    expect((await searchDocs(code))[0]?.title).toBe(code);
});

it("returns no mention of a sandbox on sites without one", async () => {
  for (const query of ["sandbox", "portal", "clock", "postback"])
    for (const hit of await searchDocs(query, false))
      expect(`${hit.title} ${hit.to} ${hit.page}`).not.toMatch(/sandbox/i);
});

it("yields to other work while the index is built", async () => {
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
