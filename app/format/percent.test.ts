import { expect, it } from "vitest";
import { formatChange, formatRatio, formatShare } from "./percent.ts";

it("formats changes with a plus or minus sign", () => {
  expect([0.1234, -0.05, 0, -0.0001].map((share) => formatChange(share))).toEqual([
    "+12.3%",
    "−5.0%",
    "0.0%",
    "0.0%",
  ]);
  expect(formatChange(-0.12345, 2)).toBe("−12.35%");
});

it("formats shares and ratios without a plus sign", () => {
  expect([0.4, -0.4, -0.0001].map((share) => formatShare(share))).toEqual(["40.0%", "−40.0%", "0.0%"]);
  expect([1.005, -0.27, -0.001].map(formatRatio)).toEqual(["1.00", "−0.27", "0.00"]);
});
