// The language, the region and the currency of this site, defined only here. Dates and figures use them, and pages declare them.
// Plural forms, which depend on a language's grammar, are chosen here too.

/** A brand's language and words. The server sets them before it loads the pages; without a server they are missing. */
export type BrandLanguage = {
  /** BCP 47 tag such as "hi-IN". */
  locale: string;
  /** ISO 4217. */
  currency: string;
  /** Replaced words of pages: by file, text and entry (app/words.ts). */
  words: Record<string, unknown>;
  /** Groups of the Discover menu in order; null for all. */
  menu: readonly string[] | null;
  /** Titles of lists of algos by the list's id. */
  tags: { [id: string]: { title: string; subtitle?: string | undefined } | undefined };
};

const SLOT = Symbol.for("site.brand-language");
type Place = { [SLOT]?: BrandLanguage; document?: { documentElement: { lang: string } } };
const place = globalThis as Place;
const DEFAULT_LANGUAGE: BrandLanguage = { locale: "en-IN", currency: "INR", words: {}, menu: null, tags: {} };

export function setBrandLanguage(language: BrandLanguage): void {
  place[SLOT] = language;
}

/** In a browser only the page's `lang` is available. */
export function brandLanguage(): BrandLanguage {
  const lang = place.document?.documentElement.lang;
  return place[SLOT] ?? (lang ? { ...DEFAULT_LANGUAGE, locale: lang } : DEFAULT_LANGUAGE);
}

export const LOCALE = brandLanguage().locale;

const PLURALS = /* @__PURE__ */ new Intl.PluralRules(LOCALE);
const LIST = /* @__PURE__ */ new Intl.ListFormat(LOCALE, { type: "unit", style: "long" });

/** Forms of a word after a number; English needs two, other languages up to six. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Returns the form for `count`: 1 → "position", 2 → "positions". The caller adds the number. */
export function plural(count: number, forms: Forms): string {
  return forms[PLURALS.select(count)] ?? forms.other;
}

/** Names one after another: "NIFTY, BANKNIFTY, FINNIFTY". */
export function listed(names: readonly string[]): string {
  return LIST.format(names);
}
