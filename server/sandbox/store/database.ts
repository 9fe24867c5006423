// Opens the sandbox's one database. One connection in one process, write-ahead log, full sync: what was acknowledged
// survives kill -9 (libsql bundles a SQLite that loses writes when a second connection checkpoints, so there is none).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { MIGRATIONS } from "./migrations.ts";

export type SandboxDatabase = Database.Database;

/** Throws when the folder cannot be written or the file was made by a newer version. */
export function openDatabase(dataDir: string): SandboxDatabase {
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(join(dataDir, "sandbox.db"));
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;",
  );
  migrate(db);
  return db;
}

/** A store of its own that ends with the process, or when it is closed. */
export function openMemoryDatabase(): SandboxDatabase {
  const db = new Database(":memory:");
  db.exec("PRAGMA foreign_keys = ON;");
  migrate(db);
  return db;
}

/** Each migration runs once, whole or not at all; `user_version` says how many have. */
export function migrate(db: SandboxDatabase): void {
  const { user_version: done } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  if (done > MIGRATIONS.length)
    throw new Error(
      `The sandbox's data was written by a newer version (schema ${done}, this program knows ${MIGRATIONS.length}). Use another DATA_DIR or the newer program.`,
    );
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < done) continue;
    inTransaction(db, () => {
      db.exec(migration);
      db.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

/** Runs `work` in one immediate transaction; rolls back and rethrows when it throws. */
export function inTransaction<T>(db: SandboxDatabase, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (fault) {
    db.exec("ROLLBACK");
    throw fault;
  }
}
