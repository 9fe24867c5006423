// Texts of a brand's pages, for tests that run on several brands.

import { TEXT_FILES } from "../../app/words.ts";
import { readBrandOr } from "../../server/brands/read-brand.ts";

export const SECOND_BRAND = "server/brands/second";

/** Returns the texts of a brand folder, nested by file, text and entry. */
export function readTexts(brandDir: string): Record<string, unknown> {
  const faults: string[] = [];
  const brand = readBrandOr(brandDir, true, faults);
  if (brand === null) throw new Error(faults.join("\n"));
  return brand.language.words;
}

/** Returns a function that finds a text by its path, such as "frame.home.showAlgos". Null selects the default brand. */
export function textsOf(brandDir: string | null): (path: string) => string {
  const texts: unknown = brandDir === null ? TEXT_FILES : readTexts(brandDir);
  return (path) => {
    const text = path
      .split(".")
      .reduce<unknown>((entries, key) => (entries as Record<string, unknown> | undefined)?.[key], texts);
    if (typeof text !== "string") throw new Error(`${path} is not a text`);
    return text;
  };
}
