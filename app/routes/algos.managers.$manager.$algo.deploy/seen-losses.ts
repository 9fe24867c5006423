// Losses and costs of an algo's record at a given capital, and the suggested limits of the deployment form.
import type { TypedTerms } from "../../deploying/deploy-terms.ts";
import { roundLimitAbove } from "../../domain/round-limit-above.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { formatRupees } from "../../format/rupees.ts";

/** Losses and costs of a record, as positive shares of the capital and in rupees. */
export type RecordLosses = {
  shares: { fall: number; worstDay: number; costsPerYear: number };
  fallRupees: number;
  worstDayRupees: number;
  costsAYearRupees: number;
};

/** Returns the losses and costs. Null if the record may not be shown. */
export function recordLosses(headline: Headline, capitalRupees: number): RecordLosses | null {
  if (headline.kind !== "shown") return null;
  const { maxDrawdown, worstDay, costShare } = headline.figures;
  const shares = {
    fall: Math.abs(maxDrawdown),
    worstDay: Math.abs(worstDay),
    costsPerYear: Math.abs(costShare),
  };
  return {
    shares,
    fallRupees: Math.round(shares.fall * capitalRupees),
    worstDayRupees: Math.round(shares.worstDay * capitalRupees),
    costsAYearRupees: Math.round(shares.costsPerYear * capitalRupees),
  };
}

/** Returns the suggested limits, which are slightly larger than the worst results of the record. */
export function suggestedLimits({
  fallRupees,
  worstDayRupees,
}: RecordLosses): Pick<TypedTerms, "lossPerDay" | "lossInAll"> {
  const above = (rupees: number) => {
    const limit = roundLimitAbove(rupees);
    return limit === null ? "" : formatRupees(limit);
  };
  return { lossPerDay: above(worstDayRupees), lossInAll: above(fallRupees) };
}
