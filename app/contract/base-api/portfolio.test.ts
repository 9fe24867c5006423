import { expect, it } from "vitest";
import { statementQuerySchema } from "./portfolio.ts";

it("accepts a financial year only if its two calendar years are consecutive", () => {
  const isAccepted = (year: string) => statementQuerySchema.safeParse({ year }).success;
  expect(["2026-27", "2099-00"].map(isAccepted)).toEqual([true, true]);
  expect(["2026-28", "9999-00", "0000-01", "2026"].map(isAccepted)).toEqual([false, false, false, false]);
});
