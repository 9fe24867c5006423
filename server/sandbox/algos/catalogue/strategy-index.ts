// In-memory index of the store's strategies as list entries. It is built on first use and rebuilt after a strategy
// changed.
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { searchedStrategy } from "../../../search/strategy-finder.ts";
import type { ListedStrategy } from "../../../search/strategy-list.ts";
import type { SandboxDatabase } from "../../store/database.ts";

type Index = { version: string; strategies: ListedStrategy[] };
const indices = new WeakMap<SandboxDatabase, Index>();

/** Returns all strategies of the catalogue, in any state. */
export function listedStrategies(db: SandboxDatabase): readonly ListedStrategy[] {
  const stored = db.prepare("SELECT value FROM meta WHERE key = 'catalogue'").get() as
    | { value: string }
    | undefined;
  const version = stored?.value ?? "";
  const cached = indices.get(db);
  if (cached?.version === version) return cached.strategies;
  const rows = db.prepare("SELECT summary, document FROM strategies").all() as {
    summary: string;
    document: string;
  }[];
  const strategies = rows.map(({ summary, document }): ListedStrategy => {
    const strategy: Strategy = JSON.parse(document);
    return {
      summary: JSON.parse(summary),
      filtered: strategy,
      searched: searchedStrategy(strategy, strategy),
    };
  });
  indices.set(db, { version, strategies });
  return strategies;
}

/** Invalidates the index after a strategy changed. */
export function invalidateIndex(db: SandboxDatabase): void {
  indices.delete(db);
}
