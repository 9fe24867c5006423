// The brand's facts and texts for the sandbox's pages, chat, mails and search. The site sends them when it starts, and
// after each reload of its configuration.
import * as events from "../../app/contract/base-api/event-texts.ts";
import * as orderTexts from "../../app/contract/live/order-updates.ts";
import * as portal from "../../app/contract/sandbox-pages/portal-texts.ts";
import * as sandbox from "../../app/contract/sandbox-pages/sandbox-texts.ts";
import * as services from "../../app/contract/site/service-status.ts";
import type { Site, TextSection } from "../../app/contract/site/site.ts";
import * as filters from "../../app/domain/filter-texts.ts";
import { brandLanguage, setBrandLanguage } from "../../app/format/locale.ts";
import { isNested, replaceTexts, type TextEntries, textsByFile } from "../../app/format/replace-texts.ts";

/** Texts by file name. The brand's folder `words` contains files with the same names. */
const TEXTS = textsByFile({ events, filters, orderTexts, portal, sandbox, services });
const DEFAULT_TEXTS = deepCopy(TEXTS);

export type SandboxBrand = {
  /** Values such as "legalName". */
  facts: Record<string, string>;
  /** BCP 47 tag of the language. */
  locale: string;
  /** Texts of pages by file, then text, then entry. */
  words: Record<string, unknown>;
  /** Questions and legal texts by the address of their page. */
  sections: Record<string, TextSection[]>;
  /** Features of the site that the brand enables. Undefined if all are enabled. */
  features?: Site["features"] | undefined;
};
export type HelpTexts = Record<string, { question: string; text: string; page: string; words: string }>;

export type BrandInUse = ReturnType<typeof openBrand>;

/** Replaces the default texts of all pages with those of the brand. */
export function openBrand(first: SandboxBrand) {
  const listeners: (() => void)[] = [];
  let current = first;
  setPageTexts(first);
  return {
    current: (): SandboxBrand => current,
    replace(brand: SandboxBrand) {
      current = brand;
      setPageTexts(brand);
      for (const listener of listeners) listener();
    },
    onChange: (listener: () => void) => void listeners.push(listener),
  };
}

/** Sets the brand's language and texts, after a reset of all texts that a previous brand has replaced. */
function setPageTexts({ locale, words }: SandboxBrand): void {
  setBrandLanguage({ ...brandLanguage(), locale });
  restore(TEXTS, DEFAULT_TEXTS);
  replaceTexts(words, TEXTS);
}

function deepCopy<Copied extends TextEntries>(entries: Copied): Copied {
  const copies = Object.entries(entries).map(([key, entry]) => [
    key,
    typeof entry === "object" ? deepCopy(entry) : entry,
  ]);
  return Object.fromEntries(copies) as Copied;
}

function restore(entries: TextEntries, originals: TextEntries): void {
  for (const [key, original] of Object.entries(originals)) {
    const entry = entries[key];
    if (typeof original === "object" && typeof entry === "object") restore(entry, original);
    else entries[key] = original;
  }
}

/** Returns the brand's answers to common questions by key. */
export function selectHelpTexts({ help }: SandboxBrand["words"]): HelpTexts {
  return isNested(help) ? ((help.HELP_TEXTS ?? {}) as HelpTexts) : {};
}
