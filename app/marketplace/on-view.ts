// Marks the cards of algos with a public record. The mark contains no figure.
import { createContext } from "react";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { DisclosureBasis } from "../domain/vocabulary.ts";

/** Disclosure bases that make a record public. */
export const OnViewContext = createContext<readonly DisclosureBasis[]>([]);

/** Returns the mark of an algo. Null without a public record. */
export function recordOnView(
  { disclosureBasis, verification }: Pick<StrategySummary, "disclosureBasis" | "verification">,
  onView: readonly DisclosureBasis[],
): string | null {
  if (!onView.includes(disclosureBasis)) return null;
  if (disclosureBasis === "backtest") return "backtest on its page";
  return disclosureBasis === "verified" && verification !== null ? "verified record on its page" : null;
}
