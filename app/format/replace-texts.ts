// Replaces the default texts of pages by a brand's texts, on the server (app/words.ts) and in browser scripts.
import { formatList, type PluralForms, plural } from "./locale.ts";
import { formatCount } from "./rupees.ts";

export type TextEntry = string | ((...values: never[]) => unknown) | TextEntries;
export type TextEntries = { [entry: string]: TextEntry };

const PLURAL_FORMS = ["zero", "one", "two", "few", "many", "other"];

export const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isPluralForms = (value: unknown): value is PluralForms =>
  isNested(value) && typeof value.other === "string";

/** Returns the text objects that each file exports, by their names without the suffix `Text`. */
export const textsByFile = (modules: Record<string, object>): Record<string, TextEntries> =>
  Object.fromEntries(
    Object.entries(modules).map(([file, texts]) => [
      file,
      Object.fromEntries(
        Object.entries(texts).flatMap(([name, text]) =>
          typeof text === "object" && !Array.isArray(text)
            ? [[name.replace(/Text$/, ""), text as TextEntries]]
            : [],
        ),
      ),
    ]),
  );

/** Replaces the entries of `known` in place by the brand's `texts`. Returns the number of replaced entries. */
export function replaceTexts(texts: Record<string, unknown>, known: TextEntries): number {
  let replaced = 0;
  for (const [key, value] of Object.entries(texts)) {
    const entry = known[key];
    if (typeof entry === "object" && isNested(value)) replaced += replaceTexts(value, entry);
    else if (typeof entry === "string" && typeof value === "string") {
      known[key] = value;
      replaced++;
    } else if (typeof entry === "function") {
      known[key] = createSentence(value as string | PluralForms);
      replaced++;
    }
  }
  return replaced;
}

/**
 * Returns a brand's replacement for a text function, with the same argument: a value or a record of values. A single
 * value fills every `{name}`, because the build may rename the original function's parameter.
 */
export function createSentence(template: string | PluralForms): TextEntry {
  return (values: unknown) => {
    const record = isNested(values) ? values : null;
    const text =
      typeof template === "string"
        ? template
        : selectPluralForm(record === null ? [values] : Object.values(record), template);
    return text.replace(/\{(\w+)\}/g, (_, name: string) =>
      formatValue(record === null ? values : record[name]),
    );
  };
}

/** Returns the text that is named like a value ("true", "live", "0"), otherwise the plural form of the first number. */
function selectPluralForm(values: unknown[], forms: PluralForms): string {
  const named = Object.entries(forms).find(
    ([name]) => !PLURAL_FORMS.includes(name) && values.some((value) => String(value) === name),
  );
  const count = values.find((value) => typeof value === "number");
  return named?.[1] ?? plural(Number(count ?? 0), forms);
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return formatList(value.map(String));
  if (typeof value !== "number") return String(value ?? "");
  // A fraction is not formatted, as in the default texts: an exposure of 9.6 times, a stop of 1.5 %.
  return Number.isInteger(value) ? formatCount(value) : String(value);
}
