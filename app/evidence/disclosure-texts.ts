// Words that must stand where a figure of performance stands, by context and version: a page that shows a figure takes its text
// from here, and a test looks for it.

import type { EvidenceClass } from "../wire/record.ts";

export const DISCLOSURE_TEXTS_VERSION = "2026-11-3";

export const DISCLOSURE_TEXTS = {
  backtest:
    "These are results of a backtest: rules applied to past prices with hindsight of which rules to try. They are hypothetical, were not achieved by anybody, and live results can differ much from them. Past results, real or computed, are no promise of later ones.",
  paper:
    "These are results on paper: the rules were followed day by day, without money and without orders. Nobody achieved them, and results with money can differ much from them. Past results are no promise of later ones.",
  live: "These are results of one deployment, the manager's own. Others differ by the moment they began, by their capital and by their fills. Past results are no promise of later ones.",
  simulated:
    "Everything on this page is simulated: the prices are the sandbox's own, made by a computer, and no market ever traded at them.",
  market:
    "Investments in securities market are subject to market risks. Read all the related documents carefully before investing.",
} as const;
/** What of those words is always in sight beside the figures; the whole text is behind it. */
export const SHORT_TEXTS = {
  backtest: "rules applied to past prices with hindsight; nobody earned these results.",
  paper: "the rules followed day by day without money; nobody earned these results.",
  live: "one deployment, the manager’s own; yours will differ.",
  simulated: "Prices are simulated.",
} as const;
export type DisclosureText = keyof typeof DISCLOSURE_TEXTS;

export const WITHHELD_WORDS = {
  not_disclosed: "The performance of this algo is not disclosed.",
  over_ceiling: "Figures of performance are not shown on this site.",
  sign_in: "This algo's record is shown one to one: sign in and request it.",
  ask: "This algo's record is shown one to one, on your request. We keep the request and its time.",
  not_verified:
    "Only a verified live record of this algo may be shown. What you asked for isn't verified, or no verification with its reference and date has reached this site yet.",
} as const;

/** Why a record cannot be shown at this moment, though it may be. */
export const NOT_NOW_WORDS = {
  being_made: "The record of this version is being made now. It takes a few minutes at most.",
  away: "Records cannot be shown now: the service that keeps them does not answer. Nothing you did caused it.",
} as const;

/** The words that belong to each class of evidence. */
export const EVIDENCE_NAMES: Record<EvidenceClass, string> = {
  backtest: "Backtest",
  paper: "Paper",
  live: "Live",
};
