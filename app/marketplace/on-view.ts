// Algos whose record every reader may see, for a mark on their cards. It contains no figure.
import { createContext } from "react";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { DisclosureBasis } from "../domain/vocabulary.ts";

/** The bases that the gate leaves open to anybody. */
export const OnViewContext = createContext<readonly DisclosureBasis[]>([]);

/** Null where there is nothing that anybody may look at. */
export function recordOnView(
  { disclosureBasis, verification }: Pick<StrategySummary, "disclosureBasis" | "verification">,
  onView: readonly DisclosureBasis[],
): string | null {
  if (!onView.includes(disclosureBasis)) return null;
  if (disclosureBasis === "backtest") return "backtest on its page";
  return disclosureBasis === "verified" && verification !== null ? "verified record on its page" : null;
}
