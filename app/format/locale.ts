// Language, region and currency of this site, for dates, figures and the `lang` of pages. No other file defines them.
// This file also selects plural forms.

/**
 * A brand's language and texts. The server sets them before it loads the pages. Without a server, the defaults apply.
 */
export type BrandLanguage = {
  /** BCP 47 tag such as "hi-IN". */
  locale: string;
  /** ISO 4217 code. */
  currency: string;
  /** The brand's texts by file, text and entry, which replace those of the pages (app/words.ts). */
  words: Record<string, unknown>;
  /** Groups that the Discover menu shows, in order. Null for all groups. */
  menu: readonly string[] | null;
  /** The brand's titles of algo lists, by the list's id. */
  tags: { [id: string]: { title: string; subtitle?: string | undefined } | undefined };
};

const SLOT = Symbol.for("site.brand-language");
/** The page's root element (app/root.tsx). */
type PageElement = { lang: string; dataset: { currency?: string } };
type LanguageHost = { [SLOT]?: BrandLanguage; document?: { documentElement: PageElement } };
const place = globalThis as LanguageHost;
const DEFAULT_LANGUAGE: BrandLanguage = { locale: "en-IN", currency: "INR", words: {}, menu: null, tags: {} };

export function setBrandLanguage(language: BrandLanguage): void {
  place[SLOT] = language;
}

/** Returns the brand's language. In a browser only locale and currency are known, from the page's root element. */
export function brandLanguage(): BrandLanguage {
  const page = place.document?.documentElement;
  const { locale, currency } = DEFAULT_LANGUAGE;
  return (
    place[SLOT] ?? {
      ...DEFAULT_LANGUAGE,
      locale: page?.lang || locale,
      currency: page?.dataset.currency ?? currency,
    }
  );
}

export const LOCALE = brandLanguage().locale;

const PLURALS = /* @__PURE__ */ new Intl.PluralRules(LOCALE);
const LIST = /* @__PURE__ */ new Intl.ListFormat(LOCALE, { type: "unit", style: "long" });

/** Plural forms of a word. English needs two, other languages up to six. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Returns the plural form for `count`, without the number itself: 1 → "position", 2 → "positions". */
export function plural(count: number, forms: PluralForms): string {
  return forms[PLURALS.select(count)] ?? forms.other;
}

/** Formats a list of names: "NIFTY, BANKNIFTY, FINNIFTY". */
export function formatList(names: readonly string[]): string {
  return LIST.format(names);
}
