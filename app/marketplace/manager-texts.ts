// Labels of the kinds of managers.
import type { ManagerRef } from "../contract/base-api/strategy.ts";

export const MANAGER_KINDS: Record<ManagerRef["kind"], string> = {
  research_analyst: "Registered research analyst",
  empanelled_provider: "Empanelled algo provider",
};

export function managerKindText(kind: ManagerRef["kind"]): string {
  return MANAGER_KINDS[kind];
}
