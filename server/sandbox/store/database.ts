// Opens the sandbox's database: one connection in one process, with a write-ahead log and full sync, so acknowledged
// writes survive kill -9. There is no second connection, because with several connections the SQLite bundled with
// libsql loses writes during a checkpoint.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { LRUCache } from "lru-cache";
import { makePrivate } from "../../storage/claimed-store.ts";
import { MIGRATION_STEPS } from "./migrations.ts";
import { BASELINE, BASELINE_VERSION } from "./schema.ts";
import { createVault, loadVaultKey, type Vault } from "./vault.ts";

export type SandboxDatabase = Database.Database;

const FILE = "sandbox.db";
/** Number of cached SQL statements, including those with lists of varying length. */
const CACHED_STATEMENTS = 500;
/** Size of SQLite's page cache in KiB. The orders of 100 accounts repeatedly change about 1,000 pages. */
const PAGE_CACHE_KIB = 16_384;
const vaults = new WeakMap<SandboxDatabase, Vault>();

/** Returns the vault that encrypts the secrets of this store. */
export function getVault(db: SandboxDatabase): Vault {
  const vault = vaults.get(db);
  if (vault === undefined) throw new Error("the store was not opened by openDatabase");
  return vault;
}

/**
 * Opens the database and migrates it. Throws if the folder is not writable or the file was created by a newer version.
 */
export function openDatabase(dataDir: string): SandboxDatabase {
  const file = join(dataDir, FILE);
  // Only the owner may read the file. SQLite creates the write-ahead log with the same mode. Only the sandbox uses the
  // folder.
  makePrivate(dataDir, file);
  chmodSync(dataDir, 0o700);
  const db = new Database(file);
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;
     PRAGMA cache_size = -${PAGE_CACHE_KIB};`,
  );
  migrate(db);
  reuseStatements(db);
  const vault = createVault(loadVaultKey(dataDir));
  vaults.set(db, vault);
  return db;
}

/** Opens an in-memory database, which is lost when it is closed. */
export function openMemoryDatabase(): SandboxDatabase {
  const db = new Database(":memory:");
  db.exec("PRAGMA foreign_keys = ON;");
  migrate(db);
  reuseStatements(db);
  return db;
}

/**
 * Makes `prepare` return a cached statement for SQL text that was prepared before. Every statement runs to completion,
 * so it can be reused immediately.
 */
function reuseStatements(db: SandboxDatabase): void {
  const prepare = db.prepare.bind(db);
  const stored = new LRUCache<string, Database.Statement>({ max: CACHED_STATEMENTS });
  db.prepare = ((sql: string) => {
    let statement = stored.get(sql);
    if (statement === undefined) {
      statement = prepare(sql);
      stored.set(sql, statement);
    }
    return statement;
  }) as SandboxDatabase["prepare"];
}

/**
 * Creates the schema, or applies the missing migration steps, each in one transaction. SQLite's `user_version` contains
 * the schema version.
 */
export function migrate(db: SandboxDatabase): void {
  const { user_version: found } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  const present = BASELINE_VERSION + MIGRATION_STEPS.length;
  if (found > present)
    throw new Error(
      `The sandbox's data was written by a newer version (schema ${found}, this program supports up to ${present}). Use another DATA_DIR or the newer program.`,
    );
  if (found > 0 && found < BASELINE_VERSION)
    throw new Error(
      `The sandbox's data was written by a version before the first release (schema ${found}). Use another DATA_DIR.`,
    );
  const steps =
    found === 0 ? [BASELINE, ...MIGRATION_STEPS] : MIGRATION_STEPS.slice(found - BASELINE_VERSION);
  for (const [index, step] of steps.entries())
    inTransaction(db, () => {
      db.exec(step);
      db.exec(`PRAGMA user_version = ${present - steps.length + index + 1}`);
    });
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
