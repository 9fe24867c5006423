// The catalogue's search: one index for each store and version of the catalogue, made when it is first asked, and again when it is asked
// after what is said of an algo has changed.
import type { Strategy } from "../../../../app/wire/strategy.ts";
import { createStrategyFinder, searchedStrategy } from "../../../net/strategy-finder.ts";
import type { SandboxDatabase } from "../../store/database.ts";

type Index = { version: string; strategies: Strategy[]; find: (text: string) => string[] };
const indices = new WeakMap<SandboxDatabase, Index>();

/** Ids of the strategies that a text finds, of every state, the best first. */
export function findStrategyIds(db: SandboxDatabase, text: string): string[] {
  return indexOf(db).find(text);
}

/** Every strategy of the catalogue, of every state. */
export function everyStrategy(db: SandboxDatabase): readonly Strategy[] {
  return indexOf(db).strategies;
}

/** What is said of an algo has changed: whoever asks next reads it. */
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
