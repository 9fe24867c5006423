import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";
import { buildCatalogue } from "./build-catalogue.ts";
import { seedCatalogue } from "./seed-catalogue.ts";
import { findStrategyIds } from "./strategy-index.ts";

const folder = mkdtempSync(join(tmpdir(), "strategy-index-"));
const catalogue = buildCatalogue();
let db: SandboxDatabase;
beforeAll(() => {
  db = openDatabase(folder);
  seedCatalogue(db, catalogue);
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const strategiesOf = (text: string) =>
  findStrategyIds(db, text).map((id) => catalogue.strategies.find((strategy) => strategy.id === id));

describe("search over strategies", () => {
  it.each(["iron condor", "condr", "condor", "ridgline", "Ridgeline Condor"])(
    "“%s” finds a condor by its strategy's name, its other name or with a letter amiss",
    (text) =>
      expect(strategiesOf(text).some((strategy) => /condor|ridgeline/i.test(strategy?.name ?? ""))).toBe(
        true,
      ),
  );

  it("“nifty selling” finds algos on Nifty that sell options", () => {
    const found = strategiesOf("nifty selling");
    expect(found.length).toBeGreaterThan(2);
    for (const strategy of found.slice(0, 3))
      expect(strategy?.tags).toEqual(expect.arrayContaining(["Selling"]));
  });

  it("a registration number finds its manager's algos and no others", () => {
    for (const manager of catalogue.managers) {
      const own = catalogue.strategies.filter((strategy) => strategy.manager.id === manager.id);
      expect(new Set(findStrategyIds(db, manager.registration))).toEqual(new Set(own.map(({ id }) => id)));
    }
  });

  it("words that no algo has find nothing", () => {
    expect(findStrategyIds(db, "zzzzzzzz")).toEqual([]);
    expect(findStrategyIds(db, "xylophone quartet bookings")).toEqual([]);
    expect(findStrategyIds(db, "–")).toEqual([]);
  });
});
