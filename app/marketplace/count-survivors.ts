// Current states of the algos that were listed a year ago. A list that contains only open algos would have a
// survivorship bias.
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { STRATEGY_STATES, type StrategyState } from "../domain/vocabulary.ts";

/** Number of algos that were listed a year ago, and their number by current state. */
type Survivors = { listed: number; today: { state: StrategyState; count: number }[] };

/**
 * Counts the strategies of a collection, which must include withdrawn ones. `today` is an ISO day. Null if none was
 * listed a year ago.
 */
export function countSurvivors(
  strategies: readonly Pick<StrategySummary, "liveSince" | "status">[],
  today: string,
): Survivors | null {
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  const listed = strategies.filter(
    ({ liveSince, status }) =>
      liveSince <= yearAgo && (status.state !== "withdrawn" || status.since > yearAgo),
  );
  if (listed.length === 0) return null;
  const counts = STRATEGY_STATES.map((state) => ({
    state,
    count: listed.filter(({ status }) => status.state === state).length,
  }));
  return { listed: listed.length, today: counts.filter(({ count }) => count > 0) };
}
