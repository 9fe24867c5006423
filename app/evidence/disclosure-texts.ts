// Short forms of the disclosure texts (app/contract/base-api/disclosure-texts.ts), and messages for pages without a
// record.

import type { EvidenceClass } from "../contract/base-api/record.ts";

/** Short texts that are always visible next to the figures. Each expands to its full text. */
export const SHORT_TEXTS = {
  backtest: "rules applied to past prices with hindsight; nobody earned these results.",
  paper: "the rules followed day by day without money; nobody earned these results.",
  live: "the manager’s own deployment; your results will differ.",
  simulated: "Prices are simulated.",
} as const;

export const WITHHELD_TEXTS = {
  not_disclosed: "The performance of this algo is not disclosed.",
  over_ceiling: "Performance figures are not shown on this site.",
  sign_in: "This algo's record is shown only on request. Sign in to request it.",
  ask: "This algo's record is shown only on request. We store the request and its time.",
  not_verified:
    "Only a verified live record of this algo may be shown. The requested record isn't verified, or this site has not received its verification yet.",
  no_record: "The provider of this algo has not published this record.",
  failed: "This record fails verification: it was changed after it was signed. None of its figures is shown.",
} as const;

/** Reasons why a record that may be shown is not available. */
export const NOT_NOW_TEXTS = {
  being_made: "The record of this version is being computed. It takes a few minutes at most.",
  unreachable: "Records cannot be shown now: their service is not responding. Try again in a few seconds.",
} as const;

/** Labels of the evidence classes. */
export const EVIDENCE_NAMES: Record<EvidenceClass, string> = {
  backtest: "Backtest",
  paper: "Paper",
  live: "Live",
};
