import { describe, expect, it } from "vitest";
import { CANDLES_AT_MOST, candlesQuerySchema } from "../contract/base-api/market.ts";
import { CHART_RANGES, type ChartRange, candlesOf, chartSearch, readChartChoice } from "./chart-choice.ts";

describe("which chart an address names", () => {
  it.each([
    ["", { range: "1d", interval: "5" }, ""],
    ["range=1d&interval=1", { range: "1d", interval: "1" }, "?interval=1"],
    ["range=1y", { range: "1y", interval: "day" }, "?range=1y"],
    ["range=5d&interval=60", { range: "5d", interval: "60" }, "?range=5d&interval=60"],
    // A minute's bars of a year would be 93,000.
    ["range=1y&interval=1", { range: "1y", interval: "day" }, "?range=1y"],
    ["range=toString&interval=7", { range: "1d", interval: "5" }, ""],
  ] as const)("%s", (text, choice, search) => {
    expect(readChartChoice(new URLSearchParams(text))).toEqual(choice);
    expect(chartSearch(choice)).toBe(search);
    expect(readChartChoice(new URLSearchParams(search))).toEqual(choice);
  });

  it("every choice is a question that the base API takes", () => {
    for (const range of Object.keys(CHART_RANGES) as ChartRange[])
      for (const interval of CHART_RANGES[range].intervals) {
        const query = candlesOf({ range, interval });
        expect(candlesQuerySchema.safeParse(query).error).toBeUndefined();
        expect(query.count).toBeLessThanOrEqual(CANDLES_AT_MOST);
      }
  });
});
