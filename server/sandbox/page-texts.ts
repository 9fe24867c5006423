// Texts of the sandbox's pages. The site sends the brand's texts to the sandbox's process.
import * as portal from "../../app/contract/sandbox-pages/portal-words.ts";
import * as sandbox from "../../app/contract/sandbox-pages/sandbox-words.ts";
import * as services from "../../app/contract/site/service-status.ts";
import { isNested, replaceTexts, textsByFile } from "../../app/format/replace-texts.ts";

/** Texts by file. The names of the files are those of the brand's folder `words`. */
const TEXTS = textsByFile({ portal, sandbox, services });

/** A brand's texts by file, text and entry. */
export type BrandTexts = Record<string, unknown>;
export type HelpTexts = Record<string, { question: string; text: string; page: string; words: string }>;

export function setPageTexts(words: BrandTexts): void {
  replaceTexts(words, TEXTS);
}

/** Returns the brand's answers to common questions by key. */
export function helpTextsOf({ help }: BrandTexts): HelpTexts {
  return isNested(help) ? ((help.HELP_WORDS ?? {}) as HelpTexts) : {};
}
