// Records as the site hands them out: loaded and verified once, and kept in memory for as long as the provider names the same head, which is
// asked with each request. What was verified is what is shown; a record that changes is loaded and verified again.
import { LRUCache } from "lru-cache";
import type { CheckedRecord } from "../../app/context.ts";
import type {
  EvidenceKeys,
  RecordChoice,
  RecordList,
  RecordTrade,
  StrategyRecord,
} from "../../app/wire/record.ts";
import type { StrategyStudies } from "../../app/wire/studies.ts";
import { recordFaults, studiesFault } from "../net/record-seal.ts";
import type { RecordReader } from "./base-api-client.ts";

export type Loaded = { record: CheckedRecord; trades: RecordTrade[] };
export type CheckedStudies = { studies: StrategyStudies; fault: string | null };
export type CheckedRecords = {
  /** As they are now; `fault` says why they are not the operator's. Throws as `Provider` does. */
  studies(reader: RecordReader, strategyId: string): Promise<CheckedStudies>;
  /** Throws as `Provider` does. `listed` is what the provider says of the algo's records now. */
  read(
    reader: RecordReader,
    listed: Promise<RecordList>,
    strategyId: string,
    choice: RecordChoice,
  ): Promise<Loaded>;
};

export function createCheckedRecords(options: {
  limits: { recordsKept: number; recordLinesKept: number };
}): CheckedRecords {
  const { recordsKept, recordLinesKept } = options.limits;
  const kept = new LRUCache<string, Loaded>({
    max: recordsKept,
    maxSize: recordLinesKept,
    sizeCalculation: ({ record, trades }) => 1 + record.days.length + trades.length,
  });
  const loading = new Map<string, Promise<Loaded>>();
  let keys: EvidenceKeys["keys"] = [];

  async function keysFor(
    reader: RecordReader,
    { seal }: { seal: { keyId: string } | null },
  ): Promise<EvidenceKeys["keys"]> {
    if (!keys.some(({ id }) => id === seal?.keyId)) keys = (await reader.evidenceKeys()).keys;
    return keys;
  }

  async function loadOnce(reader: RecordReader, strategyId: string, choice: RecordChoice): Promise<Loaded> {
    const [record, trades] = await Promise.all([
      reader.readRecord(strategyId, choice),
      reader.readTrades(strategyId, choice),
    ]);
    if (record.state === "being_made") return { record: { ...record, faults: [] }, trades };
    const faults = recordFaults(record, trades, await keysFor(reader, record)).map(({ words }) => words);
    return { record: { ...record, faults: [...otherWords(record, strategyId, choice), ...faults] }, trades };
  }

  /** What does not fit is asked for once more: it may have grown between its days and its trades. */
  async function load(reader: RecordReader, strategyId: string, choice: RecordChoice): Promise<Loaded> {
    const loaded = await loadOnce(reader, strategyId, choice);
    return loaded.record.faults.length === 0 ? loaded : loadOnce(reader, strategyId, choice);
  }

  return {
    async studies(reader, strategyId) {
      const studies = await reader.readStudies(strategyId);
      if (studies.state !== "ready") return { studies, fault: null };
      const other =
        studies.strategyId === strategyId
          ? null
          : `These studies are of another algo, ${studies.strategyId}.`;
      return { studies, fault: other ?? studiesFault(studies, await keysFor(reader, studies)) };
    },
    async read(reader, listed, strategyId, choice) {
      const { evidence, version, start = "own" } = choice;
      const listing = (await listed).items.find(
        (one) =>
          one.evidence === evidence &&
          one.start === start &&
          (version === undefined || one.version === version),
      );
      const head = listing?.head ?? null;
      if (head === null) return load(reader, strategyId, choice);
      const name = [strategyId, listing?.version, evidence, start, head].join(" ");
      const known = kept.get(name);
      if (known !== undefined) return known;
      // Asked for by several at once it is loaded for the first.
      const begun = loading.get(name);
      if (begun !== undefined) return begun.catch(() => load(reader, strategyId, choice));
      const made = load(reader, strategyId, choice).finally(() => loading.delete(name));
      loading.set(name, made);
      const loaded = await made;
      // One made longer meanwhile is kept under its new head by the next request; one that fails is looked at each time.
      if (loaded.record.seal?.head === head && loaded.record.faults.length === 0) kept.set(name, loaded);
      return loaded;
    },
  };
}

/** Where what came is whole, and yet not what was asked for. */
function otherWords(record: StrategyRecord, strategyId: string, choice: RecordChoice): string[] {
  const { evidence, version = record.version, start = "own" } = choice;
  const isAsked =
    record.strategyId === strategyId &&
    record.version === version &&
    record.evidence === evidence &&
    record.start === start;
  return isAsked
    ? []
    : [
        `It is the ${record.evidence} record of ${record.strategyId} ${record.version}, not the one asked for.`,
      ];
}
