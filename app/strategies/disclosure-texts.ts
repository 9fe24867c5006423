// Words that must stand where a figure of performance stands, by context and version: a page that shows a figure takes its text
// from here, and a test looks for it.

export const DISCLOSURE_TEXTS_VERSION = "2026-11";

export const DISCLOSURE_TEXTS = {
  backtest:
    "These are results of a backtest: rules applied to past prices with hindsight of which rules to try. They are hypothetical, were not achieved by anybody, and live results can differ much from them. Past results, real or reckoned, are no promise of any later ones.",
  simulated:
    "Everything on this page is simulated: the prices are the sandbox's own, made by a computer, and no market ever traded at them.",
  market:
    "Investments in securities market are subject to market risks. Read all the related documents carefully before investing.",
} as const;
export type DisclosureText = keyof typeof DISCLOSURE_TEXTS;

export const WITHHELD_WORDS = {
  not_disclosed: "The performance of this algo is not disclosed.",
  over_ceiling: "Figures of performance are not shown on this site.",
  sign_in: "The record of this algo is shown one to one: to who is signed in and asks for it.",
  ask: "The record of this algo is shown one to one, on your request. The request is kept with its time.",
  not_verified:
    "Only verified figures of this algo may be shown, and no verification with its reference and date has reached this site yet.",
} as const;
