// Seals records and verifies sealed ones: hashes, signatures and sums in the format of app/domain/record-seal.ts. The
// sandbox seals the records that it stores, the site verifies the records that it loads, and `check:records` verifies
// downloaded files.
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { RECORD_TEXTS, type RecordTexts } from "../../app/contract/base-api/disclosure-texts.ts";
import type {
  EvidenceHeads,
  EvidenceKeys,
  RecordDay,
  RecordTrade,
  StrategyRecord,
} from "../../app/contract/base-api/record.ts";
import type { StrategyStudies } from "../../app/contract/base-api/studies.ts";
import {
  dayLines,
  headerLines,
  headLines,
  publishedLines,
  SEAL_FORMAT,
  STUDIES_FORMAT,
  studyLines,
  textLines,
} from "../../app/domain/record-seal.ts";
import { findSumFaults, type RecordFault } from "../../app/domain/record-sums.ts";
import { sha256 } from "./sha256.ts";

export type SigningKey = { id: string; privateKey: KeyObject };
type PublicKey = EvidenceKeys["keys"][number];

/** Returns an Ed25519 public key as base64 of its 32 bytes, and the key's id. */
export function toPublicKey(key: KeyObject): { id: string; publicKey: string } {
  const jwk = (key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" });
  const bytes = Buffer.from(jwk.x ?? "", "base64url");
  return { id: sha256(bytes).slice(0, 16), publicKey: bytes.toString("base64") };
}

type Unsealed = Omit<StrategyRecord, "genesis" | "days" | "seal"> & { days: Omit<RecordDay, "hash">[] };

/** Seals a record. Throws a RangeError if the format cannot represent the data. */
export function sealRecord(
  record: Unsealed,
  trades: readonly RecordTrade[],
  key: SigningKey,
): StrategyRecord {
  const genesis = sha256(headerLines(record, record.from));
  let before = genesis;
  const lines = dayLines(record.days, { ...record, trades });
  const days = record.days.map((day, index) => {
    before = sha256(`${before}\n${lines[index]}`);
    return { ...day, hash: before };
  });
  const sealed: StrategyRecord = { ...record, genesis, days, seal: null };
  const texts = sha256(textLines(record.texts));
  const head = headLines(sealed, trades, { last: before, texts });
  return {
    ...sealed,
    seal: {
      format: SEAL_FORMAT,
      texts,
      head: sha256(head),
      keyId: key.id,
      signature: sign(null, Buffer.from(head), key.privateKey).toString("base64"),
    },
  };
}

/**
 * Returns all errors of a sealed record; an empty list if it is valid. Reports only the first day that does not match.
 */
export function findRecordFaults(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  keys: readonly PublicKey[],
): RecordFault[] {
  try {
    return [...sealFaults(record, trades, keys), ...findSumFaults(record, trades)];
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    return [{ kind: "form", day: null, message: `This cannot be a sealed record: ${fault.message}.` }];
  }
}

function sealFaults(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  keys: readonly PublicKey[],
): RecordFault[] {
  const { seal, genesis, days } = record;
  if (seal === null) return [{ kind: "form", day: null, message: "The record has no seal." }];
  const faults: RecordFault[] = [];
  if (sha256(headerLines(record, record.from)) !== genesis)
    faults.push({
      kind: "header",
      day: null,
      message:
        "The capital, fee, version, method or first day was changed after sealing: the hash before the first day differs.",
    });
  const changedDay = firstChangedDay(record, trades);
  if (changedDay !== null) faults.push(changedDay);
  if (sha256(textLines(record.texts)) !== seal.texts)
    faults.push({
      kind: "texts",
      day: null,
      message: `texts were changed after sealing${namesOfChanged(record.texts)
        .map((name) => `; ${name} differs`)
        .join("")}.`,
    });
  if (record.state !== "ready")
    faults.push({
      kind: "state",
      day: null,
      message: `state must be ready in a sealed record, but is ${record.state}.`,
    });
  const last = days.at(-1)?.hash ?? genesis;
  const head = headLines(record, trades, { last, texts: seal.texts });
  if (sha256(head) !== seal.head)
    faults.push({
      kind: "head",
      day: null,
      message:
        "The end of the record was changed after sealing: days are missing or added, or its state, texts, length, costs, open trades or end reason were changed.",
    });
  const unsigned = signatureFault(head, seal, keys);
  if (unsigned !== null) faults.push(unsigned);
  return faults;
}

/** Returns the fault of the first day whose hash does not match; null if all match. */
function firstChangedDay(record: StrategyRecord, trades: readonly RecordTrade[]): RecordFault | null {
  const { days } = record;
  let before = record.genesis;
  for (const [index, lines] of dayLines(days, { ...record, trades }).entries()) {
    const day = days[index];
    const made = sha256(`${before}\n${lines}`);
    if (day !== undefined && made !== day.hash)
      return {
        kind: "day",
        day: day.day,
        message: `The hash of ${day.day} does not match the day's figures, its closed trades and the previous day.`,
      };
    before = made;
  }
  return null;
}

function signatureFault(
  head: string,
  { keyId, signature }: NonNullable<StrategyRecord["seal"]>,
  keys: readonly PublicKey[],
): RecordFault | null {
  const key = keys.find(({ id }) => id === keyId);
  const fault = (message: string): RecordFault => ({ kind: "signature", day: null, message });
  if (key === undefined)
    return fault(`The record is signed with key ${keyId}, which is not one of the operator's keys.`);
  return isSigned(head, signature, key)
    ? null
    : fault(`The signature is invalid: key ${key.id} did not sign the record with this content.`);
}

/** Returns the names of the record's texts that differ from this program's texts of the same version. */
function namesOfChanged(texts: RecordTexts): string[] {
  if (texts.version !== RECORD_TEXTS.version) return [];
  return Object.keys(RECORD_TEXTS).filter(
    (name) => texts[name as keyof RecordTexts] !== RECORD_TEXTS[name as keyof RecordTexts],
  );
}

function isSigned(text: string, signature: string, { publicKey, id }: PublicKey): boolean {
  const bytes = Buffer.from(publicKey, "base64");
  if (bytes.length !== 32 || sha256(bytes).slice(0, 16) !== id) return false;
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") },
    format: "jwk",
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}

/** Signs the studies of an algo. */
export function signStudies(
  studies: Omit<StrategyStudies, "seal" | "making">,
  { id, privateKey }: SigningKey,
): StrategyStudies {
  const signature = sign(null, Buffer.from(studyLines(studies)), privateKey).toString("base64");
  return { ...studies, making: null, seal: { format: STUDIES_FORMAT, keyId: id, signature } };
}

/** Returns the reason why studies do not match the operator's signature; null if they do. */
export function findStudiesFault(
  studies: Omit<StrategyStudies, "making">,
  keys: readonly PublicKey[],
): string | null {
  const { seal } = studies;
  const key = keys.find(({ id }) => id === seal?.keyId);
  if (seal === null || key === undefined)
    return `The studies are signed with key ${seal?.keyId ?? ""}, which is not one of the operator's keys.`;
  if (studies.state !== "ready") return `state must be ready in signed studies, but is ${studies.state}.`;
  try {
    if (isSigned(studyLines(studies), seal.signature, key)) return null;
    const texts = namesOfChanged(studies.texts);
    const part = texts.length === 0 ? "these studies" : `these texts (${texts.join(", ")})`;
    return `Key ${key.id} did not sign ${part} with this content.`;
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    return `The studies cannot be signed ones: ${fault.message}.`;
  }
}

/** Returns the hash of a day's heads, which the next day's heads contain. */
export function hashHeads(heads: Omit<EvidenceHeads, "keyId" | "signature">): string {
  return sha256(publishedLines(heads));
}

export function signHeads(
  heads: Omit<EvidenceHeads, "keyId" | "signature">,
  { id, privateKey }: SigningKey,
): EvidenceHeads {
  const signature = sign(null, Buffer.from(publishedLines(heads)), privateKey).toString("base64");
  return { ...heads, keyId: id, signature };
}

/** Returns the reason why a day's published heads do not match the operator's signature; null if they do. */
export function findHeadsFault(heads: EvidenceHeads, keys: readonly PublicKey[]): string | null {
  const key = keys.find(({ id }) => id === heads.keyId);
  if (key === undefined)
    return `The file is signed with key ${heads.keyId}, which is not one of the operator's keys.`;
  return isSigned(publishedLines(heads), heads.signature, key)
    ? null
    : `Key ${key.id} did not sign the file with this content.`;
}
