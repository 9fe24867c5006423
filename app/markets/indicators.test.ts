import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeIndicator, countRequiredBars } from "../../server/sandbox/apis/trading-api/indicators.ts";
import type { Candle } from "../contract/base-api/market.ts";
import {
  comparedValues,
  INDICATOR_IDS,
  INDICATOR_LENGTH_MAX,
  indicatorLines,
  warmUpBars,
} from "./indicators.ts";

const bars: fc.Arbitrary<Candle[]> = fc
  .array(
    fc.record({
      close: fc.integer({ min: 1_000, max: 200_000 }),
      above: fc.nat(500),
      below: fc.nat(500),
      volume: fc.integer({ min: 1, max: 10_000 }),
    }),
    { minLength: 30, maxLength: 120 },
  )
  .map((all) =>
    all.map(({ close, above, below, volume }, index) => ({
      at: new Date(Date.parse("2026-11-19T09:15:00+05:30") + index * 15 * 60_000).toISOString(),
      openPaise: close,
      highPaise: close + above,
      lowPaise: close - below,
      closePaise: close,
      volume,
      isExtended: false,
    })),
  );
const falling = (index: number): Candle => {
  const closePaise = Math.round(2_500_000 * 0.9995 ** index + (index % 2) * 1_500);
  return {
    at: new Date(Date.parse("2026-11-19T09:15:00+05:30") + index * 5 * 60_000).toISOString(),
    openPaise: closePaise,
    highPaise: closePaise,
    lowPaise: closePaise,
    closePaise,
    volume: 1,
    isExtended: false,
  };
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const lineOf = (
  all: readonly Candle[],
  id: (typeof INDICATOR_IDS)[number],
  length = 20,
  shown = all.length,
) => indicatorLines(all, [id], length, shown)[0];

describe("indicators", () => {
  it("compute the moving average of closes, and null until there are enough bars", () => {
    fc.assert(
      fc.property(bars, fc.integer({ min: 2, max: 25 }), (all, length) => {
        const values = lineOf(all, "sma", length)?.values ?? [];
        expect(values.slice(0, length - 1).every((value) => value === null)).toBe(true);
        for (let index = length - 1; index < all.length; index += 1)
          expect(values[index]).toBeCloseTo(
            mean(all.slice(index - length + 1, index + 1).map(({ closePaise }) => closePaise)),
            6,
          );
      }),
      { numRuns: 30 },
    );
  });

  it("place the Bollinger band two deviations around the average", () => {
    fc.assert(
      fc.property(bars, (all) => {
        const band = lineOf(all, "bollinger");
        const closes = all.slice(-20).map(({ closePaise }) => closePaise);
        const middle = mean(closes);
        const deviation = Math.sqrt(mean(closes.map((close) => (close - middle) ** 2)));
        expect(band?.values.at(-1)).toBeCloseTo(middle + 2 * deviation, 4);
        expect(band?.lower?.at(-1)).toBeCloseTo(middle - 2 * deviation, 4);
      }),
      { numRuns: 30 },
    );
  });

  it("restart VWAP each day", () => {
    fc.assert(
      fc.property(bars, (all) => {
        const values = lineOf(all, "vwap")?.values ?? [];
        const dayOf = ({ at }: Candle) => new Date(Date.parse(at) + 19_800_000).toISOString().slice(0, 10);
        const last = all.at(-1);
        const today = all.filter((bar) => last !== undefined && dayOf(bar) === dayOf(last));
        const volume = today.reduce((sum, bar) => sum + bar.volume, 0);
        const value = today.reduce(
          (sum, bar) => sum + ((bar.highPaise + bar.lowPaise + bar.closePaise) / 3) * bar.volume,
          0,
        );
        expect(values.at(-1)).toBeCloseTo(value / volume, 4);
      }),
      { numRuns: 30 },
    );
  });

  it("return RSI values from 0 to 100", () => {
    fc.assert(
      fc.property(bars, (all) => {
        const known = (lineOf(all, "rsi")?.values ?? []).filter((value) => value !== null);
        expect(known.length).toBeGreaterThan(0);
        for (const value of known) expect(value >= 0 && value <= 100).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("do not depend on the visibility of earlier bars, except VWAP", () => {
    const ids = INDICATOR_IDS.filter((id) => id !== "vwap");
    fc.assert(
      fc.property(bars, (all) => {
        const allLines = indicatorLines(all, ids, 20, all.length);
        const cut = indicatorLines(all, ids, 20, 10);
        expect(cut.map(({ values }) => values)).toEqual(allLines.map(({ values }) => values.slice(-10)));
        expect(lineOf(all, "vwap", 20, 10)).toEqual(lineOf(all.slice(-10), "vwap"));
      }),
      { numRuns: 30 },
    );
  });

  it("have the same last value for any visible period and in conditional triggers", () => {
    // A falling market with a small bounce in every other bar.
    const market = Array.from({ length: 1_000 }, (_, index) => falling(index));
    for (const length of [14, 20, 50, INDICATOR_LENGTH_MAX])
      for (const barCount of [1, 20, 75, 375])
        for (const id of ["ema", "rsi"] as const) {
          const loaded = market.slice(-(barCount + warmUpBars([id], length)));
          const value = lineOf(loaded, id, length, barCount)?.values.at(-1) ?? 0;
          const exact = lineOf(market, id, length)?.values.at(-1) ?? 0;
          expect(Math.abs(value / exact - 1), `${id} ${length}, ${barCount} visible`).toBeLessThan(0.0005);
        }
    for (const [id, name, length] of [
      ["ema", "EMA_50", 50],
      ["ema", "EMA_200", 200],
      ["rsi", "RSI_14", 50],
    ] as const) {
      const inTrigger = market
        .slice(-countRequiredBars(name))
        .map(({ closePaise }) => ({ high: closePaise, low: closePaise, close: closePaise }));
      const loaded = market.slice(-(1 + warmUpBars(["ema", "rsi"], length)));
      const value = lineOf(loaded, id, length, 1)?.values.at(-1) ?? 0;
      expect(Math.abs(value / (computeIndicator(name, inTrigger) ?? 0) - 1), name).toBeLessThan(0.0005);
    }
  });

  it("have an RSI of 50 while the price does not move", () => {
    const still = Array.from({ length: 40 }, (_, index) => ({ ...falling(index), closePaise: 500 }));
    expect(lineOf(still, "rsi")?.values.at(-1)).toBe(50);
  });

  it("omit VWAP without volume", () => {
    const [one] = fc.sample(bars, 1);
    expect(
      lineOf(
        (one ?? []).map((bar) => ({ ...bar, volume: 0 })),
        "vwap",
      ),
    ).toBeUndefined();
  });
});

describe("a compared instrument's curve", () => {
  it("starts at zero at the compared instrument's first bar, and is null before it", () => {
    const bar = (at: string, closePaise: number) => ({ at, closePaise }) as Candle;
    const own = [bar("a", 100), bar("b", 110), bar("c", 90)];
    expect(comparedValues(own, own).map((value) => value?.toFixed(2))).toEqual(["0.00", "0.10", "-0.10"]);
    expect(comparedValues(own, [bar("b", 50), bar("x", 70)])).toEqual([null, 0, 0]);
  });
});
