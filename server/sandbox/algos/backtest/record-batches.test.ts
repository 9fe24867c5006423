import { expect, it } from "vitest";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { FIRST_BATCH_SIZE, MAX_BATCH_SIZE, takeBatch } from "./record-batches.ts";
import { type RecordPlan, recordPlans } from "./record-plans.ts";

const plans = recordPlans(buildCatalogue(), dayOfIso("2026-11-20"), { key: "IDX_I:13", name: "Nifty 50" });
const onIndex = ({ plan }: RecordPlan) => plan.watched[0]?.startsWith("IDX_I") === true;
const isBacktest = ({ evidence, start }: RecordPlan) => evidence === "backtest" && start === "own";

it("fills the first two batches with backtests: one on indices, the other on shares", () => {
  const waiting = [...plans];
  const batches = [true, false].map((prefersIndex) => takeBatch(waiting, FIRST_BATCH_SIZE, prefersIndex));
  expect(batches.flat().every(isBacktest)).toBe(true);
  expect(batches.map((batch) => batch.map(onIndex))).toEqual([
    Array(FIRST_BATCH_SIZE).fill(true),
    Array(FIRST_BATCH_SIZE).fill(false),
  ]);
});

it("computes paper and live records last, with the backtests of the same days", () => {
  const waiting = plans.filter((plan) => !isBacktest(plan));
  const batch = takeBatch(waiting, MAX_BATCH_SIZE, true);
  expect(new Set(batch.map(({ evidence }) => evidence))).toEqual(new Set(["backtest", "paper", "live"]));
  const mixed = [...plans];
  expect(takeBatch(mixed, MAX_BATCH_SIZE, true).every(isBacktest)).toBe(true);
});

it("adds each record to exactly one batch", () => {
  const waiting = [...plans];
  const computed: RecordPlan[] = [];
  for (;;) {
    const batch = takeBatch(waiting, MAX_BATCH_SIZE, true);
    if (batch.length === 0) break;
    computed.push(...batch);
  }
  expect(computed).toHaveLength(plans.length);
  expect(new Set(computed).size).toBe(plans.length);
});
