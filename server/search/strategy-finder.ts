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

const SEARCH_TERMS = createSearchTerms(stemmer);

/**
 * Returns the searchable text of a strategy. Instruments, algo ids and descriptions are included only if `detail` is
 * given. `labels` are further search terms, such as tags in the language of the pages.
 */
export function searchedStrategy(
  summary: StrategySummary,
  detail: Strategy | undefined,
  labels: readonly string[] = [],
): SearchedStrategy {
  const { id, name, manager, tags, instrument, product, risk } = summary;
  return {
    id,
    name,
    manager: manager.name,
    registration: [manager.registration, ...(detail?.exchangeAlgoIds ?? []).map((one) => one.id)].join(" "),
    tags: [...tags, instrument, product, `${risk} risk`, ...labels].join(" "),
    instruments: (detail?.instruments ?? [summary.mainInstrument])
      .flatMap((one) => [one.name, one.symbol])
      .join(" "),
    text: [summary.summary, ...(detail?.howItWorks ?? [])].join(" "),
  };
}

/**
 * Indexes the strategies. The returned function returns the ids of the strategies that contain every word of a text,
 * best first. If no strategy contains every word as it was typed, typing errors are tolerated. If no strategy contains
 * every word even then, the result contains those with the most words, at least half of them. A text that consists of
 * stop words restricts nothing.
 */
export function createStrategyFinder(strategies: readonly SearchedStrategy[]): (text: string) => string[] {
  const index = new MiniSearch<SearchedStrategy>({
    fields: ["name", "manager", "registration", "tags", "instruments", "text"],
    tokenize: SEARCH_TERMS.tokenize,
    processTerm: SEARCH_TERMS.indexed,
    searchOptions: {
      processTerm: SEARCH_TERMS.searched,
      prefix: SEARCH_TERMS.prefix,
      fuzzy: SEARCH_TERMS.fuzzy,
      boost: { name: 4, registration: 4, tags: 3, manager: 2 },
    },
  });
  index.addAll(strategies);
  return (text) => {
    const tokens = SEARCH_TERMS.tokenize(text);
    const termCount = tokens.filter((word) => SEARCH_TERMS.searched(word) !== null).length;
    if (tokens.length > 0 && termCount === 0) return strategies.map(({ id }) => id);
    const attempts = [
      { combineWith: "AND", fuzzy: false },
      { combineWith: "AND" },
      { combineWith: "OR" },
    ] as const;
    let found: SearchResult[] = [];
    for (const attempt of attempts) if (found.length === 0) found = index.search(text, attempt);
    const most = Math.max(0, ...found.map(held));
    return most * 2 < termCount ? [] : found.filter((hit) => held(hit) === most).map(({ id }) => id);
  };
}

/** Returns how many of the searched words a result contains. */
function held({ queryTerms }: SearchResult): number {
  return new Set(queryTerms).size;
}
