// Full-text search over the catalogue's strategies: names, managers with their registration, tags, instruments and what each does; with
// typing errors and the field's other names. One index for each store and version of the catalogue, made when it is first asked.
import MiniSearch, { type SearchResult } from "minisearch";
import { stemmer } from "stemmer";
import { createSearchWords } from "../../../../app/wire/search-words.ts";
import type { Strategy } from "../../../../app/wire/strategy.ts";
import type { SandboxDatabase } from "../../store/database.ts";

type Entry = {
  id: string;
  name: string;
  manager: string;
  registration: string;
  tags: string;
  instruments: string;
  text: string;
};

const WORDS = createSearchWords(stemmer);
const indexes = new WeakMap<SandboxDatabase, { version: string; index: MiniSearch<Entry> }>();

/** Ids of the strategies that hold every word, the best first; where none does, of those that hold most and at least half. */
export function findStrategyIds(db: SandboxDatabase, text: string): string[] {
  const index = indexOf(db);
  const wanted = WORDS.tokenize(text).filter((word) => WORDS.asked(word) !== null).length;
  const all = index.search(text, { combineWith: "AND" });
  const found = all.length > 0 ? all : index.search(text, { combineWith: "OR" });
  const most = Math.max(0, ...found.map(held));
  return most * 2 < wanted ? [] : found.filter((hit) => held(hit) === most).map(({ id }) => id);
}

/** How many of the words that were asked for a hit holds. */
function held({ queryTerms }: SearchResult): number {
  return new Set(queryTerms).size;
}

function indexOf(db: SandboxDatabase): MiniSearch<Entry> {
  const version =
    (db.prepare("SELECT value FROM meta WHERE key = 'catalogue'").get() as { value: string } | undefined)
      ?.value ?? "";
  const known = indexes.get(db);
  if (known?.version === version) return known.index;
  const index = new MiniSearch<Entry>({
    fields: ["name", "manager", "registration", "tags", "instruments", "text"],
    tokenize: WORDS.tokenize,
    processTerm: WORDS.indexed,
    searchOptions: {
      processTerm: WORDS.asked,
      prefix: WORDS.prefix,
      fuzzy: WORDS.fuzzy,
      boost: { name: 4, registration: 4, tags: 3, manager: 2 },
    },
  });
  const rows = db.prepare("SELECT document FROM strategies").all() as { document: string }[];
  index.addAll(rows.map(({ document }) => entryOf(JSON.parse(document))));
  indexes.set(db, { version, index });
  return index;
}

function entryOf(strategy: Strategy): Entry {
  return {
    id: strategy.id,
    name: strategy.name,
    manager: strategy.manager.name,
    registration: [strategy.manager.registration, ...strategy.exchangeAlgoIds.map(({ id }) => id)].join(" "),
    tags: [...strategy.tags, strategy.instrument, strategy.product, `${strategy.risk} risk`].join(" "),
    instruments: strategy.instruments.flatMap(({ name, symbol }) => [name, symbol]).join(" "),
    text: [strategy.summary, ...strategy.howItWorks].join(" "),
  };
}
