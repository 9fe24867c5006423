// Reads the catalogue in the background, so that every list and algo page can be shown while the provider is unavailable. The lists
// are read every few minutes, an algo's own answers when its summary changed or after an hour. With a bus one replica reads for all.
import { createHash } from "node:crypto";

import type { Catalogue } from "../../app/context.ts";
import { PAGE_SIZE_MAX } from "../../app/contract/base-api/limits.ts";
import type { StrategySummary } from "../../app/contract/base-api/strategy.ts";
import { STRATEGY_STATES } from "../../app/domain/vocabulary.ts";
import type { CachedCatalogue, StoredAnswers } from "./cached-catalogue.ts";
import type { CatalogueShare } from "./catalogue-share.ts";

export type CatalogueReaderOptions = {
  catalogue: Pick<CachedCatalogue, "reading" | "adopt" | "keptAt" | "stored" | "restore">;
  /** Null with one replica. */
  share?: Pick<CatalogueShare, "role" | "store" | "prune"> | null;
  limits: {
    /** Maximum number of algos that are read; of a larger catalogue the first ones. */
    catalogueAlgosMax: number;
    /** Strategies whose pages are read in one round: missing ones first, then the oldest. */
    catalogueStrategiesARound: number;
    /** Pause between algos that are read for the first time. */
    cataloguePauseMs: number;
    /** Average number of calls per second after the first reading. */
    catalogueCallsPerSecond: number;
    /** Age at which an unchanged algo's answers are read again. */
    catalogueAgainAfterMs: number;
    /** Interval at which a replica that follows another one checks its role. */
    catalogueFollowMs: number;
    catalogueReadEveryMs: number;
    /** Pause after a round that met a fault. */
    catalogueReadAgainMs: number;
    providerAnswerWithinMs: number;
  };
  /** Epoch ms. */
  now: () => number;
  /** Called when the lists were read, with the number of algos read and in total. */
  onLists(lists: { read: number; total: number }): void;
  /** Called at the end of a round, with the number of strategies and of those whose own pages were read. */
  onRead(round: { strategies: number; pages: number }): void;
  onFault(fault: unknown): void;
};

export type CatalogueReader = {
  start(): void;
  /** Reads one round. Returns false when it met a fault of the provider. */
  read(): Promise<boolean>;
  /** Applies a value of the replica that reads for all. */
  receive(name: string, value: unknown): void;
  /** Aborts the reading in progress; resolves when it has ended. */
  stop(): Promise<void>;
};

const SPREAD = 0.2;
/** Calls about one algo: its page, similar algos, instruments. */
const CALLS_AN_ALGO = 3;
/** Summaries of one shared value. */
const LIST_PART = 500;

export function createCatalogueReader(options: CatalogueReaderOptions): CatalogueReader {
  const { catalogue, limits, now, share = null } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> = Promise.resolve();
  /** True if some algos were not read in the last round. */
  let hasUnread = false;
  /** Digest of each algo's summary when its answers were last read. */
  const readFor = new Map<string, string>();
  const round = createRound(options, stopping.signal);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  async function read(): Promise<boolean> {
    try {
      const strategies = await round.readLists();
      shareLists(share, catalogue, strategies, now());
      const { reading, isPartial } = due(strategies, options, readFor);
      hasUnread = isPartial;
      for (const { id, at, digest } of reading) {
        if (stopping.signal.aborted) return false;
        await round.readOne(id);
        readFor.set(id, digest);
        share?.store(`algo ${id}`, { digest, stored: catalogue.stored(id) });
        await pause(at === 0 ? limits.cataloguePauseMs : againPauseMs(limits));
      }
      const current = new Set(strategies.map(({ id }) => `algo ${id}`));
      for (const id of readFor.keys()) if (!current.has(`algo ${id}`)) readFor.delete(id);
      await share?.prune((name) => !name.startsWith("algo ") || current.has(name));
      options.onRead({ strategies: strategies.length, pages: reading.length });
      return true;
    } catch (fault) {
      if (!(fault instanceof Response)) throw fault;
      return false;
    }
  }

  /** One step: a round, or nothing while another replica reads. Returns the pause before the next one, ms. */
  async function step(): Promise<number> {
    if (share !== null && share.role !== "reads") return limits.catalogueFollowMs;
    const from = now();
    const isDone = await read().catch((fault: unknown) => {
      options.onFault(fault);
      return false;
    });
    // Until every algo's answers were read once, rounds follow each other.
    if (!isDone || hasUnread) return limits.catalogueReadAgainMs;
    return Math.max(limits.catalogueReadAgainMs, limits.catalogueReadEveryMs - (now() - from));
  }

  function readSoon(ms: number): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      // Random spread, so that replicas that started together do not stay synchronised.
      current = step().then((next) => readSoon(next * (1 + SPREAD * (Math.random() - 0.5))));
    }, ms);
    timer.unref();
  }

  return {
    start: () => readSoon(0),
    read,
    receive: createReceiver(options, readFor),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}

/** Pause after an algo that is read again, which limits the call rate. */
const againPauseMs = ({
  catalogueCallsPerSecond,
}: Pick<CatalogueReaderOptions["limits"], "catalogueCallsPerSecond">) =>
  (CALLS_AN_ALGO * 1_000) / catalogueCallsPerSecond;

/** Returns the algos to read now: missing ones, then changed ones, then the oldest. Known ones are limited by the call rate. */
function due(
  strategies: readonly StrategySummary[],
  { catalogue, limits, now }: CatalogueReaderOptions,
  readFor: ReadonlyMap<string, string>,
) {
  const all = strategies.map((summary) => {
    const at = catalogue.keptAt(summary.id) ?? 0;
    const digest = digestOf(summary);
    const before = readFor.get(summary.id);
    return { id: summary.id, at, digest, isChanged: before !== undefined && before !== digest };
  });
  const missing = all.filter(({ at }) => at === 0);
  const known = all
    .filter(({ at, isChanged }) => at !== 0 && (isChanged || now() - at >= limits.catalogueAgainAfterMs))
    .sort((a, b) => Number(b.isChanged) - Number(a.isChanged) || a.at - b.at)
    .slice(0, Math.ceil(limits.catalogueReadEveryMs / againPauseMs(limits)));
  return {
    reading: [...missing, ...known].slice(0, limits.catalogueStrategiesARound),
    isPartial: missing.length > limits.catalogueStrategiesARound,
  };
}

/** Digest of everything in a summary but the counts that change all day. */
function digestOf({ deployedCount: _deployed, trackedCount: _tracked, ...summary }: StrategySummary): string {
  return createHash("sha256").update(JSON.stringify(summary)).digest("base64url").slice(0, 22);
}

function shareLists(
  share: CatalogueReaderOptions["share"],
  catalogue: CatalogueReaderOptions["catalogue"],
  strategies: readonly StrategySummary[],
  at: number,
): void {
  if (!share) return;
  share.store("managers", { stored: catalogue.stored(null) });
  const parts = Math.ceil(strategies.length / LIST_PART);
  for (let part = 0; part < parts; part += 1)
    share.store(`list ${part}`, {
      at,
      parts,
      items: strategies.slice(part * LIST_PART, (part + 1) * LIST_PART),
    });
}

type SharedAlgo = { digest?: string; stored: StoredAnswers };
type SharedList = { at: number; parts: number; items: StrategySummary[] };

/** Applies values of the replica that reads. They are sealed by a replica of the same version, so their shape is known. */
function createReceiver(
  { catalogue, onLists, onRead }: CatalogueReaderOptions,
  readFor: Map<string, string>,
) {
  const lists = new Map<string, SharedList>();
  return (name: string, value: unknown): void => {
    if (!name.startsWith("list ")) {
      const { digest, stored } = value as SharedAlgo;
      const id = name.startsWith("algo ") ? name.slice("algo ".length) : null;
      catalogue.restore(id, stored);
      if (id !== null && digest !== undefined) readFor.set(id, digest);
      return;
    }
    lists.set(name, value as SharedList);
    const { at, parts } = value as SharedList;
    const all = Array.from({ length: parts }, (_, part) => lists.get(`list ${part}`));
    // Applies only complete readings: parts of a new one may still be missing.
    if (!all.every((list): list is SharedList => list?.at === at)) return;
    const strategies = all.flatMap(({ items }) => items);
    catalogue.adopt(strategies, at);
    lists.clear();
    onLists({ read: strategies.length, total: strategies.length });
    onRead({ strategies: strategies.length, pages: 0 });
  };
}

/** Creates the work of a round: the lists, then the pages of one strategy after the other. */
function createRound({ catalogue, limits, now, onLists }: CatalogueReaderOptions, stopping: AbortSignal) {
  let hasRead = false;
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
    // The limit also ends circular cursors.
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
      if (hasRead)
        await new Promise((resolve) => setTimeout(resolve, 1_000 / limits.catalogueCallsPerSecond));
    }
    hasRead = true;
    const strategies = [...found.values()].slice(0, limits.catalogueAlgosMax);
    catalogue.adopt(strategies, at);
    onLists({ read: strategies.length, total });
    return strategies;
  }

  /** Reads one strategy. An answer that cannot be shown does not stop the others. */
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
