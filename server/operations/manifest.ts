// The manifest of a backup: every file with its size, mode and SHA-256. It is written last, so a folder without a
// manifest is not a complete backup.

import { createHash } from "node:crypto";
import {
  chmodSync,
  createReadStream,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import Database from "libsql";
import { z } from "zod";
import { parseJson } from "../../app/domain/parse-json.ts";
import { sha256 } from "../crypto/sha256.ts";
import { flush } from "../storage/store-copy.ts";

export const MANIFEST = "manifest.json";
const FORMAT = "algo-marketplace backup";
/** Paths of the files that a backup may contain. */
const KNOWN =
  /^(?:site\.db|session-secret|enquiries\/[\w.-]+|sandbox\/(?:sandbox\.db|store-key|record-key))$/;

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  files: z
    .array(
      z.strictObject({
        path: z.string().regex(KNOWN),
        bytes: z.int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
  /** SHA-256 of the list `files`, as JSON without spaces. */
  listSha256: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Thrown if the backup is unusable; the message contains the reason. */
export class BackupError extends Error {}

/** Measures every file of the folder and writes the manifest. Throws BackupError if a database is damaged. */
export async function writeManifest(folder: string, madeAt: Date): Promise<Manifest> {
  const files: Manifest["files"] = [];
  for (const path of filesBelow(folder)) {
    if (path.endsWith(".db")) checkDatabase(folder, path);
    files.push({ path, ...(await measure(join(folder, path))) });
  }
  const manifest: Manifest = {
    format: FORMAT,
    version: 1,
    madeAt: madeAt.toISOString(),
    files,
    listSha256: listHash(files),
  };
  const file = join(folder, MANIFEST);
  writeFileSync(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  flush(`${file}.new`);
  renameSync(`${file}.new`, file);
  flush(folder);
  return manifest;
}

/** Reads the manifest and verifies every file. Throws BackupError. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  const found = filesBelow(folder).filter((path) => path !== MANIFEST);
  for (const path of found)
    if (!listed.has(path))
      throw new BackupError(`${path} is not listed in ${MANIFEST}: it does not belong to the backup`);
  for (const { path, bytes, sha256 } of manifest.files) {
    if (!found.includes(path)) throw new BackupError(`${path} is missing`);
    const measured = await measure(join(folder, path));
    if (measured.bytes !== bytes)
      throw new BackupError(`${path} has ${measured.bytes} bytes; it had ${bytes} when the backup was made`);
    if (measured.sha256 !== sha256)
      throw new BackupError(`${path} was changed or damaged: its SHA-256 differs`);
    if (path.endsWith(".db")) checkDatabase(folder, path);
  }
  return manifest;
}

function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), "utf8");
  } catch {
    throw new BackupError(
      `${folder} has no ${MANIFEST}: it is not a backup, or the backup was not completed`,
    );
  }
  const value = parseJson(text);
  if (value === undefined) throw new BackupError(`${MANIFEST} is damaged: it is not JSON`);
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success)
    throw new BackupError(
      `${MANIFEST} cannot be read by this version (${parsed.error.issues[0]?.path.join(".")}: ${parsed.error.issues[0]?.message})`,
    );
  if (parsed.data.listSha256 !== listHash(parsed.data.files))
    throw new BackupError(`${MANIFEST} was changed or damaged: the hash of its list differs`);
  return parsed.data;
}

function listHash(files: Manifest["files"]): string {
  return sha256(JSON.stringify(files));
}

/**
 * Returns the sorted paths of all files, relative to the folder. Throws BackupError for anything that is neither a file
 * nor a folder.
 */
function filesBelow(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name) => {
      const path = below === "" ? name : `${below}/${name}`;
      const kind = lstatSync(join(folder, path));
      if (kind.isDirectory()) return filesBelow(folder, path);
      if (!kind.isFile()) throw new BackupError(`${path} is not a regular file`);
      return [path];
    });
}

async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(createReadStream(file), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
  });
  return { bytes, sha256: hash.digest("hex") };
}

/** Checks all pages and indexes of a database with SQLite's integrity check. Throws BackupError. */
function checkDatabase(folder: string, path: string): void {
  let integrity: unknown;
  try {
    const db = new Database(join(folder, path), { readonly: true });
    try {
      integrity = Object.values(db.prepare("PRAGMA integrity_check").get() as object)[0];
    } finally {
      db.close();
    }
  } catch (fault) {
    integrity = fault instanceof Error ? fault.message : String(fault);
  }
  if (integrity !== "ok")
    throw new BackupError(`${path} is a damaged database: ${String(integrity).slice(0, 200)}`);
}
