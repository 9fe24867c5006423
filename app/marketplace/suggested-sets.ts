// Pairs of algos that the comparison and the joint portfolio suggest while no algo is chosen.
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { riskRank } from "../domain/vocabulary.ts";

export type SuggestedSet = {
  kind: "deployed" | "instruments" | "risks";
  algos: { id: string; name: string }[];
};

/**
 * Returns up to three different pairs of open algos: the two most deployed, the most deployed of two kinds of
 * instruments, and the most deployed of the lowest and highest risk level. `fits` decides whether the minimum amounts of
 * two algos, in rupees, are within the user's amount. `algos` must be in order of deployments. Algos whose records are
 * not public are left out.
 */
export function suggestedSets(
  algos: readonly StrategySummary[],
  fits: (one: number, other: number) => boolean,
): SuggestedSet[] {
  const open = algos.filter(
    ({ status, disclosureBasis }) =>
      status.state === "open" && (disclosureBasis === "backtest" || disclosureBasis === "verified"),
  );
  type Rule = (one: StrategySummary, other: StrategySummary) => boolean;
  const pairOf = (from: readonly StrategySummary[], rule: Rule) => {
    for (const one of from) {
      const other = open.find(
        (algo) => algo !== one && fits(one.minAmountRupees, algo.minAmountRupees) && rule(one, algo),
      );
      if (other !== undefined) return [one, other] as const;
    }
    return null;
  };
  const rankOf = ({ risk }: StrategySummary) => riskRank(risk);
  const highest = Math.max(...open.map(rankOf));
  const byRisk = open.toSorted((one, other) => rankOf(one) - rankOf(other));
  const pairs = [
    ["deployed", pairOf(open, () => true)],
    ["instruments", pairOf(open, (one, other) => one.instrument !== other.instrument)],
    ["risks", pairOf(byRisk, (one, other) => rankOf(one) < highest && rankOf(other) === highest)],
  ] as const;
  const seen = new Set<string>();
  return pairs.flatMap(([kind, pair]) => {
    const key = (pair ?? [])
      .map(({ id }) => id)
      .sort()
      .join(" ");
    if (pair === null || seen.has(key)) return [];
    seen.add(key);
    return [{ kind, algos: pair.map(({ id, name }) => ({ id, name })) }];
  });
}
