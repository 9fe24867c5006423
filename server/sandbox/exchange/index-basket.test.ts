// The index is the weighted mean of its constituents, at each minute and overnight. The Sensex follows the index with a
// small independent difference.
import { describe, expect, it } from "vitest";
import { ROUND_THE_CLOCK } from "../../../app/domain/market-sessions.ts";
import { dayOfIso, istDayStart, MINUTE_MS } from "../../../app/domain/time.ts";
import { correlation, deviation, mean, returnsOf } from "../../../tests/reports/market-measures.ts";
import { CONSTITUENTS } from "./companies.ts";
import { SandboxMarket } from "./market.ts";

const market = new SandboxMarket(5, ROUND_THE_CLOCK);
const TO = dayOfIso("2026-10-31");
const DAYS = 900;
const weightOf = (key: string) => market.find("NSE_EQ", key.slice(7), istDayStart(TO))?.path?.weight ?? 0;
const totalWeight = CONSTITUENTS.reduce((sum, key) => sum + weightOf(key), 0);

/** Returns the weighted mean of the constituents' logarithmic returns between two times, less the index's. */
function apart(fromMs: number, toMs: number): number {
  const change = (key: string) => Math.log(market.spot(key, toMs) / market.spot(key, fromMs));
  const basket = CONSTITUENTS.reduce((sum, key) => sum + (weightOf(key) / totalWeight) * change(key), 0);
  return basket - change("IDX_I:13");
}

describe("the index", () => {
  // Each price is rounded to a tick of up to two basis points, so a basket of 23 shares is exact to about one basis
  // point.
  const ROUNDING = 0.0002;
  const open = (iso: string) => istDayStart(dayOfIso(iso)) + (9 * 60 + 15) * MINUTE_MS;

  it.each(["2023-06-14", "2024-11-06", "2026-09-15"])(
    "equals the weighted mean of its constituents during %s",
    (iso) => {
      for (const minute of [15, 60, 180, 300, 374])
        expect(Math.abs(apart(open(iso), open(iso) + minute * MINUTE_MS))).toBeLessThan(ROUNDING);
    },
  );

  it("equals the weighted mean of its constituents from day to day and overnight", () => {
    for (const minutes of [500, 800, 1_100, 1_440, 5 * 1_440, 250 * 1_440])
      expect(Math.abs(apart(open("2024-01-10"), open("2024-01-10") + minutes * MINUTE_MS))).toBeLessThan(
        2 * ROUNDING,
      );
  });

  it("differs from an equal-weighted basket, because its shares move independently", () => {
    const nifty = returnsOf(market.closesBefore("IDX_I:13", TO, DAYS));
    const shares = CONSTITUENTS.map((key) => returnsOf(market.closesBefore(key, TO, DAYS)));
    const equal = nifty.map((_, day) => mean(shares.map((returns) => returns[day] ?? 0)));
    expect(correlation(nifty, equal)).toBeGreaterThan(0.95);
    expect(correlation(nifty, equal)).toBeLessThan(0.999);
    for (const returns of shares) {
      expect(correlation(nifty, returns)).toBeGreaterThan(0.3);
      expect(correlation(nifty, returns)).toBeLessThan(0.85);
    }
  });
});

it("the Sensex follows the Nifty with small independent deviations and no drift", () => {
  const [nifty, sensex] = ["IDX_I:13", "IDX_I:51"].map((key) =>
    returnsOf(market.closesBefore(key, TO, DAYS)),
  );
  if (nifty === undefined || sensex === undefined) throw new Error("no closes");
  expect(correlation(nifty, sensex)).toBeGreaterThan(0.97);
  expect(correlation(nifty, sensex)).toBeLessThan(0.995);
  const difference = nifty.map((value, day) => (sensex[day] ?? 0) - value);
  const yearly = (mean(difference) / deviation(difference)) * Math.sqrt(250);
  expect(Math.abs(yearly)).toBeLessThan(1.5);
});
