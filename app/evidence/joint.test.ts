import { expect, it } from "vitest";
import type { RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { computeJointView, correlation, type JointPart } from "./joint.ts";

const part = (nets: Record<string, number>, trades: [string, string, number][] = []): JointPart => ({
  record: {
    capitalRupees: 100,
    days: Object.entries(nets).map(([day, netPaise]) => ({
      day,
      netPaise,
      grossPaise: netPaise,
      feePaise: 0,
      marginPaise: 0,
    })) as unknown as StrategyRecord["days"],
  },
  trades: trades.map(
    ([from, to, marginPaise]): Pick<RecordTrade, "openedAt" | "closedAt" | "marginPaise"> => ({
      openedAt: `${from}+05:30`,
      closedAt: `${to}+05:30`,
      marginPaise,
    }),
  ),
});

it("correlation is 1 for equal, -1 for opposite and null for constant series", () => {
  expect(correlation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  expect(correlation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
  // The points (1,2), (2,1), (3,4) have covariance 1 and variances 1 and 7/3.
  expect(correlation([1, 2, 3], [2, 1, 4])).toBeCloseTo(1 / Math.sqrt(7 / 3), 12);
  expect(correlation([1, 1], [1, 2])).toBeNull();
});

it("two algos with opposite results have no joint drawdown", () => {
  const joint = computeJointView([
    part({ "2026-01-01": 0, "2026-01-02": -2_000, "2026-01-05": 0 }),
    part({ "2026-01-01": 0, "2026-01-02": 2_000, "2026-01-05": 0 }),
  ]);
  expect(joint).toMatchObject({ days: 3, capitalPaise: 20_000, jointDrawdown: null });
  expect(joint?.drawdowns[0]?.share).toBeCloseTo(-0.2, 12);
  expect(joint?.drawdowns[1]?.share).toBeCloseTo(-0.2, 12);
  expect(joint?.correlations[0]?.[1]).toBeLessThan(-0.9);
});

it("the joint margin includes intraday positions that close before the day ends", () => {
  const days = { "2026-01-01": 10, "2026-01-02": 20 };
  const joint = computeJointView([
    part(days, [["2026-01-01T10:00", "2026-01-01T12:00", 5_000]]),
    part(days, [
      ["2026-01-01T11:00", "2026-01-01T14:00", 3_000],
      ["2025-12-31T11:00", "2025-12-31T14:00", 90_000],
    ]),
  ]);
  expect(joint?.margin).toMatchObject({ peakPaise: 8_000, ownPeaksPaise: [5_000, 3_000] });
});

it("returns the day with the largest joint loss, and each algo's result on that day", () => {
  const joint = computeJointView([
    part({ "2026-01-01": 100, "2026-01-02": -900, "2026-01-05": -800 }),
    part({ "2026-01-01": 0, "2026-01-02": -500, "2026-01-05": -1_200 }),
  ]);
  expect(joint?.worstDay).toEqual({ day: "2026-01-02", paise: -1_500, share: -0.075, parts: [-1_000, -500] });
});

it("computes joint figures from common days and returns null for a single algo", () => {
  const joint = computeJointView([
    part({ "2026-01-01": 4_000, "2026-01-02": 4_002 }),
    part({ "2026-01-02": 3, "2026-01-05": 4 }),
  ]);
  expect([joint?.from, joint?.to, joint?.days]).toEqual(["2026-01-02", "2026-01-02", 1]);
  expect(joint?.equities.map(([first]) => first?.equityPaise)).toEqual([10_002, 10_003]);
  expect(computeJointView([part({ "2026-01-01": 1 })])).toBeNull();
  expect(computeJointView([part({ "2026-01-01": 1 }), part({ "2026-01-02": 1 })])).toBeNull();
});
