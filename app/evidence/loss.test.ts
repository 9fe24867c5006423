import { expect, it } from "vitest";
import { amountAtWork, buildLossStatement } from "./loss.ts";

const strategy = {
  minAmountRupees: 30_000,
  lossLimits: { perTradePercent: 8, perDayPercent: null, worstCase: "capped" as const },
};

it("states the loss at a whole multiple of the minimum, and the unused amount", () => {
  expect(buildLossStatement(strategy, 100_000)).toEqual({
    multiples: 3,
    workingRupees: 90_000,
    idleRupees: 10_000,
    perTradeRupees: 7_200,
    perDayRupees: null,
  });
});

it("states that an amount below the minimum is unused", () => {
  expect(buildLossStatement(strategy, 29_999)).toMatchObject({
    multiples: 0,
    workingRupees: 0,
    perTradeRupees: 0,
  });
});

it("rounds a possible loss up to whole rupees", () => {
  const odd = {
    minAmountRupees: 333,
    lossLimits: { perTradePercent: 1, perDayPercent: 2.5, worstCase: "gap" as const },
  };
  expect(buildLossStatement(odd, 333)).toMatchObject({ perTradeRupees: 4, perDayRupees: 9 });
});

it("rounds an amount down to a multiple of the minimum, but at least to the minimum", () => {
  expect(amountAtWork(200_000, 100_000)).toBe(200_000);
  expect(amountAtWork(30_000, 100_000)).toBe(90_000);
  expect(amountAtWork(100_000, 100_000)).toBe(100_000);
});
