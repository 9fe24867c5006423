// Language, region and currency of this site, defined only here. Dates and figures use them, and pages declare the
// language. This file also selects plural forms, which depend on the language.

/**
 * A brand's language and texts. The server sets them before it loads the pages; without a server the defaults apply.
 */
export type BrandLanguage = {
  /** BCP 47 tag such as "hi-IN". */
  locale: string;
  /** ISO 4217 code. */
  currency: string;
  /** Replaced texts of pages by file, text and entry (app/words.ts). */
  words: Record<string, unknown>;
  /** Groups of the Discover menu, in order. Null for all groups. */
  menu: readonly string[] | null;
  /** Titles of algo lists by the list's id. */
  tags: { [id: string]: { title: string; subtitle?: string | undefined } | undefined };
};

const SLOT = Symbol.for("site.brand-language");
type Place = { [SLOT]?: BrandLanguage; document?: { documentElement: { lang: string } } };
const place = globalThis as Place;
const DEFAULT_LANGUAGE: BrandLanguage = { locale: "en-IN", currency: "INR", words: {}, menu: null, tags: {} };

export function setBrandLanguage(language: BrandLanguage): void {
  place[SLOT] = language;
}

/** Returns the brand's language. In a browser only the locale is known, from the page's `lang`. */
export function brandLanguage(): BrandLanguage {
  const lang = place.document?.documentElement.lang;
  return place[SLOT] ?? (lang ? { ...DEFAULT_LANGUAGE, locale: lang } : DEFAULT_LANGUAGE);
}

export const LOCALE = brandLanguage().locale;

const PLURALS = /* @__PURE__ */ new Intl.PluralRules(LOCALE);
const LIST = /* @__PURE__ */ new Intl.ListFormat(LOCALE, { type: "unit", style: "long" });

/** Forms of a word after a number. English needs two, other languages up to six. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Returns the form for `count`: 1 → "position", 2 → "positions". The result does not contain the number. */
export function plural(count: number, forms: Forms): string {
  return forms[PLURALS.select(count)] ?? forms.other;
}

/** Formats a list: "NIFTY, BANKNIFTY, FINNIFTY". */
export function listed(names: readonly string[]): string {
  return LIST.format(names);
}
