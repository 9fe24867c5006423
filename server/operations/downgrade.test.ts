// Undoing the last migration: the schema and the data of the previous version, and the migration again.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openClaimed } from "../net/claimed-store.ts";
import { migrate, openDatabase } from "../sandbox/store/database.ts";
import { MIGRATIONS } from "../sandbox/store/migrations.ts";
import { downgradeCommand } from "./downgrade.ts";

const LAST = MIGRATIONS.length;
let dataDir: string;
const said: string[] = [];
const run = (...words: string[]) => {
  said.length = 0;
  return downgradeCommand([...words, "--data-dir", dataDir], (line) => said.push(line));
};
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "downgrade-"));
  mkdirSync(join(dataDir, "sandbox"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = () => new Database(join(dataDir, "sandbox", "sandbox.db"));
/** Each table and index with its SQL, except the table of the ways back. */
function schemaOf(db: Database.Database): unknown[] {
  return db
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE name <> 'way_back' ORDER BY type, name")
    .all();
}
/** An account that was used, and one that expired and still has rows. */
function writeRows(db: Database.Database): void {
  db.exec(`
    INSERT INTO api_accounts (client_id, name, ucc, pin, totp_secret, created_at, last_used_at)
      VALUES ('2000000001', 'Test', 'SBX1', 'sealed:', 'sealed:', 1000, 2000);
    INSERT INTO expired_accounts (client_id) VALUES ('2000000002');
    INSERT INTO kill_switches (client_id, is_active, since) VALUES ('2000000002', 1, 1);
  `);
}
const accountsOf = (db: Database.Database) =>
  db.prepare("SELECT client_id, name, ucc, created_at FROM api_accounts").all();
const killSwitchesOf = (db: Database.Database) => db.prepare("SELECT * FROM kill_switches").all();
const versionOf = (db: Database.Database) => db.prepare("PRAGMA user_version").get();

it("restores the previous version's schema and data, which migrate again", () => {
  const before = new Database(":memory:");
  for (const step of MIGRATIONS.slice(0, LAST - 1)) before.exec(step);
  const written = openDatabase(join(dataDir, "sandbox"));
  writeRows(written);
  const accounts = accountsOf(written);
  expect(accounts).toHaveLength(1);
  written.close();

  expect(run("--check")).toBe(0);
  expect(said.join()).toMatch(
    new RegExp(`schema ${LAST} can be taken back to ${LAST - 1}\\. That loses \\w`),
  );
  expect(run()).toBe(0);
  const back = open();
  expect(versionOf(back)).toMatchObject({ user_version: LAST - 1 });
  expect(schemaOf(back)).toEqual(schemaOf(before));
  expect(accountsOf(back)).toEqual(accounts);
  expect(killSwitchesOf(back)).toHaveLength(1);

  migrate(back);
  expect(versionOf(back)).toMatchObject({ user_version: LAST });
  expect(accountsOf(back)).toEqual(accounts);
  // The previous version did not record use, so every account has its days from now on.
  const { used } = back.prepare("SELECT last_used_at AS used FROM api_accounts").get() as { used: number };
  expect(used).toBeGreaterThan(Date.now() - 60_000);
  back.close();
  before.close();
});

it("undoes one migration only, and changes nothing after that", () => {
  openDatabase(join(dataDir, "sandbox")).close();
  expect(run()).toBe(0);
  expect(run()).toBe(1);
  expect(said.join()).toContain(`no way back from schema ${LAST - 1} is known; restore a backup`);
  const db = open();
  expect(versionOf(db)).toMatchObject({ user_version: LAST - 1 });
  db.close();
});

it("refuses a folder without a store, a folder in use, and unknown options", () => {
  expect(run()).toBe(1);
  expect(said.join()).toContain("there is no store of a sandbox");
  openDatabase(join(dataDir, "sandbox")).close();
  const held = openClaimed(dataDir, "site", { waitMs: 100, folderName: "DATA_DIR", holderName: "site" });
  expect(run()).toBe(1);
  expect(said.join()).toContain("is used by another running site");
  held.release();
  expect(run("--force")).toBe(2);
  expect(run()).toBe(0);
});
