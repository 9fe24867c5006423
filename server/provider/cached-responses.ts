// Cache of the provider's responses about the catalogue: by subject, by query, and the complete list, which can answer
// every list query. Limited in number, bytes and age.
import { LRUCache } from "lru-cache";
import type { StrategyPage } from "../../app/contract/base-api/operations.ts";
import type { Strategy, StrategySummary } from "../../app/contract/base-api/strategy.ts";
import type { StrategyQuery } from "../../app/contract/base-api/strategy-query.ts";
import type { Limits } from "../limits.ts";
import { searchedStrategy } from "../search/strategy-finder.ts";
import { CursorError, type ListedStrategy, listStrategies } from "../search/strategy-list.ts";
import { refusalResponse } from "./faults.ts";

export type CachedResponseLimits = Pick<
  Limits,
  "cachedForMs" | "maxStrategyAnswers" | "maxListAnswers" | "cachedBytes"
>;

type CachedAnswer<T> = { value: T; at: number };
type CompleteList = CachedAnswer<readonly StrategySummary[]>;
/** A response from the cache that replaces the provider's. `at` is its time, epoch ms. `make` computes the response. */
export type Substitute<T> = { at: number; make: () => T };

export type CachedResponses = ReturnType<typeof createCachedResponses>;

const createCache = (limits: CachedResponseLimits, max: number) =>
  new LRUCache<string, CachedAnswer<object>>({
    max,
    maxSize: limits.cachedBytes,
    maxEntrySize: limits.cachedBytes,
    sizeCalculation: ({ value }) => JSON.stringify(value).length + 200,
  });

export function createCachedResponses({ limits, now }: { limits: CachedResponseLimits; now: () => number }) {
  /** Responses by operation and id. Only responses of the provider are stored, so unknown ids add nothing. */
  const named = createCache(limits, limits.maxStrategyAnswers);
  /** Responses by query. */
  const listAnswers = createCache(limits, limits.maxListAnswers);
  /** List positions of the provider's cursors that users received, by query and cursor. */
  const cursors = new LRUCache<string, number>({ max: limits.maxListAnswers * 4 });
  let complete: CompleteList | null = null;
  /** Search texts of the list `complete`; computed on first use. */
  let searchable: { of: CompleteList; entries: ListedStrategy[] } | null = null;

  const isUsable = ({ at }: { at: number }) => now() - at <= limits.cachedForMs;

  function storeIn(cache: typeof named, key: string) {
    return <T extends object>(value: T): T => {
      cache.set(key, { value, at: now() });
      return value;
    };
  }

  function cachedIn<T>(cache: typeof named, key: string): Substitute<T> | null {
    const cached = cache.get(key) as CachedAnswer<T> | undefined;
    return cached === undefined || !isUsable(cached) ? null : { at: cached.at, make: () => cached.value };
  }

  /** Returns a list of the complete catalogue if it is cached, else the last response to the same query. */
  function cachedList(query: StrategyQuery): Substitute<StrategyPage> | null {
    const catalogue = complete;
    if (catalogue === null || !isUsable(catalogue)) return cachedIn(listAnswers, listKey(query));
    return {
      at: catalogue.at,
      make: () => listOrRefuse(entriesOf(catalogue), query, catalogue.at, cursorPosition(query)),
    };
  }

  /** Returns the list position of a cursor of the provider; undefined for an unknown cursor. */
  function cursorPosition(query: StrategyQuery): number | undefined {
    return cursors.get(listKey(query));
  }

  function entriesOf(catalogue: CompleteList): ListedStrategy[] {
    if (searchable?.of !== catalogue)
      searchable = {
        of: catalogue,
        entries: catalogue.value.map((summary) => {
          const detail = named.get(`getStrategy ${summary.id}`)?.value as Strategy | undefined;
          return {
            summary,
            filtered: { ...summary, fee: detail?.fee },
            searched: searchedStrategy(summary, detail),
          };
        }),
      };
    return searchable.entries;
  }

  function storeCursors(query: StrategyQuery, page: StrategyPage): void {
    const { limit = page.items.length } = query;
    const { startIndex, nextCursor, previousCursor, items } = page;
    if (nextCursor !== null)
      cursors.set(listKey({ ...query, cursor: nextCursor }), startIndex + items.length);
    if (previousCursor !== null)
      cursors.set(listKey({ ...query, cursor: previousCursor }), Math.max(0, startIndex - limit));
  }

  return {
    named,
    listAnswers,
    storeIn,
    cachedIn,
    cachedList,
    /** Stores a list page. Lists are computed from the complete catalogue instead if it is cached. */
    storeList(query: StrategyQuery, page: StrategyPage): void {
      if (complete === null) listAnswers.set(listKey(query), { value: page, at: now() });
      storeCursors(query, page);
    },
    whole: (): readonly StrategySummary[] | null => complete?.value ?? null,
    adopt(strategies: readonly StrategySummary[], at: number): void {
      complete = { value: strategies, at };
    },
  };
}

/** Refuses an unknown cursor with the provider's status, so that the page loads the first part again. */
function listOrRefuse(...list: Parameters<typeof listStrategies>): StrategyPage {
  try {
    return listStrategies(...list);
  } catch (fault) {
    if (!(fault instanceof CursorError)) throw fault;
    throw refusalResponse(400, "The cursor must come from an earlier response for the same list and order.");
  }
}

export function listKey(query: StrategyQuery): string {
  return `list ${JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
