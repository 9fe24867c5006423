// What became of the algos of a list that were listed a year ago: a list of those that are open today would hide the others.
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { STRATEGY_STATES, type StrategyState } from "../domain/vocabulary.ts";

/** How many were listed a year ago, and their states today, with how many there are in each. */
export type Survivors = { listed: number; today: { state: StrategyState; count: number }[] };

/** Of all strategies of a collection, withdrawn ones among them. `today` is an ISO day. Null when none was listed a year ago. */
export function survivors(
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
