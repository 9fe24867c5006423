// The way back of the store's last step: the schema and the data of the version before, and forward again.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openClaimed } from "../net/claimed-store.ts";
import { buildCatalogue } from "../sandbox/algos/catalogue/build-catalogue.ts";
import { seedCatalogue } from "../sandbox/algos/catalogue/seed-catalogue.ts";
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
/** All that a program would find: each table and index with its words, but for the ways back. */
function schemaOf(db: Database.Database): unknown[] {
  return db
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE name <> 'way_back' ORDER BY type, name")
    .all();
}
/** The algos as they stand there, with their summaries as data: the order of fields is no matter. */
function strategiesOf(db: Database.Database): { summary: Record<string, unknown> }[] {
  const rows = db.prepare("SELECT * FROM strategies ORDER BY id").all() as { summary: string }[];
  return rows.map((row) => ({ ...row, summary: JSON.parse(row.summary) as Record<string, unknown> }));
}
/** As the version before had them: its summaries said nothing of limits and structure. */
const withoutLastStep = (rows: ReturnType<typeof strategiesOf>) =>
  rows.map(({ summary: { lossLimits: _limits, structure: _structure, ...summary }, ...row }) => ({
    ...row,
    summary,
  }));
const versionOf = (db: Database.Database) => db.prepare("PRAGMA user_version").get();

it("leaves what the version before had, and the newer one takes it forward again", () => {
  const before = new Database(":memory:");
  for (const step of MIGRATIONS.slice(0, LAST - 1)) before.exec(step);
  const written = openDatabase(join(dataDir, "sandbox"));
  seedCatalogue(written, buildCatalogue());
  const strategies = strategiesOf(written);
  expect(withoutLastStep(strategies)).not.toEqual(strategies);
  written.close();

  expect(run("--check")).toBe(0);
  expect(said.join()).toMatch(
    new RegExp(`schema ${LAST} can be taken back to ${LAST - 1}\\. That loses \\w`),
  );
  expect(run()).toBe(0);
  const back = open();
  expect(versionOf(back)).toMatchObject({ user_version: LAST - 1 });
  expect(schemaOf(back)).toEqual(schemaOf(before));
  expect(strategiesOf(back)).toEqual(withoutLastStep(strategies));

  migrate(back);
  expect(versionOf(back)).toMatchObject({ user_version: LAST });
  expect(strategiesOf(back)).toEqual(strategies);
  back.close();
  before.close();
});

it("goes one step: from there no way is known, and nothing changes", () => {
  openDatabase(join(dataDir, "sandbox")).close();
  expect(run()).toBe(0);
  expect(run()).toBe(1);
  expect(said.join()).toContain(`no way back from schema ${LAST - 1} is known; restore a backup`);
  const db = open();
  expect(versionOf(db)).toMatchObject({ user_version: LAST - 1 });
  db.close();
});

it("refuses a folder without a store, one in use, and words that it does not know", () => {
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
