// Labels of an algo's states.
import type { StrategyState } from "../domain/vocabulary.ts";

export const STATE_LABELS: Record<StrategyState, string> = {
  open: "Open",
  closed: "Closed to new deployments",
  suspended: "Suspended",
  withdrawn: "Withdrawn",
};

/** Labels in sentences such as "2 are suspended". */
export const STATE_IN_SENTENCE: Record<StrategyState, string> = {
  open: "open",
  closed: "closed to new deployments",
  suspended: "suspended",
  withdrawn: "withdrawn",
};

export function stateText(state: StrategyState): string {
  return STATE_LABELS[state];
}
