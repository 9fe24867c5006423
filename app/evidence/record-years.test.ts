import { describe, expect, it } from "vitest";
import { stripFigures } from "./evidence-strip.ts";
import { computeRecordStats } from "./record-stats.ts";
import { countYears, yearlyCostShare } from "./record-years.ts";

const DAY = 86_400_000;
/** Returns the weekdays of a span of calendar days. 2 January 2023 is a Monday. */
const weekdays = (span: number) =>
  Array.from({ length: span }, (_, index) => new Date(Date.parse("2023-01-02") + index * DAY))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date, index) => ({
      day: date.toISOString().slice(0, 10),
      netPaise: index * 10,
      grossPaise: index * 500,
      feePaise: index * 100,
      marginPaise: 0,
      trades: index,
      benchmark: 100,
      hash: "",
    }));
const costs = {
  brokeragePaise: 70_000,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 30_000,
};
const recordOver = (span: number) =>
  ({
    evidence: "backtest",
    days: weekdays(span),
    costs,
    capitalRupees: 1_000,
    endedOn: null,
    cashFlows: [],
    idle: [],
  }) as never;

describe("the length of a record", () => {
  it("is the length that CAGR uses, if the record covers a year or more", () => {
    expect(countYears(weekdays(365))).toBe(1);
    expect(countYears(weekdays(365 * 3))).toBe(3);
  });

  it("is counted in trading days for less than a year", () => {
    expect(countYears(weekdays(5))).toBe(5 / 252);
  });
});

it.each([5, 100, 365, 1_425])("costs a year times years are all costs of %i days", (span) => {
  const record = recordOver(span);
  const days = weekdays(span);
  const all = (100_000 + (days.at(-1)?.feePaise ?? 0)) / 100_000;
  expect(yearlyCostShare(record) * countYears(days)).toBeCloseTo(all, 12);
  expect(stripFigures(record)?.costShare).toBe(yearlyCostShare(record));
  expect(computeRecordStats(record, [])?.costShare).toBe(yearlyCostShare(record));
});
