import { describe, expect, it } from "vitest";
import { INDICATORS } from "../../../../app/contract/trading-api/alerts.ts";
import { computeIndicator, countRequiredBars, type PriceBar } from "./indicators.ts";

const flat = (close: number): PriceBar => ({ high: close + 1, low: close - 1, close });
const rising = Array.from({ length: countRequiredBars("SMA_5") }, (_, index) => flat(100 + index));

describe("indicators", () => {
  it.each([
    // Mean of the last five closes, 355 to 359.
    ["SMA_5", 357],
    // On a straight line, an exponential average of n bars lags by (n - 1) / 2 bars.
    ["EMA_5", 357],
    ["EMA_20", 349.5],
    // 349.5 ± 2 × √((20² − 1) / 12).
    ["BB_UPPER", 361.0326],
    ["BB_LOWER", 337.9674],
    // Every bar closed higher than the previous one.
    ["RSI_14", 100],
    // Each bar spans one below to one above its close, which is one above the previous close.
    ["ATR_14", 2],
    // The close is one below the highest high of 14 bars that span 15 rupees.
    ["STOCHASTIC", (14 / 15) * 100],
    ["STOCHRSI_14", 50],
    // The MACD line is constant on a straight line, so it equals its signal line.
    ["MACD_HIST", 0],
  ] as const)("compute %s of steadily rising prices as %d", (name, value) => {
    expect(computeIndicator(name, rising)).toBeCloseTo(value, 3);
  });

  it("compute the RSI by Wilder's formula for one falling bar among rising bars", () => {
    const closes = [...Array.from({ length: 14 }, (_, index) => 100 + index), 110];
    // Thirteen rises of 1 and one fall of 3: 100 − 100 / (1 + 13 / 3).
    expect(computeIndicator("RSI_14", closes.map(flat))).toBeCloseTo(100 - 100 / (1 + 13 / 3), 6);
  });

  it("return null for too few bars", () => {
    for (const name of INDICATORS) expect(computeIndicator(name, rising.slice(0, 4)), name).toBeNull();
  });

  it("computes long exponential averages from enough bars; earlier bars do not matter", () => {
    const bars = Array.from({ length: 3_000 }, (_, index) => flat(index < 2_700 ? 100 : 200));
    for (const name of ["EMA_100", "EMA_200"] as const) {
      const exact = computeIndicator(name, bars) ?? 0;
      expect(
        Math.abs((computeIndicator(name, bars.slice(-countRequiredBars(name))) ?? 0) - exact),
      ).toBeLessThan(0.01);
      expect(Math.abs((computeIndicator(name, bars.slice(-260)) ?? 0) - exact)).toBeGreaterThan(0.2);
    }
  });
});
