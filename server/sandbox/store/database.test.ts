import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildCatalogue } from "../algos/catalogue/build-catalogue.ts";
import { seedCatalogue } from "../algos/catalogue/seed-catalogue.ts";
import { countStrategies, readStrategy } from "../algos/catalogue/strategy-rows.ts";
import { inTransaction, openDatabase, type SandboxDatabase } from "./database.ts";
import { MIGRATION_STEPS } from "./migrations.ts";
import { BASELINE_VERSION } from "./schema.ts";

let folder: string;
let db: SandboxDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  db = openDatabase(folder);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

it("creates a database and a write-ahead log that only their owner can read", () => {
  for (const file of ["sandbox.db", "sandbox.db-wal"])
    expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
});

it("creates the schema once, and reopens an existing database", () => {
  seedCatalogue(db, buildCatalogue());
  const count = countStrategies(db);
  db.close();
  db = openDatabase(folder);
  expect(db.prepare("PRAGMA user_version").get()).toMatchObject({
    user_version: BASELINE_VERSION + MIGRATION_STEPS.length,
  });
  expect(countStrategies(db)).toBe(count);
});

it("deletes the unused table day_marks of an earlier store", () => {
  const drop = MIGRATION_STEPS.findIndex((step) => step.includes("day_marks"));
  db.exec(`CREATE TABLE day_marks (day INTEGER) STRICT; DROP INDEX trades_by_account_time;
    DROP INDEX once_answers_by_time; DROP INDEX deployment_actions_by_time;
    ALTER TABLE once_answers DROP COLUMN refs;`);
  db.exec(`PRAGMA user_version = ${BASELINE_VERSION + drop}`);
  db.close();
  db = openDatabase(folder);
  expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'day_marks'").get()).toBeUndefined();
});

it("rejects a database of a newer version with an error message", () => {
  db.exec("PRAGMA user_version = 999");
  db.close();
  expect(() => openDatabase(folder)).toThrow(/newer version/);
  db = openDatabase(mkdtempSync(join(tmpdir(), "store-")));
});

it("rejects a database from before the first release", () => {
  db.exec("PRAGMA user_version = 20");
  db.close();
  expect(() => openDatabase(folder)).toThrow(/before the first release \(schema 20\)/);
  db = openDatabase(mkdtempSync(join(tmpdir(), "store-")));
});

it("rolls back a failed transaction completely", () => {
  seedCatalogue(db, buildCatalogue());
  const count = countStrategies(db);
  expect(() =>
    inTransaction(db, () => {
      db.exec("DELETE FROM strategy_tags; DELETE FROM strategies;");
      throw new Error("halfway");
    }),
  ).toThrow("halfway");
  expect(countStrategies(db)).toBe(count);
});

it("writes a changed catalogue to the database, but not an unchanged catalogue", () => {
  const catalogue = buildCatalogue();
  expect(seedCatalogue(db, catalogue)).toBe(true);
  expect(seedCatalogue(db, catalogue)).toBe(false);
  const [first, ...rest] = catalogue.strategies;
  if (first === undefined) throw new Error("empty catalogue");
  const changed = {
    ...catalogue,
    version: "other",
    strategies: [{ ...first, summary: "Changed." }, ...rest],
  };
  expect(seedCatalogue(db, changed)).toBe(true);
  expect(readStrategy(db, first.id)?.summary).toBe("Changed.");
  expect(countStrategies(db)).toBe(catalogue.strategies.length);
});
