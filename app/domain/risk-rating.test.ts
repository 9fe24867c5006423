// The rule behind the risk words, by positions whose losses can be worked by hand.
import { describe, expect, it } from "vitest";
import {
  isUncovered,
  positionLoss,
  type RiskStructure,
  ratingOf,
  recordRisk,
  riskBandOf,
  stressTable,
  structureRisk,
} from "./risk-rating.ts";

const shares = (change: Partial<RiskStructure> = {}): RiskStructure => ({
  product: "Delivery",
  direction: "rising",
  underlying: "index",
  legs: [{ kind: "share", ratio: 1, strike: 1, days: 0, volatility: 0 }],
  exposure: 1,
  positions: 1,
  ...change,
});
const option = (kind: "call" | "put", ratio: number, strike: number, days = 7, volatility = 0.15) => ({
  kind,
  ratio,
  strike,
  days,
  volatility,
});
const condor = shares({
  product: "Swing",
  direction: "still",
  legs: [option("call", -1, 1.02), option("call", 1, 1.03), option("put", -1, 0.98), option("put", 1, 0.97)],
  exposure: 10,
});
const strangle = shares({
  product: "Intraday",
  direction: "still",
  legs: [option("call", -1, 1.02), option("put", -1, 0.98)],
  exposure: 9,
});

describe("losses of positions", () => {
  it("a share held in full loses what it falls, and at most all of it", () => {
    expect(structureRisk(shares())).toEqual({
      stressLoss: expect.closeTo(0.1, 9),
      extremeLoss: expect.closeTo(0.2, 9),
      leverage: 1,
    });
    expect(positionLoss(shares())).toEqual({ kind: "defined", share: 1 });
  });

  it("what closes in its session is rated at half the move", () => {
    expect(structureRisk(shares({ product: "Intraday", exposure: 4 })).stressLoss).toBeCloseTo(0.2, 9);
  });

  it("one share by itself moves twice as far; five together as the market", () => {
    const one = shares({ underlying: "share", exposure: 0.2, positions: 5 });
    expect(structureRisk(one).stressLoss).toBeCloseTo(0.1, 9);
    expect(structureRisk({ ...one, positions: 1 }).stressLoss).toBeCloseTo(0.04, 9);
  });

  it("a condor loses its width less the premium at most, never more under stress", () => {
    const { kind, share } = positionLoss(condor);
    expect(kind).toBe("defined");
    // Ten times the width of 1 % is 10 % of the amount, less what was received.
    expect(share).toBeLessThan(0.1);
    expect(share).toBeGreaterThan(0.07);
    for (const { results } of stressTable(condor))
      for (const result of results) expect(-result).toBeLessThanOrEqual(share + 1e-9);
  });

  it("bought options lose what was paid", () => {
    const bought = shares({ product: "Intraday", legs: [option("call", 1, 1)], exposure: 5 });
    const { kind, share } = positionLoss(bought);
    // At the money: 0.4 × volatility × root of the time, five times.
    expect(kind).toBe("defined");
    expect(share).toBeCloseTo(5 * 0.3989 * 0.15 * Math.sqrt(7 / 365), 3);
  });

  it("options sold without cover have no largest loss: it is the table's, said as such", () => {
    expect(isUncovered(strangle)).toBe(true);
    expect(isUncovered(condor)).toBe(false);
    const { kind, share } = positionLoss(strangle);
    expect(kind).toBe("stress");
    // A move of 20 % against a strike 2 % away, nine times, less the premium.
    expect(share).toBeGreaterThan(9 * 0.17);
  });

  it("a covered call is covered by its shares", () => {
    expect(isUncovered(shares({ legs: [...shares().legs, option("call", -1, 1.03)] }))).toBe(false);
  });

  it("two expiries have no exact limit", () => {
    const calendar = shares({ product: "Swing", legs: [option("call", -1, 1, 7), option("call", 1, 1, 35)] });
    expect(positionLoss(calendar).kind).toBe("stress");
  });
});

describe("losses of a record", () => {
  it("states drawdown and worst day as shares of the capital", () => {
    // 100 → 110 → 99 → 104: the fall of 11 is 11 % of the capital.
    const days = [1_000, -100, 400].map((netPaise) => ({ netPaise }));
    expect(recordRisk(days, 10_000)).toEqual({
      days: 3,
      maxDrawdown: expect.closeTo(0.11, 9),
      worstDay: expect.closeTo(0.11, 9),
      tailLoss: expect.closeTo(0.11, 9),
    });
    expect(recordRisk([], 10_000)).toBeNull();
  });

  it("the first day's loss counts from the capital", () => {
    expect(recordRisk([{ netPaise: -500 }], 10_000)).toMatchObject({
      maxDrawdown: expect.closeTo(0.05, 9),
      worstDay: 0.05,
    });
  });

  it("the tail is the mean of the worst twentieth", () => {
    let sum = 0;
    const days = Array.from({ length: 40 }, (_, index) => {
      sum += index === 3 ? -400 : index === 9 ? -200 : 10;
      return { netPaise: sum };
    });
    expect(recordRisk(days, 10_000)?.tailLoss).toBeCloseTo(0.03, 9);
  });
});

describe("the word", () => {
  const calm = { days: 250, maxDrawdown: 0.05, worstDay: 0.01, tailLoss: 0.005 };

  it("has the bands of the table, edges included", () => {
    expect([0.08, 0.0801, 0.2, 0.4, 0.41].map((value) => riskBandOf("stressLoss", value))).toEqual([
      "Low",
      "Medium",
      "Medium",
      "Moderate",
      "High",
    ]);
  });

  it("is the worst of structure and record", () => {
    expect(ratingOf({ structure: shares(), record: null })).toMatchObject({
      word: "Medium",
      structureText: "Medium",
      recordText: null,
    });
    expect(ratingOf({ structure: shares(), record: { ...calm, maxDrawdown: 0.5 } })).toMatchObject({
      word: "High",
      structureText: "Medium",
      recordText: "High",
    });
    expect(ratingOf({ structure: shares({ exposure: 0.5 }), record: calm }).word).toBe("Low");
  });

  it("a record of a few weeks is not rated", () => {
    const short = { days: 40, maxDrawdown: 0.5, worstDay: 0.3, tailLoss: 0.2 };
    expect(ratingOf({ structure: shares(), record: short })).toMatchObject({
      word: "Medium",
      recordText: null,
    });
  });

  it("options sold without cover are never called Low or Medium", () => {
    const small = { ...strangle, exposure: 0.1 };
    expect(ratingOf({ structure: small, record: calm })).toMatchObject({
      word: "Moderate",
      isUncovered: true,
    });
    expect(ratingOf({ structure: strangle, record: calm }).word).toBe("High");
  });
});
