// `npm run check:records -- file-or-address …`: verifies sealed records, a day's published heads and the chain of them, offline where files
// are given. Says in plain words what holds and what does not; ends with 1 where anything does not.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import {
  type EvidenceHeads,
  type EvidenceKeys,
  evidenceHeadsSchema,
  evidenceKeysSchema,
  recordTradeSchema,
  type StrategyRecord,
  strategyRecordSchema,
} from "../../app/wire/record.ts";
import { type StrategyStudies, strategyStudiesSchema } from "../../app/wire/studies.ts";
import { headsFault, headsHash, recordFaults, studiesFault } from "../net/record-seal.ts";
import { checkImport } from "./check-import.ts";

const ANSWER_WITHIN_MS = 30_000;
const KEYS_PATH = "/evidence/keys.json";

export const USAGE = `npm run check:records -- [--keys keys.json] [--heads heads.json]… file-or-address…

A file or address is one of
  record.json       a sealed record as an algo's Performance tab gives it
  studies.json      the signed studies beside an algo's backtest
  a heads file      as published under /evidence/heads/
  trades or days    a CSV or JSON file of your own, to be imported: what is wrong with it, and what the site would show
--keys    the operator's public keys; of an address those of its site are taken
--heads   heads published earlier, that the records must still hold`;

const sealedFileSchema = strategyRecordSchema.extend({ tradeList: z.array(recordTradeSchema) });
type Source = { name: string; text: string };
type Say = (line: string) => void;

export type CheckOptions = {
  keys: EvidenceKeys["keys"] | null;
  heads: readonly EvidenceHeads[];
  say: Say;
};

/** Reads what a name means: an http(s) address or a file. */
export async function readSource(name: string): Promise<Source> {
  if (!/^https?:\/\//.test(name)) return { name, text: await readFile(name, "utf8") };
  const answer = await fetch(name, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  return { name, text: await answer.text() };
}

/** Checks one file. True: all that it says holds. */
export function checkSource({ name, text }: Source, options: CheckOptions): boolean {
  const value = asJson(text);
  if (isObject(value) && "seal" in value && "results" in value) return checkStudies(name, value, options);
  if (isObject(value) && "seal" in value) return checkRecord(name, value, options);
  if (isObject(value) && "previous" in value && "records" in value) return checkHeads(name, value, options);
  return checkImport(name, value ?? text, options.say);
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function checkRecord(name: string, value: unknown, { keys, heads, say }: CheckOptions): boolean {
  const parsed = sealedFileSchema.safeParse(value);
  if (!parsed.success) {
    say(`${name}: verification failed. This is not a whole record:`);
    for (const issue of parsed.error.issues.slice(0, 5)) say(`  ${issue.path.join(".")}: ${issue.message}`);
    return false;
  }
  const { tradeList, ...record } = parsed.data;
  const faults = recordFaults(record, tradeList, keys ?? []).filter(
    ({ kind }) => keys !== null || kind !== "signature",
  );
  const words = [
    ...faults.map((fault) => fault.words),
    ...headsWords(record, heads),
    ...addressWords(name, record),
  ];
  if (keys === null)
    words.push(
      "The signature was not checked: give the operator's keys with --keys. A chain alone can be rebuilt by anybody.",
    );
  if (words.length > 0) {
    say(`${name}: verification failed.`);
    for (const line of words) say(`  ${line}`);
    return false;
  }
  const last = record.days.at(-1)?.hash ?? record.genesis;
  say(
    `${name}: hash chain verified: ${record.days.length} days, last hash ${last.slice(0, 12)}; signed by the operator's key ${record.seal?.keyId}.`,
  );
  say(
    `  ${record.strategyId} ${record.version}, ${record.evidence}, ${record.from} to ${record.to}, made at ${record.madeAt}${record.endReason === null ? "" : `; ended: ${record.endReason}`}`,
  );
  return true;
}

function checkStudies(name: string, value: unknown, { keys, say }: CheckOptions): boolean {
  const parsed = strategyStudiesSchema.safeParse(value);
  const fault = parsed.success
    ? keys === null
      ? "The signature was not checked: give the operator's keys with --keys."
      : studiesFault(parsed.data, keys)
    : `These are not whole studies: ${issueWords(parsed.error)}`;
  const words = [fault, ...(parsed.success ? addressWords(name, parsed.data) : [])].filter(
    (one) => one !== null,
  );
  if (words.length > 0 || !parsed.success) {
    say(`${name}: verification failed.`);
    for (const line of words) say(`  ${line}`);
    return false;
  }
  const { strategyId, version, from, to, results, madeAt, seal } = parsed.data;
  say(`${name}: studies verified: ${results.length} results, signed by the operator's key ${seal?.keyId}.`);
  say(`  ${strategyId} ${version}, ${from} to ${to}, made at ${madeAt}`);
  return true;
}

const issueWords = ({ issues }: z.ZodError) =>
  issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");

/** Where a file that was fetched from an algo's address is of another algo. */
function addressWords(name: string, { strategyId }: Pick<StrategyStudies, "strategyId">): string[] {
  const asked = /^https?:\/\/[^/]+\/algos\/managers\/[^/]+\/([^/]+)\//.exec(name)?.[1];
  return asked === undefined || asked === strategyId
    ? []
    : [`It is of the algo ${strategyId}, and was asked of ${asked}.`];
}

/** Where a record is not the one whose hash was published earlier. */
function headsWords(record: StrategyRecord, heads: readonly EvidenceHeads[]): string[] {
  const hashes = new Set([record.genesis, ...record.days.map(({ hash }) => hash)]);
  return heads.flatMap((file) => {
    const listed = file.records.find(
      (one) =>
        one.strategyId === record.strategyId &&
        one.version === record.version &&
        one.evidence === record.evidence &&
        one.start === record.start,
    );
    return listed === undefined || hashes.has(listed.last)
      ? []
      : [
          `Its hash published on ${file.day}, ${listed.last.slice(0, 12)}, is not in it: days were changed or cut off since, or the record was rebuilt.`,
        ];
  });
}

function checkHeads(name: string, value: unknown, { keys, heads, say }: CheckOptions): boolean {
  const parsed = evidenceHeadsSchema.safeParse(value);
  if (!parsed.success) {
    say(
      `${name}: verification failed. This is not a whole file of heads: ${parsed.error.issues[0]?.message}`,
    );
    return false;
  }
  const file = parsed.data;
  const fault =
    keys === null
      ? "The signature was not checked: give the operator's keys with --keys."
      : headsFault(file, keys);
  const before = heads.find(({ day }) => day === file.previous?.day);
  const link =
    before === undefined || headsHash(before) === file.previous?.sha256
      ? null
      : `It names another file of ${before.day} than the one given.`;
  const words = [fault, link].filter((one) => one !== null);
  say(
    words.length === 0
      ? `${name}: heads of ${file.day} verified: ${file.records.length} records, after ${file.previous?.day ?? "none"}.`
      : `${name}: verification failed.`,
  );
  for (const line of words) say(`  ${line}`);
  return words.length === 0;
}

type Arguments = { names: string[]; keys: string | null; heads: string[] };

/** Null where the words cannot be understood. */
export function readArguments(words: readonly string[]): Arguments | null {
  const found: Arguments = { names: [], keys: null, heads: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word !== "--keys" && word !== "--heads") {
      if (word.startsWith("--")) return null;
      found.names.push(word);
      continue;
    }
    at += 1;
    const value = words[at];
    if (value === undefined) return null;
    if (word === "--keys") found.keys = value;
    else found.heads.push(value);
  }
  return found.names.length === 0 ? null : found;
}

/** The exit code. */
export async function checkRecords(words: readonly string[], say: Say): Promise<number> {
  const found = readArguments(words);
  if (found === null) {
    say(USAGE);
    return 2;
  }
  try {
    const address = [...found.names].find((name) => /^https?:\/\//.test(name));
    const keysAt = found.keys ?? (address === undefined ? null : new URL(KEYS_PATH, address).href);
    const keys =
      keysAt === null ? null : evidenceKeysSchema.parse(JSON.parse((await readSource(keysAt)).text)).keys;
    const heads: EvidenceHeads[] = [];
    let isWhole = true;
    for (const name of found.heads) {
      const source = await readSource(name);
      isWhole = checkSource(source, { keys, heads, say }) && isWhole;
      heads.push(evidenceHeadsSchema.parse(JSON.parse(source.text)));
    }
    for (const name of found.names)
      isWhole = checkSource(await readSource(name), { keys, heads, say }) && isWhole;
    return isWhole ? 0 : 1;
  } catch (fault) {
    say(`It cannot be checked: ${fault instanceof Error ? fault.message : String(fault)}`);
    return 2;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await checkRecords(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
