// Checks a record's file: format, hash chain, sums, signature, published heads. The browser and the server run the same
// code; it needs Web Crypto and no network. `npm run check:records` has its own implementation (server/crypto), and a
// test compares the two.
import {
  type EvidenceHeads,
  type EvidenceKeys,
  type RecordTrade,
  recordTradeSchema,
  type StrategyRecord,
  strategyRecordSchema,
} from "../contract/base-api/record.ts";
import { repeatsField, unknownFields } from "../domain/file-fields.ts";
import { dayLines, headerLines, headLines, SEAL_FORMAT, textLines } from "../domain/record-seal.ts";
import { sumFaults } from "../domain/record-sums.ts";
import { formatDay } from "../format/dates.ts";
import { formatCount } from "../format/rupees.ts";

export type CheckState = "good" | "bad" | "unknown";
export type CheckStep = { state: CheckState; title: string; detail: string; count: string };
export type CheckReport = {
  holds: boolean;
  title: string;
  /** Text with the algo, the number of days and the last day. */
  subject: string;
  steps: CheckStep[];
  /** Hash of the last day; null if the file is not a record. */
  last: string | null;
};

export type CheckInput = {
  text: string;
  keys: EvidenceKeys["keys"];
  /** Published heads that a longer record must still contain. */
  heads: readonly EvidenceHeads[];
  /** Called at intervals while the days are hashed. */
  onProgress?: (done: number, total: number) => void;
};

type RecordFile = { record: StrategyRecord; trades: RecordTrade[] };
const recordFileSchema = strategyRecordSchema.extend({ tradeList: recordTradeSchema.array() });
const FAULTS_SHOWN = 3;
const PROGRESS_EVERY_DAYS = 100;
export const CHECKED = {
  form: "The file is well formed",
  days: "Every day links to the previous day",
  sums: "Sums agree with the trades",
  signature: "Signed by the operator",
  heads: "Matches what was published",
} as const;

const plural = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? "" : "s"}`;
const short = (hash: string) => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Invalid files are reported; they never throw. */
export async function checkRecord(input: CheckInput): Promise<CheckReport> {
  const read = readFile(input.text);
  if ("faults" in read) return refused(read.faults);
  const { record, trades } = read;
  try {
    const days = await checkDays(record, trades, input.onProgress);
    const steps = [
      {
        state: "good" as const,
        title: CHECKED.form,
        detail: `Format ${SEAL_FORMAT}, no field that the seal does not cover`,
        count: plural(Object.keys(record).length + 1, "field"),
      },
      ...days.steps,
      checkSums(record, trades),
      await checkSignature(record, trades, input.keys),
      checkHeads(record, input.heads),
    ];
    const holds = steps.every(({ state }) => state !== "bad");
    return {
      holds,
      title: holds ? "The record is verified" : "The record is not verified",
      subject: `${record.strategyId} ${record.version}, ${record.evidence}: ${plural(record.days.length, "day")}${record.to === null ? "" : ` to ${formatDay(record.to)}`}.`,
      steps,
      last: record.days.at(-1)?.hash ?? record.genesis,
    };
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
    return refused([`The record cannot be a sealed one: ${fault.message}.`]);
  }
}

function refused(faults: readonly string[]): CheckReport {
  return {
    holds: false,
    title: "This is not a sealed record",
    subject: "Choose the record.json file from an algo’s Performance tab.",
    steps: [
      {
        state: "bad",
        title: "The file is not well formed",
        detail: faults.slice(0, FAULTS_SHOWN).join(" "),
        count: plural(faults.length, "fault"),
      },
    ],
    last: null,
  };
}

function readFile(text: string): RecordFile | { faults: string[] } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { faults: ["The file is not JSON."] };
  }
  if (typeof content !== "object" || content === null || Array.isArray(content))
    return { faults: ["The file is not a JSON object."] };
  if (repeatsField(text, content))
    return { faults: ["A field is present twice, so readers may see a value other than the sealed one."] };
  const parsed = recordFileSchema.safeParse(content);
  if (!parsed.success)
    return { faults: parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}.`) };
  const unknown = unknownFields(content, parsed.data);
  if (unknown.length > 0) return { faults: unknown.map((path) => `${path}: unknown field.`) };
  const { tradeList, ...record } = parsed.data;
  if (record.seal === null) return { faults: ["The record has no seal."] };
  if (record.seal.format !== SEAL_FORMAT)
    return {
      faults: [
        `The seal must have format ${SEAL_FORMAT}, but has ${record.seal.format}. Download the record again.`,
      ],
    };
  return { record, trades: tradeList };
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
          title: "The header was changed",
          detail: "Capital, fee, version, method or first day was changed after sealing.",
          count: "header",
        },
      ],
    };
  const lines = dayLines(days, { ...record, trades });
  let before = genesis;
  for (const [index, day] of days.entries()) {
    const made = await sha256(`${before}\n${lines[index]}`);
    if (made !== day.hash) return { steps: brokenAt(days, index, made) };
    before = made;
    if (index % PROGRESS_EVERY_DAYS === 0) onProgress?.(index, days.length);
  }
  return {
    steps: [
      {
        state: "good",
        title: CHECKED.days,
        detail: `${plural(days.length, "hash").replace("hashs", "hashes")} recomputed, none differs`,
        count: `${formatCount(days.length)} of ${formatCount(days.length)}`,
      },
    ],
  };
}

function brokenAt(days: StrategyRecord["days"], index: number, made: string): CheckStep[] {
  const day = days[index];
  const later = days.length - index - 1;
  return [
    {
      state: "bad",
      title: `The day ${formatDay(day?.day ?? "")} was changed`,
      detail: `The hash of its content is ${short(made)}, but the file states ${short(day?.hash ?? "")}`,
      count: `day ${formatCount(index + 1)}`,
    },
    ...(later === 0
      ? []
      : [
          {
            state: "bad" as const,
            title: `The ${plural(later, "day")} after it cannot be trusted`,
            detail: "Each hash covers the previous day",
            count: `${formatCount(index)} of ${formatCount(days.length)}`,
          },
        ]),
  ];
}

function checkSums(record: StrategyRecord, trades: readonly RecordTrade[]): CheckStep {
  const faults = sumFaults(record, trades);
  const [first] = faults;
  return first === undefined
    ? {
        state: "good",
        title: CHECKED.sums,
        detail: `${plural(trades.length, "trade")}, seven costs, net result`,
        count: "₹0.00 off",
      }
    : {
        state: "bad",
        title: "The sums do not match the trades",
        detail: first.message,
        count: plural(faults.length, "fault"),
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
    count: `key ${seal?.keyId.slice(0, 8)}`,
  });
  if (seal === null || state !== "ready") return bad("The record is not finished", `Its state is ${state}`);
  if ((await sha256(textLines(texts))) !== seal.texts)
    return bad("The texts were changed", "The figures must be shown with the sealed texts");
  const head = headLines(record, trades, { last: days.at(-1)?.hash ?? genesis, texts: seal.texts });
  if ((await sha256(head)) !== seal.head)
    return bad("The end of the record was changed", "Days, totals, state or reason to end differ");
  const key = keys.find(({ id }) => id === seal.keyId);
  if (key === undefined) return bad("Signed by an unknown key", "It is not one of the operator’s keys");
  if (!(await isSigned(head, seal.signature, key)))
    return bad("The signature is invalid", "The key did not sign the record in this form");
  return {
    state: "good",
    title: CHECKED.signature,
    detail: `Ed25519, key in use since ${formatDay(key.since.slice(0, 10))}`,
    count: `key ${key.id.slice(0, 8)}`,
  };
}

async function isSigned(
  text: string,
  signature: string,
  { publicKey, id }: EvidenceKeys["keys"][number],
): Promise<boolean> {
  const bytes = fromBase64(publicKey);
  if (bytes.length !== 32) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const name = [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (name !== id) return false;
  const key = await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"]);
  const signed = new TextEncoder().encode(text);
  return crypto.subtle.verify({ name: "Ed25519" }, key, fromBase64(signature), signed);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** A published record must still contain the hash of that day. */
function checkHeads(record: StrategyRecord, heads: readonly EvidenceHeads[]): CheckStep {
  const hashes = new Set([record.genesis, ...record.days.map(({ hash }) => hash)]);
  const listed = heads.flatMap((file) => {
    const own = file.records.find(
      (one) =>
        one.strategyId === record.strategyId &&
        one.version === record.version &&
        one.evidence === record.evidence &&
        one.start === record.start &&
        one.part === record.part,
    );
    return own === undefined ? [] : [{ day: file.day, last: own.last }];
  });
  const missing = listed.filter(({ last }) => !hashes.has(last));
  const [first] = missing;
  if (first !== undefined)
    return {
      state: "bad",
      title: "Differs from what was published",
      detail: `The hash of ${formatDay(first.day)}, ${short(first.last)}, is not in the record`,
      count: `${listed.length - missing.length} of ${listed.length}`,
    };
  if (listed.length === 0)
    return {
      state: "unknown",
      title: "Not published yet",
      detail: "No published day contains this record",
      count: "0 of 0",
    };
  return {
    state: "good",
    title: CHECKED.heads,
    detail: `Published on ${listed.map(({ day }) => formatDay(day)).join(", ")}`,
    count: `${listed.length} of ${listed.length}`,
  };
}
