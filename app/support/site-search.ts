// Search over the site's answers and pages. Algos and managers are searched by the provider, the documentation has a
// separate index.
import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import type { Site } from "../contract/site/site.ts";
import { createSearchTerms } from "../domain/search-terms.ts";
import { type HelpEntry, helpEntries } from "./help.ts";

const SEARCH_TERMS = createSearchTerms(stemmer);
/** Index by site. Only tests have more than one site per process. */
const indexes = new WeakMap<Site, MiniSearch<HelpEntry & { id: number }>>();

/** Returns the best entries, up to a limit. If no entry contains all terms, entries with some of them are returned. */
export function searchHelp(site: Site, text: string, atMost: number): HelpEntry[] {
  const index = indexes.get(site) ?? buildHelpIndex(helpEntries(site));
  indexes.set(site, index);
  const all = index.search(text, { combineWith: "AND" });
  const found = all.length > 0 ? all : index.search(text, { combineWith: "OR" });
  return found.slice(0, atMost).map(({ kind, title, text: excerpt, path, page }) => ({
    kind,
    title,
    text: excerpt,
    path,
    page,
    words: "",
  }));
}

function buildHelpIndex(entries: readonly HelpEntry[]) {
  const made = new MiniSearch<HelpEntry & { id: number }>({
    fields: ["title", "words", "text"],
    storeFields: ["kind", "title", "text", "path", "page"],
    tokenize: SEARCH_TERMS.tokenize,
    processTerm: SEARCH_TERMS.indexed,
    searchOptions: {
      processTerm: SEARCH_TERMS.searched,
      prefix: SEARCH_TERMS.prefix,
      fuzzy: SEARCH_TERMS.fuzzy,
      boost: { title: 4, words: 2 },
      // Answers and error codes rank above pages that only mention a term.
      boostDocument: (_, __, stored) => (stored?.kind === "answer" || stored?.kind === "error" ? 1.5 : 1),
    },
  });
  made.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return made;
}

/**
 * Returns managers whose name, town or registration matches at least half of the terms, best first. Stop words do not
 * count.
 */
export function searchManagers<One extends { name: string; city: string; registration: string }>(
  managers: readonly One[],
  text: string,
): One[] {
  const requested = SEARCH_TERMS.tokenize(text.toLowerCase()).filter(
    (word) => word.length > 2 && SEARCH_TERMS.searched(word) !== null,
  );
  const found = (manager: One) => {
    const managerTerms = SEARCH_TERMS.tokenize(
      `${manager.name} ${manager.city} ${manager.registration}`.toLowerCase(),
    );
    return requested.filter((word) => managerTerms.some((known) => known.startsWith(word))).length;
  };
  return requested.length === 0
    ? []
    : managers
        .map((manager) => ({ manager, hits: found(manager) }))
        .filter(({ hits }) => hits > 0 && hits * 2 >= requested.length)
        .sort((one, other) => other.hits - one.hits)
        .map(({ manager }) => manager);
}
