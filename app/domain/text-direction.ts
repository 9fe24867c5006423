// Direction of the text of a language. Pure.

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(["Arab", "Hebr", "Nkoo", "Syrc", "Thaa"]);

/** Returns the `dir` of a page in a language. Undefined for the default, from left to right. */
export function getTextDirection(locale: string): "rtl" | undefined {
  const { script = "" } = new Intl.Locale(locale).maximize();
  return RIGHT_TO_LEFT.has(script) ? "rtl" : undefined;
}
