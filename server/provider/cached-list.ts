// Answers list queries from the cached catalogue while the provider does not answer: items, order, counts and filters to loosen. Pure.
// The query is defined in app/wire/strategy-query.ts; a test compares the answers with those of the sandbox.

import type { StrategyPage } from "../../app/wire/base-api.ts";
import {
  FILTER_KEYS,
  FILTERS,
  type Filtered,
  type FilterName,
  facetOf,
  filterKey,
  fits,
} from "../../app/wire/filters.ts";
import { PAGE_SIZE_DEFAULT } from "../../app/wire/limits.ts";
import type { Strategy, StrategySummary } from "../../app/wire/strategy.ts";
import type { StrategyQuery } from "../../app/wire/strategy-query.ts";
import {
  FIELD_LIST_LENGTH,
  type FieldName,
  LISTED_STATES,
  riskRank,
  type Sort,
  type Tag,
} from "../../app/wire/vocabulary.ts";
import { createStrategyFinder, type SearchedStrategy } from "../net/strategy-finder.ts";

export type CachedStrategy = {
  summary: StrategySummary;
  /** The manager's fee, where the strategy was read whole. */
  fee?: Strategy["fee"] | undefined;
  /** Text that a search matches. */
  searched: SearchedStrategy;
};

/** Each key is compared in turn; the id settles what is left. */
const ORDERS: Record<Sort, (strategy: StrategySummary) => readonly number[]> = {
  deployed: ({ deployedCount }) => [-deployedCount],
  tracked: ({ trackedCount }) => [-trackedCount],
  live: ({ liveSince }) => [Date.parse(liveSince)],
  min_amount: ({ minAmountRupees }) => [minAmountRupees],
  "-min_amount": ({ minAmountRupees }) => [-minAmountRupees],
  Risk: ({ risk, minAmountRupees }) => [riskRank(risk), minAmountRupees],
  "-Risk": ({ risk, minAmountRupees }) => [-riskRank(risk), minAmountRupees],
};

const LISTS: Record<FieldName, { by: "deployedCount" | "trackedCount"; tag: Tag | null }> = {
  most_deployed_algo_strategies: { by: "deployedCount", tag: null },
  most_tracked_algo_strategies: { by: "trackedCount", tag: null },
  popular_option_algo_strategies: { by: "deployedCount", tag: "Options" },
  popular_equity_algo_strategies: { by: "deployedCount", tag: "Equity" },
};

const LOOSENED = ["q", ...FILTER_KEYS, "capital"] as const;
const OWN_CURSOR = /^kept_(.+)_(\d{1,9})$/;

/** `from` is the number of matches before the page. */
export function searchCached(
  all: readonly CachedStrategy[],
  query: StrategyQuery,
  from: number,
  asOf: number,
): StrategyPage {
  const sort = query.sort ?? "deployed";
  const limit = query.limit ?? PAGE_SIZE_DEFAULT;
  const today = new Date(asOf).toISOString().slice(0, 10);
  const matched = matching(all, query, today);
  const matches = ordered(matched, sort);
  const shown = matched.map(filtered);
  const total = matches.length;
  // A position past the end, after items disappeared, is the last page.
  const startIndex = limit === 0 || total === 0 ? 0 : from < total ? from : Math.max(0, total - limit);
  const items = matches.slice(startIndex, startIndex + limit);
  const after = startIndex + items.length;
  return {
    items,
    startIndex,
    previousCursor: startIndex > 0 ? ownCursor(sort, Math.max(0, startIndex - limit)) : null,
    nextCursor: items.length > 0 && after < total ? ownCursor(sort, after) : null,
    total,
    facets: Object.fromEntries(
      // Where the fee of one isn't known here, its group isn't offered: counts would be short.
      FILTERS.filter(({ name }) => name !== "fee" || all.every(({ fee }) => fee !== undefined)).map(
        ({ name }) => [
          name,
          facetOf(
            name,
            isChosen(query, name)
              ? matching(all, without(query, filterKey(name)), today).map(filtered)
              : shown,
            today,
          ),
        ],
      ),
    ),
    loosen:
      total > 0
        ? []
        : LOOSENED.filter((filter) => query[filter] !== undefined)
            .map((filter) => ({
              filter,
              total: matching(all, without(query, filter), today).length,
            }))
            .filter((loosened) => loosened.total > 0)
            .sort((a, b) => b.total - a.total),
    asOf: new Date(asOf).toISOString(),
  };
}

/** A cursor that `searchCached` gave, as a position in a list of that order; null for any other. */
export function readOwnCursor(cursor: string, sort: Sort): number | null {
  const [, named, position] = OWN_CURSOR.exec(cursor) ?? [];
  return named === sort ? Number(position) : null;
}

function ownCursor(sort: Sort, position: number): string {
  return `kept_${sort}_${position}`;
}

const finders = new WeakMap<readonly CachedStrategy[], (text: string) => string[]>();

/** Built once for each cached catalogue. */
function finderOf(all: readonly CachedStrategy[]): (text: string) => string[] {
  const known = finders.get(all);
  if (known !== undefined) return known;
  const made = createStrategyFinder(all.map(({ searched }) => searched));
  finders.set(all, made);
  return made;
}

const filtered = ({ summary, fee }: CachedStrategy): Filtered => ({ ...summary, fee });
const without = (query: StrategyQuery, filter: (typeof LOOSENED)[number]): StrategyQuery => ({
  ...query,
  [filter]: undefined,
});
const isChosen = (query: StrategyQuery, name: FilterName) => (query[filterKey(name)]?.length ?? 0) > 0;

function matching(all: readonly CachedStrategy[], query: StrategyQuery, today: string): CachedStrategy[] {
  const named = query.field_name === undefined ? null : namedList(all, query.field_name);
  const found = query.q === undefined ? null : new Set(finderOf(all)(query.q));
  const partner = query.partner_name?.toLowerCase();
  const chosen = FILTERS.filter(({ name }) => isChosen(query, name));
  const isOneOf = <Value>(values: readonly Value[] | undefined, value: Value) =>
    values === undefined || values.length === 0 || values.includes(value);
  return all.filter((kept) => {
    const { summary } = kept;
    const { tags, minAmountRupees: amount } = summary;
    if (!(query.state ?? LISTED_STATES).some((state) => state === summary.status.state)) return false;
    if (query.tags !== undefined && query.tags.length > 0) {
      const has = (tag: Tag) => tags.includes(tag);
      if (!(query.tags_match_type === "any" ? query.tags.some(has) : query.tags.every(has))) return false;
    }
    if (query.min_amount !== undefined && query.min_amount_val !== undefined) {
      const isBelow = amount < query.min_amount;
      if (isBelow !== (query.min_amount_val === "Lower")) return false;
    }
    if (query.risk !== undefined && summary.risk !== query.risk) return false;
    if (partner !== undefined && summary.manager.name.toLowerCase() !== partner) return false;
    if (named !== null && !named.has(summary.id)) return false;
    if (!chosen.every(({ name }) => fits(name, query[filterKey(name)], filtered(kept), today))) return false;
    if (query.capital !== undefined && amount > query.capital) return false;
    if (!isOneOf(query.id, summary.id)) return false;
    return found === null || found.has(summary.id);
  });
}

function namedList(all: readonly CachedStrategy[], name: FieldName): Set<string> {
  const { by, tag } = LISTS[name];
  return new Set(
    all
      .map(({ summary }) => summary)
      .filter(({ status, tags }) => status.state === "open" && (tag === null || tags.includes(tag)))
      .sort((a, b) => b[by] - a[by] || byId(a, b))
      .slice(0, FIELD_LIST_LENGTH)
      .map(({ id }) => id),
  );
}

function ordered(matched: readonly CachedStrategy[], sort: Sort): StrategySummary[] {
  return matched
    .map(({ summary }) => ({ summary, keys: ORDERS[sort](summary) }))
    .sort((a, b) => {
      for (let index = 0; index < a.keys.length; index += 1) {
        const difference = (a.keys[index] ?? 0) - (b.keys[index] ?? 0);
        if (difference !== 0) return difference;
      }
      return byId(a.summary, b.summary);
    })
    .map(({ summary }) => summary);
}

function byId(a: StrategySummary, b: StrategySummary): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
