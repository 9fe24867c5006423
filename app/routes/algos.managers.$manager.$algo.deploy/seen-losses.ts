// Losses and costs of an algo's record at an amount, and the initial limits of the deployment form.
import type { TypedTerms } from "../../deploying/deploy-terms.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { formatCount } from "../../format/rupees.ts";

const LIMIT_STEP_RUPEES = 100;

/** Losses in rupees, as positive numbers. */
export type SeenLosses = { fallRupees: number; worstDayRupees: number; costsAYearRupees: number };

/** Null without a record that may be shown. */
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
 * Initial limits of the form: the worst results of the record, rounded up, so that they would not have been reached.
 */
export function limitsOf({
  fallRupees,
  worstDayRupees,
}: SeenLosses): Pick<TypedTerms, "lossPerDay" | "lossInAll"> {
  const above = (rupees: number) =>
    rupees === 0 ? "" : formatCount((Math.floor(rupees / LIMIT_STEP_RUPEES) + 1) * LIMIT_STEP_RUPEES);
  return { lossPerDay: above(worstDayRupees), lossInAll: above(fallRupees) };
}
