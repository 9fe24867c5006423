import { expect, it } from "vitest";
import type { StrategyRecord } from "../contract/base-api/record.ts";
import { computeRecordedLoss } from "./loss-seen.ts";

const record = (made: number[]) => {
  let netPaise = 0;
  return {
    capitalRupees: 100,
    days: made.map((paise) => {
      netPaise += paise;
      return { netPaise };
    }) as unknown as StrategyRecord["days"],
  };
};
const strategy = (risk: "Low" | "Medium" | "High", perDayPercent: number | null) => ({
  risk,
  lossLimits: { perTradePercent: null, perDayPercent, worstCase: "gap" as const },
});
const quiet = Array.from({ length: 80 }, () => 5);

it("counts days with a loss above the daily stop, but not days exactly at the stop", () => {
  const days = [...quiet, -300, -301, -900];
  expect(computeRecordedLoss(record(days), strategy("High", 3))?.beyondStop).toEqual({ percent: 3, days: 2 });
  expect(computeRecordedLoss(record(days), strategy("High", null))).toMatchObject({
    beyondStop: null,
    statesStops: true,
  });
});

it("flags a record only if its risk band is higher than the algo's risk label", () => {
  // The drawdown of 1,000 from 10,400 is 10 % of the capital of 10,000. It is also the loss of one day, and its risk
  // level is Moderate.
  const fallen = record([...quiet, -1_000]);
  expect(computeRecordedLoss(fallen, strategy("Low", null))).toMatchObject({
    band: "Moderate",
    isAboveLabel: true,
  });
  expect(computeRecordedLoss(fallen, strategy("High", null))).toMatchObject({
    band: "Moderate",
    isAboveLabel: false,
  });
  expect(computeRecordedLoss(record(quiet), strategy("Low", null))).toMatchObject({
    band: "Low",
    isAboveLabel: false,
  });
});

it("returns losses without a risk band for a short record, and null without days", () => {
  expect(computeRecordedLoss(record([-2_000]), strategy("Low", null))).toMatchObject({
    band: null,
    isAboveLabel: false,
    record: { worstDay: 0.2 },
  });
  expect(computeRecordedLoss(record([]), strategy("Low", null))).toBeNull();
});
