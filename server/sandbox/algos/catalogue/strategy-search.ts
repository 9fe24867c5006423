// Evaluates a strategy query in SQL: the page of strategies, the count of each filter option and, without a match, the filter to remove. The
// query type is in app/wire/strategy-query.ts.

import { z } from "zod";
import type { StrategyPage } from "../../../../app/wire/base-api.ts";
import {
  type Facet,
  FILTER_KEYS,
  FILTERS,
  type FilterName,
  facetOf,
  filterKey,
  fits,
} from "../../../../app/wire/filters.ts";
import { PAGE_SIZE_DEFAULT } from "../../../../app/wire/limits.ts";
import type { StrategyQuery } from "../../../../app/wire/strategy-query.ts";
import {
  FIELD_LIST_LENGTH,
  type FieldName,
  LISTED_STATES,
  SORTS,
  type Sort,
} from "../../../../app/wire/vocabulary.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { everyStrategy, findStrategyIds } from "./strategy-index.ts";

type Sql = { text: string; values: (string | number)[] };
type Key = { expression: string; direction: "ASC" | "DESC" };

/** Second keys make every order total; the id settles what is left. */
const ORDERS: Record<Sort, Key[]> = {
  deployed: [{ expression: "s.deployed", direction: "DESC" }],
  tracked: [{ expression: "s.tracked", direction: "DESC" }],
  live: [
    {
      expression: "CAST(replace(json_extract(s.summary, '$.liveSince'), '-', '') AS INTEGER)",
      direction: "ASC",
    },
  ],
  min_amount: [{ expression: "s.min_amount", direction: "ASC" }],
  "-min_amount": [{ expression: "s.min_amount", direction: "DESC" }],
  Risk: [
    { expression: "s.risk_rank", direction: "ASC" },
    { expression: "s.min_amount", direction: "ASC" },
  ],
  "-Risk": [
    { expression: "s.risk_rank", direction: "DESC" },
    { expression: "s.min_amount", direction: "ASC" },
  ],
};

const LISTS: Record<FieldName, { by: "deployed" | "tracked"; tag: string | null }> = {
  most_deployed_algo_strategies: { by: "deployed", tag: null },
  most_tracked_algo_strategies: { by: "tracked", tag: null },
  popular_option_algo_strategies: { by: "deployed", tag: "Options" },
  popular_equity_algo_strategies: { by: "deployed", tag: "Equity" },
};

const cursorSchema = z.tuple([
  z.enum(["after", "before"]),
  z.enum(SORTS),
  z.array(z.number()).max(2),
  z.string().max(80),
]);
type Cursor = z.infer<typeof cursorSchema>;

export class BadCursor extends Error {}

/** Throws BadCursor for an unknown cursor or a cursor of another sort order. */
export function searchStrategies(db: SandboxDatabase, query: StrategyQuery, now: Date): StrategyPage {
  const sort = query.sort ?? "deployed";
  const limit = query.limit ?? PAGE_SIZE_DEFAULT;
  const today = now.toISOString().slice(0, 10);
  const where = conditions(db, query, today);
  const total = count(db, where);
  const page =
    limit === 0 ? emptyPage : fetchPage(db, where, total, sort, limit, readCursor(query.cursor, sort));
  return {
    ...page,
    total,
    facets: Object.fromEntries(FILTERS.map(({ name }) => [name, facet(db, query, name, today)])),
    loosen: total === 0 ? loosen(db, query, today) : [],
    asOf: now.toISOString(),
  };
}

const emptyPage = { items: [], startIndex: 0, nextCursor: null, previousCursor: null };

function conditions(db: SandboxDatabase, query: StrategyQuery, today: string): Sql[] {
  const all: Sql[] = [];
  const add = (text: string, ...values: (string | number)[]) => all.push({ text, values });

  all.push(oneOf("s.state", query.state ?? LISTED_STATES));
  if (query.tags !== undefined && query.tags.length > 0) {
    const tags = [...new Set(query.tags)];
    const wanted = query.tags_match_type === "any" ? 1 : tags.length;
    add(
      `(SELECT count(*) FROM strategy_tags t WHERE t.strategy_id = s.id AND ${oneOf("t.tag", tags).text}) >= ?`,
      ...tags,
      wanted,
    );
  }
  if (query.min_amount !== undefined && query.min_amount_val !== undefined)
    add(query.min_amount_val === "Lower" ? "s.min_amount < ?" : "s.min_amount >= ?", query.min_amount);
  if (query.risk !== undefined) add("s.risk = ?", query.risk);
  if (query.partner_name !== undefined)
    add("s.manager_id IN (SELECT id FROM managers WHERE name = ? COLLATE NOCASE)", query.partner_name);
  if (query.field_name !== undefined) {
    const list = LISTS[query.field_name];
    const tagged =
      list.tag === null
        ? ""
        : "AND EXISTS (SELECT 1 FROM strategy_tags t WHERE t.strategy_id = l.id AND t.tag = ?)";
    add(
      `s.id IN (SELECT l.id FROM strategies l WHERE l.state = 'open' ${tagged} ORDER BY l.${list.by} DESC, l.id LIMIT ${FIELD_LIST_LENGTH})`,
      ...(list.tag === null ? [] : [list.tag]),
    );
  }
  for (const { name } of FILTERS) {
    const wanted = query[filterKey(name)];
    if (!wanted?.length) continue;
    const ids = everyStrategy(db)
      .filter((strategy) => fits(name, wanted, strategy, today))
      .map(({ id }) => id);
    if (ids.length === 0) add("0");
    else all.push(oneOf("s.id", ids));
  }
  if (query.capital !== undefined) add("s.min_amount <= ?", query.capital);
  if (query.id?.length) all.push(oneOf("s.id", query.id));
  if (query.q !== undefined) {
    const ids = findStrategyIds(db, query.q);
    if (ids.length === 0) add("0");
    else all.push(oneOf("s.id", ids));
  }
  return all;
}

function oneOf(column: string, values: readonly string[]): Sql {
  return { text: `${column} IN (${values.map(() => "?").join(", ")})`, values: [...values] };
}

function whereClause(where: Sql[]): Sql {
  return {
    text: where.map((part) => `(${part.text})`).join(" AND "),
    values: where.flatMap((part) => part.values),
  };
}

function count(db: SandboxDatabase, where: Sql[]): number {
  const clause = whereClause(where);
  const row = db.prepare(`SELECT count(*) AS n FROM strategies s WHERE ${clause.text}`).get(...clause.values);
  return (row as { n: number }).n;
}

function facet(db: SandboxDatabase, query: StrategyQuery, name: FilterName, today: string): Facet {
  const clause = whereClause(conditions(db, { ...query, [filterKey(name)]: undefined }, today));
  const rows = db.prepare(`SELECT s.id FROM strategies s WHERE ${clause.text}`).all(...clause.values) as {
    id: string;
  }[];
  const found = new Set(rows.map(({ id }) => id));
  return facetOf(
    name,
    everyStrategy(db).filter(({ id }) => found.has(id)),
    today,
  );
}

function loosen(db: SandboxDatabase, query: StrategyQuery, today: string): StrategyPage["loosen"] {
  const filters = ["q", ...FILTER_KEYS, "capital"] as const;
  return filters
    .filter((filter) => query[filter] !== undefined)
    .map((filter) => ({
      filter,
      total: count(db, conditions(db, { ...query, [filter]: undefined }, today)),
    }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
}

type Row = { id: string; summary: string; key0: number; key1: number | null };

function fetchPage(
  db: SandboxDatabase,
  where: Sql[],
  total: number,
  sort: Sort,
  limit: number,
  cursor: Cursor | null,
): Pick<StrategyPage, "items" | "startIndex" | "nextCursor" | "previousCursor"> {
  const backwards = cursor?.[0] === "before";
  let rows = select(db, where, sort, limit, cursor, backwards);
  // A cursor past the end returns the last page, a cursor before the start the first page.
  if (rows.length === 0 && cursor !== null) rows = select(db, where, sort, limit, null, !backwards);
  const ordered = [...rows].sort((a, b) => compareRows(a, b, sort));
  const first = ordered[0];
  const last = ordered.at(-1);
  if (first === undefined || last === undefined) return emptyPage;
  const startIndex = countBefore(db, where, sort, first);
  const after = countBefore(db, where, sort, last) + 1;
  return {
    items: ordered.map((row) => JSON.parse(row.summary)),
    startIndex,
    previousCursor: startIndex > 0 ? writeCursor("before", sort, first) : null,
    nextCursor: after < total ? writeCursor("after", sort, last) : null,
  };
}

function select(
  db: SandboxDatabase,
  where: Sql[],
  sort: Sort,
  limit: number,
  cursor: Cursor | null,
  backwards: boolean,
): Row[] {
  const keys = ORDERS[sort];
  const parts = cursor === null ? where : [...where, beyond(keys, cursor[2], cursor[3], backwards)];
  const clause = whereClause(parts);
  const turn = (direction: "ASC" | "DESC") => (backwards === (direction === "ASC") ? "DESC" : "ASC");
  const order = [
    ...keys.map((key) => `${key.expression} ${turn(key.direction)}`),
    `s.id ${turn("ASC")}`,
  ].join(", ");
  return db
    .prepare(
      `SELECT s.id, s.summary, ${keys[0]?.expression} AS key0, ${keys[1]?.expression ?? "NULL"} AS key1
       FROM strategies s WHERE ${clause.text} ORDER BY ${order} LIMIT ?`,
    )
    .all(...clause.values, limit) as Row[];
}

/** The rows strictly beyond a position, as (k1 > a) OR (k1 = a AND k2 > b) OR (… AND id > c). */
function beyond(keys: Key[], at: number[], id: string, backwards: boolean): Sql {
  const columns = [
    ...keys.map((key, index) => ({ ...key, value: at[index] ?? 0 })),
    { expression: "s.id", direction: "ASC" as const, value: id },
  ];
  const alternatives = columns.map((column, index) => {
    const sign = backwards === (column.direction === "ASC") ? "<" : ">";
    const same = columns.slice(0, index);
    return {
      text: [...same.map((c) => `${c.expression} = ?`), `${column.expression} ${sign} ?`].join(" AND "),
      values: [...same.map((c) => c.value), column.value],
    };
  });
  return {
    text: alternatives.map((part) => `(${part.text})`).join(" OR "),
    values: alternatives.flatMap((part) => part.values),
  };
}

function countBefore(db: SandboxDatabase, where: Sql[], sort: Sort, row: Row): number {
  return count(db, [...where, beyond(ORDERS[sort], keysOf(row), row.id, true)]);
}

function keysOf(row: Row): number[] {
  return row.key1 === null ? [row.key0] : [row.key0, row.key1];
}

function compareRows(a: Row, b: Row, sort: Sort): number {
  const [aKeys, bKeys] = [keysOf(a), keysOf(b)];
  for (const [index, key] of ORDERS[sort].entries()) {
    const difference = (aKeys[index] ?? 0) - (bKeys[index] ?? 0);
    if (difference !== 0) return key.direction === "ASC" ? difference : -difference;
  }
  return a.id < b.id ? -1 : 1;
}

function writeCursor(direction: Cursor[0], sort: Sort, row: Row): string {
  return Buffer.from(JSON.stringify([direction, sort, keysOf(row), row.id] satisfies Cursor)).toString(
    "base64url",
  );
}

function readCursor(text: string | undefined, sort: Sort): Cursor | null {
  if (text === undefined) return null;
  let cursor: Cursor;
  try {
    cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw new BadCursor("not a cursor of this list");
  }
  if (cursor[1] !== sort) throw new BadCursor("the cursor belongs to another order");
  return cursor;
}
