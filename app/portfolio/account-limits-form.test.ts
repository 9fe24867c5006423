import fc from "fast-check";
import { expect, it } from "vitest";
import { accountLimitsChangeSchema } from "../contract/base-api/account-limits.ts";
import { readLimits, typedLimits } from "./account-limits-form.ts";

const rupees = fc.integer({ min: 1, max: 100_000_000 });

it("parses the rendered form back into the same account limits", () => {
  const lock = fc
    .tuple(rupees, rupees)
    .map(([one, other]) => ({ fromRupees: Math.max(one, other), giveBackRupees: Math.min(one, other) }));
  fc.assert(
    fc.property(fc.option(rupees), fc.option(lock), (lossPerDayRupees, profitLock) => {
      const limits = { lossPerDayRupees, profitLock };
      expect(readLimits(typedLimits(limits))).toEqual({ limits });
    }),
  );
});

it("accepts only account limits that the contract accepts", () => {
  const typed = fc.oneof(
    fc.string(),
    rupees.map(String),
    fc.constantFrom("0", "-5", "1.5L", "12.50", "5,000"),
  );
  fc.assert(
    fc.property(typed, typed, typed, (lossPerDay, lockFrom, giveBack) => {
      const read = readLimits({ lossPerDay, lockFrom, giveBack });
      if ("faults" in read) expect(Object.keys(read.faults).length).toBeGreaterThan(0);
      else expect(accountLimitsChangeSchema.safeParse({ mode: "live", ...read.limits }).success).toBe(true);
    }),
  );
});

it("rejects an incomplete profit lock and a giveback above the starting profit", () => {
  const of = (lockFrom: string, giveBack: string) => readLimits({ lossPerDay: "", lockFrom, giveBack });
  expect(of("5,000", "")).toEqual({
    faults: { giveBack: "Fill in both fields of the profit lock, or leave both empty." },
  });
  expect(of("", "2,000")).toEqual({
    faults: { lockFrom: "Fill in both fields of the profit lock, or leave both empty." },
  });
  expect(of("5,000", "5,001")).toEqual({
    faults: { giveBack: "The giveback must not exceed the profit at which the lock starts." },
  });
  expect(of("5 thousand", "100")).toHaveProperty("faults.lockFrom");
});
