// Lists worked out of a kept catalogue are the provider's own: the sandbox's search answers the same for a thousand queries.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DISCOVER_MENU, discoverQueryOf } from "../../app/marketplace/menu.ts";
import type { StrategyQuery } from "../../app/wire/strategy-query.ts";
import {
  FIELD_NAMES,
  INSTRUMENT_KINDS,
  PRODUCTS,
  RISKS,
  SORTS,
  STRATEGY_STATES,
  TAGS,
} from "../../app/wire/vocabulary.ts";
import { searchedStrategy } from "../net/strategy-finder.ts";
import { buildCatalogue } from "../sandbox/algos/catalogue/build-catalogue.ts";
import { seedCatalogue } from "../sandbox/algos/catalogue/seed-catalogue.ts";
import { searchStrategies } from "../sandbox/algos/catalogue/strategy-search.ts";
import { openDatabase, type SandboxDatabase } from "../sandbox/store/database.ts";
import { type CachedStrategy, readOwnCursor, searchCached } from "./cached-list.ts";

const AT = Date.parse("2026-09-15T11:00:00+05:30");
const catalogue = buildCatalogue();
let folder: string;
let db: SandboxDatabase;
let kept: CachedStrategy[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kept-list-"));
  db = openDatabase(folder);
  seedCatalogue(db, catalogue);
  const all = ask({ state: [...STRATEGY_STATES], limit: 100 });
  expect(all.nextCursor).toBeNull();
  kept = all.items.map((summary) => {
    const detail = catalogue.strategies.find(({ id }) => id === summary.id);
    return { summary, fee: detail?.fee, searched: searchedStrategy(summary, detail) };
  });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (query: StrategyQuery) => searchStrategies(db, query, new Date(AT));
/** Cursors are each side's own; what they lead to is compared by walking. */
const shown = ({ nextCursor, previousCursor, ...page }: ReturnType<typeof ask>) => ({
  ...page,
  items: page.items.map(({ id }) => id),
  hasNext: nextCursor !== null,
  hasPrevious: previousCursor !== null,
});

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function randomQuery(random: () => number): StrategyQuery {
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const some = <Value>(values: readonly Value[]) => values.filter(() => random() < 0.4);
  const maybe = <Part extends object>(chance: number, part: () => Part) => (random() < chance ? part() : {});
  return {
    ...maybe(0.3, () => ({ tags: some(TAGS).slice(0, 3), tags_match_type: one(["all", "any"] as const) })),
    ...maybe(0.2, () => ({
      min_amount: one([50_000, 100_000, 200_000, 125_000]),
      min_amount_val: one(["Lower", "Greater"] as const),
    })),
    ...maybe(0.2, () => ({ risk: one(RISKS) })),
    ...maybe(0.15, () => ({ partner_name: one(catalogue.managers).name.toUpperCase() })),
    ...maybe(0.15, () => ({ field_name: one(FIELD_NAMES) })),
    ...maybe(0.3, () => ({ filter_instrument: some(INSTRUMENT_KINDS) })),
    ...maybe(0.3, () => ({ filter_product: some(PRODUCTS) })),
    ...maybe(0.2, () => ({ filter_risk: some(RISKS) })),
    ...maybe(0.2, () => ({ capital: one([40_000, 90_000, 150_000, 500_000]) })),
    ...maybe(0.1, () => ({ id: some(catalogue.strategies.slice(0, 8)).map(({ id }) => id) })),
    ...maybe(0.2, () => ({
      q: one(["nifty", "bank", "Kestrel", "cond", "options nifty", "high risk", "zzz", "!!"]),
    })),
    ...maybe(0.2, () => ({ state: some(STRATEGY_STATES) })),
    ...maybe(0.6, () => ({ sort: one(SORTS) })),
    ...maybe(0.7, () => ({ limit: one([0, 1, 5, 12, 100]) })),
  };
}

it("a thousand random queries are answered as the sandbox answers them", () => {
  const random = randomOf(20_260_915);
  let withItems = 0;
  for (let count = 0; count < 1_000; count += 1) {
    const query = randomQuery(random);
    // An empty list of states is no list at all for the base API's schema, and nothing for the store.
    if (query.state?.length === 0) delete query.state;
    const wanted = ask(query);
    expect(shown(searchCached(kept, query, 0, AT)), JSON.stringify(query)).toEqual(shown(wanted));
    if (wanted.items.length > 0) withItems += 1;
  }
  expect(withItems).toBeGreaterThan(150);
});

it.each(DISCOVER_MENU.flatMap(({ items }) => items).map((item) => [item.link, item] as const))(
  "%s is the same collection",
  (_, item) => {
    const query = { ...discoverQueryOf(item), limit: 12 };
    expect(shown(searchCached(kept, query, 0, AT))).toEqual(shown(ask(query)));
  },
);

it.each(SORTS)("by %s every page is reached in order, forwards and back, each algo once", (sort) => {
  const query: StrategyQuery = { sort, limit: 12 };
  const everything = ask({ sort, limit: 100 }).items.map(({ id }) => id);
  const walked: string[] = [];
  let position = 0;
  for (;;) {
    const page = searchCached(kept, query, position, AT);
    walked.push(...page.items.map(({ id }) => id));
    if (page.previousCursor !== null) expect(readOwnCursor(page.previousCursor, sort)).toBe(position - 12);
    if (page.nextCursor === null) break;
    // As the site's addresses take it.
    expect(page.nextCursor).toMatch(/^[\w-]+$/);
    position = readOwnCursor(page.nextCursor, sort) ?? Number.NaN;
  }
  expect(walked).toEqual(everything);
});

it("a cursor of another order or of somebody else is none", () => {
  const cursor = searchCached(kept, { limit: 12 }, 0, AT).nextCursor ?? "";
  expect(readOwnCursor(cursor, "Risk")).toBeNull();
  expect(readOwnCursor("WyJhZnRlciJd", "deployed")).toBeNull();
});

it("a position past the end is the last page", () => {
  const page = searchCached(kept, { limit: 12 }, 5_000, AT);
  expect(page.items).toHaveLength(12);
  expect(page.startIndex + 12).toBe(page.total);
});
