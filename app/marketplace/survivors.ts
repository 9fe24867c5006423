// How many of those that were listed a year ago are still there: what a list of the living alone would hide.
import type { StrategySummary } from "../wire/strategy.ts";

export type Survivors = { listed: number; left: number };

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
  return { listed: listed.length, left: listed.filter(({ status }) => status.state !== "withdrawn").length };
}
