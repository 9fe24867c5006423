import { expect, it } from "vitest";
import { computeExposure, computeMarginUse, tradedPaise } from "./trade-spans.ts";

const span = (openedAt: string, closedAt: string | null, marginPaise = 100) => ({
  openedAt: `${openedAt}+05:30`,
  closedAt: closedAt === null ? null : `${closedAt}+05:30`,
  marginPaise,
});
const days = [{ day: "2024-01-01" }, { day: "2024-01-02" }, { day: "2024-01-03" }];

it("computes exposure in days and in time from a position's holding time", () => {
  const found = computeExposure(days, [span("2024-01-02T09:15", "2024-01-02T12:22:30")]);
  expect(found?.days).toBeCloseTo(1 / 3, 12);
  // The position is open for 187.5 of 3 × 375 minutes.
  expect(found?.time).toBeCloseTo(1 / 6, 12);
});

it("counts overlapping positions once and open positions until the last day", () => {
  const found = computeExposure(days, [
    span("2024-01-01T15:00", "2024-01-02T09:30"),
    span("2024-01-01T15:15", "2024-01-01T15:30"),
    span("2024-01-03T15:20", null),
  ]);
  expect(found?.days).toBe(1);
  expect(found?.time).toBeCloseTo((30 + 15 + 10) / (3 * 375), 12);
  expect(computeExposure([], [])).toBeNull();
});

it("adds the margin of intraday positions that are open at the same time", () => {
  const use = computeMarginUse(
    [
      [span("2024-01-01T10:00", "2024-01-01T12:00", 300), span("2024-01-01T12:00", "2024-01-01T13:00", 200)],
      [span("2024-01-01T11:00", "2024-01-01T14:00", 500)],
    ],
    "2024-01-03",
  );
  expect(use).toEqual({
    peakPaise: 800,
    peakAt: "2024-01-01T05:30:00.000Z",
    ownPeaksPaise: [300, 500],
    overlap: 0.5,
  });
  expect(computeMarginUse([[], []], "2024-01-03")).toBeNull();
});

it("treats a trade's margin as the margin of all open positions of its algo", () => {
  const trades = [
    span("2024-01-01T10:00", "2024-01-01T14:00", 300),
    span("2024-01-01T11:00", "2024-01-01T13:00", 500),
    span("2024-01-01T12:00", "2024-01-01T15:00", 450),
  ];
  const other = [span("2024-01-01T14:30", "2024-01-01T15:00", 350)];
  // At 14:30 the first algo's other positions are closed, so that their margin is released.
  expect(computeMarginUse([trades, other], "2024-01-03")).toMatchObject({
    peakPaise: 500,
    peakAt: "2024-01-01T05:30:00.000Z",
    ownPeaksPaise: [500, 350],
  });
});

it("includes entry and exit of each leg in the turnover", () => {
  const leg = { symbol: "A", side: "BUY" as const, quantity: 10, entryPaise: 100, exitPaise: 110 };
  expect(tradedPaise([{ legs: [leg, { ...leg, exitPaise: null }] }])).toBe(10 * 100 * 2 + 10 * 110);
});
