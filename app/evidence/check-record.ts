// Checks a record's file: format, hash chain, sums, signature, published heads. Browser and server run the same code,
// which needs Web Crypto and no network. `npm run check:records` uses a separate implementation (server/crypto); a test
// compares the two.

import { z } from "zod";
import {
  type EvidenceHeads,
  type EvidenceKeys,
  type RecordTrade,
  recordTradeSchema,
  type StrategyRecord,
  strategyRecordSchema,
} from "../contract/base-api/record.ts";
import { findUnknownFields, hasRepeatedField, nestsDeeperThan } from "../domain/file-fields.ts";
import { parseJson } from "../domain/parse-json.ts";
import {
  comparePublished,
  dayLines,
  headerLines,
  headLines,
  SEAL_FORMAT,
  textLines,
} from "../domain/record-seal.ts";
import { findSumFaults } from "../domain/record-sums.ts";
import { formatDay } from "../format/dates.ts";
import { formatCount } from "../format/rupees.ts";
import { CHECKED, CHECK_TEXTS as words } from "./check-texts.ts";

export type CheckState = "good" | "bad" | "unknown";
export type CheckStep = { state: CheckState; title: string; detail: string; count: string };
export type CheckReport = {
  holds: boolean;
  title: string;
  /** Sentence with the algo, the number of days and the last day. */
  subject: string;
  steps: CheckStep[];
  /** Hash of the last day. Null if the file is not a record. */
  last: string | null;
};

export type CheckInput = {
  text: string;
  keys: EvidenceKeys["keys"];
  /** Published chain heads. The record must contain their hashes up to its last day. */
  heads: readonly EvidenceHeads[];
  /** True for a file that the site has just sent. It must contain the published hashes of all days. */
  isCurrent?: boolean;
  /** Called repeatedly while days are hashed. */
  onProgress?: (done: number, total: number) => void;
};

type RecordFile = { record: StrategyRecord; trades: RecordTrade[] };
const recordFileSchema = strategyRecordSchema.extend({ tradeList: recordTradeSchema.array() });
const FAULTS_SHOWN_MAX = 3;
/** Maximum number of errors to count, because a file can have millions. */
const FAULTS_COUNTED = 100;
/** Maximum depth of arrays and objects. A record has five levels. */
const MAX_NESTING = 10;
/** Number of days whose published heads a record is compared with. */
const HEADS_COMPARED = 3;
const PROGRESS_EVERY_DAYS = 100;
const ofAll = (some: number, all: number) => words.ofAll({ some: formatCount(some), all: formatCount(all) });
const shortHash = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Checks a file. An invalid file results in a report, not in an exception. */
export async function checkRecord(input: CheckInput): Promise<CheckReport> {
  const read = readFile(input.text);
  if ("faults" in read) return invalidFileReport(read.faults);
  const { record, trades } = read;
  try {
    const days = await checkDays(record, trades, input.onProgress);
    const steps = [
      {
        state: "good" as const,
        title: CHECKED.form,
        detail: words.format(SEAL_FORMAT),
        count: words.fields(Object.keys(record).length + 1),
      },
      ...days.steps,
      checkSums(record, trades),
      await checkSignature(record, trades, input.keys),
      checkHeads(record, input),
    ];
    const holds = steps.every(({ state }) => state !== "bad");
    return {
      holds,
      title: holds ? words.holds : words.fails,
      subject: (record.to === null ? words.subject : words.subjectTo)({
        record: `${record.strategyId} ${record.version}, ${record.evidence}`,
        days: words.days(record.days.length),
        day: record.to === null ? "" : formatDay(record.to),
      }),
      steps,
      last: record.days.at(-1)?.hash ?? record.genesis,
    };
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    return invalidFileReport([words.notSealed(fault.message)]);
  }
}

function invalidFileReport(faults: readonly string[]): CheckReport {
  return {
    holds: false,
    title: words.noRecord,
    subject: words.chooseFile,
    steps: [
      {
        state: "bad",
        title: words.notWellFormed,
        detail: faults.slice(0, FAULTS_SHOWN_MAX).join(" "),
        count: words.faults(faults.length),
      },
    ],
    last: null,
  };
}

function readFile(text: string): RecordFile | { faults: string[] } {
  const content = nestsDeeperThan(text, MAX_NESTING) ? null : parseJson(text);
  if (content === undefined) return { faults: [words.noJson] };
  if (typeof content !== "object" || content === null || Array.isArray(content))
    return { faults: [words.noObject] };
  if (hasRepeatedField(text, content)) return { faults: [words.twice] };
  const faults: string[] = [];
  for (const fault of faultsIn(recordFileSchema, content)) if (faults.push(fault) === FAULTS_COUNTED) break;
  if (faults.length > 0) return { faults };
  const read = recordFileSchema.parse(content);
  const unknown = findUnknownFields(content, read);
  if (unknown.length > 0) return { faults: unknown.map((path) => words.noSuchField(path)) };
  const { tradeList, ...record } = read;
  if (record.seal === null) return { faults: [words.noSeal] };
  if (record.seal.format !== SEAL_FORMAT)
    return { faults: [words.otherFormat({ format: record.seal.format, expected: SEAL_FORMAT })] };
  return { record, trades: tradeList };
}

/**
 * Yields the errors of a value. Items of lists are validated one by one, so that the caller can stop after any error.
 */
function* faultsIn(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): Generator<string> {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* faultsIn(schema.element, item, [...path, index]);
    return;
  }
  const isObject = schema instanceof z.ZodObject && typeof value === "object" && value !== null;
  const lists = Object.entries(isObject ? schema.shape : {}).flatMap(([name, list]) => {
    const items = (value as Record<string, unknown>)[name];
    return list instanceof z.ZodArray && Array.isArray(items) ? [{ name, list, items }] : [];
  });
  const withoutItems = Object.fromEntries(lists.map(({ name }) => [name, []]));
  const own = z.safeParse(schema, isObject && lists.length > 0 ? { ...value, ...withoutItems } : value);
  for (const issue of own.error?.issues ?? [])
    yield `${[...path, ...issue.path].join(".")}: ${issue.message}.`;
  for (const { name, list, items } of lists) yield* faultsIn(list, items, [...path, name]);
}

/** Verifies the hash of the header and of each day, up to the first mismatch. */
async function checkDays(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  onProgress: CheckInput["onProgress"],
): Promise<{ steps: CheckStep[] }> {
  const { days, genesis } = record;
  if ((await sha256(headerLines(record, record.from))) !== genesis)
    return {
      steps: [
        {
          state: "bad",
          title: words.headerChanged,
          detail: words.headerDiffers,
          count: words.header,
        },
      ],
    };
  const lines = dayLines(days, { ...record, trades });
  let before = genesis;
  for (const [index, day] of days.entries()) {
    const made = await sha256(`${before}\n${lines[index]}`);
    if (made !== day.hash) return { steps: describeBrokenDay(days, index, made) };
    before = made;
    if (index % PROGRESS_EVERY_DAYS === 0) onProgress?.(index, days.length);
  }
  return {
    steps: [
      {
        state: "good",
        title: CHECKED.days,
        detail: words.hashes(days.length),
        count: ofAll(days.length, days.length),
      },
    ],
  };
}

function describeBrokenDay(days: StrategyRecord["days"], index: number, made: string): CheckStep[] {
  const day = days[index];
  const later = days.length - index - 1;
  return [
    {
      state: "bad",
      title: words.dayChanged(formatDay(day?.day ?? "")),
      detail: words.dayDiffers({ made: shortHash(made), read: shortHash(day?.hash ?? "") }),
      count: words.dayNumber(formatCount(index + 1)),
    },
    ...(later === 0
      ? []
      : [
          {
            state: "bad" as const,
            title: words.laterDays(later),
            detail: words.linked,
            count: ofAll(index, days.length),
          },
        ]),
  ];
}

function checkSums(record: StrategyRecord, trades: readonly RecordTrade[]): CheckStep {
  const faults = findSumFaults(record, trades);
  const [first] = faults;
  return first === undefined
    ? {
        state: "good",
        title: CHECKED.sums,
        detail: words.trades(trades.length),
        count: words.nothingOff,
      }
    : {
        state: "bad",
        title: words.sumsDiffer,
        detail: first.message,
        count: words.faults(faults.length),
      };
}

async function checkSignature(
  record: StrategyRecord,
  trades: readonly RecordTrade[],
  keys: EvidenceKeys["keys"],
): Promise<CheckStep> {
  const { seal, days, genesis, texts, state } = record;
  const bad = (title: string, detail: string): CheckStep => ({
    state: "bad",
    title,
    detail,
    count: words.key(seal?.keyId.slice(0, 8) ?? ""),
  });
  if (seal === null || state !== "ready") return bad(words.notFinished, words.itsState(state));
  if ((await sha256(textLines(texts))) !== seal.texts) return bad(words.textsChanged, words.textsAsSealed);
  const head = headLines(record, trades, { last: days.at(-1)?.hash ?? genesis, texts: seal.texts });
  if ((await sha256(head)) !== seal.head) return bad(words.endChanged, words.endDiffers);
  const key = keys.find(({ id }) => id === seal.keyId);
  if (key === undefined) return bad(words.unknownKey, words.notAKey);
  if (!(await isSigned(head, seal.signature, key))) return bad(words.notSigned, words.keyDidNotSign);
  return {
    state: "good",
    title: CHECKED.signature,
    detail: words.keySince(formatDay(key.since.slice(0, 10))),
    count: words.key(key.id.slice(0, 8)),
  };
}

async function isSigned(
  text: string,
  signature: string,
  { publicKey, id }: EvidenceKeys["keys"][number],
): Promise<boolean> {
  const bytes = decodeBase64(publicKey);
  if (bytes.length !== 32) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const name = [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (name !== id) return false;
  const key = await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);
  const signed = new TextEncoder().encode(text);
  return crypto.subtle.verify({ name: "Ed25519" }, key, decodeBase64(signature), signed);
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * Returns the days whose published heads a file is compared with: the latest, then the last published day of each month
 * up to the file's last day. `days` must be ordered newest first.
 */
export function comparedDays(days: readonly string[], text: string): string[] {
  const content = parseJson(text);
  const to = typeof content === "object" && content !== null && "to" in content ? content.to : null;
  const covered = typeof to === "string" ? days.filter((day) => day <= to) : days;
  const monthEnds = covered.filter((day, index) => covered[index - 1]?.slice(0, 7) !== day.slice(0, 7));
  return [...new Set([...days.slice(0, 1), ...monthEnds])].slice(0, HEADS_COMPARED);
}

/** Checks that the record contains the hash of each published day. */
function checkHeads(record: StrategyRecord, { heads, isCurrent = false }: CheckInput): CheckStep {
  const { found, missing, later } = comparePublished(record, heads, isCurrent);
  const count = ofAll(found.length, found.length + missing.length + later.length);
  const [first] = missing;
  if (first !== undefined)
    return {
      state: "bad",
      title: words.differs,
      detail: words.hashMissing({ day: formatDay(first.day), hash: shortHash(first.last) }),
      count,
    };
  const end = later.length === 0 ? [] : [words.endsBefore(formatDay(record.to ?? record.since.slice(0, 10)))];
  if (found.length === 0)
    return {
      state: "unknown",
      title: later.length === 0 ? words.notPublished : words.laterPublished,
      detail: end[0] ?? words.noDayNames,
      count,
    };
  return {
    state: "good",
    title: CHECKED.heads,
    detail: [words.publishedOn(found.map(({ day }) => formatDay(day)).join(", ")), ...end].join(". "),
    count,
  };
}
