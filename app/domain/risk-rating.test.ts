// Tests the risk rating with positions whose losses can be computed by hand.
import { describe, expect, it } from "vitest";
import {
  computeRating,
  computeRecordRisk,
  findRiskBand,
  isUncovered,
  positionLoss,
  type RiskStructure,
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

describe("the loss estimate of positions", () => {
  it("limits the loss of a fully paid share to its value", () => {
    expect(structureRisk(shares())).toEqual({
      stressLoss: expect.closeTo(0.1, 9),
      extremeLoss: expect.closeTo(0.2, 9),
      leverage: 1,
    });
    expect(positionLoss(shares())).toEqual({ kind: "defined", share: 1 });
  });

  it("halves the market move for positions that close within the session", () => {
    expect(structureRisk(shares({ product: "Intraday", exposure: 4 })).stressLoss).toBeCloseTo(0.2, 9);
  });

  it("assumes twice the market's move for one stock, and the same move for five stocks", () => {
    const one = shares({ underlying: "share", exposure: 0.2, positions: 5 });
    expect(structureRisk(one).stressLoss).toBeCloseTo(0.1, 9);
    expect(structureRisk({ ...one, positions: 1 }).stressLoss).toBeCloseTo(0.04, 9);
  });

  it("limits the loss of a condor to its width minus the premium, even under stress", () => {
    const { kind, share } = positionLoss(condor);
    expect(kind).toBe("defined");
    // The strikes are 1 % of the index apart. With ten times the amount at work, this is 10 % of the amount. The
    // premium received reduces the loss.
    expect(share).toBeLessThan(0.1);
    expect(share).toBeGreaterThan(0.07);
    for (const { results } of stressTable(condor))
      for (const result of results) expect(-result).toBeLessThanOrEqual(share + 1e-9);
  });

  it("limits the loss of bought options to the premium", () => {
    const bought = shares({ product: "Intraday", legs: [option("call", 1, 1)], exposure: 5 });
    const { kind, share } = positionLoss(bought);
    // An at-the-money option costs about 0.4 × volatility × √time. The exposure is five times the amount.
    expect(kind).toBe("defined");
    expect(share).toBeCloseTo(5 * 0.3989 * 0.15 * Math.sqrt(7 / 365), 3);
  });

  it("takes the loss of uncovered short options from the stress table", () => {
    expect(isUncovered(strangle)).toBe(true);
    expect(isUncovered(condor)).toBe(false);
    const { kind, share } = positionLoss(strangle);
    expect(kind).toBe("stress");
    // The market moves by 20 %, the strike is 2 % away, and the exposure is nine times the amount, so the loss before
    // the premium is 9 × 18 %.
    expect(share).toBeGreaterThan(9 * 0.17);
  });

  it("treats a short call as covered if shares cover it", () => {
    expect(isUncovered(shares({ legs: [...shares().legs, option("call", -1, 1.03)] }))).toBe(false);
  });

  it("uses the stress table for option legs with two different expiries", () => {
    const calendar = shares({ product: "Swing", legs: [option("call", -1, 1, 7), option("call", 1, 1, 35)] });
    expect(positionLoss(calendar).kind).toBe("stress");
  });
});

describe("losses of a record", () => {
  it("are the drawdown and the worst day as fractions of the capital", () => {
    // 100 → 110 → 99 → 104: the decline of 11 is 11 % of the capital.
    const days = [1_000, -100, 400].map((netPaise) => ({ netPaise }));
    expect(computeRecordRisk(days, 10_000)).toEqual({
      days: 3,
      maxDrawdown: expect.closeTo(0.11, 9),
      worstDay: expect.closeTo(0.11, 9),
      tailLoss: expect.closeTo(0.11, 9),
    });
    expect(computeRecordRisk([], 10_000)).toBeNull();
  });

  it("include the first day's loss relative to the capital", () => {
    expect(computeRecordRisk([{ netPaise: -500 }], 10_000)).toMatchObject({
      maxDrawdown: expect.closeTo(0.05, 9),
      worstDay: 0.05,
    });
  });

  it("include the tail loss: the mean loss of the worst 5 % of days", () => {
    let sum = 0;
    const days = Array.from({ length: 40 }, (_, index) => {
      sum += index === 3 ? -400 : index === 9 ? -200 : 10;
      return { netPaise: sum };
    });
    expect(computeRecordRisk(days, 10_000)?.tailLoss).toBeCloseTo(0.03, 9);
  });
});

describe("the risk rating", () => {
  const calm = { days: 250, maxDrawdown: 0.05, worstDay: 0.01, tailLoss: 0.005 };

  it("rates a stress loss of 8 % as Low and 8.01 % as Medium", () => {
    expect([0.08, 0.0801, 0.2, 0.4, 0.41].map((value) => findRiskBand("stressLoss", value))).toEqual([
      "Low",
      "Medium",
      "Medium",
      "Moderate",
      "High",
    ]);
  });

  it("is the worse of the positions' rating and the record's rating", () => {
    expect(computeRating({ structure: shares(), record: null })).toMatchObject({
      word: "Medium",
      structureLevel: "Medium",
      recordLevel: null,
    });
    expect(computeRating({ structure: shares(), record: { ...calm, maxDrawdown: 0.5 } })).toMatchObject({
      word: "High",
      structureLevel: "Medium",
      recordLevel: "High",
    });
    expect(computeRating({ structure: shares({ exposure: 0.5 }), record: calm }).word).toBe("Low");
  });

  it("ignores a record of only 40 days", () => {
    const short = { days: 40, maxDrawdown: 0.5, worstDay: 0.3, tailLoss: 0.2 };
    expect(computeRating({ structure: shares(), record: short })).toMatchObject({
      word: "Medium",
      recordLevel: null,
    });
  });

  it("is never Low or Medium for uncovered short options", () => {
    const small = { ...strangle, exposure: 0.1 };
    expect(computeRating({ structure: small, record: calm })).toMatchObject({
      word: "Moderate",
      isUncovered: true,
    });
    expect(computeRating({ structure: strangle, record: calm }).word).toBe("High");
  });
});
