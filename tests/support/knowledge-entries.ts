// Builds the entries of the sandbox's chat in the format of their generated file.
import { type Brand, DEFAULT_SITE } from "../../app/contract/site/site.ts";
import { helpEntries } from "../../app/support/help.ts";
import { DEMONSTRATION, readTexts } from "../../server/brands/brand-files.ts";

/** A brand with placeholders as values, which the sandbox replaces. */
const OPEN_BRAND = Object.fromEntries(
  Object.keys(DEFAULT_SITE.brand).map((key) => [key, `{${key}}`]),
) as Brand;

export function knowledgeEntries() {
  const texts = readTexts(DEMONSTRATION, OPEN_BRAND, (where, text) => {
    throw new Error(`${where}: ${text}`);
  });
  return helpEntries({ ...DEFAULT_SITE, brand: OPEN_BRAND, texts }).map(
    ({ kind, key, title, text, path, page, words }) => ({
      kind,
      ...(key === undefined ? {} : { key }),
      title,
      text,
      path,
      page,
      words,
    }),
  );
}
