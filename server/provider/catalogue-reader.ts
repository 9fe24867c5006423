// Reads the catalogue in the background when the site starts and every few minutes, a little at a time, so that whenever the
// provider goes away every list and every algo's page can still be shown.

import type { Catalogue } from "../../app/context.ts";
import { PAGE_SIZE_MAX } from "../../app/contract/base-api/limits.ts";
import type { StrategySummary } from "../../app/contract/base-api/strategy.ts";
import { STRATEGY_STATES } from "../../app/domain/vocabulary.ts";
import type { CachedCatalogue } from "./cached-catalogue.ts";

export type CatalogueReaderOptions = {
  catalogue: Pick<CachedCatalogue, "reading" | "adopt" | "keptAt">;
  limits: {
    /** Most algos that are read; of a larger catalogue the first ones. */
    catalogueAlgosMax: number;
    /** Strategies whose pages are read in one round: missing ones first, then the oldest. */
    catalogueStrategiesARound: number;
    cataloguePauseMs: number;
    catalogueReadEveryMs: number;
    /** After a round that met a fault. */
    catalogueReadAgainMs: number;
    providerAnswerWithinMs: number;
  };
  /** Epoch ms. */
  now: () => number;
  /** The lists are read: how many algos of how many. */
  onLists(lists: { read: number; total: number }): void;
  /** A round is done: how many strategies there are, and of how many the own pages were read. */
  onRead(round: { strategies: number; pages: number }): void;
  onFault(fault: unknown): void;
};

export type CatalogueReader = {
  start(): void;
  /** One round; false when it met a fault of the provider. */
  read(): Promise<boolean>;
  /** Aborts the reading in progress; resolves when it has ended. */
  stop(): Promise<void>;
};

const SPREAD = 0.2;

export function createCatalogueReader(options: CatalogueReaderOptions): CatalogueReader {
  const { catalogue, limits } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  /** Whether some algos were not read after the last round. */
  let hasUnread = false;

  const round = createRound(options, stopping.signal);

  async function read(): Promise<boolean> {
    try {
      const strategies = await round.readLists();
      const byAge = strategies
        .map(({ id }) => ({ id, at: catalogue.keptAt(id) ?? 0 }))
        .sort((a, b) => a.at - b.at);
      const oldestFirst = byAge.slice(0, limits.catalogueStrategiesARound);
      hasUnread = byAge[limits.catalogueStrategiesARound]?.at === 0;
      for (const { id } of oldestFirst) {
        if (stopping.signal.aborted) return false;
        await round.readOne(id);
        await new Promise((resolve) => setTimeout(resolve, limits.cataloguePauseMs));
      }
      options.onRead({ strategies: strategies.length, pages: oldestFirst.length });
      return true;
    } catch (fault) {
      if (!(fault instanceof Response)) throw fault;
      return false;
    }
  }

  function readSoon(ms: number): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      underWay = read()
        .catch((fault: unknown) => {
          options.onFault(fault);
          return false;
        })
        .then((isDone) => {
          // Until every algo's page was read once, rounds follow each other.
          const pause = isDone && !hasUnread ? limits.catalogueReadEveryMs : limits.catalogueReadAgainMs;
          // Replicas that started together do not read together for ever.
          readSoon(pause * (1 + SPREAD * (Math.random() - 0.5)));
        });
    }, ms);
    timer.unref();
  }

  return {
    start: () => readSoon(0),
    read,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await underWay;
    },
  };
}

/** What is read in a round: the lists, and the pages of one strategy after the other. */
function createRound({ catalogue, limits, now, onLists }: CatalogueReaderOptions, stopping: AbortSignal) {
  /** Each call has its own deadline, and ends when the reader is stopped. */
  const from = (): Catalogue =>
    catalogue.reading({
      signal: AbortSignal.any([stopping, AbortSignal.timeout(2 * limits.providerAnswerWithinMs)]),
      requestId: "catalogue",
      lane: "background",
    });

  async function readList(): Promise<StrategySummary[]> {
    const found = new Map<string, StrategySummary>();
    const at = now();
    let cursor: string | null = null;
    let total = 0;
    // Cursors that go round in a circle end with the limit.
    for (let pages = Math.ceil(limits.catalogueAlgosMax / PAGE_SIZE_MAX); pages > 0; pages -= 1) {
      const answer = await from().listStrategies({
        state: [...STRATEGY_STATES],
        limit: PAGE_SIZE_MAX,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const summary of answer.items) found.set(summary.id, summary);
      total = answer.total;
      cursor = answer.nextCursor;
      if (cursor === null) break;
    }
    const strategies = [...found.values()].slice(0, limits.catalogueAlgosMax);
    catalogue.adopt(strategies, at);
    onLists({ read: strategies.length, total });
    return strategies;
  }

  /** What the provider says of one strategy that cannot be shown is no reason to leave the others out. */
  async function readOne(id: string): Promise<void> {
    const reading = from();
    const answers = await Promise.allSettled([
      reading.getStrategy(id),
      reading.listSimilarStrategies(id),
      reading.listStrategyInstruments(id),
    ]);
    for (const answer of answers) {
      if (answer.status === "fulfilled") continue;
      if (!(answer.reason instanceof Response) || answer.reason.status === 503) throw answer.reason;
    }
  }

  return {
    async readLists(): Promise<StrategySummary[]> {
      await from().listManagers();
      return readList();
    },
    readOne,
  };
}
