import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strategyQuerySchema } from "../wire/strategy-query.ts";
import { INSTRUMENT_KINDS, PRODUCTS, RISKS, SORTS } from "../wire/vocabulary.ts";
import {
  appliedFilters,
  LIST_LAYOUTS,
  type ListQuery,
  listSearch,
  NO_FILTERS,
  readListQuery,
  toStrategyQuery,
} from "./list-query.ts";

const anyQuery: fc.Arbitrary<ListQuery> = fc.record({
  text: fc.stringMatching(/^[a-z0-9]{0,20}$/),
  instrument: fc.subarray([...INSTRUMENT_KINDS]),
  product: fc.subarray([...PRODUCTS]),
  risk: fc.option(fc.constantFrom(...RISKS)),
  sort: fc.constantFrom(...SORTS),
  view: fc.constantFrom(...LIST_LAYOUTS),
  cursor: fc.option(fc.stringMatching(/^[\w-]{1,40}$/)),
});

describe("a list's address", () => {
  it("gives the query back", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(readListQuery(new URLSearchParams(listSearch(query)))).toEqual(query);
      }),
    );
  });

  it("is the same whatever order or rubbish the parameters come with", () => {
    const tidy = "?q=nifty&instrument=Index+Options&instrument=Equity&risk=Low";
    const untidy =
      "instrument=Equity&risk=Low&utm=x&q=%20nifty%20&instrument=Index%20Options&sort=best&product=Houses";
    expect(listSearch(readListQuery(new URLSearchParams(untidy)))).toBe(tidy);
  });

  it("is empty for no filters", () => expect(listSearch(NO_FILTERS)).toBe(""));

  it("reads anything without a fault", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = readListQuery(new URLSearchParams(text));
        expect(strategyQuerySchema.safeParse(toStrategyQuery(query)).success).toBe(true);
      }),
    );
  });
});

it("names each applied filter and what is left without it", () => {
  const query = readListQuery(new URLSearchParams("product=Swing&product=Intraday&risk=Moderate&cursor=abc"));
  expect(appliedFilters(query).map(({ label, without }) => [label, listSearch(without)])).toEqual([
    ["Intraday", "?product=Swing&risk=Moderate"],
    ["Swing", "?product=Intraday&risk=Moderate"],
    ["Moderately high risk", "?product=Intraday&product=Swing"],
  ]);
});
