import { expect, it } from "vitest";
import {
  computeGrowth,
  DIVIDEND_YIELD,
  FIXED_DEPOSIT,
  findRate,
  meanRate,
  RISK_FREE,
} from "./reference-rates.ts";

it.each([RISK_FREE, FIXED_DEPOSIT, DIVIDEND_YIELD])(
  "$name has unique dates in chronological order, and a source",
  (table) => {
    const days = table.rates.map(({ from }) => from);
    expect(days).toEqual([...new Set(days)].sort());
    expect(table.source).not.toBe("");
    for (const { rate } of table.rates) expect(rate > 0 && rate < 0.2).toBe(true);
  },
);

it("a rate applies from its effective day", () => {
  expect([findRate(RISK_FREE, "2023-02-07"), findRate(RISK_FREE, "2023-02-08")]).toEqual([0.0625, 0.065]);
  expect(findRate(RISK_FREE, "1999-01-01")).toBe(0.04);
  expect(meanRate(RISK_FREE, ["2023-02-07", "2023-02-08"])).toBeCloseTo(0.06375, 12);
});

it("a fixed deposit at 6.8 % grows by 6.8 % in a year", () => {
  const grown = computeGrowth(FIXED_DEPOSIT, ["2023-03-01", "2023-09-01", "2024-02-29"]);
  expect(grown[0]).toBe(1);
  expect(grown[2]).toBeCloseTo(1.068, 12);
});
