import { expect, it } from "vitest";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { QUICK_ALGOS, takeBatch, takeFirstBatch } from "./record-batches.ts";
import { type RecordPlan, recordPlans } from "./record-plans.ts";

const catalogue = buildCatalogue();
const plans = recordPlans(catalogue, dayOfIso("2026-11-20"), { key: "IDX_I:13", name: "Nifty 50" });
const onIndex = ({ plan }: RecordPlan) => plan.watched[0]?.startsWith("IDX_I") === true;
const isBacktest = ({ evidence, start }: RecordPlan) => evidence === "backtest" && start === "own";

it("computes quick Nifty backtests first, and then all backtests on shares", () => {
  const waiting = [...plans];
  const quick = takeFirstBatch(waiting, true);
  const shares = takeFirstBatch(waiting, false);
  expect(quick.map(({ strategyId }) => strategyId).toSorted()).toEqual([...QUICK_ALGOS].toSorted());
  expect([...quick, ...shares].every(isBacktest)).toBe(true);
  expect(quick.every(({ plan }) => plan.watched.join() === "IDX_I:13")).toBe(true);
  expect(shares).toHaveLength(plans.filter((plan) => isBacktest(plan) && !onIndex(plan)).length);
});

it("first computes the current versions of open algos with public backtests", () => {
  const quick = catalogue.strategies.filter(({ id }) => QUICK_ALGOS.includes(id));
  expect(quick.map(({ status, disclosureBasis }) => `${status.state} ${disclosureBasis}`)).toEqual(
    Array(QUICK_ALGOS.length).fill("open backtest"),
  );
  const versions = new Map(quick.map(({ id, version }) => [id, version]));
  for (const { strategyId, version } of takeFirstBatch([...plans], true))
    expect(version, strategyId).toBe(versions.get(strategyId));
});

it("computes paper and live records last, together with backtests of the same days", () => {
  const waiting = plans.filter((plan) => !isBacktest(plan));
  const batch = takeBatch(waiting, true);
  expect(new Set(batch.map(({ evidence }) => evidence))).toEqual(new Set(["backtest", "paper", "live"]));
  const mixed = [...plans];
  expect(takeBatch(mixed, true).every(isBacktest)).toBe(true);
});

it("adds each record to exactly one batch", () => {
  const waiting = [...plans];
  const computed: RecordPlan[] = [];
  for (;;) {
    const batch = takeBatch(waiting, true);
    if (batch.length === 0) break;
    computed.push(...batch);
  }
  expect(computed).toHaveLength(plans.length);
  expect(new Set(computed).size).toBe(plans.length);
});
