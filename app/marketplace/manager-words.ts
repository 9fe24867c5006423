// Labels of the kinds of managers.
import type { ManagerRef } from "../contract/base-api/strategy.ts";

export function managerKindText(kind: ManagerRef["kind"]): string {
  return kind === "research_analyst" ? "Registered research analyst" : "Empanelled algo provider";
}
