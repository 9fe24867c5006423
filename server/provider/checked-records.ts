// Loads and verifies records once, and caches them while the provider returns the same head. Requests for the head
// share one response for a short time (`answersSharedForMs`). A changed record is loaded and verified again. Only
// verified records are shown. Loading needs no client's token, and disclosure-gate.ts decides who may see a record.
import { LRUCache } from "lru-cache";
import type { RecordCalls } from "../../app/contract/base-api/calls.ts";
import type {
  EvidenceKeys,
  RecordChoice,
  RecordList,
  RecordTrade,
  StrategyRecord,
} from "../../app/contract/base-api/record.ts";
import type { StrategyStudies } from "../../app/contract/base-api/studies.ts";
import { findRecordFaults, findStudiesFault } from "../crypto/record-seal.ts";
import type { BaseApiClient } from "./base-api-client.ts";
import { createSharedResponses, waitUntilAborted } from "./shared-responses.ts";

/**
 * `faults` contains a sentence for each failed check. The same record object is returned while the record does not
 * change, so that computed results can be cached by it (WeakMap).
 */
export type LoadedRecord = { record: StrategyRecord; trades: RecordTrade[]; faults: string[] };
export type CheckedStudies = { studies: StrategyStudies; fault: string | null };
/** The request that needs the records; waiting ends when it aborts. */
export type RequestContext = { signal: AbortSignal; requestId: string };
/** Loads and verifies records. All methods throw the same Responses as the methods of `Provider`. */
export type CheckedRecords = ReturnType<typeof createCheckedRecords>;

export function createCheckedRecords(options: {
  api: Pick<BaseApiClient, "recordsFor">;
  limits: {
    cachedRecords: number;
    cachedRecordLines: number;
    answersSharedForMs: number;
    answersShared: number;
    providerTimeoutMs: number;
  };
}) {
  const { cachedRecords, cachedRecordLines, providerTimeoutMs } = options.limits;
  const share = createSharedResponses({
    freshMs: options.limits.answersSharedForMs,
    most: options.limits.answersShared,
  });
  // Several requests wait for this call, so only its deadline ends it.
  const readerFor = ({ requestId }: RequestContext) =>
    options.api.recordsFor({ requestId, signal: AbortSignal.timeout(2 * providerTimeoutMs) });
  const cache = new LRUCache<string, LoadedRecord>({
    max: cachedRecords,
    maxSize: cachedRecordLines,
    sizeCalculation: ({ record, trades }) => 1 + record.days.length + trades.length,
  });
  const loading = new Map<string, Promise<LoadedRecord>>();
  const { load, loadStudies } = createRecordLoader();

  async function readListed(
    request: RequestContext,
    listed: Promise<RecordList>,
    strategyId: string,
    choice: RecordChoice,
  ): Promise<LoadedRecord> {
    const { evidence, start = "own", part } = choice;
    const listing = findListing(await listed, choice);
    const head = listing?.head ?? null;
    const loadAgain = () => load(readerFor(request), strategyId, choice);
    if (head === null) return share(`${strategyId} ${JSON.stringify(choice)}`, loadAgain);
    // A record that was changed in the provider's storage has another digest, even under the same head.
    const name = [strategyId, listing?.version, evidence, start, part, head, listing?.digest].join(" ");
    const known = cache.get(name);
    if (known !== undefined) return known;
    // Simultaneous requests share one load.
    const pending = loading.get(name);
    if (pending !== undefined) return pending.catch(loadAgain);
    /**
     * Records with a fault are not cached, so they are verified each time. If a record grew during the load, the next
     * request caches it.
     */
    const loadListed = async (): Promise<LoadedRecord> => {
      const loaded = await loadAgain();
      if (loaded.faults.length > 0) return loaded;
      const signed = loaded.record.seal?.head;
      if (signed === head) cache.set(name, loaded);
      const isCurrent = async () =>
        signed === findListing(await readerFor(request).listStrategyRecords(strategyId), choice)?.head;
      if (signed === head || (await isCurrent())) return loaded;
      return { ...loaded, faults: ["The head in the provider's list differs from the signed one."] };
    };
    const pendingLoad = loadListed().finally(() => loading.delete(name));
    loading.set(name, pendingLoad);
    return pendingLoad;
  }

  return {
    /** Returns the current list of records. */
    list: (request: RequestContext, id: string): Promise<RecordList> =>
      waitUntilAborted(
        request.signal,
        share(`list ${id}`, () => readerFor(request).listStrategyRecords(id)),
      ),
    /** Returns the current studies; `fault` is the reason if they are not signed by the operator. */
    studies: (request: RequestContext, id: string): Promise<CheckedStudies> =>
      waitUntilAborted(
        request.signal,
        share(`studies ${id}`, () => loadStudies(readerFor(request), id)),
      ),
    /** Loads a verified record. `listed` is the provider's current list of the algo's records. */
    read: (
      request: RequestContext,
      listed: Promise<RecordList>,
      id: string,
      choice: RecordChoice,
    ): Promise<LoadedRecord> => waitUntilAborted(request.signal, readListed(request, listed, id, choice)),
  };
}

function findListing({ items }: RecordList, { evidence, version, start = "own", part }: RecordChoice) {
  return items.find(
    (one) =>
      one.evidence === evidence &&
      one.start === start &&
      one.part === part &&
      (version === undefined || one.version === version),
  );
}

/** Creates functions that load records from the provider and verify them with the operator's published keys. */
function createRecordLoader() {
  let keys: EvidenceKeys["keys"] = [];

  async function keysFor(
    reader: RecordCalls,
    { seal }: { seal: { keyId: string } | null },
  ): Promise<EvidenceKeys["keys"]> {
    if (!keys.some(({ id }) => id === seal?.keyId)) keys = (await reader.getEvidenceKeys()).keys;
    return keys;
  }

  async function loadOnce(
    reader: RecordCalls,
    strategyId: string,
    choice: RecordChoice,
  ): Promise<LoadedRecord> {
    const [record, { items: trades }] = await Promise.all([
      reader.getStrategyRecord(strategyId, choice),
      reader.listRecordTrades(strategyId, choice),
    ]);
    if (record.state === "being_made" && record.seal === null) return { record, trades, faults: [] };
    const faults = findRecordFaults(record, trades, await keysFor(reader, record)).map(
      ({ message }) => message,
    );
    return { record, trades, faults: [...differenceText(record, strategyId, choice), ...faults] };
  }

  /**
   * Loads a record, and loads it again if verification fails, because it may have grown between the calls for days and
   * trades.
   */
  async function load(reader: RecordCalls, strategyId: string, choice: RecordChoice): Promise<LoadedRecord> {
    const loaded = await loadOnce(reader, strategyId, choice);
    return loaded.faults.length === 0 ? loaded : loadOnce(reader, strategyId, choice);
  }

  async function loadStudies(reader: RecordCalls, strategyId: string): Promise<CheckedStudies> {
    const studies = await reader.getStrategyStudies(strategyId);
    if (studies.state !== "ready") return { studies, fault: null };
    const other =
      studies.strategyId === strategyId
        ? null
        : `These studies belong to another algo, ${studies.strategyId}.`;
    return { studies, fault: other ?? findStudiesFault(studies, await keysFor(reader, studies)) };
  }

  return { load, loadStudies };
}

/** Describes how a valid record differs from the requested one. */
function differenceText(record: StrategyRecord, strategyId: string, choice: RecordChoice): string[] {
  const { evidence, version = record.version, start = "own", part } = choice;
  const isRequested =
    record.strategyId === strategyId &&
    record.version === version &&
    record.evidence === evidence &&
    record.start === start &&
    record.part === part;
  return isRequested
    ? []
    : [
        `The response is the ${record.evidence} record of ${record.strategyId} ${record.version}, which is not the requested one.`,
      ];
}
