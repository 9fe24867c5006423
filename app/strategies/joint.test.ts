// Several records together, by hand-worked cases.
import { expect, it } from "vitest";
import type { StrategyRecord } from "../wire/record.ts";
import { correlation, jointView } from "./joint.ts";

const record = (nets: Record<string, number>, marginPaise = 0, capitalRupees = 100): StrategyRecord =>
  ({
    capitalRupees,
    days: Object.entries(nets).map(([day, netPaise]) => ({
      day,
      netPaise,
      grossPaise: netPaise,
      feePaise: 0,
      marginPaise,
    })),
  }) as unknown as StrategyRecord;

it("correlation: the same is 1, the opposite is −1, what does not move has none", () => {
  expect(correlation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  expect(correlation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
  // (1,2), (2,1), (3,4): covariance 1, variances 1 and 7/3.
  expect(correlation([1, 2, 3], [2, 1, 4])).toBeCloseTo(1 / Math.sqrt(7 / 3), 12);
  expect(correlation([1, 1], [1, 2])).toBeNull();
});

it("together they fall less than each alone when one rises as the other falls", () => {
  const joint = jointView([
    record({ "2026-01-01": 0, "2026-01-02": -2_000, "2026-01-05": 0 }, 5_000),
    record({ "2026-01-01": 0, "2026-01-02": 2_000, "2026-01-05": 0 }, 3_000),
  ]);
  expect(joint).toMatchObject({ days: 3, capitalPaise: 20_000, largestMarginPaise: 8_000, jointFall: null });
  expect(joint?.falls[0]).toBeCloseTo(-0.2, 12);
  expect(joint?.falls[1]).toBeCloseTo(10_000 / 12_000 - 1, 12);
  expect(joint?.correlations[0]?.[1]).toBeLessThan(-0.9);
});

it("looks at the days that all of them have; one alone is no set", () => {
  const joint = jointView([
    record({ "2026-01-01": 1, "2026-01-02": 2 }),
    record({ "2026-01-02": 3, "2026-01-05": 4 }),
  ]);
  expect([joint?.from, joint?.to, joint?.days]).toEqual(["2026-01-02", "2026-01-02", 1]);
  expect(jointView([record({ "2026-01-01": 1 })])).toBeNull();
  expect(jointView([record({ "2026-01-01": 1 }), record({ "2026-01-02": 1 })])).toBeNull();
});
