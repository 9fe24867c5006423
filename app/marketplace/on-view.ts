// Sentence on the cards of algos with a public record. It contains no figure.
import { createContext } from "react";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { DisclosureBasis } from "../domain/vocabulary.ts";
import { strategyCardText as text } from "./text.ts";

/** Disclosure bases that make a record public. */
export const PublicBasesContext = createContext<readonly DisclosureBasis[]>([]);

/** Returns the sentence about an algo's public record. Null if it has none. */
export function publicRecordText(
  { disclosureBasis, verification }: Pick<StrategySummary, "disclosureBasis" | "verification">,
  publicBases: readonly DisclosureBasis[],
): string | null {
  if (!publicBases.includes(disclosureBasis)) return null;
  if (disclosureBasis === "backtest") return text.backtestOnPage;
  return disclosureBasis === "verified" && verification !== null ? text.verifiedOnPage : null;
}
