import { expect, it } from "vitest";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { countFacet, FILTERS, matchesFilter } from "./filters.ts";

const { strategies } = buildCatalogue();
const TODAY = "2026-11-20";

it.each(FILTERS.map((row) => [row.name, row] as const))(
  "the filter %s counts the strategies that match each value",
  (name, row) => {
    const facet = countFacet(name, strategies, TODAY);
    expect(facet.some(({ count }) => count > 0)).toBe(true);
    for (const { value, count } of facet)
      expect(
        strategies.filter((strategy) => matchesFilter(name, [value], strategy, TODAY)).length,
        value,
      ).toBe(count);
    const known = row.values?.map(({ value }) => value) ?? facet.map(({ value }) => value);
    for (const strategy of strategies)
      expect(row.of(strategy, TODAY).filter((value) => !known.includes(value))).toEqual([]);
  },
);

it("assigns each holding period and each monthly fee to a filter value", () => {
  const [strategy] = strategies;
  if (strategy === undefined) throw new Error("no strategy");
  const holding = FILTERS.find(({ name }) => name === "holding");
  const fee = FILTERS.find(({ name }) => name === "fee");
  for (const [holdingPeriod, value] of [
    ["Hours, same day", "day"],
    ["5 minutes to 3 hours", "day"],
    ["3 to 25 days", "days"],
    ["1 to 20 weeks", "weeks"],
    ["Months to years", "months"],
    ["15 mins", "day"],
    ["30min to 2 days", "day"],
    ["A few mins", "day"],
    ["Minimum 3 months", "months"],
    ["1 to 4 weeks, min. 5 days", "weeks"],
    ["1 quarter", "months"],
  ] as const)
    expect(holding?.of({ ...strategy, holdingPeriod }, TODAY)).toEqual([value]);
  expect(holding?.of({ ...strategy, holdingPeriod: "Until expiry" }, TODAY)).toEqual([]);
  for (const [monthlyRupees, value] of [
    [0, "none"],
    [499, "under-500"],
    [500, "500-1000"],
    [1_000, "over-1000"],
  ] as const)
    expect(fee?.of({ ...strategy, fee: { monthlyRupees } }, TODAY)).toEqual([value]);
});
