import { expect, it } from "vitest";
import type { RecordDay, RecordTrade, StrategyRecord } from "../contract/base-api/record.ts";
import { compareWithBacktest } from "./backtest-comparison.ts";

const day = (name: string, netPaise: number) => ({ day: name, netPaise }) as RecordDay;
const trade = (openedAt: string, slippagePaise: number) =>
  ({
    openedAt,
    legs: [{ symbol: "X", side: "BUY", quantity: 10, entryPaise: 100_00, exitPaise: 110_00 }],
    costs: { slippagePaise },
  }) as RecordTrade;
const side = (days: RecordDay[], trades: RecordTrade[]) => ({
  record: { days, capitalRupees: 1_000 },
  trades,
});

const MISSED: StrategyRecord["missed"] = [
  { at: "2026-01-07T04:30:00.000Z", kind: "refused", reason: "Refused." },
  { at: "2026-01-09T04:30:00.000Z", kind: "away", reason: "Not a signal of the backtest." },
];
const backtest = side(
  [day("2026-01-02", 5_000), day("2026-01-05", 6_000), day("2026-01-06", 9_000), day("2026-01-07", 8_000)],
  [
    trade("2026-01-02T04:30:00.000Z", 9_999),
    trade("2026-01-05T04:30:00.000Z", 100),
    trade("2026-01-05T04:30:00.000Z", 100),
    trade("2026-01-06T04:30:00.000Z", 100),
    trade("2026-01-07T04:30:00.000Z", 100),
  ],
);
const live = {
  record: {
    days: [day("2026-01-05", 1_000), day("2026-01-06", 2_000), day("2026-01-07", 2_000)],
    capitalRupees: 1_000,
    evidence: "live" as const,
    missed: MISSED,
  },
  trades: [
    trade("2026-01-05T04:30:00.000Z", 210),
    trade("2026-01-05T04:30:00.000Z", 210),
    trade("2026-01-06T06:00:00.000Z", 210),
  ],
};

it("compares results over the days that backtest and live record have in common", () => {
  const view = compareWithBacktest(backtest, live);
  expect([view?.from, view?.to, view?.days]).toEqual(["2026-01-05", "2026-01-07", 3]);
  // The backtest's P&L rises from 5,000 to 8,000 paise, on a capital of 100,000.
  expect(view?.backtest.share).toBeCloseTo(0.03, 12);
  expect(view?.followed.share).toBeCloseTo(0.02, 12);
  expect(view?.difference).toBeCloseTo(-0.01, 12);
  // Daily results in hundredths: backtest 1, 3, −1; live 1, 1, 0. The differences 0, −2, +1 have the standard deviation
  // √(7/3).
  expect(view?.trackingError).toBeCloseTo((Math.sqrt(7 / 3) / 100) * Math.sqrt(252), 12);
});

it("returns a tracking error of 0 for equal records if one lacks a day", () => {
  const full = [1, 2, 3, 4, 5].map((number) => day(`2026-01-0${number + 4}`, number * number * 1_000));
  const gap = { ...live, record: { ...live.record, days: full.toSpliced(1, 1) } };
  expect(compareWithBacktest(side(full, []), gap)?.trackingError).toBe(0);
});

it("counts the signals that the live record followed, missed or added", () => {
  expect(compareWithBacktest(backtest, live)?.signals).toEqual({
    backtestEntries: 4,
    followed: 2,
    refused: 1,
    away: 0,
    unexplained: 1,
    extra: 1,
  });
});

it("computes slippage as a share of the value traded on days in both records", () => {
  const view = compareWithBacktest(backtest, live);
  // Ten units bought at 100 and sold at 110: ₹2,100 traded, or 210,000 paise per trade.
  expect(view?.backtest.slippageShare).toBeCloseTo(100 / 210_000, 12);
  expect(view?.followed.slippageShare).toBeCloseTo(210 / 210_000, 12);
});

it("returns no comparison for two backtests or for records without a common day", () => {
  expect(
    compareWithBacktest(backtest, { ...live, record: { ...live.record, days: [day("2025-01-01", 0)] } }),
  ).toBeNull();
  expect(
    compareWithBacktest(backtest, { ...live, record: { ...live.record, evidence: "backtest" } }),
  ).toBeNull();
  expect(compareWithBacktest(side([], []), live)).toBeNull();
});
