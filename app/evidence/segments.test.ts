import fc from "fast-check";
import { expect, it } from "vitest";
import type { CashFlow, MissedSignal, RecordDay } from "../contract/base-api/record.ts";
import { isoDayOf } from "../domain/time.ts";
import { paidInPaise, splitIntoSegments } from "./segments.ts";

const FIRST_DAY = 20_000;
const DAYS = fc.array(
  fc.record({
    madePaise: fc.integer({ min: -500_000, max: 500_000 }),
    trades: fc.nat(3),
    passed: fc.nat(2),
    paidInPaise: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 900_000 })),
  }),
  { minLength: 1, maxLength: 60 },
);

it("divides a record into segments that add up to its result, trades and payments", () => {
  fc.assert(
    fc.property(DAYS, (made) => {
      let [netPaise, trades] = [0, 0];
      const days: RecordDay[] = [];
      const cashFlows: CashFlow[] = [];
      const missed: MissedSignal[] = [];
      for (const [index, one] of made.entries()) {
        const day = isoDayOf(FIRST_DAY + index);
        netPaise += one.madePaise;
        trades += one.trades;
        days.push({ day, netPaise, trades } as RecordDay);
        if (index > 0 && one.paidInPaise > 0)
          cashFlows.push({ day, amountPaise: one.paidInPaise, note: "Fresh capital." });
        for (let count = 0; count < one.passed; count += 1)
          missed.push({ at: `${day}T05:00:00.000Z`, kind: "capital", reason: "Too little." });
      }
      const segments = splitIntoSegments({ days, cashFlows, missed });
      const sum = (of: (segment: (typeof segments)[number]) => number) =>
        segments.reduce((total, one) => total + of(one), 0);
      expect(segments).toHaveLength(cashFlows.length === 0 ? 0 : cashFlows.length + 1);
      if (segments.length === 0) return;
      expect(sum((one) => one.netPaise)).toBe(netPaise);
      expect(sum((one) => one.trades)).toBe(trades);
      expect(sum((one) => one.days)).toBe(days.length);
      expect(sum((one) => one.missed)).toBe(missed.length);
      expect(sum((one) => one.paidInPaise)).toBe(paidInPaise({ cashFlows }));
    }),
  );
});
