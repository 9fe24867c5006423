// Builds the entries of the sandbox's chat in the format of their generated file.
import { DEFAULT_SITE } from "../../app/contract/site/site.ts";
import { helpEntries } from "../../app/support/help.ts";

/** Returns the entries that all brands share. The site sends a brand's own questions and legal texts to the sandbox. */
export function knowledgeEntries() {
  const features = { ...DEFAULT_SITE.features, sandbox: false };
  const withoutSandbox = new Set(helpEntries({ ...DEFAULT_SITE, features }).map(({ path }) => path));
  return helpEntries(DEFAULT_SITE).map(({ kind, key, title, text, path, page, words }) => ({
    kind,
    ...(key === undefined ? {} : { key }),
    title,
    text,
    path,
    page,
    words,
    ...(withoutSandbox.has(path) ? {} : { needsSandbox: true }),
  }));
}
