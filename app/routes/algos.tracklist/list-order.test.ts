import { expect, it } from "vitest";
import { computeTotals, readListOrder, sortItems } from "./list-order.ts";

const item = (name: string, share: number | null, maxDrawdown: number | null, minAmountRupees = 50_000) =>
  ({
    strategy: { name, minAmountRupees },
    since: share === null ? null : { share, days: 3, addedOn: "2026-11-02", evidence: "live" },
    strip: maxDrawdown === null ? { kind: "withheld" } : { kind: "shown", figures: { maxDrawdown } },
  }) as never;
const items = [item("Beta", 0.02, -0.1), item("Alpha", null, null), item("Gamma", -0.03, -0.04)];
const names = (order: "change" | "fall" | "name") =>
  sortItems(items, order, 100_000).map(({ strategy }: { strategy: { name: string } }) => strategy.name);

it("sorts by the largest loss and lists rows without a figure last", () => {
  expect(names("change")).toEqual(["Gamma", "Beta", "Alpha"]);
  expect(names("fall")).toEqual(["Beta", "Gamma", "Alpha"]);
  expect(names("name")).toEqual(["Alpha", "Beta", "Gamma"]);
  expect([readListOrder("fall"), readListOrder("x"), readListOrder(null)]).toEqual([
    "fall",
    "change",
    "change",
  ]);
});

it("totals the results of tracked algos at the amounts that the algos would use", () => {
  expect(computeTotals(items, 100_000)).toMatchObject({
    rupees: -1_000,
    investedRupees: 200_000,
    fell: 1,
    rose: 1,
    worst: { name: "Gamma", rupees: -3_000 },
    best: { name: "Beta", rupees: 2_000 },
    deepest: { name: "Beta", rupees: -10_000 },
  });
  expect(computeTotals(items.slice(0, 2), 100_000)).toBeNull();
});
