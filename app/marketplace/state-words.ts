// Labels of an algo's states.
import type { StrategyState } from "../wire/vocabulary.ts";

const WORDS: Record<StrategyState, string> = {
  open: "Open",
  closed: "Closed to new deployments",
  suspended: "Suspended by its manager",
  withdrawn: "Withdrawn",
};

export function stateText(state: StrategyState): string {
  return WORDS[state];
}
