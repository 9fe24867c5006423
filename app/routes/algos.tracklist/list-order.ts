// Sorts a tracklist's rows and computes its totals for the user's amount. Pure.
import { amountAtWork } from "../../evidence/loss.ts";
import type { Tracked } from "./tracked-item.tsx";

export const LIST_ORDERS = ["change", "fall", "name"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

type TrackedRow = Pick<Tracked, "strategy" | "since" | "strip">;

export function readListOrder(name: string | null): ListOrder {
  return LIST_ORDERS.find((order) => order === name) ?? "change";
}

/** Returns an algo's result in rupees since it was added to the list. Null before the first trading day. */
export function resultRupees({ strategy, since }: TrackedRow, amount: number): number | null {
  return since === null || since.days === 0
    ? null
    : Math.round(since.share * amountAtWork(strategy.minAmountRupees, amount));
}

/** Returns an algo's largest drawdown in rupees. Null if its record may not be shown. */
export function drawdownRupees({ strategy, strip }: TrackedRow, amount: number): number | null {
  return strip?.kind === "shown"
    ? Math.round(strip.figures.maxDrawdown * amountAtWork(strategy.minAmountRupees, amount))
    : null;
}

/** Sorts rows by name, or by a figure with the largest loss first. Rows without the figure come last. */
export function sortItems<One extends TrackedRow>(
  items: readonly One[],
  order: ListOrder,
  amount: number,
): One[] {
  const figureOf = order === "fall" ? drawdownRupees : resultRupees;
  return [...items].sort((one, other) =>
    order === "name"
      ? one.strategy.name.localeCompare(other.strategy.name)
      : (figureOf(one, amount) ?? Number.POSITIVE_INFINITY) -
          (figureOf(other, amount) ?? Number.POSITIVE_INFINITY) || 0,
  );
}

export type ListTotals = {
  rupees: number;
  /** Sum of the amounts that the algos would invest, in rupees. */
  investedRupees: number;
  fell: number;
  rose: number;
  worst: { name: string; rupees: number };
  best: { name: string; rupees: number };
  deepest: { name: string; rupees: number } | null;
};

/** Returns the totals of the rows with a result. Null if fewer than two rows have one. */
export function computeTotals(items: readonly TrackedRow[], amount: number): ListTotals | null {
  const rows = items.flatMap((item) => {
    const rupees = resultRupees(item, amount);
    return rupees === null ? [] : [{ item, name: item.strategy.name, rupees }];
  });
  rows.sort((one, other) => one.rupees - other.rupees);
  const [worst] = rows;
  const best = rows.at(-1);
  if (worst === undefined || best === undefined || rows.length < 2) return null;
  const [deepest] = sortItems(items, "fall", amount);
  const fallen = deepest === undefined ? null : drawdownRupees(deepest, amount);
  return {
    rupees: rows.reduce((sum, { rupees }) => sum + rupees, 0),
    investedRupees: rows.reduce(
      (sum, { item }) => sum + amountAtWork(item.strategy.minAmountRupees, amount),
      0,
    ),
    fell: rows.filter(({ rupees }) => rupees < 0).length,
    rose: rows.filter(({ rupees }) => rupees > 0).length,
    worst,
    best,
    deepest:
      deepest === undefined || fallen === null ? null : { name: deepest.strategy.name, rupees: fallen },
  };
}
