// The format of an audit file: JSON Lines, each with the hash of the previous line. The last line is signed with the
// operator's key. This module writes and checks such files. It imports nothing else of the server.
import { createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { z } from "zod";
import type { EvidenceKeys } from "../../app/contract/base-api/record.ts";
import { toPublicKey } from "../crypto/record-seal.ts";
import { sha256 } from "../crypto/sha256.ts";

export const AUDIT_FORMAT = "algo-marketplace audit v1";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const lineSchema = z.strictObject({ n: z.int(), record: z.record(z.string(), z.unknown()), hash });
const endSchema = z.strictObject({
  end: z.strictObject({ lines: z.int(), last: hash }),
  keyId: z.string(),
  signature: z.base64(),
});

/**
 * Returns the SHA-256 of the previous hash, the line's number and the record as JSON without spaces, joined by line
 * feeds.
 */
const computeHash = (before: string, n: number, record: unknown): string =>
  sha256(`${before}\n${n}\n${JSON.stringify(record)}`);

/** Returns the text that the operator signs. */
const endLines = (lines: number, last: string): string => `${AUDIT_FORMAT}\n${lines}\n${last}\n`;

/**
 * Writes an audit file line by line. `head` contains the fields of the first line. `close` writes the last line, which
 * is signed with `key`, the operator's Ed25519 key.
 */
export class AuditWriter {
  #last = sha256(AUDIT_FORMAT);
  #lines = 0;
  readonly #write: (line: string) => void;

  constructor(head: Record<string, unknown>, write: (line: string) => void) {
    this.#write = write;
    this.add({ kind: "head", format: AUDIT_FORMAT, ...head });
  }

  add(record: Record<string, unknown>): void {
    const n = this.#lines;
    this.#last = computeHash(this.#last, n, record);
    this.#lines += 1;
    this.#write(`${JSON.stringify({ n, record, hash: this.#last })}\n`);
  }

  close(key: KeyObject): { lines: number; last: string } {
    const end = { lines: this.#lines, last: this.#last };
    const signature = sign(null, Buffer.from(endLines(end.lines, end.last)), key).toString("base64");
    this.#write(`${JSON.stringify({ end, keyId: toPublicKey(key).id, signature })}\n`);
    return end;
  }
}

export type AuditCheck = { lines: number; last: string; keyId: string; head: Record<string, unknown> };

/** Thrown if a file fails verification. The message contains the line's number. */
export class AuditFileError extends Error {}

/** Verifies a complete file line by line. `keys` are the operator's public keys. Throws AuditFileError. */
export async function checkAudit(
  lines: AsyncIterable<string>,
  keys: EvidenceKeys["keys"],
): Promise<AuditCheck> {
  let before = sha256(AUDIT_FORMAT);
  let number = 0;
  let head: Record<string, unknown> | null = null;
  let end: z.infer<typeof endSchema> | null = null;
  for await (const text of lines) {
    if (text === "") continue;
    if (end !== null) throw new AuditFileError("there are lines after the signed end");
    const value = parseLine(text, number);
    if ("end" in value) {
      end = value;
      continue;
    }
    if (value.n !== number)
      throw new AuditFileError(`line ${number + 1} has number ${value.n}: lines are missing or were moved`);
    if (value.hash !== computeHash(before, number, value.record))
      throw new AuditFileError(`line ${number + 1} or the line before it was changed: its hash differs`);
    head ??= value.record;
    before = value.hash;
    number += 1;
  }
  if (end === null) throw new AuditFileError("the file was cut short: it has no signed end");
  if (end.end.lines !== number || end.end.last !== before)
    throw new AuditFileError(`the end record states ${end.end.lines} lines, but the file has ${number}`);
  if (head?.format !== AUDIT_FORMAT)
    throw new AuditFileError("the first line is not the head of an audit file");
  checkSignature(end, keys);
  return { lines: number, last: before, keyId: end.keyId, head };
}

function parseLine(text: string, number: number): z.infer<typeof lineSchema> | z.infer<typeof endSchema> {
  try {
    return z.union([lineSchema, endSchema]).parse(JSON.parse(text));
  } catch {
    throw new AuditFileError(`line ${number + 1} is not a valid line of an audit file`);
  }
}

function checkSignature(signed: z.infer<typeof endSchema>, keys: EvidenceKeys["keys"]): void {
  const listed = keys.find(({ id }) => id === signed.keyId);
  if (listed === undefined)
    throw new AuditFileError(
      `the file is signed with key ${signed.keyId}, which is not one of the operator's keys`,
    );
  const key = createPublicKey({
    format: "jwk",
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(listed.publicKey, "base64").toString("base64url") },
  });
  const text = Buffer.from(endLines(signed.end.lines, signed.end.last));
  if (!verify(null, text, key, Buffer.from(signed.signature, "base64")))
    throw new AuditFileError("the signature is invalid");
}
