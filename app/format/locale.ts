// The language and the region that this site writes for, named here alone: dates and figures take it from here, pages declare it, and
// so does what depends on a language's grammar, which is the form of a word beside a number.

export const LOCALE = "en-IN";

const PLURALS = new Intl.PluralRules(LOCALE);
const LIST = new Intl.ListFormat(LOCALE, { type: "unit", style: "long" });

/** Forms of a word after a number; English needs two, other languages up to six. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** The form that goes with `count`: 1 → "position", 2 → "positions". The number itself is the caller's. */
export function plural(count: number, forms: Forms): string {
  return forms[PLURALS.select(count)] ?? forms.other;
}

/** Names one after another: "NIFTY, BANKNIFTY, FINNIFTY". */
export function listed(names: readonly string[]): string {
  return LIST.format(names);
}
