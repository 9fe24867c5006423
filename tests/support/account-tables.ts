// Searches every table of the sandbox's store for data of an account.
import type { SandboxDatabase } from "../../server/sandbox/store/database.ts";

/** Returns the names of all tables, except those of SQLite, the full-text search and the deletion queue. */
export function tables(db: SandboxDatabase): string[] {
  const rows = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { name: string }[];
  return rows
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("strategy_trigrams") && name !== "expired_accounts");
}

type Column = { name: string; type: string; pk: number };
export const columnsOf = (db: SandboxDatabase, table: string) =>
  db.prepare(`PRAGMA table_info(${table})`).all() as Column[];

/** Returns the tables that contain the text in any column. */
export function tablesWith(db: SandboxDatabase, text: string): string[] {
  return tables(db).filter((table) => {
    const where = columnsOf(db, table).map(({ name }) => `CAST(${name} AS TEXT) LIKE '%${text}%'`);
    return db.prepare(`SELECT 1 FROM ${table} WHERE ${where.join(" OR ")} LIMIT 1`).get() !== undefined;
  });
}
