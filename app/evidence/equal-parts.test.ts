import { expect, it } from "vitest";
import type { StrategyRecord } from "../contract/base-api/record.ts";
import { equalParts } from "./equal-parts.ts";

const record = (nets: Record<string, number>, change: Partial<StrategyRecord> = {}) =>
  ({
    capitalRupees: 1_000,
    evidence: "backtest",
    simulated: true,
    benchmark: "Nifty 50",
    days: Object.entries(nets).map(([day, netPaise], index) => ({ day, netPaise, benchmark: 100 + index })),
    ...change,
  }) as unknown as StrategyRecord;

it("divides capital equally among algos, and holds it as cash outside their records", () => {
  const parts = equalParts(
    [
      record({ "2026-01-01": 10_000, "2026-01-02": -20_000, "2026-01-05": -20_000 }),
      record({ "2026-01-02": 50_000 }, { capitalRupees: 5_000 }),
    ],
    1_000_000,
  );
  // Each algo has half of ₹10,000. The first is at +10 % on its first day and at −20 % later. The second starts a day
  // later, gains 10 % and ends.
  expect(parts?.points.map(({ day, equityPaise }) => [day, equityPaise])).toEqual([
    ["2026-01-01", 1_050_000],
    ["2026-01-02", 950_000],
    ["2026-01-05", 950_000],
  ]);
  expect(parts?.points.map(({ benchmarkPaise }) => benchmarkPaise)).toEqual([
    1_000_000, 1_000_000, 1_020_000,
  ]);
  expect(parts?.points[1]?.underwater).toBeCloseTo(-0.1, 12);
  expect(parts).toMatchObject({ count: 2, maxDrawdown: { paise: -100_000 } });
});

it("combines only records of the evidence class that has the most records", () => {
  const live = { evidence: "live" } as const;
  const days = { "2026-01-01": 0 };
  expect(equalParts([record(days), record(days), record(days, live)], 100)).toMatchObject({
    evidence: "backtest",
    count: 2,
  });
  expect(equalParts([record(days), record(days, live), record(days, live)], 100)?.evidence).toBe("live");
  expect(equalParts([record(days), record(days, live)], 100)).toBeNull();
  expect(equalParts([], 100)).toBeNull();
});
