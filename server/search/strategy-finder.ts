// Full-text search over strategies: names, managers with their registration, tags, instruments and descriptions. It
// tolerates typing errors and finds synonyms. The sandbox and the site's cached catalogue use the same search.
import MiniSearch, { type SearchResult } from "minisearch";
import { stemmer } from "stemmer";
import type { Strategy, StrategySummary } from "../../app/contract/base-api/strategy.ts";
import { createSearchTerms } from "../../app/domain/search-terms.ts";

export type SearchedStrategy = {
  id: string;
  name: string;
  manager: string;
  registration: string;
  tags: string;
  instruments: string;
  text: string;
};

const WORDS = createSearchTerms(stemmer);

/**
 * Returns the searchable text of a strategy. Instruments, algo ids and descriptions are included only if `detail` is
 * given.
 */
export function searchedStrategy(summary: StrategySummary, detail: Strategy | undefined): SearchedStrategy {
  const { id, name, manager, tags, instrument, product, risk } = summary;
  return {
    id,
    name,
    manager: manager.name,
    registration: [manager.registration, ...(detail?.exchangeAlgoIds ?? []).map((one) => one.id)].join(" "),
    tags: [...tags, instrument, product, `${risk} risk`].join(" "),
    instruments: (detail?.instruments ?? [summary.mainInstrument])
      .flatMap((one) => [one.name, one.symbol])
      .join(" "),
    text: [summary.summary, ...(detail?.howItWorks ?? [])].join(" "),
  };
}

/**
 * Indexes the strategies. The returned function returns the ids of the strategies that contain every word of a text,
 * best first. If no strategy contains every word, the result contains those with the most words, at least half of them.
 */
export function createStrategyFinder(strategies: readonly SearchedStrategy[]): (text: string) => string[] {
  const index = new MiniSearch<SearchedStrategy>({
    fields: ["name", "manager", "registration", "tags", "instruments", "text"],
    tokenize: WORDS.tokenize,
    processTerm: WORDS.indexed,
    searchOptions: {
      processTerm: WORDS.searched,
      prefix: WORDS.prefix,
      fuzzy: WORDS.fuzzy,
      boost: { name: 4, registration: 4, tags: 3, manager: 2 },
    },
  });
  index.addAll(strategies);
  return (text) => {
    const termCount = WORDS.tokenize(text).filter((word) => WORDS.searched(word) !== null).length;
    const all = index.search(text, { combineWith: "AND" });
    const found = all.length > 0 ? all : index.search(text, { combineWith: "OR" });
    const most = Math.max(0, ...found.map(held));
    return most * 2 < termCount ? [] : found.filter((hit) => held(hit) === most).map(({ id }) => id);
  };
}

/** Returns how many of the searched words a result contains. */
function held({ queryTerms }: SearchResult): number {
  return new Set(queryTerms).size;
}
