// A store that one process owns exclusively, together with its folder. The kernel releases the lock when the process
// ends, even after a crash. Two processes on one folder would send the same orders twice.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";

export type ClaimedStore = {
  db: Database.Database;
  /** Unlocks the folder while the process continues. */
  release(): void;
};

/** Name of a file in the data folder that marks an unfinished restore. */
export const RESTORE_MARKER = "restore-unfinished";

/** Thrown if the folder cannot be used; the message is for the operator, without a stack. */
export class FolderError extends Error {}

/**
 * Opens `folder/NAME.db`. Waits at most `waitMs` for another process that is ending. `folderName` and `holderName`
 * describe the folder and its possible owner in the error message. Throws FolderError.
 */
export function openClaimed(
  folder: string,
  name: string,
  options: { waitMs: number; folderName: string; holderName: string },
): ClaimedStore {
  const { waitMs, folderName, holderName } = options;
  const file = join(folder, `${name}.db`);
  const holderFile = join(folder, `${name}.process`);
  let db: Database.Database | null = null;
  try {
    makePrivate(folder, file);
    db = new Database(file);
    // In exclusive mode, the first write takes a lock that is held until the process ends.
    db.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA locking_mode = EXCLUSIVE;`);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    db.exec("CREATE TABLE IF NOT EXISTS held (process INTEGER NOT NULL) STRICT; DELETE FROM held;");
    db.prepare("INSERT INTO held (process) VALUES (?)").run(process.pid);
    writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
  } catch (fault) {
    db?.close();
    if (isBusy(fault))
      throw new FolderError(
        `${folderName} ${folder} is used by another ${holderName} (process ${readHolder(holderFile)}). Stop that process, or configure a separate folder.`,
      );
    throw new FolderError(`${folderName} ${folder} cannot be used: ${faultReason(fault)}.`);
  }
  const held = db;
  return {
    db: held,
    release() {
      // Leaves the exclusive mode to unlock the folder at once, because the driver closes files later.
      held.exec("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL;");
      held.prepare("SELECT process FROM held").get();
      held.close();
    },
  };
}

/** Makes folder and file accessible only to their owner before data is written. An existing folder keeps its mode. */
export function makePrivate(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, "", { flag: "a", mode: 0o600 });
  // Restricts all files of the database, including write-ahead logs of an earlier run.
  for (const suffix of ["", "-wal", "-shm"])
    if (existsSync(`${file}${suffix}`)) chmodSync(`${file}${suffix}`, 0o600);
}

function isBusy(fault: unknown): boolean {
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  return fault instanceof Error && /SQLITE_BUSY|database is locked/.test(`${code} ${fault.message}`);
}

/** Returns the owner's process id for the error message. Only the kernel's lock proves ownership. */
function readHolder(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return "unknown";
  }
}

function faultReason(fault: unknown): string {
  return fault instanceof Error ? (fault.message.split("\n", 1)[0] ?? "") : String(fault);
}
