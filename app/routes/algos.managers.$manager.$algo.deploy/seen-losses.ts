// Losses and costs in an algo's record at a given capital, and the initial limits of the deployment form.
import type { TypedTerms } from "../../deploying/deploy-terms.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { formatCount } from "../../format/rupees.ts";

const LIMIT_STEP_RUPEES = 100;

/** Losses in rupees, as positive numbers. */
export type SeenLosses = { fallRupees: number; worstDayRupees: number; costsAYearRupees: number };

/** Computes the losses. Null if no record may be shown. */
export function seenLosses(headline: Headline, capitalRupees: number): SeenLosses | null {
  if (headline.kind !== "shown") return null;
  const { maxDrawdown, worstDay, costShare } = headline.figures;
  const inRupees = (share: number) => Math.round(Math.abs(share) * capitalRupees);
  return {
    fallRupees: inRupees(maxDrawdown),
    worstDayRupees: inRupees(worstDay),
    costsAYearRupees: inRupees(costShare),
  };
}

/**
 * Returns the form's initial limits: the record's worst results, rounded up, so that the record would not have reached
 * them.
 */
export function limitsOf({
  fallRupees,
  worstDayRupees,
}: SeenLosses): Pick<TypedTerms, "lossPerDay" | "lossInAll"> {
  const above = (rupees: number) =>
    rupees === 0 ? "" : formatCount((Math.floor(rupees / LIMIT_STEP_RUPEES) + 1) * LIMIT_STEP_RUPEES);
  return { lossPerDay: above(worstDayRupees), lossInAll: above(fallRupees) };
}
