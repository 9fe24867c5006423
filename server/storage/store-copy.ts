// Copies the data of a running process: a database through the connection that owns it, keys and small files byte by
// byte. Copies are readable only by their owner. Functions return after the copy is on disk.
import { chmodSync, closeSync, copyFileSync, fsyncSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "libsql";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/**
 * Writes the current database, including its write-ahead log, to a new file. Uses the connection that owns the
 * database, because a second one may lose writes. Blocks the process (8 ms per MiB). Throws if the file exists.
 */
export function copyDatabase(db: Database.Database, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  // SQLite writes into this empty file, which is created first so that it is never readable by others.
  closeSync(openSync(to, "wx", PRIVATE_FILE));
  db.prepare("VACUUM INTO ?").run(to);
  flush(to);
}

/** Copies a file so that only its owner can read the copy. Returns false if the file does not exist. */
export function copyPrivateFile(from: string, to: string): boolean {
  mkdirSync(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  try {
    copyFileSync(from, to);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw fault;
  }
  chmodSync(to, PRIVATE_FILE);
  flush(to);
  return true;
}

/** Copies the files of a folder that `isSelected` accepts. A missing folder has no files. */
export function copyPrivateFiles(from: string, to: string, isSelected: (name: string) => boolean): void {
  let names: string[] = [];
  try {
    names = readdirSync(from);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "ENOENT") throw fault;
  }
  mkdirSync(to, { recursive: true, mode: PRIVATE_FOLDER });
  for (const name of names.filter(isSelected)) copyPrivateFile(join(from, name), join(to, name));
}

/** Writes a file or folder from the operating system's cache to disk. */
export function flush(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
