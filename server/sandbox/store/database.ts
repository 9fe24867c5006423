// Opens the sandbox's one database. One connection in one process, write-ahead log, full sync: what was acknowledged
// survives kill -9 (libsql bundles a SQLite that loses writes when a second connection checkpoints, so there is none).
import { chmodSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { LRUCache } from "lru-cache";
import { makePrivate } from "../../storage/claimed-store.ts";
import { BASELINE, BASELINE_VERSION, STEPS } from "./schema.ts";
import { createVault, keyOf, type Vault } from "./vault.ts";

export type SandboxDatabase = Database.Database;

const FILE = "sandbox.db";
/** Texts of SQL that are written by the program, those with lists of changing length included. */
const STATEMENTS_KEPT = 500;
const vaults = new WeakMap<SandboxDatabase, Vault>();

/** Returns the vault that seals the secrets of this store. */
export function vaultOf(db: SandboxDatabase): Vault {
  const vault = vaults.get(db);
  if (vault === undefined) throw new Error("the store was not opened by openDatabase");
  return vault;
}

/** Throws when the folder cannot be written or the file was made by a newer version. */
export function openDatabase(dataDir: string): SandboxDatabase {
  const file = join(dataDir, FILE);
  // Only its owner may read it; SQLite gives the write-ahead log the same mode. The folder is the sandbox's own, inside
  // DATA_DIR.
  makePrivate(dataDir, file);
  chmodSync(dataDir, 0o700);
  const db = new Database(file);
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;",
  );
  migrate(db);
  reuseStatements(db);
  const vault = createVault(keyOf(dataDir));
  vaults.set(db, vault);
  return db;
}

/** A store of its own that ends with the process, or when it is closed. */
export function openMemoryDatabase(): SandboxDatabase {
  const db = new Database(":memory:");
  db.exec("PRAGMA foreign_keys = ON;");
  migrate(db);
  reuseStatements(db);
  return db;
}

/** Prepares each text of SQL once. A statement is always run to its end, so it can be used again at once. */
function reuseStatements(db: SandboxDatabase): void {
  const prepare = db.prepare.bind(db);
  const kept = new LRUCache<string, Database.Statement>({ max: STATEMENTS_KEPT });
  db.prepare = ((sql: string) => {
    let statement = kept.get(sql);
    if (statement === undefined) {
      statement = prepare(sql);
      kept.set(sql, statement);
    }
    return statement;
  }) as SandboxDatabase["prepare"];
}

/** Creates the schema, or takes the steps that a store lacks, each whole or not at all; `user_version` is the store's version. */
export function migrate(db: SandboxDatabase): void {
  const { user_version: found } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  const present = BASELINE_VERSION + STEPS.length;
  if (found > present)
    throw new Error(
      `The sandbox's data was written by a newer version (schema ${found}, this program knows ${present}). Use another DATA_DIR or the newer program.`,
    );
  if (found > 0 && found < BASELINE_VERSION)
    throw new Error(
      `The sandbox's data was written by a version before the first release (schema ${found}). Use another DATA_DIR.`,
    );
  const steps = found === 0 ? [BASELINE, ...STEPS] : STEPS.slice(found - BASELINE_VERSION);
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
