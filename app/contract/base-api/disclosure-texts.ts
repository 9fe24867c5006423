// Texts that must accompany every performance figure. Sealed records contain them, so that copies of a record include
// them too.
import { z } from "zod";

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

const sealable = z.string().regex(/^\P{Cc}*$/u, "text without control characters");
export const recordTextsSchema = z
  .object({
    version: sealable.meta({ description: "Version of the texts" }),
    backtest: sealable,
    paper: sealable,
    live: sealable,
    simulated: sealable,
    market: sealable,
  })
  .meta({ id: "RecordTexts" });
export type RecordTexts = z.infer<typeof recordTextsSchema>;

/** The current texts, which are sealed into records and studies. */
export const RECORD_TEXTS: RecordTexts = { version: "2026-11-3", ...DISCLOSURE_TEXTS };
