import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANDLES_MAX, candlesQuerySchema } from "../contract/base-api/market.ts";
import { DAY_MS, MINUTE_MS } from "../domain/time.ts";
import {
  CHART_FORMS,
  CHART_RANGES,
  type ChartChoice,
  type ChartRange,
  COMPARED_INSTRUMENTS_MAX,
  candlesQuery,
  chartSearch,
  DEFAULT_CHART,
  readChartChoice,
  visibleBars,
} from "./chart-choice.ts";
import { INDICATOR_IDS, INDICATOR_LENGTH_MAX, INDICATOR_LENGTH_MIN } from "./indicators.ts";

const NOW = Date.parse("2026-11-20T14:00:00+05:30");
const OPENED = Date.parse("2026-11-20T09:15:00+05:30");
const choices: fc.Arbitrary<ChartChoice> = fc
  .constantFrom(...(Object.keys(CHART_RANGES) as ChartRange[]))
  .chain((range) =>
    fc.record({
      range: fc.constant(range),
      interval: fc.constantFrom(...CHART_RANGES[range].intervals),
      form: fc.constantFrom(...CHART_FORMS),
      indicators: fc.subarray([...INDICATOR_IDS]),
      length: fc.integer({ min: INDICATOR_LENGTH_MIN, max: INDICATOR_LENGTH_MAX }),
      compared: fc.uniqueArray(
        fc.nat(99_999).map((id) => `NSE_EQ:${id}`),
        { maxLength: COMPARED_INSTRUMENTS_MAX },
      ),
    }),
  );

describe("chart settings in the URL", () => {
  it.each([
    ["", {}, ""],
    ["range=1d&interval=1", { interval: "1" }, "?interval=1"],
    ["range=1y", { range: "1y", interval: "day" }, "?range=1y"],
    ["range=5d&interval=60", { range: "5d", interval: "60" }, "?range=5d&interval=60"],
    // A year would have 93,000 one-minute bars.
    ["range=1y&interval=1", { range: "1y", interval: "day" }, "?range=1y"],
    ["range=toString&interval=7&form=cake&i=moon&length=1e3&with=MOON:1", {}, ""],
    ["i=rsi&i=sma&i=sma&length=500", { indicators: ["sma", "rsi"], length: 60 }, "?i=sma&i=rsi&length=60"],
  ] as const)("are parsed from “%s” and serialised without invalid values", (text, differs, search) => {
    const choice = { ...DEFAULT_CHART, ...differs };
    expect(readChartChoice(new URLSearchParams(text))).toEqual(choice);
    expect(chartSearch(choice)).toBe(search);
  });

  it("are equal after a round trip through the query string", () => {
    fc.assert(
      fc.property(choices, (choice) => {
        expect(readChartChoice(new URLSearchParams(chartSearch(choice)))).toEqual(choice);
      }),
    );
  });

  it("produce only candle queries that the base API accepts", () => {
    fc.assert(
      fc.property(choices, fc.nat(3 * DAY_MS), (choice, sinceMs) => {
        const query = candlesQuery(choice, { from: NOW - sinceMs, now: NOW, sessionMinutes: 870 });
        expect(candlesQuerySchema.safeParse(query).error).toBeUndefined();
        expect(query.count).toBeLessThanOrEqual(CANDLES_MAX);
      }),
    );
  });
});

describe("the bars of a one-day chart", () => {
  const bars = Array.from({ length: 200 }, (_, index) => ({
    at: new Date(NOW - (199 - index) * 5 * MINUTE_MS).toISOString(),
  }));

  it("cover the current session instead of a fixed number of bars", () => {
    const visible = visibleBars(DEFAULT_CHART, bars, { from: OPENED, now: NOW });
    expect(visible[0]?.at).toBe(new Date(OPENED).toISOString());
    expect(visible.at(-1)?.at).toBe(new Date(NOW).toISOString());
  });

  it("are those of the last day with trades if the current session has no trades", () => {
    const old = bars.map(({ at }) => ({ at: new Date(Date.parse(at) - 2 * DAY_MS).toISOString() }));
    const visible = visibleBars(DEFAULT_CHART, old, { from: OPENED, now: NOW });
    expect(visible[0]?.at).toBe("2026-11-17T18:30:00.000Z");
    expect(visible.at(-1)).toEqual(old.at(-1));
  });
});
