// The catalogue's search: one index for each store and version of the catalogue, made when it is first asked.
import type { Strategy } from "../../../../app/wire/strategy.ts";
import { createStrategyFinder, searchedStrategy } from "../../../net/strategy-finder.ts";
import type { SandboxDatabase } from "../../store/database.ts";

const finders = new WeakMap<SandboxDatabase, { version: string; find: (text: string) => string[] }>();

/** Ids of the strategies that a text finds, of every state, the best first. */
export function findStrategyIds(db: SandboxDatabase, text: string): string[] {
  const stored = db.prepare("SELECT value FROM meta WHERE key = 'catalogue'").get() as
    | { value: string }
    | undefined;
  const version = stored?.value ?? "";
  let finder = finders.get(db);
  if (finder?.version !== version) {
    const rows = db.prepare("SELECT document FROM strategies").all() as { document: string }[];
    const strategies = rows.map(({ document }): Strategy => JSON.parse(document));
    finder = {
      version,
      find: createStrategyFinder(strategies.map((strategy) => searchedStrategy(strategy, strategy))),
    };
    finders.set(db, finder);
  }
  return finder.find(text);
}
