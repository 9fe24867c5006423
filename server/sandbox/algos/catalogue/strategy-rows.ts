// Reads strategies, similar strategies and managers from the store. The list of all strategies is cached in memory.
import type { Manager, Strategy, StrategySummary } from "../../../../app/contract/base-api/strategy.ts";
import { instrumentText, productText, tagText } from "../../../../app/domain/filter-texts.ts";
import { brandLanguage } from "../../../../app/format/locale.ts";
import { searchedStrategy } from "../../../search/strategy-finder.ts";
import type { ListedStrategy } from "../../../search/strategy-list.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { Plan } from "./plans.ts";

const SIMILAR_COUNT = 6;

export function readStrategy(db: SandboxDatabase, id: string): Strategy | null {
  const row = db.prepare("SELECT document FROM strategies WHERE id = ?").get(id) as
    | { document: string }
    | undefined;
  return row === undefined ? null : JSON.parse(row.document);
}

/** Returns the reason why the manager no longer lets an algo open positions; null when the manager does. */
export function haltedReason(strategy: Strategy | null): string | null {
  const state = strategy?.status.state;
  return state === "withdrawn" || state === "suspended" ? `The manager has ${state} this algo.` : null;
}

/** Returns the plan of a version, or null for an unknown version. */
export function readPlan(db: SandboxDatabase, id: string, version: string): Plan | null {
  const row = db
    .prepare("SELECT plan FROM strategy_versions WHERE strategy_id = ? AND version = ?")
    .get(id, version) as { plan: string } | undefined;
  return row === undefined ? null : JSON.parse(row.plan);
}

/** Returns similar strategies of other managers. Shared tags weigh most, then the product, then risk and amount. */
export function readSimilar(db: SandboxDatabase, id: string): StrategySummary[] {
  const rows = db
    .prepare(
      `SELECT o.summary,
         (SELECT count(*) FROM strategy_tags a JOIN strategy_tags b ON a.tag = b.tag
          WHERE a.strategy_id = s.id AND b.strategy_id = o.id) * 10
         + (o.product = s.product) * 8
         - abs(o.risk_rank - s.risk_rank) * 4
         - abs(o.min_amount - s.min_amount) * 4.0 / max(o.min_amount, s.min_amount) AS likeness
       FROM strategies s JOIN strategies o ON o.manager_id <> s.manager_id AND o.state = 'open'
       WHERE s.id = ? ORDER BY likeness DESC, o.id LIMIT ${SIMILAR_COUNT}`,
    )
    .all(id) as { summary: string }[];
  return rows.map((row) => JSON.parse(row.summary));
}

/** Returns strategies by shared trigrams; rare trigrams weigh more. Empty for a text without three letters in a row. */
export function suggestStrategies(db: SandboxDatabase, text: string): StrategySummary[] {
  const letters = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const trigrams = new Set<string>();
  for (let start = 0; start + 3 <= letters.length; start += 1) trigrams.add(letters.slice(start, start + 3));
  if (trigrams.size === 0) return [];
  const match = [...trigrams].map((trigram) => `"${trigram}"`).join(" OR ");
  const rows = db
    .prepare(
      `SELECT s.summary FROM strategy_trigrams t JOIN strategies s ON s.id = t.id
       WHERE strategy_trigrams MATCH ? ORDER BY bm25(strategy_trigrams), s.id LIMIT ${SIMILAR_COUNT}`,
    )
    .all(match) as { summary: string }[];
  return rows.map((row) => JSON.parse(row.summary));
}

const MANAGER_COUNTS = `
  (SELECT count(*) FROM strategies s WHERE s.manager_id = m.id AND s.state <> 'withdrawn') AS listed,
  (SELECT count(*) FROM strategies s WHERE s.manager_id = m.id AND s.state = 'withdrawn') AS withdrawn,
  (SELECT coalesce(sum(s.deployed), 0) FROM strategies s WHERE s.manager_id = m.id) AS deployed`;

type ManagerRow = { document: string; listed: number; withdrawn: number; deployed: number };

export function readManagers(db: SandboxDatabase): Manager[] {
  const rows = db
    .prepare(`SELECT m.document, ${MANAGER_COUNTS} FROM managers m ORDER BY deployed DESC, m.id`)
    .all() as ManagerRow[];
  return rows.map(asManager);
}

export function readManager(db: SandboxDatabase, id: string): Manager | null {
  const row = db.prepare(`SELECT m.document, ${MANAGER_COUNTS} FROM managers m WHERE m.id = ?`).get(id) as
    | ManagerRow
    | undefined;
  return row === undefined ? null : asManager(row);
}

export function countStrategies(db: SandboxDatabase): number {
  return (db.prepare("SELECT count(*) AS n FROM strategies").get() as { n: number }).n;
}

function asManager(row: ManagerRow): Manager {
  return {
    ...JSON.parse(row.document),
    strategyCount: row.listed,
    withdrawnCount: row.withdrawn,
    deployedCount: row.deployed,
  };
}

type Index = { version: string; strategies: ListedStrategy[] };
const indices = new WeakMap<SandboxDatabase, Index>();

/**
 * Returns all strategies of the catalogue, in any state. The list is built on first use and rebuilt after a strategy
 * changed.
 */
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
      searched: searchedStrategy(strategy, strategy, listLabels(strategy)),
    };
  });
  indices.set(db, { version, strategies });
  return strategies;
}

/** Returns the labels that the pages of a brand in another language show instead of the English values. */
export function listLabels({
  tags,
  instrument,
  product,
}: Pick<Strategy, "tags" | "instrument" | "product">): string[] {
  if (brandLanguage().locale.startsWith("en")) return [];
  return [...tags.map(tagText), instrumentText(instrument), productText(product)];
}

/** Invalidates the cached list after a strategy or the brand changed. */
export function invalidateIndex(db: SandboxDatabase): void {
  indices.delete(db);
}
