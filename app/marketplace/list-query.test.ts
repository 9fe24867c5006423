import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strategyQuerySchema } from "../contract/base-api/strategy-query.ts";
import { FILTERS } from "../domain/filters.ts";

import {
  appliedFilters,
  LIST_LAYOUTS,
  LIST_SORTS,
  type ListQuery,
  listSearch,
  NO_FILTERS,
  readLayout,
  readListQuery,
  toStrategyQuery,
} from "./list-query.ts";

const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
  text: fc.stringMatching(/^[a-z0-9]{0,20}$/),
  filters: fc.record(
    Object.fromEntries(
      FILTERS.map(({ name, values, isSingle }) => [
        name,
        fc.subarray(
          values?.map(({ value }) => value) ?? ["kestrel-ridge", "lotus-loom"],
          isSingle ? { minLength: 1, maxLength: 1 } : { minLength: 1 },
        ),
      ]),
    ),
    { requiredKeys: [] },
  ),
  drawdown: fc.option(fc.constantFrom("10" as const, "20" as const, "30" as const)),
  fits: fc.boolean(),
  defaultSort: fc.constant("deployed" as const),
  sort: fc.constantFrom(...LIST_SORTS),
  view: fc.constantFrom(...LIST_LAYOUTS),
  defaultView: fc.constantFrom(...LIST_LAYOUTS),
  cursor: fc.option(fc.stringMatching(/^[\x21-\x7e]{1,40}$/)),
});

describe("the URL of a list", () => {
  it("is parsed to the same query that it was built from", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const read = readListQuery(new URLSearchParams(listSearch(query)), "deployed", query.defaultView);
        expect(read).toEqual(query);
      }),
    );
  });

  it("does not depend on the order of parameters or on unknown parameters", () => {
    const canonical = "?q=nifty&instrument=Index+Options&instrument=Equity&risk=Low";
    const untidy =
      "instrument=Equity&risk=Low&utm=x&q=%20nifty%20&instrument=Index%20Options&sort=best&product=Houses";
    expect(listSearch(readListQuery(new URLSearchParams(untidy)))).toBe(canonical);
  });

  it("has no query string if no filter is applied", () => expect(listSearch(NO_FILTERS)).toBe(""));

  it("is parsed without an error for any input", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = readListQuery(new URLSearchParams(text));
        expect(strategyQuerySchema.safeParse(toStrategyQuery(query, 75_000)).success).toBe(true);
      }),
    );
  });
});

it.each([
  [null, "cards"],
  ["layout=table", "table"],
  ["a=b; __Host-layout=table; c=d", "table"],
  ["layout=rubbish", "cards"],
  ["mylayout=table", "cards"],
])("parses the cookies %j as the layout %s", (cookies, layout) => expect(readLayout(cookies)).toBe(layout));

it("returns each applied filter with the query that remains without this filter", () => {
  const query = readListQuery(new URLSearchParams("product=Swing&product=Intraday&risk=Moderate&cursor=abc"));
  expect(appliedFilters(query).map(({ label, without }) => [label, listSearch(without)])).toEqual([
    ["Intraday", "?product=Swing&risk=Moderate"],
    ["Swing", "?product=Intraday&risk=Moderate"],
    ["Moderately high risk", "?product=Intraday&product=Swing"],
  ]);
});

it("labels a manager filter by name, and omits the default sort order from the query", () => {
  const query = readListQuery(new URLSearchParams("manager=lotus-loom&sort=tracked&drawdown=20"), "tracked");
  expect(listSearch(query)).toBe("?manager=lotus-loom&drawdown=20");
  expect(appliedFilters(query, () => "Lotus Loom").map(({ label }) => label)).toEqual([
    "Lotus Loom",
    "Drawdown under 20%",
  ]);
});

it("requests open, closed and suspended algos by default", () =>
  expect(toStrategyQuery(NO_FILTERS, 75_000).state).toEqual(["open", "closed", "suspended"]));
