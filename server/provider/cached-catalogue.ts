// Caches the provider's responses about the catalogue for hours. Serves them with their age while the provider is
// unreachable or sends invalid responses. Account data and performance records are never cached here, and a refusal is
// never replaced by a cached response.
import type { Catalogue, MenuManager, Provider } from "../../app/context.ts";
import type { ManagerList } from "../../app/contract/base-api/operations.ts";
import type { StrategySummary } from "../../app/contract/base-api/strategy.ts";
import { isProviderUnavailable } from "../../app/contract/site/fault.ts";
import { TIMED_OUT, withTimeLimit } from "../../app/domain/with-time-limit.ts";
import type { Limits } from "../limits.ts";
import type { BaseApiClient, Lane } from "./base-api-client.ts";
import {
  type CachedResponseLimits,
  type CachedResponses,
  createCachedResponses,
  listKey,
  type Substitute,
} from "./cached-responses.ts";
import { createSharedResponses, type ShareResponse, waitUntilAborted } from "./shared-responses.ts";

export type CachedCatalogueOptions = {
  api: Pick<BaseApiClient, "forRequest" | "status">;
  limits: CachedResponseLimits &
    Pick<Limits, "cachedAfterMs" | "providerTimeoutMs" | "answersSharedForMs" | "answersShared">;
  /** Returns the time, epoch ms. */
  now: () => number;
};

export type ProviderRequest = { signal: AbortSignal; requestId: string; lane?: Lane };

export type CachedCatalogue = {
  forRequest(request: ProviderRequest): Provider;
  /** Returns a catalogue that always calls the provider and caches the responses. */
  reading(request: ProviderRequest): Catalogue;
  /**
   * Stores the complete catalogue as of `at`, epoch ms: all strategies in all states. Every list query can then be
   * computed from it.
   */
  adopt(strategies: readonly StrategySummary[], at: number): void;
  /** Returns the name of a cached strategy; null if it is not cached. */
  nameOf(strategyId: string): string | null;
  /**
   * Returns the cached responses about one strategy, by cache key; if the id is null, the response with the managers.
   * Empty if nothing is cached.
   */
  stored(strategyId: string | null): StoredResponses;
  /** Caches responses that another replica stored, unless newer ones are cached. */
  restore(strategyId: string | null, answers: StoredResponses): void;
  /** Time of the oldest cached response about one strategy, epoch ms; null if one is missing. */
  oldestCachedAt(strategyId: string): number | null;
  /** Managers from the provider's last list for the menu; empty before the first list. Never calls the provider. */
  menuManagers(): readonly MenuManager[];
  /** Number of cached responses that were served since the process started. */
  answersServed(): number;
};

/** Responses with the time of loading, epoch ms, by their key in the cache. */
export type StoredResponses = Record<string, { value: object; at: number }>;

const MANAGERS = "managers";
/** Operations about one strategy. Their responses are cached by operation and strategy. */
const OF_STRATEGY = ["getStrategy", "listSimilarStrategies", "listStrategyInstruments"] as const;
type StrategyOperation = (typeof OF_STRATEGY)[number];

export function createCachedCatalogue(options: CachedCatalogueOptions): CachedCatalogue {
  const { api, limits, now } = options;
  const cache = createCachedResponses({ limits, now });
  const share = createSharedResponses({ freshMs: limits.answersSharedForMs, most: limits.answersShared });
  let answersServed = 0;
  let isProbing = false;
  const reading = (request: ProviderRequest) => readingCatalogue(api.forRequest(request), cache);

  /**
   * Calls the provider to test whether it works again, while users get cached responses. Only one test runs at a time.
   */
  function probe(read: (catalogue: Catalogue) => Promise<unknown>): void {
    if (isProbing) return;
    isProbing = true;
    const signal = AbortSignal.timeout(2 * limits.providerTimeoutMs);
    read(reading({ signal, requestId: "catalogue", lane: "background" }))
      .catch((fault: unknown) => {
        if (!(fault instanceof Response)) throw fault;
      })
      .finally(() => {
        isProbing = false;
      });
  }

  return {
    reading,
    forRequest: (request) =>
      readersCatalogue({
        request,
        limits,
        cache,
        reading,
        share,
        probe,
        isCircuitClosed: () => api.status().isCircuitClosed,
        onCachedAnswer: () => {
          answersServed += 1;
        },
      }),
    adopt: cache.adopt,
    nameOf(id) {
      const detail = cache.named.peek(`getStrategy ${id}`)?.value as { name: string } | undefined;
      return detail?.name ?? cache.whole()?.find((one) => one.id === id)?.name ?? null;
    },
    stored(id) {
      const keys = id === null ? [MANAGERS] : OF_STRATEGY.map((operation) => `${operation} ${id}`);
      return Object.fromEntries(
        keys.flatMap((key) => {
          const answer = cache.named.peek(key);
          return answer === undefined ? [] : [[key, answer]];
        }),
      );
    },
    restore(id, answers) {
      for (const [key, answer] of Object.entries(answers)) {
        const isOfName = id === null ? key === MANAGERS : key.endsWith(` ${id}`);
        if (isOfName && (cache.named.peek(key)?.at ?? 0) < answer.at) cache.named.set(key, answer);
      }
    },
    oldestCachedAt(id) {
      const times = OF_STRATEGY.map((operation) => cache.named.peek(`${operation} ${id}`)?.at ?? null);
      return times.reduce(
        (oldestAt, at) => (oldestAt === null || at === null ? null : Math.min(oldestAt, at)),
        now(),
      );
    },
    menuManagers() {
      const managers = cache.named.peek(MANAGERS)?.value as ManagerList | undefined;
      return (managers?.items ?? [])
        .filter(({ listed }) => listed)
        .map(({ id, name, strategyCount }) => ({ id, name, strategyCount }));
    },
    answersServed: () => answersServed,
  };
}

/** Loads from the provider and caches the responses. An entry that the provider no longer has is removed. */
function readingCatalogue(catalogue: Catalogue, cache: CachedResponses): Catalogue {
  const { named, listAnswers, storeIn } = cache;
  const ofStrategy =
    <T extends object>(operation: StrategyOperation, read: (id: string) => Promise<T>) =>
    (id: string): Promise<T> =>
      read(id).then(storeIn(named, `${operation} ${id}`), (fault: unknown) => {
        if (fault instanceof Response && fault.status === 404) named.delete(`${operation} ${id}`);
        throw fault;
      });
  return {
    ...catalogue,
    async listStrategies(query = {}) {
      const page = await catalogue.listStrategies(query);
      cache.storeList(query, page);
      return page;
    },
    suggestStrategies: (query) =>
      catalogue.suggestStrategies(query).then(storeIn(listAnswers, `suggest ${query.text}`)),
    getStrategy: ofStrategy("getStrategy", catalogue.getStrategy),
    listSimilarStrategies: ofStrategy("listSimilarStrategies", catalogue.listSimilarStrategies),
    listStrategyInstruments: ofStrategy("listStrategyInstruments", catalogue.listStrategyInstruments),
    listManagers: () => catalogue.listManagers().then(storeIn(named, MANAGERS)),
  };
}

type ReaderParts = {
  request: ProviderRequest;
  limits: CachedCatalogueOptions["limits"];
  cache: CachedResponses;
  reading: (request: ProviderRequest) => Catalogue;
  share: ShareResponse;
  /** Checks whether the provider is available again. */
  probe: (read: (catalogue: Catalogue) => Promise<unknown>) => void;
  isCircuitClosed: () => boolean;
  onCachedAnswer: () => void;
};

/**
 * Creates the function that reads the data of one request: from the provider, or from the cache if the provider is late
 * or unavailable.
 */
function createAnswering({
  request,
  limits,
  reading,
  share,
  probe,
  isCircuitClosed,
  onCachedAnswer,
}: ReaderParts) {
  let oldest: number | null = null;

  /** Shares one call among concurrent callers of `name`. Only the deadline ends the call; a caller's abort does not. */
  const shared = <T extends object>(name: string, read: (catalogue: Catalogue) => Promise<T>): Promise<T> =>
    share(`${request.lane ?? ""} ${name}`, () =>
      read(reading({ ...request, signal: AbortSignal.timeout(2 * limits.providerTimeoutMs) })),
    );

  async function answer<T extends object>(
    name: string,
    read: (catalogue: Catalogue) => Promise<T>,
    substitute: Substitute<T> | null,
  ): Promise<T> {
    if (substitute === null) return waitUntilAborted(request.signal, shared(name, read));
    const handOut = () => {
      const value = substitute.make();
      onCachedAnswer();
      oldest = Math.min(oldest ?? substitute.at, substitute.at);
      return value;
    };
    if (!isCircuitClosed()) {
      probe(read);
      return handOut();
    }
    const result = await withTimeLimit(limits.cachedAfterMs, shared(name, read), TIMED_OUT).catch(
      (fault: unknown): typeof TIMED_OUT => {
        // 503 means unreachable and 502 an invalid response. Any other status is a valid response of the provider.
        if (isProviderUnavailable(fault)) return TIMED_OUT;
        throw fault;
      },
    );
    return result === TIMED_OUT ? handOut() : result;
  }

  return { answer, cachedSince: () => oldest };
}

/** Returns the catalogue for one request. */
function readersCatalogue(parts: ReaderParts): Provider {
  const { cachedIn, cachedList, named, listAnswers } = parts.cache;
  const live = parts.reading(parts.request);
  const { answer, cachedSince } = createAnswering(parts);
  const managers = () => cachedIn<ManagerList>(named, MANAGERS);
  const ofStrategy =
    <T extends object>(read: (from: Catalogue) => (id: string) => Promise<T>, operation: StrategyOperation) =>
    (id: string): Promise<T> => {
      const name = `${operation} ${id}`;
      return answer(name, (from) => read(from)(id), cachedIn<T>(named, name));
    };
  return {
    listStrategies: (query = {}) =>
      answer(listKey(query), (from) => from.listStrategies(query), cachedList(query)),
    getStrategy: ofStrategy((from) => from.getStrategy, "getStrategy"),
    listSimilarStrategies: ofStrategy((from) => from.listSimilarStrategies, "listSimilarStrategies"),
    listStrategyInstruments: ofStrategy((from) => from.listStrategyInstruments, "listStrategyInstruments"),
    suggestStrategies: (query) => {
      const name = `suggest ${query.text}`;
      return answer(name, (from) => from.suggestStrategies(query), cachedIn(listAnswers, name));
    },
    listManagers: () => answer(MANAGERS, (from) => from.listManagers(), managers()),
    getManager: (id) => {
      const all = managers();
      const one = all?.make().items.find((manager) => manager.id === id);
      return answer(
        `manager ${id}`,
        (from) => from.getManager(id),
        all === null || one === undefined ? null : { at: all.at, make: () => one },
      );
    },
    // The margin must be current, so it is never cached.
    getStrategyMargin: live.getStrategyMargin,
    // A user's tracklist is not part of the catalogue.
    getSharedTracklist: live.getSharedTracklist,
    fresh: live,
    cachedSince,
    allStrategies: parts.cache.whole,
  };
}
