import { describe, expect, it } from "vitest";
import { READER_AMOUNT_MAX, READER_AMOUNT_MIN, readAmountDigits, roundAmount } from "./reader-amount.ts";

describe("the user's amount", () => {
  it.each([
    [0, 5_000],
    [7_400, 5_000],
    [7_500, 10_000],
    [130_000, 130_000],
    [497_600, 500_000],
    [510_000, 500_000],
    [512_500, 525_000],
    [2_700_000, 2_500_000],
    [99_000_000, 10_000_000],
  ])("rounds %i to %i", (typed, amount) => expect(roundAmount(typed)).toBe(amount));

  it("rounding is idempotent and yields 195 different amounts", () => {
    const all = new Set<number>();
    for (let rupees = READER_AMOUNT_MIN; rupees <= READER_AMOUNT_MAX; rupees += 2_500) {
      const amount = roundAmount(rupees);
      expect(roundAmount(amount)).toBe(amount);
      all.add(amount);
    }
    // 99 multiples of 5,000, 80 of 25,000, 15 of 500,000, and the largest amount.
    expect(all.size).toBe(99 + 80 + 15 + 1);
  });

  it("is parsed from digits only", () => {
    expect(readAmountDigits("130000")).toBe(130_000);
    for (const rubbish of [null, undefined, "", "-5", "1e5", "1,30,000", "٣", "9".repeat(13)])
      expect(readAmountDigits(rubbish)).toBeNull();
  });
});
