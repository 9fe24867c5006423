import { describe, expect, it } from "vitest";
import { createRandom } from "./bootstrap.ts";
import {
  computeRegimes,
  computeSignificance,
  deflatedSharpe,
  normalDistribution,
  normalQuantile,
} from "./significance.ts";

/** Returns reproducible, normally distributed numbers (Box and Muller). */
function noise(count: number, seed = 7): number[] {
  const random = createRandom(seed);
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
}
const dayOf = (index: number) => new Date(Date.UTC(2023, 0, 2 + index)).toISOString().slice(0, 10);
function equityFrom(returns: readonly number[], capital: number) {
  let sum = capital;
  return returns.map((value, index) => {
    sum += value * capital;
    return { day: dayOf(index), equityPaise: sum };
  });
}

describe("the deflated Sharpe ratio", () => {
  it("normalDistribution and normalQuantile match tabulated values", () => {
    expect(normalDistribution(1.959964)).toBeCloseTo(0.975, 6);
    expect(normalDistribution(-1)).toBeCloseTo(0.158655, 5);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 4);
  });

  it("decreases with the number of variants tried, and is not deflated for one variant", () => {
    const returns = noise(1_000).map((value) => 0.0006 + value * 0.01);
    const one = deflatedSharpe(returns, 0, 1);
    const many = deflatedSharpe(returns, 0, 100);
    expect(one?.expectedBest).toBe(0);
    expect(one?.probability).toBeGreaterThan(0.9);
    expect(many?.probability).toBeLessThan(one?.probability ?? 0);
    // Expected maximum of a hundred standard normal values, about 2.53: (1 − γ) Φ⁻¹(0.99) + γ Φ⁻¹(1 − 1/(100e)).
    expect((many?.expectedBest ?? 0) / Math.sqrt(252 / 999)).toBeCloseTo(2.53, 1);
  });

  it("returns null for constant returns and for short records", () => {
    expect(deflatedSharpe(Array(300).fill(0.001), 0, 5)).toBeNull();
    expect(deflatedSharpe(noise(50), 0, 5)).toBeNull();
  });
});

describe("bootstrap bands", () => {
  it("are reproducible, and widen with volatility", async () => {
    const subject = (scale: number) => ({
      equity: equityFrom(
        noise(750).map((value) => 0.0004 + value * 0.008 * scale),
        1_000_000,
      ),
      benchmark: Array.from({ length: 750 }, () => 100),
      capitalPaise: 1_000_000,
      riskFree: 0.06,
      trials: 10,
    });
    const one = await computeSignificance(subject(1));
    expect(await computeSignificance(subject(1))).toEqual(one);
    const two = await computeSignificance(subject(2));
    expect(one.nextYear?.median).toBeGreaterThan(0);
    expect(one.nextYear?.oneInTwenty).toBeGreaterThan(one.nextYear?.median ?? 1);
    expect(two.nextYear?.median).toBeGreaterThan(1.4 * (one.nextYear?.median ?? 1));
    expect(two.maxDrawdown?.high).toBeGreaterThan(one.maxDrawdown?.high ?? 1);
    expect((one.growth?.low ?? 1) < (one.growth?.high ?? 0)).toBe(true);
  });

  it("are null for a short record", async () => {
    const short = {
      equity: equityFrom(noise(60), 100),
      benchmark: [],
      capitalPaise: 100,
      riskFree: 0,
      trials: 1,
    };
    expect(await computeSignificance(short)).toEqual({
      deflated: null,
      growth: null,
      maxDrawdown: null,
      nextYear: null,
      regimes: [],
    });
  });
});

it("classifies a day as calm, trending or stressed by the preceding twenty days", () => {
  const moves = [
    ...Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 0.001 : -0.001)),
    ...Array.from({ length: 100 }, () => 0.003),
    ...Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 0.03 : -0.029)),
  ];
  let level = 100;
  const benchmark = moves.map((move) => {
    level *= 1 + move;
    return level;
  });
  const returns = moves.map((_, index) => (index < 100 ? 0.001 : index < 200 ? 0.002 : -0.004));
  const found = computeRegimes(benchmark, returns);
  expect(found.map(({ name }) => name)).toEqual(["trend", "calm", "stressed"]);
  const [trend, calm, stressed] = found;
  expect([calm?.yearly, stressed?.yearly].map((value) => Math.sign(value ?? 0))).toEqual([1, -1]);
  expect(trend?.yearly).toBeGreaterThan(calm?.yearly ?? 1);
  expect(stressed?.days).toBeGreaterThan(30);
});
