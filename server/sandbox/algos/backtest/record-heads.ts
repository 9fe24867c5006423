// The heads (hashes of the last day) of all records, published daily in a signed file that third parties can archive.
// Each file names the previous file by hash, so no file can be changed or omitted later. A published file is never
// overwritten.
import type {
  EvidenceHeads,
  EvidenceIndex,
  StrategyRecord,
} from "../../../../app/contract/base-api/record.ts";
import { CHAIN_FORMAT } from "../../../../app/domain/record-seal.ts";
import { isoDayOf } from "../../../../app/domain/time.ts";
import { hashHeads, type SigningKey, signHeads } from "../../../crypto/record-seal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { RecordPlan } from "./record-plans.ts";
import type { Records } from "./record-store.ts";

type HeadRow = { day: string; sha256: string; body: string };

/** Publishes the heads of `lastDay` unless a file of that day or of a later day exists. */
export function publishHeads(options: {
  db: SandboxDatabase;
  records: Records;
  plans: readonly RecordPlan[];
  lastDay: number;
  key: SigningKey;
  at: number;
}): void {
  const { db, records, key } = options;
  const day = isoDayOf(options.lastDay);
  const [before] = db
    .prepare("SELECT day, sha256, body FROM evidence_heads ORDER BY day DESC LIMIT 1")
    .all() as HeadRow[];
  if (before !== undefined && before.day >= day) return;
  const heads: Omit<EvidenceHeads, "keyId" | "signature"> = {
    format: CHAIN_FORMAT,
    day,
    previous: before === undefined ? null : { day: before.day, sha256: before.sha256 },
    publishedAt: new Date(options.at).toISOString(),
    records: options.plans.flatMap((plan) => {
      const state = records.stateOf(plan);
      const { strategyId, version, evidence, start, part } = plan;
      const name = { strategyId, version, evidence, start, ...(part && { part }) };
      return state === null ? [] : [{ ...name, last: state.last }];
    }),
  };
  heads.records.sort((a, b) => recordName(a).localeCompare(recordName(b), "en"));
  const body = JSON.stringify(signHeads(heads, key));
  db.prepare("INSERT INTO evidence_heads (day, sha256, body) VALUES (?, ?, ?)").run(
    day,
    hashHeads(heads),
    body,
  );
}

const recordName = (one: Pick<StrategyRecord, "strategyId" | "version" | "evidence" | "start" | "part">) =>
  `${one.strategyId} ${one.version} ${one.evidence} ${one.start} ${one.part ?? ""}`;

/** Returns the published JSON of a day; null for a day without a file. */
export function publishedHeads(db: SandboxDatabase, day: string): string | null {
  const row = db.prepare("SELECT body FROM evidence_heads WHERE day = ?").get(day) as
    | Pick<HeadRow, "body">
    | undefined;
  return row?.body ?? null;
}

/** Lists the published heads, newest first. */
export function headsIndex(db: SandboxDatabase): EvidenceIndex {
  const items = db.prepare("SELECT day, sha256 FROM evidence_heads ORDER BY day DESC").all();
  return { items: items as EvidenceIndex["items"] };
}
