// Opens the sandbox's one database. One connection in one process, write-ahead log, full sync: what was acknowledged
// survives kill -9 (libsql bundles a SQLite that loses writes when a second connection checkpoints, so there is none).
import { chmodSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { makePrivate } from "../../net/claimed-store.ts";
import { MIGRATIONS } from "./migrations.ts";
import { sealSecrets } from "./seal-secrets.ts";
import { createVault, keyOf, type Vault } from "./vault.ts";
import { LAST_STEP_BACK } from "./way-back.ts";

export type SandboxDatabase = Database.Database;

const FILE = "sandbox.db";
const vaults = new WeakMap<SandboxDatabase, Vault>();

/** What seals the secrets that this store keeps. */
export function vaultOf(db: SandboxDatabase): Vault {
  const vault = vaults.get(db);
  if (vault === undefined) throw new Error("the store was not opened by openDatabase");
  return vault;
}

/** Throws when the folder cannot be written or the file was made by a newer version. */
export function openDatabase(dataDir: string): SandboxDatabase {
  const file = join(dataDir, FILE);
  // Only its owner reads it; SQLite gives the log beside it the same mode. The folder is the sandbox's own, inside DATA_DIR.
  makePrivate(dataDir, file);
  chmodSync(dataDir, 0o700);
  const db = new Database(file);
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;",
  );
  migrate(db);
  const vault = createVault(keyOf(dataDir));
  vaults.set(db, vault);
  sealSecrets(db, vault);
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
  keepWayBack(db);
}

/** The way back stands in the store itself, where a command finds it that knows no schema (server/operations/downgrade.ts). */
function keepWayBack(db: SandboxDatabase): void {
  db.exec(
    "CREATE TABLE IF NOT EXISTS way_back (version INTEGER PRIMARY KEY, sql TEXT NOT NULL, loses TEXT NOT NULL) STRICT",
  );
  const { sql, loses } = LAST_STEP_BACK;
  const known = db
    .prepare("SELECT 1 FROM way_back WHERE version = ? AND sql = ?")
    .get(MIGRATIONS.length, sql);
  if (known === undefined)
    db.prepare("INSERT OR REPLACE INTO way_back (version, sql, loses) VALUES (?, ?, ?)").run(
      MIGRATIONS.length,
      sql,
      loses,
    );
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
