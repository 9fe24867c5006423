// The language and the region of this site, defined only here. Dates and figures use them, and pages declare them.
// Plural forms, which depend on a language's grammar, are chosen here too.

export const LOCALE = "en-IN";

const PLURALS = new Intl.PluralRules(LOCALE);
const LIST = new Intl.ListFormat(LOCALE, { type: "unit", style: "long" });

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
