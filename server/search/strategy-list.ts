// Lists of strategies: matching, sorting, counts for each filter option, filters to remove if nothing matches, and
// cursors. All functions are pure. The sandbox uses them for its database rows, the site for its cached catalogue. The
// query is defined in app/contract/base-api/strategy-query.ts.
import { z } from "zod";
import { PAGE_SIZE_DEFAULT } from "../../app/contract/base-api/limits.ts";
import type { StrategyPage } from "../../app/contract/base-api/operations.ts";
import type { StrategySummary } from "../../app/contract/base-api/strategy.ts";
import type { StrategyQuery } from "../../app/contract/base-api/strategy-query.ts";
import {
  countFacet,
  FILTER_KEYS,
  FILTERS,
  type FilterableStrategy,
  type FilterName,
  filterKey,
  matchesFilter,
} from "../../app/domain/filters.ts";
import { isoDayOf, istDay } from "../../app/domain/time.ts";
import {
  LISTED_STATES,
  NAMED_LIST_LENGTH,
  type NamedList,
  riskRank,
  SORTS,
  type Sort,
  type Tag,
} from "../../app/domain/vocabulary.ts";
import { createStrategyFinder, type SearchedStrategy } from "./strategy-finder.ts";

export type ListedStrategy = {
  /** The summary that list pages show. */
  summary: StrategySummary;
  /** The values that filters use: the summary and, if available, the manager's fee. */
  filtered: FilterableStrategy;
  /** The text that the search uses. */
  searched: SearchedStrategy;
};

type SortKey = { of: (strategy: StrategySummary) => number; direction: 1 | -1 };

const minAmount = ({ minAmountRupees }: StrategySummary) => minAmountRupees;
const risk = (strategy: StrategySummary) => riskRank(strategy.risk);

/**
 * Sort keys of each order, the most important first. The id decides between equal strategies. Cursors contain the
 * values of the keys.
 */
const ORDERS: Record<Sort, readonly SortKey[]> = {
  deployed: [{ of: ({ deployedCount }) => deployedCount, direction: -1 }],
  tracked: [{ of: ({ trackedCount }) => trackedCount, direction: -1 }],
  live: [{ of: ({ liveSince }) => Number(liveSince.replaceAll("-", "")), direction: 1 }],
  min_amount: [{ of: minAmount, direction: 1 }],
  "-min_amount": [{ of: minAmount, direction: -1 }],
  Risk: [
    { of: risk, direction: 1 },
    { of: minAmount, direction: 1 },
  ],
  "-Risk": [
    { of: risk, direction: -1 },
    { of: minAmount, direction: 1 },
  ],
};

const FIELD_LISTS: Record<NamedList, { by: "deployedCount" | "trackedCount"; tag: Tag | null }> = {
  most_deployed_algo_strategies: { by: "deployedCount", tag: null },
  most_tracked_algo_strategies: { by: "trackedCount", tag: null },
  popular_option_algo_strategies: { by: "deployedCount", tag: "Options" },
  popular_equity_algo_strategies: { by: "deployedCount", tag: "Equity" },
};

const REMOVABLE = ["q", ...FILTER_KEYS, "capital"] as const;

const cursorSchema = z.tuple([
  z.enum(["after", "before"]),
  z.enum(SORTS),
  z.array(z.number()).max(2),
  z.string().max(80),
]);
type Cursor = z.infer<typeof cursorSchema>;

/** Thrown for an unknown cursor, or a cursor of another sort order. */
export class CursorError extends Error {}

function readCursor(text: string, sort: Sort): Cursor {
  let cursor: Cursor;
  try {
    cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw new CursorError("it is not a cursor of this list");
  }
  if (cursor[1] !== sort) throw new CursorError("it belongs to another sort order");
  return cursor;
}

function writeCursor(direction: Cursor[0], sort: Sort, strategy: StrategySummary): string {
  const keys = ORDERS[sort].map(({ of }) => of(strategy));
  return Buffer.from(JSON.stringify([direction, sort, keys, strategy.id] satisfies Cursor)).toString(
    "base64url",
  );
}

/**
 * Returns one page of the matching strategies, as of a time in epoch ms. `startIndex`, if given, replaces the cursor by
 * a number of strategies to skip. Throws CursorError.
 */
export function listStrategies(
  all: readonly ListedStrategy[],
  query: StrategyQuery,
  asOf: number,
  startIndex?: number,
): StrategyPage {
  const sort = query.sort ?? "deployed";
  const limit = query.limit ?? PAGE_SIZE_DEFAULT;
  const today = isoDayOf(istDay(asOf));
  const matched = matching(all, query, today);
  const total = matched.length;
  return {
    ...slicePage(matched, sort, limit, startIndex ?? query.cursor),
    total,
    facets: Object.fromEntries(
      // Omits the counts per fee while the fee of any strategy is missing, because they would be too low.
      FILTERS.filter(({ name }) => name !== "fee" || all.every(({ filtered }) => filtered.fee)).map(
        ({ name }) => {
          const counted = isChosen(query, name)
            ? matching(all, { ...query, [filterKey(name)]: undefined }, today)
            : matched;
          return [
            name,
            countFacet(
              name,
              counted.map(({ filtered }) => filtered),
              today,
            ),
          ];
        },
      ),
    ),
    loosen: total > 0 ? [] : filtersToRemove(all, query, today),
    asOf: new Date(asOf).toISOString(),
  };
}

const EMPTY_PAGE = { items: [], startIndex: 0, nextCursor: null, previousCursor: null };

function slicePage(
  matched: readonly ListedStrategy[],
  sort: Sort,
  limit: number,
  start: number | string | undefined,
): Pick<StrategyPage, "items" | "startIndex" | "nextCursor" | "previousCursor"> {
  if (limit === 0) return EMPTY_PAGE;
  const ordered = sortStrategies(matched, sort);
  const [from, to] = range(ordered, sort, limit, start);
  const items = ordered.slice(from, to);
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return EMPTY_PAGE;
  return {
    items,
    startIndex: from,
    previousCursor: from > 0 ? writeCursor("before", sort, first) : null,
    nextCursor: to < ordered.length ? writeCursor("after", sort, last) : null,
  };
}

/**
 * Returns the index of a page's first item and the index after its last item. A start beyond the end selects the last
 * page, a negative start the first.
 */
function range(
  ordered: readonly StrategySummary[],
  sort: Sort,
  limit: number,
  start: number | string = 0,
): [number, number] {
  const total = ordered.length;
  const onward = (from: number): [number, number] => [from, Math.min(total, from + limit)];
  const lastPage = Math.max(0, total - limit);
  if (typeof start === "number") return onward(start < total ? start : lastPage);
  const [direction, , keys, id] = readCursor(start, sort);
  const compare = (strategy: StrategySummary) =>
    compareKeys(ORDERS[sort], sortKeys(strategy, sort), keys) || compareText(strategy.id, id);
  if (direction === "before") {
    const end = ordered.filter((strategy) => compare(strategy) < 0).length;
    return end === 0 ? onward(0) : [Math.max(0, end - limit), end];
  }
  const from = ordered.findIndex((strategy) => compare(strategy) > 0);
  return onward(from === -1 ? lastPage : from);
}

const sortKeys = (strategy: StrategySummary, sort: Sort) => ORDERS[sort].map(({ of }) => of(strategy));

function sortStrategies(matched: readonly ListedStrategy[], sort: Sort): StrategySummary[] {
  return matched
    .map(({ summary }) => ({ summary, keys: sortKeys(summary, sort) }))
    .sort((a, b) => compareKeys(ORDERS[sort], a.keys, b.keys) || compareText(a.summary.id, b.summary.id))
    .map(({ summary }) => summary);
}

function compareKeys(order: readonly SortKey[], a: readonly number[], b: readonly number[]): number {
  for (const [index, { direction }] of order.entries()) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference * direction;
  }
  return 0;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const isChosen = (query: StrategyQuery, name: FilterName) => (query[filterKey(name)]?.length ?? 0) > 0;

/** Returns the filters whose removal would give matches, the one with the most matches first. */
function filtersToRemove(
  all: readonly ListedStrategy[],
  query: StrategyQuery,
  today: string,
): StrategyPage["loosen"] {
  return REMOVABLE.filter((filter) => query[filter] !== undefined)
    .map((filter) => ({ filter, total: matching(all, { ...query, [filter]: undefined }, today).length }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
}

/**
 * Returns the strategies that match the query. An empty list of values is no filter, because a query string cannot
 * express an empty list.
 */
function matching(all: readonly ListedStrategy[], query: StrategyQuery, today: string): ListedStrategy[] {
  const states: readonly string[] = query.state?.length ? query.state : LISTED_STATES;
  const { tags: requestedTags = [], min_amount: bound, min_amount_val: side, capital } = query;
  const partner = query.partner_name?.toLowerCase();
  const ids = query.id?.length ? new Set(query.id) : null;
  const named = query.field_name === undefined ? null : idsOfFieldList(all, query.field_name);
  const found = query.q === undefined ? null : new Set(getFinder(all)(query.q));
  const chosen = FILTERS.flatMap(({ name }) => {
    const values = query[filterKey(name)];
    return values?.length ? [{ name, values }] : [];
  });
  return all.filter(({ summary, filtered }) => {
    const { id, tags, minAmountRupees: amount } = summary;
    const hasTag = (tag: Tag) => tags.includes(tag);
    return (
      states.includes(summary.status.state) &&
      (requestedTags.length === 0 ||
        (query.tags_match_type === "any" ? requestedTags.some(hasTag) : requestedTags.every(hasTag))) &&
      (bound === undefined || side === undefined || amount < bound === (side === "Lower")) &&
      (query.risk === undefined || summary.risk === query.risk) &&
      (partner === undefined || summary.manager.name.toLowerCase() === partner) &&
      (named === null || named.has(id)) &&
      chosen.every(({ name, values }) => matchesFilter(name, values, filtered, today)) &&
      (capital === undefined || amount <= capital) &&
      (ids === null || ids.has(id)) &&
      (found === null || found.has(id))
    );
  });
}

function idsOfFieldList(all: readonly ListedStrategy[], name: NamedList): Set<string> {
  const { by, tag } = FIELD_LISTS[name];
  return new Set(
    all
      .map(({ summary }) => summary)
      .filter(({ status, tags }) => status.state === "open" && (tag === null || tags.includes(tag)))
      .sort((a, b) => b[by] - a[by] || compareText(a.id, b.id))
      .slice(0, NAMED_LIST_LENGTH)
      .map(({ id }) => id),
  );
}

const finders = new WeakMap<readonly ListedStrategy[], (text: string) => string[]>();

/** Returns the search function of a list of strategies. The index is built on first use. */
function getFinder(all: readonly ListedStrategy[]): (text: string) => string[] {
  const known = finders.get(all);
  if (known !== undefined) return known;
  const made = createStrategyFinder(all.map(({ searched }) => searched));
  finders.set(all, made);
  return made;
}
