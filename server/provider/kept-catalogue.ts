// Keeps what the provider last said of the catalogue, for hours, and hands it out with its age while the provider cannot be reached
// or says what cannot be shown. Nothing of an account and no record of performance passes here, and a refusal is never papered over.
import { LRUCache } from "lru-cache";
import type { Catalogue, Provider } from "../../app/context.ts";
import type { ManagerList, StrategyPage } from "../../app/wire/base-api.ts";
import type { Strategy, StrategySummary } from "../../app/wire/strategy.ts";
import type { StrategyQuery } from "../../app/wire/strategy-query.ts";
import { searchedStrategy } from "../net/strategy-finder.ts";
import type { BaseApiClient, Lane } from "./base-api-client.ts";
import { refused, unreachable } from "./faults.ts";
import { type KeptStrategy, readOwnCursor, searchKept } from "./kept-list.ts";
import { createSharedAnswers } from "./shared-answers.ts";

export type KeptCatalogueOptions = {
  api: Pick<BaseApiClient, "forRequest" | "status">;
  limits: {
    /** Older answers are not shown any more, ms. */
    keptForMs: number;
    /** A reader waits this long for the provider where a kept answer is at hand, ms. */
    keptAfterMs: number;
    keptStrategyAnswers: number;
    keptListAnswers: number;
    keptBytes: number;
    providerAnswerWithinMs: number;
    /** For how long one reader's answer is everybody's, ms. */
    answersSharedForMs: number;
    answersShared: number;
  };
  /** Epoch ms. */
  now: () => number;
};

export type Given = { signal: AbortSignal; requestId: string; lane?: Lane };

export type KeptCatalogue = {
  forRequest(request: Given): Provider;
  /** Always asks the provider and keeps what it says. */
  reading(request: Given): Catalogue;
  /** The whole catalogue as it was at `at`: every strategy of every state. From now on any list query can be answered. */
  adopt(strategies: readonly StrategySummary[], at: number): void;
  /** When the answers about one strategy were last kept, epoch ms; null when they are not. */
  keptAt(strategyId: string): number | null;
  /** Kept answers handed out since the process started. */
  handedOut(): number;
};

type Kept<T> = { value: T; at: number };
type Whole = Kept<readonly StrategySummary[]>;
/** A kept answer that may be used, made when it is. */
type StandIn<T> = { at: number; make: () => T };

const LATE: unique symbol = Symbol("late");
const MANAGERS = "managers";
const OF_STRATEGY = {
  strategy: "getStrategy",
  similar: "listSimilarStrategies",
  instruments: "listStrategyInstruments",
} as const;

export function createKeptCatalogue(options: KeptCatalogueOptions): KeptCatalogue {
  const { api, limits, now } = options;
  const store = (max: number) =>
    new LRUCache<string, Kept<object>>({
      max,
      maxSize: limits.keptBytes,
      maxEntrySize: limits.keptBytes,
      sizeCalculation: ({ value }) => JSON.stringify(value).length + 200,
    });
  /** By what they are of; a stranger's addresses add nothing, since only what exists is kept. */
  const named = store(limits.keptStrategyAnswers);
  /** By what was asked for. */
  const asked = store(limits.keptListAnswers);
  /** The provider's cursors that were handed out, and where in their list they lead. */
  const cursors = new LRUCache<string, number>({ max: limits.keptListAnswers * 4 });
  let whole: Whole | null = null;
  /** `whole` with what a search looks through; made when it is first needed. */
  let searchable: { of: Whole; entries: KeptStrategy[] } | null = null;
  const share = createSharedAnswers({ freshMs: limits.answersSharedForMs, most: limits.answersShared });
  let handedOut = 0;
  let isProbing = false;

  const isUsable = ({ at }: { at: number }) => now() - at <= limits.keptForMs;

  function keepIn(cache: typeof named, key: string) {
    return <T extends object>(value: T): T => {
      cache.set(key, { value, at: now() });
      return value;
    };
  }

  function keptIn<T>(cache: typeof named, key: string): StandIn<T> | null {
    const kept = cache.get(key) as Kept<T> | undefined;
    return kept === undefined || !isUsable(kept) ? null : { at: kept.at, make: () => kept.value };
  }

  /** What stands in for a list: worked out of the whole catalogue where that is known, else the same query's last answer. */
  function keptList(query: StrategyQuery): StandIn<StrategyPage> | null {
    const catalogue = whole;
    if (catalogue === null || !isUsable(catalogue)) return keptIn(asked, listKey(query));
    return {
      at: catalogue.at,
      make: () => searchKept(entriesOf(catalogue), query, positionOf(query), catalogue.at),
    };
  }

  function positionOf({ cursor, sort = "deployed" }: StrategyQuery): number {
    if (cursor === undefined) return 0;
    const position = readOwnCursor(cursor, sort) ?? cursors.get(`${sort} ${cursor}`);
    // As the provider says it of a cursor that it does not know: the list begins again.
    if (position === undefined) throw refused(400, "The cursor is not one of this list.");
    return position;
  }

  function entriesOf(catalogue: Whole): KeptStrategy[] {
    if (searchable?.of !== catalogue)
      searchable = {
        of: catalogue,
        entries: catalogue.value.map((summary) => {
          const detail = named.get(`strategy ${summary.id}`)?.value as Strategy | undefined;
          return { summary, fee: detail?.fee, searched: searchedStrategy(summary, detail) };
        }),
      };
    return searchable.entries;
  }

  function noteCursors(query: StrategyQuery, page: StrategyPage): void {
    const { sort = "deployed", limit = page.items.length } = query;
    const { startIndex, nextCursor, previousCursor, items } = page;
    if (nextCursor !== null) cursors.set(`${sort} ${nextCursor}`, startIndex + items.length);
    if (previousCursor !== null) cursors.set(`${sort} ${previousCursor}`, Math.max(0, startIndex - limit));
  }

  /** Asks the provider and keeps; what it does not know any more is let go. */
  function reading(request: Given): Catalogue {
    const catalogue = api.forRequest(request);
    const ofStrategy =
      <T extends object>(kind: keyof typeof OF_STRATEGY, read: (id: string) => Promise<T>) =>
      (id: string): Promise<T> =>
        read(id).then(keepIn(named, `${kind} ${id}`), (fault: unknown) => {
          if (fault instanceof Response && fault.status === 404) named.delete(`${kind} ${id}`);
          throw fault;
        });
    return {
      ...catalogue,
      async listStrategies(query) {
        const page = await catalogue.listStrategies(query);
        // Where the whole catalogue is known, lists are worked out of it.
        if (whole === null) asked.set(listKey(query), { value: page, at: now() });
        noteCursors(query, page);
        return page;
      },
      suggestStrategies: (text) => catalogue.suggestStrategies(text).then(keepIn(asked, `suggest ${text}`)),
      getStrategy: ofStrategy("strategy", catalogue.getStrategy),
      listSimilarStrategies: ofStrategy("similar", catalogue.listSimilarStrategies),
      listStrategyInstruments: ofStrategy("instruments", catalogue.listStrategyInstruments),
      listManagers: () => catalogue.listManagers().then(keepIn(named, MANAGERS)),
    };
  }

  /** One call at a time finds out whether the provider is back, while readers get what is kept. */
  function probe(read: (catalogue: Catalogue) => Promise<unknown>): void {
    if (isProbing) return;
    isProbing = true;
    const signal = AbortSignal.timeout(2 * limits.providerAnswerWithinMs);
    read(reading({ signal, requestId: "catalogue", lane: "background" }))
      .catch((fault: unknown) => {
        if (!(fault instanceof Response)) throw fault;
      })
      .finally(() => {
        isProbing = false;
      });
  }

  function forRequest(request: Given): Provider {
    const live = reading(request);
    let oldest: number | null = null;

    /** Shared with whoever asks for `name` now; the call is nobody's own, so it ends by its own deadline alone. */
    const shared = <T extends object>(name: string, read: (catalogue: Catalogue) => Promise<T>): Promise<T> =>
      share(`${request.lane ?? ""} ${name}`, () =>
        read(reading({ ...request, signal: AbortSignal.timeout(2 * limits.providerAnswerWithinMs) })),
      );

    async function answer<T extends object>(
      name: string,
      read: (catalogue: Catalogue) => Promise<T>,
      standIn: StandIn<T> | null,
    ): Promise<T> {
      if (standIn === null) return untilGone(request.signal, shared(name, read));
      const handOut = () => {
        const value = standIn.make();
        handedOut += 1;
        oldest = Math.min(oldest ?? standIn.at, standIn.at);
        return value;
      };
      if (!api.status().isAnswering) {
        probe(read);
        return handOut();
      }
      const got = await within(limits.keptAfterMs, shared(name, read)).catch(
        (fault: unknown): typeof LATE => {
          // Not reachable, or not to be shown. Every other status is the provider's word.
          if (fault instanceof Response && (fault.status === 503 || fault.status === 502)) return LATE;
          throw fault;
        },
      );
      return got === LATE ? handOut() : got;
    }

    const managers = () => keptIn<ManagerList>(named, MANAGERS);
    return {
      listStrategies: (query) =>
        answer(listKey(query), (from) => from.listStrategies(query), keptList(query)),
      getStrategy: (id) => {
        const name = `strategy ${id}`;
        return answer(name, (from) => from.getStrategy(id), keptIn(named, name));
      },
      listSimilarStrategies: (id) => {
        const name = `similar ${id}`;
        return answer(name, (from) => from.listSimilarStrategies(id), keptIn(named, name));
      },
      listStrategyInstruments: (id) => {
        const name = `instruments ${id}`;
        return answer(name, (from) => from.listStrategyInstruments(id), keptIn(named, name));
      },
      suggestStrategies: (text) => {
        const name = `suggest ${text}`;
        return answer(name, (from) => from.suggestStrategies(text), keptIn(asked, name));
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
      // Of this moment: never one that was kept.
      getStrategyMargin: (id) => live.getStrategyMargin(id),
      // Somebody's own list: not the catalogue's.
      getSharedTracklist: (shareId) => live.getSharedTracklist(shareId),
      fresh: live,
      keptSince: () => oldest,
    };
  }

  return {
    forRequest,
    reading,
    adopt(strategies, at) {
      whole = { value: strategies, at };
    },
    keptAt(id) {
      const times = Object.keys(OF_STRATEGY).map((kind) => named.peek(`${kind} ${id}`)?.at ?? null);
      return times.reduce((least, at) => (least === null || at === null ? null : Math.min(least, at)), now());
    },
    handedOut: () => handedOut,
  };
}

function listKey(query: StrategyQuery): string {
  return `list ${JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** What others may wait for too; it goes on without a reader who is gone or whose time is up. Throws 503 to him. */
function untilGone<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(unreachable());
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** What comes within the time, or that it is late; a fault that comes later is nobody's any more. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
