import { expect, it } from "vitest";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { suggestedSets } from "./suggested-sets.ts";

const algo = (id: string, change: object = {}) =>
  ({
    ...{ id, name: id, minAmountRupees: 50_000, risk: "Medium", instrument: "Index Options" },
    ...{ status: { state: "open" }, disclosureBasis: "backtest", ...change },
  }) as unknown as StrategySummary;

const idsOf = (algos: StrategySummary[]) =>
  suggestedSets(algos, (one, other) => one + other <= 100_000).map((set) => [
    set.kind,
    ...set.algos.map(({ id }) => id),
  ]);

it("suggests the most deployed, two kinds of instruments, and the lowest and highest risk", () => {
  const algos = [
    algo("one"),
    algo("two", { risk: "High" }),
    algo("three", { instrument: "Equity" }),
    algo("four", { risk: "High" }),
    algo("five", { risk: "Low" }),
  ];
  expect(idsOf(algos)).toEqual([
    ["deployed", "one", "two"],
    ["instruments", "one", "three"],
    ["risks", "five", "two"],
  ]);
});

it("suggests each pair once", () => {
  const algos = [algo("one"), algo("two", { instrument: "Equity", risk: "High" })];
  expect(idsOf(algos)).toEqual([["deployed", "one", "two"]]);
});

it("leaves out algos that are closed, need more, or have no public record", () => {
  const algos = [
    algo("closed", { status: { state: "closed" } }),
    algo("large", { minAmountRupees: 60_000 }),
    algo("private", { disclosureBasis: "one_to_one" }),
    algo("one"),
  ];
  expect(idsOf(algos)).toEqual([]);
});

it("continues with the next algo if the most deployed fits with no other", () => {
  const algos = [algo("large", { minAmountRupees: 60_000 }), algo("one"), algo("two")];
  expect(idsOf(algos)).toEqual([["deployed", "one", "two"]]);
});
