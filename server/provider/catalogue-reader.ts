// Loads the catalogue in the background, so that every list and algo page can be shown while the provider is
// unavailable. The lists are loaded every few minutes, and the data of an algo when its summary changed or after an
// hour. With a bus, one replica loads the catalogue for all.
import { createHash } from "node:crypto";
import type { Catalogue } from "../../app/context.ts";
import { PAGE_SIZE_MAX } from "../../app/contract/base-api/limits.ts";
import type { StrategySummary } from "../../app/contract/base-api/strategy.ts";
import { STRATEGY_STATES } from "../../app/domain/vocabulary.ts";
import type { Limits } from "../limits.ts";
import type { CachedCatalogue, StoredResponses } from "./cached-catalogue.ts";
import type { CatalogueShare } from "./catalogue-share.ts";

export type CatalogueReaderOptions = {
  catalogue: Pick<CachedCatalogue, "reading" | "adopt" | "oldestCachedAt" | "stored" | "restore">;
  /** Null if there is only one replica. */
  share?: Pick<CatalogueShare, "role" | "store" | "prune"> | null;
  limits: Pick<
    Limits,
    | "catalogueAlgosMax"
    | "catalogueStrategiesPerRound"
    | "cataloguePauseMs"
    | "catalogueCallsPerSecond"
    | "catalogueAgainAfterMs"
    | "catalogueFollowMs"
    | "catalogueReadEveryMs"
    | "catalogueReadAgainMs"
    | "providerTimeoutMs"
  >;
  /** Returns the time, epoch ms. */
  now: () => number;
  /** Called after the lists were loaded, with the number of loaded algos and the total number of algos. */
  onLists(lists: { read: number; total: number }): void;
  /** Called at the end of a round, with the number of strategies and the number of strategy pages that were loaded. */
  onRead(round: { strategies: number; pages: number }): void;
  onFault(fault: unknown): void;
};

export type CatalogueReader = {
  start(): void;
  /** Runs one round. Returns false if the provider had a fault. */
  read(): Promise<boolean>;
  /** Applies a value that was stored by the replica that loads the catalogue. */
  receive(name: string, value: unknown): void;
  /** Aborts the current round and resolves when it has ended. */
  stop(): Promise<void>;
};

const SPREAD = 0.2;
/** Calls about one algo: its page, similar algos, instruments. */
const CALLS_PER_ALGO = 3;
/** Number of summaries in one shared value. */
const LIST_CHUNK_SIZE = 500;
/** A round ends after this number of consecutive algos that failed, because the provider is then unavailable. */
const FAILED_IN_A_ROW_MAX = 3;

/** Last attempt to load an algo. `hasFailed` is true if the provider did not respond to all its calls. */
type Attempt = { at: number; hasFailed: boolean };

export function createCatalogueReader(options: CatalogueReaderOptions): CatalogueReader {
  const { catalogue, limits, now, share = null } = options;
  // A controller per round, because Node stores the signals that depend on a signal as long as that signal exists.
  let stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> = Promise.resolve();
  /** True if some algos were not loaded in the last round. */
  let hasUnread = false;
  /** Digest of each algo's summary at the time of the last attempt to load its data. */
  const loadedDigests = new Map<string, string>();
  const attempts = new Map<string, Attempt>();
  const round = createRound(options, () => stopping.signal);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  async function read(): Promise<boolean> {
    if (!stopping.signal.aborted) stopping = new AbortController();
    try {
      const strategies = await round.readLists();
      shareLists(share, catalogue, strategies, now());
      const { reading, isPartial } = due(strategies, options, loadedDigests, attempts);
      hasUnread = isPartial;
      let pages = 0;
      let failedInRow = 0;
      for (const { id, at, digest } of reading) {
        const hasFailed = !(await round.readOne(id));
        if (stopping.signal.aborted) return false;
        attempts.set(id, { at: now(), hasFailed });
        loadedDigests.set(id, digest);
        failedInRow = hasFailed ? failedInRow + 1 : 0;
        if (failedInRow === FAILED_IN_A_ROW_MAX) return false;
        if (!hasFailed) {
          pages += 1;
          share?.store(`algo ${id}`, { digest, stored: catalogue.stored(id) });
        }
        await pause(at === 0 ? limits.cataloguePauseMs : retryPauseMs(limits));
      }
      const current = new Set(strategies.map(({ id }) => `algo ${id}`));
      for (const known of [loadedDigests, attempts])
        for (const id of known.keys()) if (!current.has(`algo ${id}`)) known.delete(id);
      await share?.prune((name) => !name.startsWith("algo ") || current.has(name));
      options.onRead({ strategies: strategies.length, pages });
      return true;
    } catch (fault) {
      if (!(fault instanceof Response)) throw fault;
      return false;
    }
  }

  /** Runs a round, unless another replica loads the catalogue. Returns the pause until the next step, in ms. */
  async function step(): Promise<number> {
    if (share !== null && share.role !== "reads") return limits.catalogueFollowMs;
    const from = now();
    const isDone = await read().catch((fault: unknown) => {
      options.onFault(fault);
      return false;
    });
    // Until all algos have been loaded once, the pause between rounds is short.
    if (!isDone || hasUnread) return limits.catalogueReadAgainMs;
    return Math.max(limits.catalogueReadAgainMs, limits.catalogueReadEveryMs - (now() - from));
  }

  function scheduleRead(ms: number): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      // Random spread, so that replicas that started together do not stay synchronised.
      current = step().then((next) => scheduleRead(next * (1 + SPREAD * (Math.random() - 0.5))));
    }, ms);
    timer.unref();
  }

  return {
    start: () => scheduleRead(0),
    read,
    receive: createReceiver(options, loadedDigests),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await current;
    },
  };
}

/** Returns the pause after an algo that is loaded again, which limits the call rate. */
const retryPauseMs = ({
  catalogueCallsPerSecond,
}: Pick<CatalogueReaderOptions["limits"], "catalogueCallsPerSecond">) =>
  (CALLS_PER_ALGO * 1_000) / catalogueCallsPerSecond;

/**
 * Returns the algos to load now: new ones, then changed ones, then the oldest. The call rate limits the number of algos
 * that are not new. A failed attempt counts as a load, so that failing algos do not delay new ones.
 */
function due(
  strategies: readonly StrategySummary[],
  { catalogue, limits, now }: CatalogueReaderOptions,
  loadedDigests: ReadonlyMap<string, string>,
  attempts: ReadonlyMap<string, Attempt>,
) {
  const all = strategies.map((summary) => {
    const attempt = attempts.get(summary.id);
    const at = Math.max(catalogue.oldestCachedAt(summary.id) ?? 0, attempt?.at ?? 0);
    const digest = summaryDigest(summary);
    const before = loadedDigests.get(summary.id);
    const isChanged = before !== undefined && before !== digest;
    const againAfterMs = attempt?.hasFailed ? limits.catalogueReadEveryMs : limits.catalogueAgainAfterMs;
    return { id: summary.id, at, digest, isChanged, isDue: isChanged || now() - at >= againAfterMs };
  });
  const missing = all.filter(({ at }) => at === 0);
  const known = all
    .filter(({ at, isDue }) => at !== 0 && isDue)
    .sort((a, b) => Number(b.isChanged) - Number(a.isChanged) || a.at - b.at)
    .slice(0, Math.ceil(limits.catalogueReadEveryMs / retryPauseMs(limits)));
  return {
    reading: [...missing, ...known].slice(0, limits.catalogueStrategiesPerRound),
    isPartial: missing.length > limits.catalogueStrategiesPerRound,
  };
}

/** Digest of a summary without its counts, which change all day. */
function summaryDigest({
  deployedCount: _deployed,
  trackedCount: _tracked,
  ...summary
}: StrategySummary): string {
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
  // An empty list has one part, because a list without parts would not reach the other replicas.
  const parts = Math.max(1, Math.ceil(strategies.length / LIST_CHUNK_SIZE));
  for (let part = 0; part < parts; part += 1)
    share.store(`list ${part}`, {
      at,
      parts,
      items: strategies.slice(part * LIST_CHUNK_SIZE, (part + 1) * LIST_CHUNK_SIZE),
    });
}

type SharedAlgo = { digest?: string; stored: StoredResponses };
type SharedList = { at: number; parts: number; items: StrategySummary[] };

/**
 * Creates the function that applies values of the loading replica. They are sealed by a replica of the same version, so
 * their shape needs no check.
 */
function createReceiver(
  { catalogue, onLists, onRead }: CatalogueReaderOptions,
  loadedDigests: Map<string, string>,
) {
  const lists = new Map<string, SharedList>();
  return (name: string, value: unknown): void => {
    if (!name.startsWith("list ")) {
      const { digest, stored } = value as SharedAlgo;
      const id = name.startsWith("algo ") ? name.slice("algo ".length) : null;
      catalogue.restore(id, stored);
      if (id !== null && digest !== undefined) loadedDigests.set(id, digest);
      return;
    }
    lists.set(name, value as SharedList);
    const { at, parts } = value as SharedList;
    const all = Array.from({ length: parts }, (_, part) => lists.get(`list ${part}`));
    // Applies the list only when all its parts have arrived.
    if (!all.every((list): list is SharedList => list?.at === at)) return;
    const strategies = all.flatMap(({ items }) => items);
    catalogue.adopt(strategies, at);
    lists.clear();
    onLists({ read: strategies.length, total: strategies.length });
    onRead({ strategies: strategies.length, pages: 0 });
  };
}

/** Creates the work of a round: loads the lists, then the pages of one strategy after the other. */
function createRound(
  { catalogue, limits, now, onLists }: CatalogueReaderOptions,
  stopping: () => AbortSignal,
) {
  let hasRead = false;
  /**
   * Returns a catalogue for one call or group of calls, with its own deadline. Stopping the reader aborts the calls.
   */
  const from = (): Catalogue =>
    catalogue.reading({
      signal: AbortSignal.any([stopping(), AbortSignal.timeout(2 * limits.providerTimeoutMs)]),
      requestId: "catalogue",
      lane: "background",
    });

  async function readList(): Promise<StrategySummary[]> {
    const found = new Map<string, StrategySummary>();
    const at = now();
    let cursor: string | null = null;
    let total = 0;
    // The limit also stops a provider whose cursors form a cycle.
    for (let pages = Math.ceil(limits.catalogueAlgosMax / PAGE_SIZE_MAX); pages > 0; pages -= 1) {
      const answer = await from().listStrategies({
        state: [...STRATEGY_STATES],
        limit: PAGE_SIZE_MAX,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const summary of answer.items) if (!found.has(summary.id)) found.set(summary.id, summary);
      total = answer.total;
      cursor = answer.nextCursor;
      if (cursor === null) break;
      if (hasRead)
        await new Promise((resolve) => setTimeout(resolve, 1_000 / limits.catalogueCallsPerSecond));
    }
    hasRead = true;
    const strategies = [...found.values()].slice(0, limits.catalogueAlgosMax);
    catalogue.adopt(strategies, at);
    // At the end of the list the number is exact. The provider's total also counts omitted items of other pages.
    onLists({ read: strategies.length, total: cursor === null ? found.size : total });
    return strategies;
  }

  /** Loads one strategy. Returns false if the provider did not respond. Invalid responses and refusals are ignored. */
  async function readOne(id: string): Promise<boolean> {
    const reading = from();
    const answers = await Promise.allSettled([
      reading.getStrategy(id),
      reading.listSimilarStrategies(id),
      reading.listStrategyInstruments(id),
    ]);
    const faults = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    for (const fault of faults) if (!(fault instanceof Response)) throw fault;
    return faults.every(({ status }) => status !== 503);
  }

  return {
    async readLists(): Promise<StrategySummary[]> {
      await from().listManagers();
      return readList();
    },
    readOne,
  };
}
