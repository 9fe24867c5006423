// Divides an amount into whole lots of several algos. A lot is an algo's minimum amount. Pure; amounts are whole
// rupees.

/** Maximum number of lots of one algo in a joint portfolio. */
export const LOTS_MAX = 999;

/** Returns the rupees that the lots require. */
export const usedRupees = (minimums: readonly number[], lots: readonly number[]) =>
  minimums.reduce((sum, minimum, index) => sum + minimum * (lots[index] ?? 0), 0);

/**
 * Removes lots from the largest position until all lots fit into the amount. Null if one lot per algo still exceeds the
 * amount. The algo at index `fixed` keeps its lots.
 */
function reducedToAmount(
  minimums: readonly number[],
  lots: readonly number[],
  amount: number,
  fixed = -1,
): number[] | null {
  const next = [...lots];
  while (usedRupees(minimums, next) > amount) {
    let largest = -1;
    for (const [index, count] of next.entries()) {
      const size = (at: number) => (minimums[at] ?? 0) * (next[at] ?? 0);
      if (index !== fixed && count > 1 && (largest < 0 || size(index) > size(largest))) largest = index;
    }
    if (largest < 0) return null;
    next[largest] = (next[largest] ?? 1) - 1;
  }
  return next;
}

/** Divides the amount equally into whole lots, at least one per algo, even if one lot per algo exceeds the amount. */
export function fittingLots(minimums: readonly number[], amount: number): number[] {
  const part = amount / minimums.length;
  const desiredLots = minimums.map((minimum) => Math.min(LOTS_MAX, Math.max(1, Math.floor(part / minimum))));
  return reducedToAmount(minimums, desiredLots, amount) ?? minimums.map(() => 1);
}

/**
 * Returns the divisions with one lot more or less of one algo. One lot more may reduce the lots of other algos.
 */
export function nearbyLots(
  minimums: readonly number[],
  lots: readonly number[],
  amount: number,
): { index: number; isMore: boolean; lots: number[] }[] {
  return lots.flatMap((count, index) => {
    const changed = (by: number) => lots.map((own, at) => (at === index ? own + by : own));
    const more = count < LOTS_MAX ? reducedToAmount(minimums, changed(1), amount, index) : null;
    return [
      ...(more === null ? [] : [{ index, isMore: true, lots: more }]),
      ...(count > 1 ? [{ index, isMore: false, lots: changed(-1) }] : []),
    ];
  });
}

/** A choice whose minimum amounts fit into the user's amount: indexes of the algos, and the lots of each. */
export type FittingChoice = { indexes: number[]; lots: number[] };

/**
 * Returns choices that fit into the amount: all algos with fewer lots, otherwise the largest groups of algos that fit.
 * Lots that already fit are not returned.
 */
export function fittingChoices(
  minimums: readonly number[],
  lots: readonly number[],
  amount: number,
): FittingChoice[] {
  const fewer = reducedToAmount(minimums, lots, amount);
  if (fewer !== null && usedRupees(minimums, lots) > amount)
    return [{ indexes: minimums.map((_, index) => index), lots: fewer }];
  for (let size = minimums.length - 1; size > 0; size -= 1) {
    const choices = listGroups(minimums.length, size).flatMap((indexes): FittingChoice[] => {
      const own = indexes.map((index) => minimums[index] ?? 0);
      const isFitting = own.reduce((sum, minimum) => sum + minimum, 0) <= amount;
      return isFitting ? [{ indexes, lots: fittingLots(own, amount) }] : [];
    });
    if (choices.length > 0) return choices;
  }
  return [];
}

/** Returns all combinations of `size` indexes below `count`. */
function listGroups(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: count - from }, (_, offset) => from + offset).flatMap((first) =>
    listGroups(count, size - 1, first + 1).map((rest) => [first, ...rest]),
  );
}
