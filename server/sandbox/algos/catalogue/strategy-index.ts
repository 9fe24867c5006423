// The search index of the catalogue, one for each store and catalogue version. Built on first use and again after a strategy changed.
import type { Strategy } from "../../../../app/wire/strategy.ts";
import { createStrategyFinder, searchedStrategy } from "../../../net/strategy-finder.ts";
import type { SandboxDatabase } from "../../store/database.ts";

type Index = { version: string; strategies: Strategy[]; find: (text: string) => string[] };
const indices = new WeakMap<SandboxDatabase, Index>();

/** Returns the ids of strategies in any state that match a text, best match first. */
export function findStrategyIds(db: SandboxDatabase, text: string): string[] {
  return indexOf(db).find(text);
}

/** Returns all strategies of the catalogue, in any state. */
export function everyStrategy(db: SandboxDatabase): readonly Strategy[] {
  return indexOf(db).strategies;
}

/** Invalidates the index after a strategy changed. */
export function forgetIndex(db: SandboxDatabase): void {
  indices.delete(db);
}

function indexOf(db: SandboxDatabase): Index {
  const stored = db.prepare("SELECT value FROM meta WHERE key = 'catalogue'").get() as
    | { value: string }
    | undefined;
  const version = stored?.value ?? "";
  const known = indices.get(db);
  if (known?.version === version) return known;
  const rows = db.prepare("SELECT document FROM strategies").all() as { document: string }[];
  const strategies = rows.map(({ document }): Strategy => JSON.parse(document));
  const made = {
    version,
    strategies,
    find: createStrategyFinder(strategies.map((strategy) => searchedStrategy(strategy, strategy))),
  };
  indices.set(db, made);
  return made;
}
