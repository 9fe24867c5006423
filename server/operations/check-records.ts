// `npm run check:records -- file-or-address …` verifies sealed records, studies, and published heads with their hash
// chain. Files are verified offline. Fields that are not part of the format are rejected, because no seal covers them.
// Exits with 1 if any check fails.

import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import {
  type EvidenceHeads,
  type EvidenceKeys,
  evidenceHeadsSchema,
  evidenceKeysSchema,
  recordTradeSchema,
  strategyRecordSchema,
} from "../../app/contract/base-api/record.ts";
import { type StrategyStudies, strategyStudiesSchema } from "../../app/contract/base-api/studies.ts";
import { findUnknownFields, hasRepeatedField } from "../../app/domain/file-fields.ts";
import { parseJson } from "../../app/domain/parse-json.ts";
import { comparePublished, SEAL_FORMAT, STUDIES_FORMAT } from "../../app/domain/record-seal.ts";
import { findHeadsFault, findRecordFaults, findStudiesFault, hashHeads } from "../crypto/record-seal.ts";
import { isStarted } from "../programs.ts";
import { checkImport } from "./check-import.ts";

const ANSWER_WITHIN_MS = 30_000;
const KEYS_PATH = "/evidence/keys.json";

export const USAGE = `npm run check:records -- [--keys keys.json] [--heads heads.json]… file-or-address…

A file or address is one of
  record.json       a sealed record from an algo's "All figures" tab
  studies.json      the signed studies of an algo's backtest
  a heads file      a file published under /evidence/heads/
  trades or days    your CSV or JSON file for an import: lists its errors and the figures that the site would show
--keys    the operator's public keys; by default those of the address's site
--heads   published heads, which the records must contain up to their last day; a record
          at an address must contain the heads of all days`;

const recordFileSchema = strategyRecordSchema.extend({ tradeList: z.array(recordTradeSchema) });
const studiesFileSchema = strategyStudiesSchema.omit({ making: true });
const FAULTS_SHOWN_MAX = 5;
type Source = { name: string; text: string };
type LineOutput = (line: string) => void;

export type CheckOptions = {
  keys: EvidenceKeys["keys"] | null;
  heads: readonly EvidenceHeads[];
  print: LineOutput;
};

const isAddress = (name: string) => /^https?:\/\//.test(name);

/** Reads an http(s) address or a file. */
export async function readSource(name: string): Promise<Source> {
  if (!isAddress(name)) return { name, text: await readFile(name, "utf8") };
  const answer = await fetch(name, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!answer.ok) throw new Error(`${name}: the server responded with status ${answer.status}`);
  return { name, text: await answer.text() };
}

/** Checks one file. Returns true if its content is verified. */
export function checkSource({ name, text }: Source, options: CheckOptions): boolean {
  const value = parseJson(text);
  if (isObject(value) && hasRepeatedField(text, value)) {
    options.print(
      `${name}: verification failed. A field appears twice, so a program may read a value that is not sealed.`,
    );
    return false;
  }
  if (isObject(value) && "seal" in value && "results" in value) return checkStudies(name, value, options);
  if (isObject(value) && "seal" in value) return checkRecord(name, value, options);
  if (isObject(value) && "previous" in value && "records" in value) return checkHeads(name, value, options);
  return checkImport(name, value ?? text, options.print);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Read<Value> = { value: Value } | { faults: string[] };

/** Parses a file. Reports invalid fields, and fields that the schema does not contain. */
function readAs<Value>(schema: z.ZodType<Value>, content: unknown): Read<Value> {
  const parsed = schema.safeParse(content);
  const faults = parsed.success
    ? findUnknownFields(content, parsed.data).map((path) => `${path}: unknown field, which no seal covers`)
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return parsed.success && faults.length === 0
    ? { value: parsed.data }
    : { faults: faults.slice(0, FAULTS_SHOWN_MAX) };
}

/** Returns an error if the seal has another format version, which covers other fields. */
function formatFault(content: Record<string, unknown>, format: number): string | null {
  const stated = isObject(content.seal) ? content.seal.format : undefined;
  return stated === undefined || stated === format
    ? null
    : `seal.format: ${JSON.stringify(stated)} must be ${format}, the only format that covers the texts and the state. Download the file again.`;
}

/** Prints the reasons for a failed verification, and returns false. */
function refuse(name: string, reasons: readonly string[], writeLine: LineOutput, heading = ""): false {
  writeLine(`${name}: verification failed. ${heading}`.trimEnd());
  for (const reason of reasons) writeLine(`  ${reason}`);
  return false;
}

function checkRecord(
  name: string,
  content: Record<string, unknown>,
  { keys, heads, print }: CheckOptions,
): boolean {
  const fault = formatFault(content, SEAL_FORMAT);
  const found = fault === null ? readAs(recordFileSchema, content) : { faults: [fault] };
  if ("faults" in found)
    return refuse(name, found.faults, print, "This is not a sealed record of this format:");
  const { tradeList, ...record } = found.value;
  const faults = findRecordFaults(record, tradeList, keys ?? []).filter(
    ({ kind }) => keys !== null || kind !== "signature",
  );
  const { missing, later } = comparePublished(record, heads, isAddress(name));
  const messages = [
    ...faults.map((fault) => fault.message),
    ...missing.map(
      ({ day, last }) =>
        `The hash published on ${day}, ${last.slice(0, 12)}, is not in the record: days were changed or removed since, or the record was rebuilt.`,
    ),
    ...addressText(name, record),
  ];
  if (keys === null)
    messages.push(
      "The signature was not checked: pass the operator's keys with --keys. Without a signature, anybody can rebuild the hash chain.",
    );
  if (messages.length > 0) return refuse(name, messages, print);
  const last = record.days.at(-1)?.hash ?? record.genesis;
  print(
    `${name}: hash chain verified: ${record.days.length} days, last hash ${last.slice(0, 12)}; signed by the operator's key ${record.seal?.keyId}.`,
  );
  print(
    `  ${record.strategyId} ${record.version}, ${record.evidence}${record.part === undefined ? "" : ", verified part"}, ${record.from} to ${record.to}, made at ${record.madeAt}${record.endReason === null ? "" : `; ended: ${record.endReason}`}`,
  );
  if (later.length > 0)
    print(
      `  The file ends before the heads of ${later.map(({ day }) => day).join(", ")}; these were not compared.`,
    );
  return true;
}

function checkStudies(
  name: string,
  content: Record<string, unknown>,
  { keys, print }: CheckOptions,
): boolean {
  const format = formatFault(content, STUDIES_FORMAT);
  const found = format === null ? readAs(studiesFileSchema, content) : { faults: [format] };
  if ("faults" in found) return refuse(name, found.faults, print, "These are not studies of this format:");
  const { strategyId, version, from, to, results, madeAt, seal } = found.value;
  const fault =
    keys === null
      ? "The signature was not checked: pass the operator's keys with --keys."
      : findStudiesFault(found.value, keys);
  const messages = [...(fault === null ? [] : [fault]), ...addressText(name, found.value)];
  if (messages.length > 0) return refuse(name, messages, print);
  print(`${name}: studies verified: ${results.length} results, signed by the operator's key ${seal?.keyId}.`);
  print(`  ${strategyId} ${version}, ${from} to ${to}, made at ${madeAt}`);
  return true;
}

/** Returns an error if a file was loaded from the address of one algo but belongs to another. */
function addressText(name: string, { strategyId }: Pick<StrategyStudies, "strategyId">): string[] {
  const requestedId = /^https?:\/\/[^/]+\/algos\/managers\/[^/]+\/([^/]+)\//.exec(name)?.[1];
  return requestedId === undefined || requestedId === strategyId
    ? []
    : [`The file belongs to algo ${strategyId}, but the address is that of ${requestedId}.`];
}

function checkHeads(name: string, content: unknown, { keys, heads, print }: CheckOptions): boolean {
  const found = readAs(evidenceHeadsSchema, content);
  if ("faults" in found) {
    print(
      `${name}: verification failed. This is not a file of heads of this format: ${found.faults.join("; ")}`,
    );
    return false;
  }
  const file = found.value;
  const fault =
    keys === null
      ? "The signature was not checked: pass the operator's keys with --keys."
      : findHeadsFault(file, keys);
  const before = heads.find(({ day }) => day === file.previous?.day);
  const link =
    before === undefined || hashHeads(before) === file.previous?.sha256
      ? null
      : `It refers to another file of ${before.day} than the one passed with --heads.`;
  const messages = [fault, link].filter((one) => one !== null);
  if (messages.length > 0) return refuse(name, messages, print);
  print(
    `${name}: heads of ${file.day} verified: ${file.records.length} records, after ${file.previous?.day ?? "none"}.`,
  );
  return true;
}

/** Returns the keys in a file. Throws if it has no keys or additional fields. */
function readKeys({ name, text }: Source): EvidenceKeys["keys"] {
  const found = readAs(evidenceKeysSchema, JSON.parse(text));
  if ("value" in found) return found.value.keys;
  throw new Error(`${name} is not a file of keys: ${found.faults.join("; ")}`);
}

type Arguments = { names: string[]; keys: string | null; heads: string[] };

/** Parses the command's arguments; null if they are invalid. */
export function readArguments(args: readonly string[]): Arguments | null {
  try {
    const { values, positionals: names } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { keys: { type: "string" }, heads: { type: "string", multiple: true, default: [] } },
    });
    return names.length === 0 ? null : { names, keys: values.keys ?? null, heads: values.heads };
  } catch {
    return null;
  }
}

/** Checks all sources and returns the exit code. */
export async function checkRecords(args: readonly string[], writeLine: LineOutput): Promise<number> {
  const found = readArguments(args);
  if (found === null) {
    writeLine(USAGE);
    return 2;
  }
  try {
    const address = found.names.find(isAddress);
    const keysAt = found.keys ?? (address === undefined ? null : new URL(KEYS_PATH, address).href);
    const keys = keysAt === null ? null : readKeys(await readSource(keysAt));
    const heads: EvidenceHeads[] = [];
    let isComplete = true;
    for (const name of found.heads) {
      const source = await readSource(name);
      isComplete = checkSource(source, { keys, heads, print: writeLine }) && isComplete;
      heads.push(evidenceHeadsSchema.parse(JSON.parse(source.text)));
    }
    for (const name of found.names)
      isComplete = checkSource(await readSource(name), { keys, heads, print: writeLine }) && isComplete;
    return isComplete ? 0 : 1;
  } catch (fault) {
    writeLine(`The check failed: ${fault instanceof Error ? fault.message : String(fault)}`);
    return 2;
  }
}

if (isStarted("operations/check-records"))
  process.exitCode = await checkRecords(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
